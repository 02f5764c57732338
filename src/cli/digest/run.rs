//! Does `weir digest`.

use std::borrow::Cow;
use std::io::Write;

use crate::cli::exit::{self, End, Problem};
use crate::cli::page::run::{only_document, show};
use crate::cli::pages::{self, Keeping};
use crate::cli::piece::{Est, est};
use crate::cli::words::is_printable;
use crate::digest::{self, Answer, Globs, Request};
use crate::settings::Redaction;
use crate::source::Input;
use crate::store::Recorder;
use crate::text::json::{Json, JsonPath, Kind, harmless};

/// Tokens of an answer unless others are asked for.
const BUDGET: u64 = 4000;
/// Tokens of a record unless others are asked for.
const ITEM_BUDGET: u64 = 2000;
/// Commands that the text form tells.
const MOST_REPORTED: usize = 10;

/// What is digested and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Digest {
    pub(super) inputs: Vec<Input>,
    pub(super) budget: Option<u64>,
    pub(super) item_budget: Option<u64>,
    pub(super) keep: Vec<JsonPath>,
    pub(super) fields: Vec<JsonPath>,
    pub(super) max_text: usize,
    pub(super) strip: Globs,
    pub(super) est: Est,
    /// The summary alone.
    pub(super) text: bool,
    pub(super) redaction: Redaction,
    pub(super) terminal: bool,
    pub(super) keeping: Keeping,
}

/// Answers.
pub(in crate::cli) fn run(job: &Digest, out: &mut impl Write) -> Result<End, Problem> {
    let measure = job.est.measure();
    let document = only_document(&job.inputs, job.redaction)?;
    let values = match Json::parse_all(&document.text) {
        Ok(values) if !values.is_empty() => values,
        _ if is_binary(&document.text) => {
            let start: Vec<u8> =
                document.text.chars().take(16).map(|char| u8::try_from(char).unwrap_or(0x89)).collect();
            let answer = digest::of_binary(&start, document.bytes, &*measure, job.budget.unwrap_or(BUDGET));
            return write(&answer, out);
        }
        Ok(_) => return Err(Problem::usage(format!("{}: it holds no JSON", document.name))),
        Err(error) => return Err(Problem::unusable(error).context(&document.name)),
    };
    // JSON lines are an array, so that every value has a path.
    let text = match values.as_slice() {
        [_] => Cow::Borrowed(document.text.as_str()),
        values => Cow::Owned(format!(
            "[\n{}\n]\n",
            values.iter().map(|value| value.text()).collect::<Vec<_>>().join(",\n")
        )),
    };
    let whole = Json::parse(&text).map_err(|error| Problem::unusable(error).context(&document.name))?;
    let record = whole.kind() != Kind::Array;
    let item_budget = job.item_budget.unwrap_or(ITEM_BUDGET);
    let budget = match (job.budget, record) {
        (Some(budget), true) => job.item_budget.map_or(budget, |item| item.min(budget)),
        (None, true) => item_budget,
        (budget, false) => budget.unwrap_or(BUDGET),
    };
    let request = |id: Option<&str>, how: &dyn Fn(&JsonPath) -> Option<String>| {
        let request = Request {
            budget,
            item_budget: if record { budget } else { item_budget.min(budget) },
            measure: &*measure,
            keep: &job.keep,
            fields: &job.fields,
            related: false,
            strip: &job.strip,
            max_text: job.max_text,
            snapshot: id,
            how,
            most_bytes: usize::MAX,
            note: None,
            remark: None,
        };
        digest::digest(whole, &text, &request)
    };
    if request(None, &|_| None) == Answer::Unchanged {
        let same =
            if job.terminal { harmless(&document.text) } else { Cow::Borrowed(document.text.as_str()) };
        return write(&same, out);
    }
    let recorder = job.keeping.place.clone().map(|place| {
        let mut recorder = Recorder::new(place, Redaction::Keep);
        recorder.add(text.as_bytes());
        recorder
    });
    let file = match job.inputs.as_slice() {
        [Input::File(path)] => path.to_str().filter(|path| is_printable(path)),
        _ => None,
    };
    let command = file.map_or_else(|| "weir digest".to_owned(), |file| format!("weir digest {file}"));
    let kept = pages::keep(&job.keeping, recorder, "digest/1", command, &"digest");
    let id = kept.as_ref().map(|kept| kept.id.as_str());
    let how = |path: &JsonPath| match (id, file) {
        (Some(id), _) => Some(show(id, path)),
        (None, Some(file)) if !path.steps().is_empty() => {
            let quoted = |word: &str| format!("'{}'", word.replace('\'', "'\\''"));
            Some(format!(
                "weir digest --no-store -b 300k --max-text 100000 --fields {} -- {}",
                quoted(&path.to_string()),
                quoted(file)
            ))
        }
        _ => None,
    };
    let Answer::Digest(answer) = request(id, &how) else { return write(&document.text, out) };
    est::tell_trouble(&*measure);
    if !job.text {
        return write(&answer, out);
    }
    let parsed = Json::parse(answer.trim_end()).ok();
    let summary = parsed.and_then(|answer| answer.get("summary")).map(Json::text).unwrap_or_default();
    let end = write(&format!("{summary}\n"), out)?;
    let ways = parsed.and_then(|answer| answer.get("meta")).and_then(|meta| meta.get("howToGet"));
    for way in ways.into_iter().flat_map(Json::elements).filter_map(Json::string).take(MOST_REPORTED) {
        exit::warn_of(&format!("not shown: {way}"));
    }
    Ok(end)
}

/// Whether a text that is no JSON was no text either.
fn is_binary(text: &str) -> bool {
    text.chars().take(4096).any(|char| matches!(char, '\0' | '\u{fffd}'))
}

fn write(text: &str, out: &mut impl Write) -> Result<End, Problem> {
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|cause| Problem::output("the answer", cause))?;
    Ok(End::Reported)
}
