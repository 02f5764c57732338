//! composer: requirements that do not go together.
//!
//! `Your requirements could not be resolved to an installable set of packages.`, then `  Problem 1` and its reasons, each behind a
//! dash. One install fails once. Source: composer's `SolverProblemsException.php`.

use crate::event::{Block, Class, Event, FailureKind, Part, Runner, Seen, Sink};
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// What begins it.
const BEGIN: &str = "Your requirements could not be resolved to an installable set of packages.";
/// The most lines below it.
const LINES: u32 = 200;

/// composer.
#[derive(Debug, Default)]
pub struct Composer {
    /// The failure is open: how many of its lines came.
    open: Option<u32>,
    /// It has its message.
    told: bool,
}

impl Recognizer for Composer {
    fn runner(&self) -> Runner {
        Runner("composer")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &[BEGIN], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.open.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if text == BEGIN {
            self.end(sink);
            sink.emit(Event::BlockOpened(Block::Whole { name: BEGIN, kind: FailureKind::Build }));
            sink.emit(Event::Heading);
            self.open = Some(0);
            return Seen::Mine(Class::Detail);
        }
        let Some(lines) = self.open else { return Seen::No };
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if !text.starts_with("  ") || lines >= LINES {
            self.end(sink);
            return Seen::No;
        }
        self.open = Some(lines.saturating_add(1));
        if let Some(reason) = text.trim_start().strip_prefix("- ")
            && !std::mem::replace(&mut self.told, true)
        {
            sink.emit(Event::Message(reason));
        }
        sink.emit(Event::Text(Part::Why));
        Seen::Mine(Class::Detail)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        if self.open.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
        self.told = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::scan::drive;

    #[test]
    fn an_install_fails_once_with_the_first_reason() {
        let said = drive(
            &mut Composer::default(),
            &format!(
                "{BEGIN}\n\n  Problem 1\n    - Root composer.json requires quay/rope ^2.0.\n  Problem 2\n    - quay/winch 1.0 requires php ^9.\n\nother"
            ),
        );
        let all = said.join("\n");
        assert_eq!(all.matches("BlockOpened").count(), 1, "{all}");
        assert!(said[3].contains("Message(\"Root composer.json requires quay/rope ^2.0.\")"), "{all}");
        assert!(!said[5].contains("Message") && said[7].contains("No BlockClosed"), "{all}");
    }
}
