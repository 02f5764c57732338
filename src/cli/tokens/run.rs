//! Counting, and its answer.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use crate::budget::{CEILING_BYTES, Count as _, Measure};
use crate::cli::exit::{End, Problem};
use crate::cli::piece::{Document, Est, documents, est};
use crate::settings::AnswerFormat;
use crate::source::Input;
use crate::text::json::harmless;
use crate::text::sanitize;

/// What is counted, and how it is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// All of it: one number.
    Whole,
    /// All of it: a number for each estimator, with its name.
    Named,
    /// Every line.
    Lines,
}

/// A call of `weir tokens`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokens {
    /// What is read.
    pub inputs: Vec<Input>,
    /// How it is counted; at least one way.
    pub by: Vec<Est>,
    /// What is counted.
    pub counted: Counted,
    /// The form of the answer.
    pub format: AnswerFormat,
}

/// Bytes that are kept for the line that tells of lines without a number.
const REST_BYTES: u64 = 200;

fn number(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// Counts.
pub(in crate::cli) fn run(tokens: &Tokens, out: &mut impl Write) -> Result<End, Problem> {
    let documents = documents::read(&tokens.inputs)?;
    let measures: Vec<Box<dyn Measure>> = tokens.by.iter().map(Est::measure).collect();
    let chars = documents.iter().map(|document| number(document.text.chars().count())).sum();
    let whole = |measure: &dyn Measure| {
        measure.of_chars(chars).unwrap_or_else(|| {
            documents.iter().fold(0_u64, |sum, document| sum.saturating_add(measure.tokens(&document.text)))
        })
    };
    let written = match (tokens.counted, tokens.format) {
        (_, AnswerFormat::Json) => {
            let estimates: Map<String, Value> = measures
                .iter()
                .map(|measure| (measure.name().to_owned(), whole(measure.as_ref()).into()))
                .collect();
            let bytes: u64 = documents.iter().map(|document| document.bytes).sum();
            let mut answer = json!({
                "schema": "weir.tokens/1", "chars": chars, "bytes": bytes,
                "lines": number(lines(&documents).count()), "estimates": estimates,
            });
            if tokens.counted == Counted::Lines {
                let (listed, unlisted) = per_line(&documents, measures.first().map(AsRef::as_ref));
                if let Some(answer) = answer.as_object_mut() {
                    answer.insert("per_line".to_owned(), listed.into());
                    answer.insert("unlisted".to_owned(), unlisted.into());
                }
            }
            writeln!(out, "{}", harmless(&answer.to_string()))
        }
        (Counted::Lines, AnswerFormat::Text) => {
            let (listed, unlisted) = per_line(&documents, measures.first().map(AsRef::as_ref));
            reported_lines(&listed, unlisted, out)
        }
        (Counted::Named, AnswerFormat::Text) => measures.iter().try_for_each(|measure| {
            writeln!(out, "{:<16} {}", sanitize(measure.name()).0, whole(measure.as_ref()))
        }),
        (Counted::Whole, AnswerFormat::Text) => {
            measures.iter().try_for_each(|measure| writeln!(out, "{}", whole(measure.as_ref())))
        }
    };
    written.and_then(|()| out.flush()).map_err(|cause| Problem::output("the answer", cause))?;
    measures.iter().for_each(|measure| est::tell_trouble(measure.as_ref()));
    Ok(End::Reported)
}

/// All lines with their ends.
fn lines(documents: &[Document]) -> impl Iterator<Item = &str> {
    documents.iter().flat_map(|document| document.text.split_inclusive('\n'))
}

/// The tokens of each line as far as an answer has room for them, and how many lines there are beyond.
fn per_line(documents: &[Document], measure: Option<&dyn Measure>) -> (Vec<u64>, u64) {
    let mut listed = Vec::new();
    let mut room = CEILING_BYTES.saturating_sub(REST_BYTES);
    let mut all = lines(documents);
    for line in all.by_ref() {
        let tokens = measure.map_or(0, |measure| measure.tokens(line));
        let digits = u64::from(tokens.checked_ilog10().unwrap_or(0)).saturating_add(2);
        if digits > room {
            return (listed, number(all.count()).saturating_add(1));
        }
        room.down(digits);
        listed.push(tokens);
    }
    (listed, 0)
}

fn reported_lines(listed: &[u64], unlisted: u64, out: &mut impl Write) -> io::Result<()> {
    listed.iter().try_for_each(|tokens| writeln!(out, "{tokens}"))?;
    match unlisted {
        0 => Ok(()),
        more => writeln!(out, "weir: and {more} more lines"),
    }
}
