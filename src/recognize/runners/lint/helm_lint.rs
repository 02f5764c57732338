//! `helm lint`: what is wrong with each chart, and how many of them failed.
//!
//! ```text
//! ==> Linting charts/harbour
//! [INFO] Chart.yaml: icon is recommended
//! [ERROR] templates/: parse error at (harbour/templates/quay.yaml:8): unexpected "}" in operand
//!
//! Error: 1 chart(s) linted, 1 chart(s) failed
//! ```
//!
//! With `--strict` warnings fail a chart, which only the last line tells. Source of the format: Helm's `cmd/helm/lint.go` and
//! `pkg/lint/support`.

use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Opened, Part, Place, Seen, Sink};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::lint::finding::{Finding, Weight, open_at, whole};
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// The most charts with warnings that are remembered until the last line.
const MOST_WARNED: usize = 256;

/// `helm lint`.
#[derive(Debug, Default)]
pub struct HelmLint {
    running: bool,
    /// The chart that is reported, or empty, and whether it has errors or warnings.
    chart: String,
    failed: bool,
    warned: bool,
    /// A finding is reported, of which more lines may follow.
    open: bool,
    /// Charts that were begun.
    charts: u64,
    /// Charts with errors, and those that have warnings alone.
    broken: u64,
    doubtful: Vec<String>,
}

impl Runner for HelmLint {
    const SPEC: Spec =
        Spec { name: "helm lint", reads: "helm lint", starts: &["==> Linting "], ..Spec::NONE };

    type Zone = ();

    fn waits(&self) -> bool {
        self.running
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(chart) = text.strip_prefix("==> Linting ") {
            self.end_chart(run);
            if !self.running {
                *self = Self { running: true, ..Self::default() };
                run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            }
            self.chart = clipped(chart);
            self.charts.up(1);
            return Seen::Mine(Class::Noise);
        }
        if !self.running {
            return Seen::No;
        }
        if let Some((linted, failed)) = numbers(text) {
            self.end_chart(run);
            self.finish(linted, failed, run);
            return Seen::Mine(Class::Totals);
        }
        self.inside(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.close(run);
    }
}

impl HelmLint {
    fn inside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some((file, message)) = text.strip_prefix("[ERROR] ").map(parted) {
            self.close(sink);
            (self.failed, self.open) = (true, true);
            let file = join(&self.chart, file);
            open_at(Place { file: &file, line: None }, None, message, sink);
            sink.emit(Event::Heading);
            return Seen::Mine(Class::Detail);
        }
        if let Some((file, message)) = text.strip_prefix("[WARNING] ").map(parted) {
            self.close(sink);
            self.warned = true;
            let place = Place { file, line: None };
            let finding = Finding { place, column: None, weight: Weight::Warns, message };
            return Seen::Mine(finding.tell(text, sink));
        }
        if text.starts_with("[INFO] ") {
            self.close(sink);
            return Seen::Mine(Class::Noise);
        }
        // What has no message of its own.
        if let Some(reason) = text.strip_prefix("Error ").filter(|_| !self.chart.is_empty()) {
            self.close(sink);
            (self.failed, self.open) = (true, true);
            whole(&self.chart, FailureKind::Build, sink);
            sink.emit(Event::Message(reason));
            return Seen::Mine(Class::Detail);
        }
        if text.is_empty() {
            self.end_chart(sink);
            return Seen::Inside(Class::Noise);
        }
        if self.open {
            sink.emit(Event::Text(Part::Why));
            return Seen::Inside(Class::Detail);
        }
        Seen::No
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.open) {
            sink.emit(Event::BlockClosed);
        }
    }

    fn end_chart(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        let chart = std::mem::take(&mut self.chart);
        if std::mem::take(&mut self.failed) {
            self.broken.up(1);
        } else if self.warned && self.doubtful.len() < MOST_WARNED {
            self.doubtful.push(chart);
        }
        self.warned = false;
    }

    /// So many charts failed of those that were linted.
    fn finish(&mut self, linted: u64, failed: u64, sink: &mut dyn Sink) {
        let more = failed.saturating_sub(self.broken);
        let all = u64::try_from(self.doubtful.len()).is_ok_and(|doubtful| doubtful == more);
        let names = std::mem::take(&mut self.doubtful);
        let some = format!("{more} more charts");
        for name in if all { names } else { vec![some] }.iter().filter(|_| more > 0) {
            sink.emit(Event::Instead(&format!("{name} failed")));
            whole(name, FailureKind::Build, sink);
            sink.emit(Event::Message("its warnings fail it"));
            sink.emit(Event::BlockClosed);
        }
        // More charts than these belong to a run that was killed: it has not ended.
        if failed > 0 || self.charts <= linted {
            sink.emit(Event::SectionEnded(if failed == 0 { Ended::Passed } else { Ended::Failed }));
        }
        *self = Self::default();
    }
}

/// Reads `Chart.yaml: icon is recommended`; nothing is before the colon where the chart cannot be loaded.
fn parted(printed: &str) -> (&str, &str) {
    let parted = printed.split_once(": ").filter(|(file, _)| !file.contains(' '));
    parted.map_or(("", printed), |(file, message)| (file, message))
}

/// The file's path, from where the command ran.
fn join(chart: &str, file: &str) -> String {
    let chart = chart.trim_end_matches('/');
    if file.is_empty() { chart.to_owned() } else { format!("{chart}/{file}") }
}

/// How many were linted and how many failed: `Error: 2 chart(s) linted, 1 chart(s) failed`.
fn numbers(text: &str) -> Option<(u64, u64)> {
    let (all, rest) = scan::number(text.strip_prefix("Error: ").unwrap_or(text))?;
    let (failed, " chart(s) failed") = scan::number(rest.strip_prefix(" chart(s) linted, ")?)? else {
        return None;
    };
    (failed <= all).then_some((all, failed))
}
