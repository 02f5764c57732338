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
use crate::event::{Class, Ended, FailureKind, Part, Place, Seen};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// The most charts with warnings that are remembered until the last line.
const MOST_WARNED: usize = 256;

/// `helm lint`.
#[derive(Debug, Default)]
pub struct HelmLint {
    /// The chart that is reported, or empty, and whether it has errors or warnings.
    chart: String,
    failed: bool,
    warned: bool,
    /// Charts that were begun.
    charts: u64,
    /// Charts with errors, and those that have warnings alone.
    broken: u64,
    doubtful: Vec<String>,
}

impl Runner for HelmLint {
    const SPEC: Spec = Spec {
        name: "helm lint",
        reads: "helm lint",
        starts: &["==> Linting "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(chart) = text.strip_prefix("==> Linting ") {
            self.end_chart(run);
            if !run.is_running() {
                *self = Self::default();
                run.begin(None);
            }
            self.chart = clipped(chart);
            self.charts.up(1);
            return Seen::Mine(Class::Noise);
        }
        if !run.is_running() {
            return Seen::No;
        }
        if let Some((linted, failed)) = numbers(text) {
            self.end_chart(run);
            self.finish(linted, failed, run);
            return Seen::Mine(Class::Totals);
        }
        self.inside(text, run)
    }
}

impl HelmLint {
    fn inside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((file, message)) = text.strip_prefix("[ERROR] ").map(parted) {
            self.failed = true;
            return run.diagnostic(Place { file: &join(&self.chart, file), line: None }, "", message);
        }
        if text.starts_with("[WARNING] ") {
            self.warned = true;
            return run.warn_at_once(text);
        }
        if text.starts_with("[INFO] ") {
            run.close();
            return Seen::Mine(Class::Noise);
        }
        // What has no message of its own.
        if let Some(reason) = text.strip_prefix("Error ").filter(|_| !self.chart.is_empty()) {
            self.failed = true;
            let seen = run.fail_whole(&self.chart, FailureKind::Build);
            run.message(reason);
            return seen;
        }
        if text.is_empty() {
            self.end_chart(run);
            return Seen::Inside(Class::Noise);
        }
        if run.is_open() { run.below(Part::Why) } else { Seen::No }
    }

    fn end_chart(&mut self, run: &mut Run<'_>) {
        run.close();
        let chart = std::mem::take(&mut self.chart);
        if std::mem::take(&mut self.failed) {
            self.broken.up(1);
        } else if self.warned && self.doubtful.len() < MOST_WARNED {
            self.doubtful.push(chart);
        }
        self.warned = false;
    }

    /// So many charts failed of those that were linted.
    fn finish(&mut self, linted: u64, failed: u64, run: &mut Run<'_>) {
        let more = failed.saturating_sub(self.broken);
        let all = u64::try_from(self.doubtful.len()).is_ok_and(|doubtful| doubtful == more);
        let names = std::mem::take(&mut self.doubtful);
        let some = format!("{more} more charts");
        for name in if all { names } else { vec![some] }.iter().filter(|_| more > 0) {
            run.instead(&format!("{name} failed"));
            run.fail_whole_at_once(name, FailureKind::Build, "its warnings fail it");
        }
        // More charts than these belong to a run that was killed: it has not ended.
        if failed > 0 || self.charts <= linted {
            run.end(if failed == 0 { Ended::Passed } else { Ended::Failed });
        }
        run.forget();
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
