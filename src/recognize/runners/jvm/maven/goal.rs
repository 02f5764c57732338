//! The lines below a failed goal, and below the death of a fork that was reported before.

use super::build;
use super::maven_lines::Level;
use crate::event::{Class, Event, Part, Seen, Sink};

/// A line below a failed goal.
pub(super) fn goal_line(level: Level, rest: &str, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
    let plain = rest.trim();
    match level {
        Level::Error => {
            let ends = build::is_advice(plain)
                || plain.starts_with("Failed to execute goal ")
                || plain.starts_with("org.apache.maven.")
                || plain.starts_with("The forked VM terminated ")
                || super::maven_lines::diagnostic(rest).is_some();
            if ends {
                return None;
            }
            if plain.is_empty() {
                return Some(Seen::Mine(Class::Noise));
            }
            let apart = ["Command was ", "at ", "Error occurred in starting fork", "See "]
                .iter()
                .any(|words| plain.starts_with(words));
            sink.emit(Event::Text(if apart { Part::Where } else { Part::Why }));
            Some(Seen::Mine(Class::Detail))
        }
        Level::Bare if text.trim().is_empty() => Some(Seen::Mine(Class::Noise)),
        Level::Bare => {
            sink.emit(Event::Text(Part::Where));
            Some(Seen::Inside(Class::Detail))
        }
        Level::Info | Level::Warning => None,
    }
}

/// What repeats the death of a fork.
pub(super) fn is_detail_of_crash(rest: &str) -> bool {
    ["Command was ", "Error occurred in starting fork", "Process Exit Code", "Crashed tests", "at ", "\tat "]
        .iter()
        .any(|words| rest.starts_with(words))
        || crate::recognize::kit::frames::jvm::is_class(rest.trim())
}
