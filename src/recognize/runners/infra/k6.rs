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

use crate::event::{Block, Class, Ended, Event, FailureKind, Opened, Part, Runner, Seen, Sink};
use crate::recognize::kit::clip::clipped;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The most metrics whose crossed thresholds are held.
const MOST_CROSSED: usize = 256;

/// k6.
#[derive(Debug, Default)]
pub struct K6 {
    running: bool,
    /// The metrics of the end were shown.
    metrics: bool,
    /// All iterations ended.
    whole: bool,
    /// In the list of thresholds since version 1: the metric that is reported.
    metric: String,
    thresholds: bool,
    /// Metrics whose thresholds were crossed, with the line that shows it.
    crossed: Vec<(String, String)>,
    failed: bool,
}

impl Recognizer for K6 {
    fn runner(&self) -> Runner {
        Runner("k6")
    }

    fn signs(&self) -> Signs {
        const STARTS: [&str; 4] = ["execution: ", "time=\"", "ERRO[", "level=error msg=\"thresholds"];
        Signs { starts: &STARTS, ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.running { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        let content = text.trim_start();
        if text.starts_with("  ") && matches!(content, "execution: local" | "execution: cloud") {
            self.finish(sink);
            *self = Self { running: true, ..Self::default() };
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            return Seen::Mine(Class::Noise);
        }
        if let Some(metrics) = crossed(content) {
            return self.cross(metrics, sink);
        }
        if let Some(reason) = broken(content) {
            let name = clipped(reason);
            sink.emit(Event::BlockOpened(Block::Whole { name: &name, kind: FailureKind::Crash }));
            sink.emit(Event::Heading);
            sink.emit(Event::Message(&name));
            sink.emit(Event::BlockClosed);
            self.failed = true;
            return Seen::Mine(Class::Detail);
        }
        if !self.running {
            return Seen::No;
        }
        self.inside(text, content, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.finish(sink);
    }
}

impl K6 {
    fn inside(&mut self, text: &str, content: &str, sink: &mut dyn Sink) -> Seen {
        if content.starts_with("running (") && content.ends_with(" interrupted iterations") {
            return Seen::Mine(Class::Noise);
        }
        if content.contains(" ✓ [ 100% ] ") || content.contains(" ✓ [====") {
            self.whole = true;
            sink.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Noise);
        }
        if content == "█ THRESHOLDS" {
            self.thresholds = true;
            return Seen::Mine(Class::Noise);
        }
        if content.starts_with("█ ") {
            self.thresholds = false;
            return Seen::Mine(Class::Noise);
        }
        if self.thresholds {
            return self.threshold(text, content);
        }
        let (bad, rest) = match content.strip_prefix("✗ ") {
            Some(rest) => (true, rest),
            None => (false, content.strip_prefix("✓ ").unwrap_or(content)),
        };
        // `http_req_failed................: 4.00%`
        let metric = rest.split_once("..").filter(|(_, dots)| dots.trim_start_matches('.').starts_with(": "));
        if let Some((metric, _)) = metric.filter(|_| text.starts_with("  ")) {
            self.metrics = true;
            sink.emit(Event::MayHaveEnded);
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
        let check = text.starts_with("  ") && (content.starts_with("✓ ") || bad || content.starts_with("↳ "));
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
    fn cross(&mut self, metrics: &str, sink: &mut dyn Sink) -> Seen {
        for metric in metrics.split(", ").map(|metric| metric.trim_matches('\'')) {
            let base = |name: &str| name.split('{').next().unwrap_or_default().to_owned();
            let known = self.crossed.iter().any(|(each, _)| base(each) == base(metric));
            if !known && self.crossed.len() < MOST_CROSSED {
                self.crossed.push((clipped(metric), "threshold crossed".to_owned()));
            }
        }
        self.tell(sink);
        sink.emit(Event::MayHaveEnded);
        Seen::Mine(Class::Detail)
    }

    fn tell(&mut self, sink: &mut dyn Sink) {
        for (metric, shown) in std::mem::take(&mut self.crossed) {
            self.failed = true;
            let name = if metric.is_empty() { "thresholds" } else { metric.as_str() };
            sink.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Suite }));
            let message = shown.trim_start_matches("✗ ");
            sink.emit(Event::Instead(&format!("threshold of {name} was crossed")));
            sink.emit(Event::Heading);
            sink.emit(Event::Message(message));
            sink.emit(Event::Decoded { part: Part::Why, text: &shown });
            sink.emit(Event::BlockClosed);
        }
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        if !self.running {
            return;
        }
        self.tell(sink);
        if self.failed {
            sink.emit(Event::SectionEnded(Ended::Failed));
        } else if self.metrics && self.whole {
            sink.emit(Event::SectionEnded(Ended::Passed));
        }
        *self = Self::default();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut K6::default(), text).join("\n")
    }

    const HEAD: &str = "     execution: local\n        script: quay.js\n\nrunning (0m10.0s), 10/10 VUs, 100 complete and 0 interrupted iterations\ndefault   [  33% ] 10 VUs  10.0s/30s\n";
    const END: &str = "running (0m30.2s), 00/10 VUs, 100 complete and 0 interrupted iterations\ndefault ✓ [ 100% ] 10 VUs  30s\n";

    #[test]
    fn a_threshold_that_was_crossed_is_a_failure_and_a_check_is_none() {
        let all = all(&format!(
            "{HEAD}     ✗ is fast\n      ↳  80% — ✓ 80 / ✗ 20\n   ✗ http_req_failed................: 4.00%  ✓ 4    ✗ 96\n{END}time=\"x\" level=error msg=\"thresholds on metrics 'http_req_failed, vus' have been crossed\"\n"
        ));
        assert_eq!(all.matches("BlockOpened").count(), 2, "{all}");
        assert!(all.contains("Message(\"http_req_failed................: 4.00%  ✓ 4    ✗ 96\")"), "{all}");
        assert!(all.contains("SectionEnded(Failed)"), "{all}");
    }

    #[test]
    fn the_list_of_thresholds_names_their_expressions() {
        let all = all(&format!(
            "{HEAD}  █ THRESHOLDS\n\n    http_req_duration\n    ✗ 'p(95)<500' p(95)=712ms\n\n  █ TOTAL RESULTS\n\n    iterations..: 3\n{END}"
        ));
        assert!(
            all.contains("name: \"http_req_duration\"") && all.contains("'p(95)<500' p(95)=712ms"),
            "{all}"
        );
    }

    #[test]
    fn a_run_passes_when_it_shows_its_metrics_and_ended() {
        assert!(!all(HEAD).contains("SectionEnded"));
        assert!(!all(&format!("{HEAD}{END}")).contains("SectionEnded"));
        assert!(
            all(&format!("{HEAD}{END}\n     iterations.....................: 100    3.3/s\n"))
                .contains("SectionEnded(Passed)")
        );
        assert!(!all("execution: local\n").contains("Started"));
    }
}
