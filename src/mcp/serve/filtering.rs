//! The filter's answer to a stream, as the result of a call.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::ticks::Tests;
use crate::budget::{Count as _, Estimator};
use crate::filter::{Beside, Keeping, Past, Progress, run_beside};
use crate::mcp::harden::{Figures, Outcome, one_block};
use crate::report::{Report, Verdict, Witness};
use crate::settings::Settings;
use crate::source::{Ending, Got, Source, Stop};
use crate::store::{Place, Recorder};
use crate::text::json::string;

/// So many sections are summed up after every block.
const FEW: usize = 16;

/// How often more are.
const PAUSE: Duration = Duration::from_millis(200);

/// Why something is read no further.
pub(super) const CANCELLED: &str = "the call was cancelled";

/// What is known of a run when it has ended.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) verdict: Option<Verdict>,
    pub(super) failed: Option<u64>,
    pub(super) passed: Option<u64>,
    pub(super) id: Option<String>,
}

/// Counts tests while they run.
pub(super) struct Counting {
    tests: Arc<Tests>,
    counted: Option<Instant>,
    pub(super) known: Known,
}

impl Counting {
    /// Counts into `tests`.
    pub(super) fn new(tests: Arc<Tests>) -> Self {
        Self { tests, counted: None, known: Known::default() }
    }
}

impl Progress for Counting {
    fn after_block(&mut self, report: &mut Report) {
        let is_early = self.counted.is_some_and(|last| last.elapsed() < PAUSE);
        if is_early && report.sections().len() > FEW {
            return;
        }
        let so_far = report.so_far();
        self.tests.passed.store(so_far.passed, Ordering::Relaxed);
        self.tests.failed.store(so_far.failed, Ordering::Relaxed);
        self.counted = Some(Instant::now());
    }

    fn ended(&mut self) {}

    fn finished(&mut self, report: &Report, witness: Witness) {
        let summary = report.summary(witness);
        self.known.verdict = Some(summary.verdict);
        self.known.failed = summary.counts.failed;
        self.known.passed = summary.counts.passed;
    }

    fn stored(&mut self, id: &str) {
        self.known.id = Some(id.to_owned());
    }
}

/// A source whose bytes are counted. It fails when nobody waits for the answer any more.
struct Counted<'a> {
    source: &'a mut dyn Source,
    bytes: u64,
    stop: Option<&'a Stop>,
}

impl Source for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        if self.stop.is_some_and(Stop::is_asked) {
            return Err(io::Error::other(CANCELLED));
        }
        let got = self.source.read(buffer)?;
        if let Got::Bytes(count) = got {
            self.bytes.up(u64::try_from(count).unwrap_or(0));
        }
        Ok(got)
    }

    fn ending(&self) -> Option<Ending> {
        self.source.ending()
    }
}

/// An answer, and what is known of it.
pub(super) struct Filtered {
    pub(super) text: String,
    pub(super) known: Known,
    /// Bytes that were read.
    pub(super) bytes: u64,
}

/// The answer to a stream, which is stored while it is read, for those of these marks. `stop` ends it; a command ends by itself when it is asked.
pub(super) fn filtered(
    (source, stop): (&mut dyn Source, Option<&Stop>),
    settings: &Settings,
    place: Option<(&Place, Vec<String>)>,
    tests: Arc<Tests>,
    past: Option<&mut Past>,
) -> Result<Filtered, String> {
    let mut recorder =
        place.map(|(place, owners)| Recorder::new(place.clone(), settings.redaction).owned(owners));
    let keeping = recorder.as_mut().map_or(Keeping::Nothing, Keeping::Record);
    let mut counting = Counting::new(tests);
    let mut source = Counted { source, bytes: 0, stop };
    let mut out = Vec::new();
    let beside = Beside { keeping, progress: &mut counting, past, paints: None, documents: None };
    run_beside(settings, &mut source, &[], &mut out, beside).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&out).into_owned();
    Ok(Filtered { text, known: counting.known, bytes: source.bytes })
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

fn tokens(chars: u64) -> u64 {
    Estimator::Chars4Margin20.of_chars(chars).unwrap_or(chars)
}

impl Filtered {
    /// The result of a call, and its sizes. `exit` is the status of the command that printed it.
    pub(super) fn result(
        &self,
        settings: &Settings,
        exit: Option<i32>,
        modern: bool,
    ) -> Result<(String, Figures), String> {
        let used = tokens(count(self.text.chars().count()));
        let budget = tokens(settings.limits.chars);
        let mut block = String::from("{\"type\":\"text\",\"text\":");
        match serde_json::to_string(&self.text) {
            Ok(word) => block.push_str(&word),
            Err(_) => string(&self.text, &mut block),
        }
        block.push('}');
        let meta = self.meta(used, budget, exit);
        let result = one_block(&block, &meta, modern).ok_or("the answer cannot be written")?;
        let figures = Figures {
            outcome: Outcome::Filtered,
            estimated_tokens: tokens(self.bytes),
            final_tokens: used,
            response_bytes: self.bytes,
            final_bytes: count(result.get().len()),
            item_count: None,
            budget,
            trouble: None,
        };
        Ok((result.get().to_owned(), figures))
    }

    /// Its metadata.
    fn meta(&self, used: u64, budget: u64, exit: Option<i32>) -> String {
        let Known { verdict, failed, passed, id } = &self.known;
        let kind = if exit.is_some() { "run" } else { "filter" };
        let mut meta = format!(
            "{{\"kind\":\"{kind}\",\"estimatedTokens\":{},\"budgetUsed\":{used},\"budgetRemaining\":{},\"verdict\":\"{}\"",
            tokens(self.bytes),
            budget.saturating_sub(used),
            verdict.unwrap_or(Verdict::Unknown).lower()
        );
        let exit = exit.map(|exit| ("exit", exit.to_string()));
        let number = |name, number: &Option<u64>| number.map(|number| (name, number.to_string()));
        for (name, number) in [exit, number("failed", failed), number("passed", passed)].into_iter().flatten()
        {
            meta.push_str(&format!(",\"{name}\":{number}"));
        }
        if let Some(id) = id {
            meta.push_str(",\"snapshot\":");
            string(id, &mut meta);
        }
        meta.push('}');
        meta
    }
}
