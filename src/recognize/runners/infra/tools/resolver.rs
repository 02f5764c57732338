//! Resolvers that argue in sentences: poetry's, pub's of Dart, Bundler's and Swift's.
//!
//! `Because quay depends on rope ^9.0.0 which does not match any versions, version solving failed.` ends an argument whose other
//! sentences are on the lines above it, some of them numbered. See `PubGrub`'s error reporting.

use crate::event::{Block, Class, Event, FailureKind, Runner, Seen, Sink};
use crate::recognize::{Recognizer, Signs};
use crate::text::{Line, head};

/// The longest name of a failure, in bytes.
const NAME_BYTES: usize = 300;

/// How poetry says that its lock file is too old.
const STALE: &str = "pyproject.toml changed significantly since poetry.lock was last generated.";

/// A resolver.
#[derive(Debug, Default)]
pub struct Resolver;

impl Recognizer for Resolver {
    fn runner(&self) -> Runner {
        Runner("resolver")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "Because ",
                "So, because ",
                "Thus, because ",
                "And because ",
                "So, ",
                "Thus, ",
                "version solving",
                STALE,
                "Error: pyproject.toml changed ",
            ],
            ..Signs::default()
        }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim();
        let ends = text.strip_suffix('.').is_some_and(|printed| {
            printed.ends_with("version solving failed") || printed.ends_with("version solving has failed")
        });
        // poetry refuses to install by a lock file that is older than what was asked for.
        let stale = text.strip_prefix("Error: ").unwrap_or(text).starts_with(STALE);
        if !ends && !stale {
            return Seen::No;
        }
        let name = head(text, NAME_BYTES);
        sink.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Build }));
        sink.emit(Event::Heading);
        sink.emit(Event::Message(name));
        sink.emit(Event::LastLines { since: 0, until: None });
        sink.emit(Event::BlockClosed);
        Seen::Mine(Class::Detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    #[test]
    fn a_lock_file_that_is_too_old_is_a_failure() {
        for before in ["", "Error: "] {
            let printed =
                drive(&mut Resolver, &format!("{before}{STALE} Run `poetry lock` to fix the lock file.\n"));
            assert!(printed[0].contains("Whole {"), "{printed:?}");
        }
    }

    #[test]
    fn the_last_sentence_of_an_argument_is_a_failure() {
        let printed = |text| drive(&mut Resolver, text).remove(0);
        let text =
            "Because quay depends on rope ^9.0.0 which doesn't match any versions, version solving failed.";
        assert!(printed(text).contains("Whole { name: \"Because quay depends on rope"), "{}", printed(text));
        assert!(
            printed("So, because quay depends on rope, version solving has failed.").contains("LastLines")
        );
        for text in ["Because version solving failed before", "Because it rains, the quay is wet."] {
            assert_eq!(printed(text), "1 No ");
        }
    }
}
