//! Runs a command, and answers with what the filter makes of its output.

use std::ffi::OsString;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::arguments::Run;
use super::caller::{ceiling, lower};
use super::roots::shown;
use super::talk::{Asked, Talk};
use super::ticks::{Tests, Ticks};
use crate::budget::Estimator;
use crate::filter::{Beside, Keeping, Past, Progress, run_beside};
use crate::mcp::harden::{Figures, Outcome, one_block};
use crate::report::{Report, Verdict, Witness};
use crate::settings::guard::StoreAt;
use crate::settings::{AnswerFormat, Colored, Offers, Settings};
use crate::source::{Child, Ending, Errand, Got, Source};
use crate::store::{Last, Place, Recorder};
use crate::text::json::{Json, string};
use crate::text::words::command_line;

/// How often tests are counted for progress.
const PAUSE: Duration = Duration::from_millis(200);

/// What is known of a run when it has ended.
#[derive(Debug, Default)]
struct Known {
    verdict: Option<Verdict>,
    failed: Option<u64>,
    passed: Option<u64>,
    id: Option<String>,
}

/// Counts tests while they run.
struct Counting {
    tests: Arc<Tests>,
    counted: Option<Instant>,
    known: Known,
}

impl Progress for Counting {
    fn after_block(&mut self, report: &mut Report) {
        if self.counted.is_some_and(|last| last.elapsed() < PAUSE) {
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

/// A source whose bytes are counted.
struct Counted<'a> {
    child: &'a mut Child,
    bytes: u64,
}

impl Source for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        let got = self.child.read(buffer)?;
        if let Got::Bytes(count) = got {
            self.bytes = self.bytes.saturating_add(u64::try_from(count).unwrap_or(0));
        }
        Ok(got)
    }

    fn ending(&self) -> Option<Ending> {
        self.child.ending()
    }
}

/// Does a call; gives the result.
pub(super) fn run(talk: &Arc<Talk>, asked: &Asked, arguments: Option<Json<'_>>) -> Result<String, String> {
    let own = talk.own();
    let wanted = Run::read(arguments)?;
    if !own.allowed.iter().any(|pattern| pattern.matches(&wanted.command)) {
        let patterns: Vec<&str> = own.allowed.iter().take(20).map(super::Pattern::text).collect();
        let words = shown(&wanted.command.join(" "));
        return Err(format!("{words} may not be run; allowed: {}", patterns.join(", ")));
    }
    let folder = match &wanted.folder {
        None => own.roots.first().to_owned(),
        Some(name) => {
            let folder = own.roots.inside(name).map_err(super::roots::Refusal::words)?;
            if folder.is_dir() { folder } else { return Err(format!("cwd {} is no folder", shown(name))) }
        }
    };
    let limit = match (wanted.limit, own.limit) {
        (Some(wanted), Some(most)) => Some(wanted.min(most)),
        (wanted, most) => wanted.or(most),
    };
    let command: Vec<OsString> = wanted.command.iter().map(OsString::from).collect();
    let settings = settings(talk, asked, &wanted, &command);
    let errand = Errand {
        command: &command,
        folder: &folder,
        hidden: &own.hidden,
        limit,
        stop: Arc::clone(&asked.stop),
    };
    let mut child = Child::beside(&errand).map_err(|cause| {
        let program = wanted.command.first().map_or("", String::as_str);
        format!("failed to run {}: {cause}", shown(program))
    })?;
    let tests = Arc::new(Tests::default());
    let ticks = asked.token.as_deref().map(|token| Ticks::start(talk, token, &tests));
    let place = own.place.clone().filter(|_| asked.call.rules.guard().store == StoreAt::Files);
    let mut counting = Counting { tests, counted: None, known: Known::default() };
    let ran = filtered(&mut child, &settings, place.as_ref(), &mut counting, &folder, &command);
    if ran.is_err() {
        asked.stop.ask();
    }
    let ending = child.outlast().map_err(|cause| format!("failed to wait for the command: {cause}"));
    drop(ticks);
    let (text, bytes) = ran?;
    let (known, arrived) = (counting.known, Instant::now());
    let estimator = Estimator::Chars4Margin20;
    let tokens = |chars: u64| estimator.of_chars(chars).unwrap_or(chars);
    let used = tokens(count(text.chars().count()));
    let budget = tokens(settings.limits.chars);
    let meta = meta(&known, tokens(bytes), used, budget, ending?.how.status());
    let mut block = String::from("{\"type\":\"text\",\"text\":");
    match serde_json::to_string(&text) {
        Ok(word) => block.push_str(&word),
        Err(_) => string(&text, &mut block),
    }
    block.push('}');
    let result = one_block(&block, &meta, asked.call.modern).ok_or("the answer cannot be written")?;
    let figures = Figures {
        outcome: Outcome::Filtered,
        estimated_tokens: tokens(bytes),
        final_tokens: used,
        response_bytes: bytes,
        final_bytes: count(result.get().len()),
        item_count: None,
        budget,
        trouble: None,
    };
    talk.session().own_call(&asked.call, &figures, arrived);
    Ok(result.get().to_owned())
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// How the output is filtered: in the mode that was asked for, below the ceiling of whoever asks.
fn settings(talk: &Talk, asked: &Asked, wanted: &Run, command: &[OsString]) -> Settings {
    let own = talk.own();
    let mode = wanted.mode.unwrap_or(own.settings.mode);
    let limits = if mode == own.settings.mode { own.settings.limits } else { mode.limits() };
    let fits: Vec<_> = own.fit.into_iter().chain([ceiling(asked.client.as_deref())]).collect();
    let (limits, bytes) = lower(limits, &fits);
    Settings {
        mode,
        limits,
        bytes,
        format: AnswerFormat::Text,
        colored: Colored::Plain,
        command: Some(command_line(command)),
        offers: Offers::Calls(crate::mcp::proxy::GET.to_owned()),
        ..own.settings.clone()
    }
}

/// The answer to what a command prints, and how many bytes that is. It is compared with the last run of the same command
/// in the same folder.
fn filtered(
    child: &mut Child,
    settings: &Settings,
    place: Option<&Place>,
    counting: &mut Counting,
    folder: &std::path::Path,
    command: &[OsString],
) -> Result<(String, u64), String> {
    let mut recorder = place.map(|place| Recorder::new(place.clone(), settings.redaction));
    let keeping = recorder.as_mut().map_or(Keeping::Nothing, Keeping::Record);
    let last = place.map(|place| {
        let words = command.iter().map(|word| word.as_encoded_bytes());
        let parts: Vec<&[u8]> =
            [folder.as_os_str().as_encoded_bytes(), b"command"].into_iter().chain(words).collect();
        Last::of(&place.folder, &parts)
    });
    let mut past = last.as_ref().map(|last| Past { last: last.read(), this: None });
    let mut out = Vec::new();
    let mut source = Counted { child, bytes: 0 };
    let beside = Beside { keeping, progress: counting, past: past.as_mut() };
    run_beside(settings, &mut source, &[], &mut out, beside).map_err(|error| error.to_string())?;
    if let (Some(last), Some(this)) = (last, past.and_then(|past| past.this)) {
        // What is not remembered is not compared with.
        let _ = last.write(this.as_ref());
    }
    let bytes = source.bytes;
    Ok((String::from_utf8_lossy(&out).into_owned(), bytes))
}

/// What is said of an answer besides.
fn meta(known: &Known, estimated: u64, used: u64, budget: u64, exit: i32) -> String {
    let left = budget.saturating_sub(used);
    let verdict = known.verdict.unwrap_or(Verdict::Unknown).lower();
    let mut meta = format!(
        "{{\"kind\":\"run\",\"estimatedTokens\":{estimated},\"budgetUsed\":{used},\"budgetRemaining\":{left},\"verdict\":\"{verdict}\",\"exit\":{exit}"
    );
    for (name, number) in [("failed", known.failed), ("passed", known.passed)] {
        if let Some(number) = number {
            meta.push_str(&format!(",\"{name}\":{number}"));
        }
    }
    if let Some(id) = &known.id {
        meta.push_str(",\"snapshot\":");
        string(id, &mut meta);
    }
    meta.push('}');
    meta
}
