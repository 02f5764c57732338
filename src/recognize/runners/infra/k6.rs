//! k6: what runs, the progress, metrics at the end, and the thresholds that were crossed.
//!
//! ```text
//!      execution: local
//!         script: quay.js
//!
//! running (0m30.2s), 00/10 VUs, 100 complete and 0 interrupted iterations
//! default ✓ [ 100% ] 10 VUs  30s
//!
//!    ✗ http_req_duration..............: avg=320ms min=98ms med=300ms max=1.2s p(90)=600ms p(95)=712ms
//! time="..." level=error msg="thresholds on metrics 'http_req_duration' have been crossed"
//! ```
//!
//! Only thresholds fail a run; checks that fail do not. What was crossed is named at the very end, so a run that shows its
//! metrics and names none passed. Source of the format: k6's `cmd/run.go` and its summary.

use crate::event::{Class, Ended, Event, FailureKind, Part, Seen};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec, begins};

/// The most metrics whose crossed thresholds are held.
const MOST_CROSSED: usize = 256;

/// k6.
#[derive(Debug, Default)]
pub struct K6 {
    /// The metrics of the end were shown.
    metrics: bool,
    /// All iterations ended.
    whole: bool,
    /// The metric that is reported.
    metric: String,
    /// Metrics whose thresholds were crossed, with the line that shows it.
    crossed: Vec<(String, String)>,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Run,
    /// In the list of thresholds since version 1.
    Thresholds,
}

impl Runner for K6 {
    const SPEC: Spec = Spec {
        name: "k6",
        reads: "k6: thresholds that were crossed",
        starts: &["execution: ", "time=\"", "ERRO[", "level=error msg=\"thresholds"],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        if text.starts_with("  ") && matches!(content, "execution: local" | "execution: cloud") {
            self.end(*zone, run);
            (*self, *zone) = Default::default();
            return run.begin(None);
        }
        if let Some(metrics) = crossed(content) {
            return self.cross(metrics, run);
        }
        if let Some(reason) = broken(content) {
            let name = clipped(reason);
            return run.fail_whole_at_once(&name, FailureKind::Crash, &name);
        }
        if run.is_running() { self.inside(zone, text, content, run) } else { Seen::No }
    }

    fn end(&mut self, _zone: Zone, run: &mut Run<'_>) {
        if !run.is_running() {
            return;
        }
        self.tell(run);
        if run.counts().whole > 0 {
            run.emit(Event::SectionEnded(Ended::Failed));
        } else if self.metrics && self.whole {
            run.emit(Event::SectionEnded(Ended::Passed));
        }
    }
}

impl K6 {
    fn inside(&mut self, zone: &mut Zone, text: &str, content: &str, run: &mut Run<'_>) -> Seen {
        if content.starts_with("running (") && content.ends_with(" interrupted iterations") {
            return Seen::Mine(Class::Noise);
        }
        if content.contains(" ✓ [ 100% ] ") || content.contains(" ✓ [====") {
            self.whole = true;
            run.may_have_ended();
            return Seen::Mine(Class::Noise);
        }
        if let Some(title) = content.strip_prefix("█ ") {
            *zone = if title == "THRESHOLDS" { Zone::Thresholds } else { Zone::Run };
            return Seen::Mine(Class::Noise);
        }
        if *zone == Zone::Thresholds {
            return self.threshold(text, content);
        }
        let bad = content.starts_with("✗ ");
        let rest = content.strip_prefix("✗ ").or_else(|| content.strip_prefix("✓ ")).unwrap_or(content);
        // `http_req_failed................: 4.00%`
        let metric = rest.split_once("..").filter(|(_, dots)| dots.trim_start_matches('.').starts_with(": "));
        if let Some((metric, _)) = metric.filter(|_| text.starts_with("  ")) {
            self.metrics = true;
            run.may_have_ended();
            // `{ expected_response:true }` is a part of the metric above it.
            let part = metric.starts_with('{');
            let name = if part {
                format!("{}{}", self.metric, metric.replace(' ', ""))
            } else {
                self.metric = clipped(metric);
                metric.to_owned()
            };
            if bad {
                self.hold(&name, content);
            }
            return Seen::Mine(if bad { Class::Detail } else { Class::Noise });
        }
        // Checks, which fail nothing, and the names of their groups.
        let check = text.starts_with("  ") && begins(content, &["✓ ", "✗ ", "↳ "]);
        if check || content.starts_with('█') { Seen::Mine(Class::Other) } else { Seen::No }
    }

    /// `http_req_duration`, and below it `✗ 'p(95)<500' p(95)=712ms`.
    fn threshold(&mut self, text: &str, content: &str) -> Seen {
        if content.is_empty() || !text.starts_with("    ") {
            return Seen::Inside(Class::Noise);
        }
        if content.starts_with("✗ '") {
            let metric = self.metric.clone();
            self.hold(&metric, content);
            return Seen::Mine(Class::Detail);
        }
        if !content.starts_with("✓ '") {
            self.metric = clipped(content);
        }
        Seen::Mine(Class::Noise)
    }

    fn hold(&mut self, metric: &str, shown: &str) {
        let known = self.crossed.iter().any(|(each, _)| each == metric);
        if !known && !metric.is_empty() && self.crossed.len() < MOST_CROSSED {
            self.crossed.push((clipped(metric), clipped(shown)));
        }
    }

    /// The last word: the thresholds of these metrics were crossed.
    fn cross(&mut self, metrics: &str, run: &mut Run<'_>) -> Seen {
        for metric in metrics.split(", ").map(|metric| metric.trim_matches('\'')) {
            let base = |name: &str| name.split('{').next().unwrap_or_default().to_owned();
            let known = self.crossed.iter().any(|(each, _)| base(each) == base(metric));
            if !known && self.crossed.len() < MOST_CROSSED {
                self.crossed.push((clipped(metric), "threshold crossed".to_owned()));
            }
        }
        self.tell(run);
        run.may_have_ended();
        Seen::Mine(Class::Detail)
    }

    fn tell(&mut self, run: &mut Run<'_>) {
        for (metric, shown) in std::mem::take(&mut self.crossed) {
            let name = if metric.is_empty() { "thresholds" } else { metric.as_str() };
            run.instead(&format!("threshold of {name} was crossed"));
            run.fail_whole(name, FailureKind::Suite);
            run.message(shown.trim_start_matches("✗ "));
            run.emit(Event::Decoded { part: Part::Why, text: &shown });
            run.close();
        }
    }
}

/// What k6 says of a script that it cannot run: `level=error msg="..." hint="script exception"`, or `ERRO[0000] ... hint=...`.
/// An exception of an iteration has no hint, and the run goes on.
fn broken(content: &str) -> Option<&str> {
    let (printed, _) = content.split_once(" hint=\"script exception\"")?;
    let printed = match printed.split_once("level=error msg=\"") {
        Some((_, printed)) => printed.strip_suffix('"').unwrap_or(printed),
        None => printed.strip_prefix("ERRO[")?.split_once("] ")?.1.trim_end(),
    };
    (!printed.is_empty()).then_some(printed)
}

/// What is between `thresholds on metrics` and `have been crossed`; older versions name none.
fn crossed(content: &str) -> Option<&str> {
    let printed = match content.split_once("msg=\"") {
        Some((before, printed)) => {
            (before.contains("level=error") || before.is_empty()).then_some(())?;
            printed.strip_suffix('"').unwrap_or(printed)
        }
        None => content.strip_prefix("ERRO[")?.split_once("] ")?.1.trim_end(),
    };
    if printed.starts_with("some thresholds have failed") {
        return Some("thresholds");
    }
    let rest = printed.strip_prefix("thresholds on metrics ")?;
    // The second where a threshold stopped the run.
    let ended = rest.split_once(" have been crossed").or_else(|| rest.split_once(" were crossed"));
    ended.map(|(metrics, _)| metrics)
}
