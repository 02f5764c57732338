//! The system prompt: items that stay as they are while they fit. What says the same as an earlier item goes, pins come
//! before all others, the first item that does not fit loses its middle, and what then finds no room goes.

use super::error::CompileError;
use super::part::Count;
use super::similar::{Seen, Shingles};
use super::turn::{Action, Turn};
use crate::budget::Count as _;

/// What an item is clipped to at least, in tokens; with less room it goes.
const LEAST_CLIPPED: u64 = 32;

/// Why something was changed.
const OVER: &str = "system over budget";

pub(super) fn fit(turns: &mut [Turn], budget: u64, count: &Count<'_>) -> Result<(), CompileError> {
    let pinned =
        turns.iter().filter(|turn| turn.pin).fold(0_u64, |sum, turn| sum.saturating_add(turn.cost()));
    if pinned > budget {
        return Err(CompileError::Pinned { section: "system", pinned, budget });
    }
    let mut seen: Seen<String> = Seen::new();
    let mut room = budget.saturating_sub(pinned);
    for turn in turns {
        let shingles = Shingles::of(&turn.text());
        let earlier = seen.find(&shingles).cloned();
        seen.add(shingles, turn.id.clone());
        if turn.pin {
            "pinned".clone_into(&mut turn.reason);
            continue;
        }
        if let Some(earlier) = earlier {
            turn.note(Action::Dedupe, &format!("says the same as {earlier}"));
            turn.gone = true;
            continue;
        }
        if turn.cost() > room {
            turn.clip(room, LEAST_CLIPPED, OVER, count);
        }
        if turn.cost() > room {
            turn.note(Action::Drop, OVER);
        }
        room.down(turn.cost());
    }
    Ok(())
}
