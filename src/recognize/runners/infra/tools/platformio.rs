//! `PlatformIO`: `pio run`, environment by environment.
//!
//! `Processing quay (platform: ...)` begins one, `==== [FAILED] Took 15.23 seconds ====` ends it (`[ERROR]` in the first versions), a
//! table of all and `==== 1 failed, 2 succeeded in 00:00:15.233 ====` end the run. What failed inside of an environment explains that
//! it failed. Source: `platformio/run/cli.py`.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Seen, Sink};
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::text::head;

/// The longest name of an environment, in bytes.
const NAME_BYTES: usize = 120;

/// `PlatformIO`.
#[derive(Debug, Default)]
pub struct PlatformIo {
    environment: String,
    since: u64,
    /// How many environments failed since the last table.
    failed: u64,
    table: bool,
    good: GoodEnd,
}

impl Runner for PlatformIo {
    const SPEC: Spec = Spec {
        name: "platformio",
        reads: "PlatformIO: pio run",
        starts: &["Processing ", "=====", "Environment  "],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.table || self.good.is_at()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged().trim();
        if !text.starts_with("Environment  ") && !self.table {
            self.good.line(text);
        }
        if let Some((name, _)) = text.strip_prefix("Processing ").and_then(|rest| rest.split_once(" (")) {
            if !text.ends_with(')') || !text.contains("platform: ") {
                return Seen::No;
            }
            head(name, NAME_BYTES).clone_into(&mut self.environment);
            self.since = line.number;
            run.emit(Event::ScopeBegins);
            return Seen::Mine(Class::Noise);
        }
        if text.split_ascii_whitespace().eq(["Environment", "Status", "Duration"]) {
            self.table = true;
            return Seen::Mine(Class::Noise);
        }
        if let Some(words) = ruled(text) {
            return self.ended(words, run);
        }
        if self.table {
            return self.row(text, run);
        }
        Seen::No
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.good.end(run);
    }
}

impl PlatformIo {
    /// The end of an environment, or of all.
    fn ended(&mut self, words: &str, sink: &mut dyn Sink) -> Seen {
        // `pio test` has no line of this runner's for what it processes.
        let took = words.split_once("] Took ").filter(|(_, time)| time.ends_with(" seconds"));
        let took = took.filter(|_| !self.environment.is_empty());
        if let Some((status, _)) = took {
            let name = std::mem::take(&mut self.environment);
            match status {
                "[FAILED" | "[ERROR" => self.fail(&name, sink),
                "[SUCCESS" => {
                    sink.emit(Event::ScopeEnds);
                    if self.failed == 0 {
                        self.good.say();
                    }
                }
                _ => return Seen::No,
            }
            return Seen::Mine(if status == "[SUCCESS" { Class::Totals } else { Class::Detail });
        }
        let Some((counts, time)) = words.split_once(" succeeded in ") else { return Seen::No };
        let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let (failed, built) = counts.split_once(" failed, ").unwrap_or(("0", counts));
        if !number(failed) || !number(built) || !time.contains(':') && !time.ends_with(" seconds") {
            return Seen::No;
        }
        self.table = false;
        if std::mem::take(&mut self.failed) == 0 && !counts.contains(" failed") {
            self.good.say();
        }
        Seen::Mine(Class::Totals)
    }

    /// A row of the table: it names what failed where the log above it is cut off.
    fn row(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let mut columns = text.split_ascii_whitespace();
        if let (Some(name), Some("FAILED" | "ERROR"), Some(_)) =
            (columns.next(), columns.next(), columns.next())
            && self.failed == 0
        {
            self.fail(head(name, NAME_BYTES), sink);
            return Seen::Mine(Class::Detail);
        }
        let columns: Vec<&str> = text.split_ascii_whitespace().take(3).collect();
        let row = columns
            .get(1)
            .is_some_and(|status| matches!(*status, "SUCCESS" | "FAILED" | "ERROR" | "IGNORED"));
        let ruler = !text.is_empty() && text.bytes().all(|byte| matches!(byte, b'-' | b' '));
        if row || ruler {
            return Seen::Mine(Class::Noise);
        }
        self.table = text.is_empty();
        Seen::No
    }

    fn fail(&mut self, name: &str, sink: &mut dyn Sink) {
        self.failed.up(1);
        let name = if name.is_empty() { "environment" } else { name };
        sink.emit(Event::Consequence { name, kind: FailureKind::Build });
        sink.emit(Event::Heading);
        sink.emit(Event::LastLines { since: self.since, until: None });
    }
}

/// The words between the rulers.
fn ruled(text: &str) -> Option<&str> {
    let words = text.trim_matches('=');
    (text.len() >= words.len().saturating_add(10)).then(|| words.trim()).filter(|words| !words.is_empty())
}
