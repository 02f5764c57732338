//! Nx: what became of the targets that it ran.
//!
//! ```text
//!  NX   Ran target test for 3 projects (2s)
//!
//!    ✔  2/3 succeeded [0 read from cache]
//!
//!    ✖  1/3 targets failed, including the following:
//!       - nx run ferry:test
//! ```
//!
//! Newer versions say `Running target test for 2 projects failed` and list `Failed tasks:`. What failed in a target is told by
//! its tool; alone a target is a failure. Source of the format: Nx's `static-run-many-terminal-output-life-cycle.ts`.

use super::lint::well;
use crate::event::{Class, Event, FailureKind, Runner, Seen, Sink};
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// Nx.
#[derive(Debug, Default)]
pub struct Nx {
    /// Its word was that targets failed: a list of them follows.
    failed: bool,
    /// In the list.
    list: bool,
    told: bool,
}

impl Recognizer for Nx {
    fn runner(&self) -> Runner {
        Runner("nx")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["NX   ", ">  NX   "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.failed { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let content = line.judged().trim();
        if let Some(said) = content.strip_prefix(">  ").unwrap_or(content).strip_prefix("NX   ") {
            self.end_list(sink);
            return self.said(said, sink);
        }
        if !self.failed {
            return Seen::No;
        }
        if content.is_empty() {
            return Seen::Inside(Class::Noise);
        }
        let heads =
            content.ends_with(" targets failed, including the following:") || content == "Failed tasks:";
        if heads {
            self.list = true;
            return Seen::Mine(Class::Noise);
        }
        if let Some(task) = content.strip_prefix("- ").filter(|task| self.list && !task.trim().is_empty()) {
            self.told = true;
            let name = task.strip_prefix("nx run ").unwrap_or(task);
            sink.emit(Event::Consequence { name, kind: FailureKind::Build });
            return Seen::Mine(Class::Detail);
        }
        if content.starts_with('✔') && content.contains(" succeeded [") {
            return Seen::Mine(Class::Totals);
        }
        self.end_list(sink);
        Seen::No
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.end_list(sink);
    }
}

impl Nx {
    fn said(&mut self, said: &str, sink: &mut dyn Sink) -> Seen {
        let (begin, rest) = said.split_once(" target").unwrap_or((said, ""));
        // The number of projects, or the name of one.
        let of = rest.contains(" for ");
        match begin {
            "Successfully ran" if of => {
                well(sink);
                Seen::Mine(Class::Totals)
            }
            "Ran" if of => {
                self.failed = true;
                Seen::Mine(Class::Totals)
            }
            "Running" if of && said.ends_with(" failed") => {
                self.failed = true;
                Seen::Mine(Class::Detail)
            }
            "Running" if of => Seen::Mine(Class::Noise),
            _ => Seen::No,
        }
    }

    /// The word stays without a list: that it failed is all that is known.
    fn end_list(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.failed) && !self.told {
            sink.emit(Event::Consequence { name: "nx: targets failed", kind: FailureKind::Build });
        }
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Nx::default(), text).join("\n")
    }

    #[test]
    fn targets_of_the_list_failed() {
        for text in [
            " NX   Ran target test for 3 projects (2s)\n\n   ✔  2/3 succeeded [0 read from cache]\n\n   ✖  1/3 targets failed, including the following:\n      - nx run ferry:test\n",
            " NX   Running target test for 2 projects failed\n\nFailed tasks:\n\n- ferry:test\n\nHint: x\n",
        ] {
            let all = all(text);
            assert!(all.contains("Consequence { name: \"ferry:test\""), "{all}");
            assert_eq!(all.matches("Consequence").count(), 1, "{all}");
        }
    }

    #[test]
    fn a_run_that_went_well_says_so_and_others_say_nothing() {
        assert!(
            all(" NX   Successfully ran target test for 2 projects (2s)\n").contains("SectionEnded(Passed)")
        );
        for text in [" NX   Running target test for 3 projects:\n", "NX   is fast\n"] {
            let all = all(text);
            assert!(!all.contains("Started") && !all.contains("Consequence"), "{all}");
        }
    }
}
