//! `weir gain`: how much shorter the answers of the stored runs are than what a coding agent's own cut would have left.
//!
//! Each stored run is answered again, as it was then, and the answer is only counted. What would have been left is
//! counted from the same text by the ceiling of one agent. Where that ceiling is lower than an answer, the answer is longer, and
//! that is part of the sum. A run whose answer left nothing out is not stored, and nothing was saved by it.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use serde_json::json;

use super::exit::{End, Problem};
use super::limits::named_fit;
use super::resolve::answer_format;
use super::show::{age, settings_of, what};
use super::storage;
use super::surroundings::Surroundings;
use crate::budget::{Count as _, Fit, estimate};
use crate::filter::{self, Beside, Keeping, Unwatched};
use crate::report::Witness;
use crate::settings::AnswerFormat;
use crate::source::{Ending, Got, Source};
use crate::store::{Facts, Shelf, Summary};
use crate::text::clip;
use crate::text::json::harmless;

/// The agent whose cut counts, when nobody names one.
const USUAL: &str = "claude-code";
/// Chars of a command.
const COMMAND_CHARS: usize = 100;

/// The words after `weir gain`.
#[derive(Debug, Default, clap::Args)]
pub struct GainArgs {
    /// The agent whose cut the answers are compared with [default: the one that runs weir, else claude-code]
    #[arg(long, value_name = "AGENT")]
    pub fit: Option<String>,

    /// The form of the numbers [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(["text", "json"]))]
    pub format: Option<String>,
}

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gain {
    folder: Option<PathBuf>,
    fit: Fit,
    format: AnswerFormat,
}

/// What was meant by it.
pub(super) fn resolve(typed: &GainArgs, surroundings: &Surroundings) -> Result<Gain, Problem> {
    let fit = match &typed.fit {
        Some(word) => Some(named_fit(word, "--fit", &[])?),
        None => surroundings.agent().or_else(|| Fit::named(USUAL)),
    };
    Ok(Gain {
        folder: storage::place(surroundings)?.map(|place| place.folder),
        fit: fit.unwrap_or(Fit::ANY),
        format: answer_format(typed.format.as_deref()),
    })
}

/// The chars of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Chars {
    /// Of all that was printed.
    printed: u64,
    /// What the agent's cut would have left of it.
    left: u64,
    /// Of the answer.
    answer: u64,
}

/// Counts the runs and writes the numbers.
pub(super) fn run(gain: &Gain, out: &mut impl Write) -> Result<End, Problem> {
    let shelf = gain.folder.as_deref().map(Shelf::open).transpose().map_err(Problem::gone)?.flatten();
    let stored = shelf.as_ref().map_or(Ok(Vec::new()), Shelf::list).map_err(Problem::gone)?;
    let mut sums = Sums::default();
    for run in stored.iter().filter(|run| is_run(&run.meta.facts)) {
        if let Some(chars) = shelf.as_ref().and_then(|shelf| counted(shelf, run, gain.fit)) {
            sums.add(run, chars);
        }
    }
    let text = match gain.format {
        AnswerFormat::Text => sums.text(gain.fit),
        AnswerFormat::Json => sums.json(gain.fit),
    };
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|cause| Problem::output("to standard output", cause))?;
    Ok(End::Reported)
}

/// Whether somebody got an answer for it: what is shown page by page has no verdict.
fn is_run(facts: &Facts) -> bool {
    !facts.verdict.is_empty() && !facts.unseen
}

/// Whether its command failed, as an agent sees it.
fn fails(facts: &Facts) -> bool {
    facts.status().map_or(facts.verdict == "failed", |status| status != 0)
}

/// The chars of a stored run; nothing when it has gone meanwhile.
fn counted(shelf: &Shelf, run: &Summary, fit: Fit) -> Option<Chars> {
    let mut snapshot = shelf.get(&run.id).ok()?;
    let facts = &run.meta.facts;
    let witness =
        Witness { exit: facts.exit, ending: facts.ending, interrupted: facts.interrupted, ran_ms: None };
    let keeping = Keeping::Is { id: run.id.clone(), redacted: 0, note: None, witness };
    let beside = Beside { keeping, progress: &mut Unwatched, past: None, paints: None, documents: None };
    let most = fit.lines.unwrap_or(u64::MAX);
    let mut text = Text { inner: &mut snapshot, most, lines: 0, chars: 0, within: 0 };
    let mut answer = Answer(0);
    filter::run_beside(&settings_of(facts), &mut text, &[], &mut answer, beside).ok()?;
    let ceiling = [fit.chars, fit.bytes, fit.failing_chars.filter(|_| fails(facts))];
    let ceiling = ceiling.into_iter().flatten().min().unwrap_or(u64::MAX);
    Some(Chars { printed: text.chars, left: text.within.min(ceiling), answer: answer.0 })
}

/// The number of code points that begin in these bytes.
fn points(bytes: &[u8]) -> u64 {
    let begins = |byte: &&u8| !(0x80..0xc0).contains(*byte);
    u64::try_from(bytes.iter().filter(begins).count()).unwrap_or(u64::MAX)
}

/// The text of a run, which counts itself.
struct Text<'a> {
    inner: &'a mut dyn Source,
    /// The most lines that the agent shows.
    most: u64,
    lines: u64,
    chars: u64,
    /// The chars of these lines.
    within: u64,
}

impl Source for Text<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
        let got = self.inner.read(buffer)?;
        if let Got::Bytes(count) = got {
            for line in buffer.get(..count).unwrap_or_default().split_inclusive(|byte| *byte == b'\n') {
                let chars = points(line);
                self.chars.up(chars);
                if self.lines < self.most {
                    self.within.up(chars);
                }
                self.lines.up(u64::from(line.ends_with(b"\n")));
            }
        }
        Ok(got)
    }

    fn ending(&self) -> Option<Ending> {
        self.inner.ending()
    }
}

/// An answer that is only counted, in chars.
struct Answer(u64);

impl Write for Answer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.up(points(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The sums of all runs.
#[derive(Debug, Default)]
struct Sums {
    runs: u64,
    failed: u64,
    /// How old the oldest is, in seconds.
    oldest: u64,
    chars: Chars,
    /// How many answers are longer than what would have been left.
    longer: u64,
    /// The one that printed most: its id, what it was, and its chars.
    longest: Option<(String, String, Chars)>,
}

impl Sums {
    fn add(&mut self, run: &Summary, chars: Chars) {
        self.runs.up(1);
        self.failed.up(u64::from(run.meta.facts.verdict == "failed"));
        self.oldest = self.oldest.max(run.age);
        self.longer.up(u64::from(chars.answer > chars.left));
        for (sum, more) in [
            (&mut self.chars.printed, chars.printed),
            (&mut self.chars.left, chars.left),
            (&mut self.chars.answer, chars.answer),
        ] {
            sum.up(more);
        }
        if self.longest.as_ref().is_none_or(|(_, _, longest)| longest.printed < chars.printed) {
            self.longest = Some((run.id.clone(), what(&run.meta.facts), chars));
        }
    }

    /// What is saved, in chars: less than nothing when the answers are longer than what would have been left.
    fn saved(&self) -> i128 {
        i128::from(self.chars.left).saturating_sub(i128::from(self.chars.answer))
    }

    /// The same in estimated tokens.
    fn tokens(&self) -> i128 {
        let chars = u64::try_from(self.saved().unsigned_abs()).unwrap_or(u64::MAX);
        i128::from(estimate(chars)).saturating_mul(self.saved().signum())
    }

    fn text(&self, fit: Fit) -> String {
        let Some((id, command, longest)) = &self.longest else {
            return "weir: no run is stored here; a run is stored when its answer leaves something out\n"
                .to_owned();
        };
        let Self { runs, failed, longer, chars, .. } = self;
        let cut = cut(fit);
        let command = clip(command, COMMAND_CHARS).text;
        let plural = if *runs == 1 { "" } else { "s" };
        format!(
            "weir: {runs} stored run{plural}, {failed} of them failed, the oldest {} old\n  \
             printed     {} chars\n  \
             cut         {} chars would be left by {cut}\n  \
             answers     {} chars; {longer} of them longer than what would be left\n  \
             saved       {} chars, about {} tokens\n  \
             longest     {} chars, of which {} would be left; the answer has {}\n              \
             {command} (weir show {id})\n",
            age(self.oldest),
            chars.printed,
            chars.left,
            chars.answer,
            self.saved(),
            self.tokens(),
            longest.printed,
            longest.left,
            longest.answer,
        )
    }

    fn json(&self, fit: Fit) -> String {
        let chars = |chars: &Chars| json!({ "printed": chars.printed, "left_by_cut": chars.left, "answer": chars.answer });
        let longest = self.longest.as_ref().map(|(id, command, of)| {
            json!({ "snapshot": id, "command": clip(command, COMMAND_CHARS).text, "chars": chars(of) })
        });
        let all = json!({
            "schema": "weir.gain/1",
            "runs": self.runs,
            "failed_runs": self.failed,
            "oldest_seconds": self.oldest,
            "cut": {
                "agent": fit.name, "chars": fit.chars, "failing_chars": fit.failing_chars, "bytes": fit.bytes,
                "lines": fit.lines,
            },
            "chars": chars(&self.chars),
            "saved_chars": i64::try_from(self.saved()).unwrap_or(i64::MAX),
            "saved_est_tokens": i64::try_from(self.tokens()).unwrap_or(i64::MAX),
            "longer_answers": self.longer,
            "longest": longest,
        });
        format!("{}\n", harmless(&all.to_string()))
    }
}

/// What an agent leaves, in words.
fn cut(fit: Fit) -> String {
    let parts = [
        fit.chars.map(|chars| format!("{chars} chars")),
        fit.bytes.map(|bytes| format!("{bytes} bytes")),
        fit.lines.map(|lines| format!("{lines} lines")),
        fit.failing_chars.map(|chars| format!("{chars} chars of a command that fails")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    format!("{} ({})", fit.name, parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source of these bytes, a few at a time.
    struct Few(&'static [u8]);

    impl Source for Few {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got> {
            let count = io::Read::read(&mut self.0, buffer.get_mut(..3).unwrap_or_default())?;
            Ok(if count == 0 { Got::End } else { Got::Bytes(count) })
        }
    }

    #[test]
    fn a_text_counts_its_chars_and_those_of_the_first_lines() {
        let mut few = Few("\u{e9}\u{20ac}\nbc\nd".as_bytes());
        let mut text = Text { inner: &mut few, most: 2, lines: 0, chars: 0, within: 0 };
        while text.read(&mut [0; 8]).unwrap() != Got::End {}
        assert_eq!((text.lines, text.chars, text.within), (2, 7, 6));
    }

    #[test]
    fn answers_that_are_longer_than_what_a_cut_leaves_are_part_of_the_sum() {
        let run = |id: &str, age| Summary {
            id: id.to_owned(),
            age,
            stored: 0,
            meta: crate::store::Meta::default(),
        };
        let mut sums = Sums::default();
        sums.add(&run("aaaaaaaa", 5), Chars { printed: 50, left: 30, answer: 130 });
        sums.add(&run("bbbbbbbb", 90), Chars { printed: 40, left: 40, answer: 20 });
        assert_eq!((sums.saved(), sums.tokens(), sums.longer, sums.oldest), (-80, -20, 1, 90));
        assert!(
            sums.text(Fit::named("opencode").unwrap_or(Fit::ANY))
                .contains("opencode (51200 bytes, 2000 lines)")
        );
    }
}
