//! Compiles, logs, prints.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use serde_json::Value;

use super::job::{Call, Compile, Form};
use crate::budget::CEILING_BYTES;
use crate::cli::exit::{End, Problem};
use crate::cli::piece::documents::{self, Document};
use crate::cli::piece::est;
use crate::cli::words::shown;
use crate::compile::{
    self, Answer, Checked, CompileError, Compiled, Context, Format, Health, Options, table,
};
use crate::settings::AnswerFormat;
use crate::source::Input;
use crate::text::json::{JsonError, harmless};

/// Does it.
pub(in crate::cli) fn run(job: Compile, out: &mut impl Write) -> Result<End, Problem> {
    match job {
        Compile::Check { log, max, format } => check(&log, max, format, out),
        Compile::Context(call) => compile(*call, out),
    }
}

fn compile(call: Call, out: &mut impl Write) -> Result<End, Problem> {
    let Call { window, budgets, keep_last, task, now, memory_score, form, .. } = call;
    let document = document(&call.input)?;
    let measure = call.est.measure();
    let estimator = measure.name().to_owned();
    let options = Options { window, budgets, keep_last, task, now, memory_score, estimator };
    let problem = |error: CompileError| reported(&document, &error);
    let context = context(&document, call.from).map_err(problem)?;
    let count = |text: &str| measure.tokens(text);
    let compiled = compile::compile(context, &options, &count).map_err(problem)?;
    let answer = answer(&compiled, &form)?;
    if let Some(log) = &call.event_log {
        append(log, &compiled)?;
    }
    match &form {
        Form::Back(Some(file)) => std::fs::write(file, &answer)
            .map_err(|cause| Problem::output(&shown(&file.to_string_lossy()), cause))?,
        _ => print(&answer, out)?,
    }
    est::tell_trouble(&*measure);
    Ok(End::Reported)
}

fn document(input: &Input) -> Result<Document, Problem> {
    let mut documents = documents::read(std::slice::from_ref(input))?;
    Ok(documents.pop().unwrap_or(Document { name: String::new(), text: String::new(), bytes: 0 }))
}

fn context(document: &Document, from: Option<Format>) -> Result<Context, CompileError> {
    match from {
        Some(format) => format.read(&document.text),
        None => {
            let whole: Value = serde_json::from_str(&document.text)
                .map_err(|error| CompileError::Input(format!("is {}", JsonError::from(&error))))?;
            Context::read(whole)
        }
    }
}

/// What is wrong with the input is reported with its name, what is wrong with the call without.
fn reported(document: &Document, error: &CompileError) -> Problem {
    let name = &document.name;
    match error {
        CompileError::Input(what) => Problem::usage(format!("{name} {what}"))
            .hint("--from names the format of a session or of messages"),
        CompileError::Item { .. } => Problem::unusable(error.clone()).context(name.clone()),
        CompileError::Sum { .. } => {
            Problem::usage(error.to_string()).hint("budgets that are not given are shares of the window")
        }
        CompileError::Pinned { .. } => {
            Problem::usage(error.to_string()).hint("--budgets gives the section more, a larger --window too")
        }
    }
}

fn json(value: &impl serde::Serialize) -> Result<String, Problem> {
    let text = serde_json::to_string(value).map_err(|cause| Problem::output("the answer", cause))?;
    let mut text = harmless(&text).into_owned();
    text.push('\n');
    Ok(text)
}

fn within_ceiling(text: &str) -> bool {
    u64::try_from(text.len()).is_ok_and(|bytes| bytes <= CEILING_BYTES)
}

/// What is printed; within the ceiling unless it goes into a file.
fn answer(compiled: &Compiled, form: &Form) -> Result<String, Problem> {
    let text = match form {
        Form::Answer(AnswerFormat::Json) => {
            let context = compiled.context();
            let whole = json(&Answer { event: &compiled.event, context: &context })?;
            match within_ceiling(&whole) {
                true => whole,
                // The context is what was asked for; what was done with each item also is in the log.
                false => json(&Answer { event: &compiled.event.without_kept(), context: &context })?,
            }
        }
        Form::Answer(AnswerFormat::Text) => compiled.text(),
        Form::Explain => table(&compiled.event),
        Form::Health(AnswerFormat::Json) => json(&Health::of(&compiled.event))?,
        Form::Health(AnswerFormat::Text) => format!("{}\n", Health::of(&compiled.event).line()),
        Form::Back(file) => {
            let text = compiled.transcript().unwrap_or_default();
            if file.is_some() {
                return Ok(text);
            }
            harmless(&text).into_owned()
        }
    };
    if within_ceiling(&text) {
        return Ok(text);
    }
    let problem = Problem::usage(format!(
        "the answer has {} bytes, and the ceiling of every answer is {CEILING_BYTES}",
        text.len()
    ));
    Err(match form {
        Form::Back(_) => problem.hint("--output FILE writes it into a file, which has no ceiling"),
        _ => problem.hint("a smaller --window makes it shorter"),
    })
}

fn print(text: &str, out: &mut impl Write) -> Result<(), Problem> {
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|cause| Problem::output("the answer", cause))
}

/// Appends the event, in one piece.
fn append(log: &Path, compiled: &Compiled) -> Result<(), Problem> {
    let line = json(&compiled.event)?;
    let file = File::options().append(true).create(true).open(log);
    let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
    written.map_err(|cause| Problem::output(&shown(&log.to_string_lossy()), cause))
}

/// The answer of a check.
#[derive(serde::Serialize)]
struct CheckAnswer<'a> {
    schema: &'static str,
    #[serde(flatten)]
    checked: &'a Checked,
}

fn check(log: &Input, max: Option<u64>, format: AnswerFormat, out: &mut impl Write) -> Result<End, Problem> {
    let document = document(log)?;
    let checked = compile::check(&document.text, max).map_err(|error| reported(&document, &error))?;
    let text = match format {
        AnswerFormat::Json => json(&CheckAnswer { schema: "weir.check/1", checked: &checked })?,
        AnswerFormat::Text => format!(
            "weir: {} contexts, the largest of {} tokens, {} too large\n",
            checked.events,
            checked.largest,
            checked.over.len()
        ),
    };
    print(&text, out)?;
    match checked.over.first() {
        None => Ok(End::Reported),
        Some(first) => Err(Problem::refuted(format!(
            "{}: line {}: a context of {} tokens, and {} are allowed",
            document.name, first.line, first.total, first.max
        ))),
    }
}
