//! Locust: how it exits, and below its tables the requests that failed.
//!
//! ```text
//! [2026-01-01 12:00:00,000] quay/INFO/locust.main: Shutting down (exit code 1)
//! Error report
//! # occurrences      Error
//! ------------------|---------------------------------------
//! 14                 GET /boats/[id]: HTTPError('500 Server Error: Internal Server Error for url: /boats/[id]')
//! ------------------|---------------------------------------
//! ```
//!
//! The exit code alone says whether a run failed: a threshold of the user's may fail one without errors, and errors may be
//! forgiven. What a task raises is told by its traceback. Source of the format: logs that Locust 2 printed, its `main.py` and
//! `stats.py`.

use crate::event::{Class, Ended, Event, FailureKind, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::lint::finding::all_is_well;
use crate::recognize::kit::run::Run;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// What stands in the line of the exit code.
const EXIT: &str = "/locust.main: Shutting down (exit code ";
/// What begins the list of errors, and its second line.
const REPORT: &str = "Error report";
const COLUMNS: &str = "# occurrences      Error";

/// What begins and what goes on in the line about a script that is not there.
const MISSING: &str = "Could not find '";
const MISSING_MORE: &str = "'. Ensure your locustfile ";

/// Where a line stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum At {
    #[default]
    Outside,
    /// Behind the title of the list, above its first ruler.
    Title,
    /// In the list, with how many errors were told.
    List(u64),
}

/// Locust.
#[derive(Debug, Default)]
pub struct Locust {
    run: Run,
    at: At,
    /// The line of an exit code that tells of a failure whose reason is to come.
    failed: Option<String>,
    /// The exit code forgives the errors that follow.
    forgiven: bool,
}

impl Recognizer for Locust {
    fn runner(&self) -> Runner {
        Runner("locust")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &[REPORT, MISSING], inside: &[EXIT], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.at == At::Outside { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some(code) = exit_code(text) {
            self.settle(sink);
            self.at = At::Outside;
            self.forgiven = code == 0;
            if code == 0 {
                all_is_well(sink);
            } else {
                // Where the run stands is known now, and whether it failed for a reason only later.
                self.run.begin(None, sink);
                sink.emit(Event::MayHaveEnded);
                self.failed = Some(clipped(text));
            }
            return Seen::Mine(Class::Totals);
        }
        if text.starts_with(MISSING) && text.contains(MISSING_MORE) {
            self.run.fail_whole("locustfile", FailureKind::Collection, sink);
            self.run.message(text, sink);
            self.run.close(sink);
            return Seen::Mine(Class::Detail);
        }
        match self.at {
            At::Outside if text == REPORT => {
                self.at = At::Title;
                Seen::Inside(Class::Noise)
            }
            At::Outside => Seen::No,
            At::Title if text == COLUMNS => Seen::Mine(Class::Noise),
            At::Title => {
                self.at = if is_ruler(text) { At::List(0) } else { At::Outside };
                if is_ruler(text) { Seen::Mine(Class::Noise) } else { Seen::No }
            }
            At::List(told) => self.listed(told, text, sink),
        }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.run.close(sink);
        self.settle(sink);
    }
}

impl Locust {
    /// Tells of an exit code that nothing explained.
    fn settle(&mut self, sink: &mut dyn Sink) {
        if let Some(failed) = self.failed.take() {
            let name = failed.rsplit_once(": ").map_or(failed.as_str(), |(_, said)| said);
            sink.emit(Event::Instead(&failed));
            sink.emit(Event::Consequence { name, kind: FailureKind::Build });
            sink.emit(Event::SectionEnded(Ended::Failed));
            self.run = Run::default();
        }
    }

    /// A line of the list of errors.
    fn listed(&mut self, told: u64, text: &str, sink: &mut dyn Sink) -> Seen {
        if is_ruler(text) {
            self.at = At::Outside;
            if told > 0 && !std::mem::take(&mut self.forgiven) {
                self.failed = None;
                self.run.declare(Totals { errors: Some(told), ..Totals::default() }, sink);
                sink.emit(Event::SectionEnded(Ended::Failed));
            }
            return Seen::Mine(Class::Noise);
        }
        let Some((_, error)) = scan::number(text).filter(|(_, error)| error.starts_with("  ")) else {
            self.run.close(sink);
            self.at = At::Outside;
            return Seen::No;
        };
        self.at = At::List(told.saturating_add(1));
        if self.forgiven {
            return Seen::Mine(Class::Warning);
        }
        let error = error.trim_start();
        let (name, message) = error.split_once(": ").unwrap_or((error, ""));
        self.run.fail(TestId::bare(name), sink);
        self.run.message(message, sink);
        self.run.close(sink);
        Seen::Mine(Class::Detail)
    }
}

/// The exit code that a line tells.
fn exit_code(text: &str) -> Option<u64> {
    let (_, code) = text.rsplit_once(EXIT)?;
    let code = code.strip_suffix(')')?;
    // A script may set one below zero.
    scan::whole_number(code.strip_prefix('-').unwrap_or(code))
}

/// Whether it rules the list: `-----|-----`.
fn is_ruler(text: &str) -> bool {
    text.contains("-|-") && text.bytes().all(|byte| matches!(byte, b'-' | b'|'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Locust::default(), text).join("\n")
    }

    fn exit(code: i32) -> String {
        format!("[2026-01-01 12:00:00,000] quay/INFO/locust.main: Shutting down (exit code {code})\n")
    }

    const REPORTED: &str = "Error report\n# occurrences      Error                  \n---|---\n14                 GET /boats/[id]: HTTPError('500 Server Error: no')   \n2                  GET /boats/[id]: HTTPError('503 Server Error: no')\n---|---\n\n";

    #[test]
    fn requests_that_failed_are_told_by_the_list() {
        let told = all(&format!("{}{REPORTED}", exit(1)));
        assert_eq!(told.matches("BlockOpened").count(), 2, "{told}");
        assert!(
            told.contains("name: \"GET /boats/[id]\"")
                && told.contains("Message(\"HTTPError('500 Server Error: no')\")"),
            "{told}"
        );
        assert!(told.contains("errors: Some(2)") && !told.contains("Consequence"), "{told}");
    }

    #[test]
    fn an_exit_code_that_nothing_explains_is_a_failure() {
        assert!(all(&exit(2)).contains("end Instead"), "{}", all(&exit(2)));
        assert!(all(&exit(-1)).contains("Consequence"));
    }

    #[test]
    fn an_exit_code_of_zero_passes_and_forgives() {
        let told = all(&format!("{}{REPORTED}", exit(0)));
        assert!(told.contains("SectionEnded(Passed)") && !told.contains("Block"), "{told}");
        assert_eq!(told.matches("Mine(Warning)").count(), 2, "{told}");
    }

    #[test]
    fn a_script_that_is_not_there_fails() {
        let told =
            all("Could not find 'quay.py'. Ensure your locustfile ends with '.py' or is a directory.\n");
        assert!(told.contains("name: \"locustfile\", kind: Collection"), "{told}");
    }

    #[test]
    fn other_reports_are_nobodys() {
        let told = all("Error report\nNumber  Error\n12  boats sank\n");
        assert!(!told.contains("Block") && told.contains("2 No"), "{told}");
    }
}
