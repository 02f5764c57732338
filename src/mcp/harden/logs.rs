//! A log of tests or a build, by its failures.

use std::io;
use std::sync::{Arc, LazyLock};

use super::desk::Desk;
use super::figures::Outcome;
use super::scale::roomy;
use super::secrets;
use super::shown::Shown;
use crate::budget::{CEILING_BYTES, LOWEST, Limits, Mode};
use crate::filter::{Keeping, Surveyor, run_kept};
use crate::render::records;
use crate::report::{Report, Witness};
use crate::settings::{Offers, Redaction, Settings};
use crate::source::{Got, Source};
use crate::store::Facts;

/// How often an answer is made again, shorter, until it is within its budget.
const TRIES: usize = 6;

/// How a log is read. Its secrets are hidden already.
static SETTINGS: LazyLock<Settings> =
    LazyLock::new(|| Settings { redaction: Redaction::Keep, ..Settings::default() });

thread_local! {
    /// What reads logs: it takes longer to prepare than a log takes to read.
    static SURVEYOR: Surveyor<'static> = Surveyor::new(&SETTINGS);
}

/// The bytes of a text as a stream.
struct Bytes<'a>(&'a [u8]);

impl Source for Bytes<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        match io::Read::read(&mut self.0, buffer)? {
            0 => Ok(Got::End),
            count => Ok(Got::Bytes(count)),
        }
    }
}

/// What was read in a log.
pub(super) struct Log {
    report: Arc<Report>,
    facts: Facts,
}

/// Reads a text as a log; nothing when no runner and no build tool is recognised in it.
pub(super) fn read(text: &str) -> Option<Log> {
    let survey = SURVEYOR.with(|surveyor| surveyor.survey(&mut Bytes(text.as_bytes()))).ok()?;
    if !survey.report.recognised() || survey.report.tells_of_crashes_alone() {
        return None;
    }
    let summary = survey.report.summary(survey.witness);
    let facts = Facts {
        verdict: summary.verdict.lower().to_owned(),
        failed: summary.counts.failed,
        ..Facts::default()
    };
    Some(Log { report: Arc::new(survey.report), facts })
}

/// The failures of a log, which is stored before.
pub(super) fn filtered(
    desk: &Desk<'_>,
    text: &str,
    log: Log,
    redacted: u64,
    estimated: u64,
) -> Option<Shown> {
    let Log { report, facts } = log;
    let mut all = records(report);
    let mut kept = Vec::new();
    while all(&mut kept) {
        if kept.last() != Some(&b'\n') {
            kept.push(b'\n');
        }
    }
    let id = desk.keep_log(text, &kept, facts);
    let text = answer(desk, text, id.as_deref(), redacted)?;
    Some(Shown {
        text,
        outcome: Outcome::Filtered,
        budget: roomy(desk.scale.threshold),
        estimated,
        snapshot: id,
        ..Shown::default()
    })
}

/// The answer to a log that is stored under an id, or nowhere.
pub(in crate::mcp) fn answer(desk: &Desk<'_>, text: &str, id: Option<&str>, redacted: u64) -> Option<String> {
    let budget = roomy(desk.scale.threshold);
    let bytes = desk.scale.hard.min(CEILING_BYTES);
    let lost = id.is_none().then(|| desk.note().to_owned());
    let notes = lost.into_iter().chain(secrets::remark(redacted));
    let note: String = notes.map(|note| format!("weir: {note}\n")).collect();
    let spare = u64::try_from(note.len()).unwrap_or(u64::MAX);
    let usual = Mode::Verbose.limits();
    // Ten chars for three tokens, as most estimators have it; the loop mends it for others.
    let mut chars = budget.saturating_mul(10).div_euclid(3).min(bytes).min(usual.chars).saturating_sub(spare);
    for _ in 0..TRIES {
        let limits = Limits { chars: chars.max(LOWEST.chars), lines: usual.lines, line_chars: 300 };
        let settings = Settings {
            limits,
            bytes: Some(bytes.saturating_sub(spare)),
            redaction: Redaction::Keep,
            offers: Offers::Calls(desk.tool.to_owned()),
            ..Settings::default()
        };
        let witness = Witness::default();
        let keeping = match id {
            Some(id) => Keeping::Is { id: id.to_owned(), redacted, note: None, witness },
            None => Keeping::Nothing,
        };
        let mut out = Vec::new();
        run_kept(&settings, &mut Bytes(text.as_bytes()), &[], &mut out, keeping).ok()?;
        let answer = String::from_utf8(out).ok()? + &note;
        let tokens = desk.scale.tokens(&answer);
        if desk.scale.affords(&answer, budget) || chars <= LOWEST.chars {
            return Some(answer);
        }
        let part = chars.saturating_mul(budget).checked_div(tokens).unwrap_or(chars);
        chars = part.min(chars).saturating_mul(9).div_euclid(10);
    }
    None
}
