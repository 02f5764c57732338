//! What was meant: words and surroundings become one checked [`Job`].
//!
//! Everything that can be refused is refused here, before a byte of the input is read: limits, modes, runners,
//! variables, files that are missing, unreadable or directories. An option comes before its variable; a variable
//! that is overruled is not looked at. Reports are not checked: a run without its report still has an answer.

use std::fs;
use std::path::Path;

use rustix::fs::{Access, access};

use super::args::{Args, Call, Typed};
use super::exit::{ExitBy, Problem};
use super::job::Job;
use super::surroundings::{Attached, Surroundings};
use super::words::{nearest, shell_word, shown};
use crate::budget::{LOWEST, LimitError, Limits, Mode};
use crate::recognize::registry;
use crate::settings::{AnswerFormat, Color, Colored, From, Settings};
use crate::source::Input;

/// Decides what is done.
///
/// # Errors
/// A problem of usage.
pub fn resolve(call: Call, surroundings: &Surroundings) -> Result<Job, Problem> {
    let args = match call {
        Call::Tell(text) => return Ok(Job::Tell(text)),
        Call::Do(args) => args,
    };
    match &args.subcommand {
        Some(Typed::Runners { format }) => Ok(Job::Runners(answer_format(format.as_deref()))),
        Some(Typed::Completions { shell }) => Ok(Job::Completions(*shell)),
        Some(Typed::Man { folder }) => Ok(Job::Man(folder.clone())),
        None => filter(&args, surroundings),
    }
}

fn filter(args: &Args, surroundings: &Surroundings) -> Result<Job, Problem> {
    let (mode, limits) = mode_and_limits(args, surroundings)?;
    let format = answer_format(args.format.as_deref());
    let colored = colored(args, surroundings, format)?;
    let from = args.from.as_deref().map_or(Ok(From::Auto), runner)?;
    let exit = args.child_exit.as_deref().map(child_exit).transpose()?;
    let inputs = inputs(args, surroundings)?;
    let input_name = input_name(&inputs);
    Ok(Job::Filter {
        settings: Settings { mode, limits, format, colored, from, exit, input_name },
        inputs,
        reports: args.report.clone(),
        exit_by: if args.exit_zero { ExitBy::Zero } else { ExitBy::Verdict },
    })
}

/// A value and where it was given, for messages: `--max-chars` or `WEIR_MAX_CHARS`.
struct Given {
    word: String,
    by: &'static str,
}

/// The option's value, or else the variable's.
fn given(
    word: Option<&String>,
    option: &'static str,
    surroundings: &Surroundings,
    variable: &'static str,
) -> Option<Given> {
    match word {
        Some(word) => Some(Given { word: word.clone(), by: option }),
        None => surroundings
            .variable(variable)
            .map(|value| Given { word: value.to_string_lossy().into_owned(), by: variable }),
    }
}

fn mode_and_limits(args: &Args, surroundings: &Surroundings) -> Result<(Mode, Limits), Problem> {
    let mode = match given(args.mode.as_ref(), "--mode", surroundings, "WEIR_MODE") {
        None => Mode::default(),
        Some(Given { word, by }) => {
            word.parse().map_err(|_| not_one_of(&word, by, &Mode::ALL.map(Mode::name)))?
        }
    };
    let mut limits = mode.limits();
    if let Some(chars) = given(args.max_chars.as_ref(), "--max-chars", surroundings, "WEIR_MAX_CHARS") {
        limits.chars = limit(&chars, |chars| Limits { chars, ..LOWEST })?;
    }
    if let Some(lines) = given(args.max_lines.as_ref(), "--max-lines", surroundings, "WEIR_MAX_LINES") {
        limits.lines = limit(&lines, |lines| Limits { lines, ..LOWEST })?;
    }
    let line_chars =
        given(args.max_line_chars.as_ref(), "--max-line-chars", surroundings, "WEIR_MAX_LINE_CHARS");
    if let Some(line_chars) = line_chars {
        limits.line_chars = limit(&line_chars, |line_chars| Limits { line_chars, ..LOWEST })?;
    }
    Ok((mode, limits))
}

/// Reads one limit; `alone` makes limits in which only this one can be out of bounds.
fn limit(given: &Given, alone: impl Fn(u64) -> Limits) -> Result<u64, Problem> {
    let Given { word, by } = given;
    let number = number(word).ok_or_else(|| not_a_number(word, by))?;
    match alone(number).check() {
        Ok(_) => Ok(number),
        Err(LimitError::TooLow { lowest, .. }) => {
            Err(Problem::usage(format!("{by} must be at least {lowest}, not {}", shown(word))))
        }
        Err(LimitError::TooHigh { highest, .. }) => Err(Problem::usage(format!(
            "{by} must be at most {highest}, the ceiling of every answer, not {}",
            shown(word)
        ))),
    }
}

/// A number in plain ASCII digits; beyond the largest that fits it is the largest, which is out of any bounds.
fn number(word: &str) -> Option<u64> {
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(word.parse().unwrap_or(u64::MAX))
}

fn not_a_number(word: &str, by: &str) -> Problem {
    Problem::usage(format!("{by} must be a whole number in plain digits, not {}", shown(word)))
        .hint("see 'weir --help'")
}

fn not_one_of(word: &str, by: &str, known: &[&str]) -> Problem {
    let problem = Problem::usage(format!("{by} cannot be {}", shown(word)));
    let values = format!("the values are {}", known.join(", "));
    match nearest(word, known.iter().copied()) {
        Some(near) => problem.hint(format!("did you mean '{near}'? {values}")),
        None => problem.hint(values),
    }
}

fn child_exit(word: &str) -> Result<i32, Problem> {
    match number(word).map(u8::try_from) {
        Some(Ok(status)) => Ok(i32::from(status)),
        Some(Err(_)) => Err(Problem::usage(format!("--child-exit must be 0 to 255, not {}", shown(word)))),
        None => Err(not_a_number(word, "--child-exit")),
    }
}

/// Clap lets nothing but these values through.
fn answer_format(word: Option<&str>) -> AnswerFormat {
    match word {
        Some("json") => AnswerFormat::Json,
        _ => AnswerFormat::Text,
    }
}

fn colored(args: &Args, surroundings: &Surroundings, format: AnswerFormat) -> Result<Colored, Problem> {
    let color = match given(args.color.as_ref(), "--color", surroundings, "WEIR_COLOR") {
        None => Color::Auto,
        Some(Given { word, by }) => match word.as_str() {
            "auto" => Color::Auto,
            "always" => Color::Always,
            "never" => Color::Never,
            _ => return Err(not_one_of(&word, by, &["auto", "always", "never"])),
        },
    };
    let forced = || surroundings.variable("CLICOLOR_FORCE").is_some_and(|value| value != "0");
    let dumb = || surroundings.variable("TERM").is_some_and(|value| value == "dumb");
    let wanted = match color {
        _ if format == AnswerFormat::Json => false,
        Color::Always => true,
        Color::Never => false,
        Color::Auto if surroundings.variable("NO_COLOR").is_some() => false,
        Color::Auto => forced() || (surroundings.stdout == Attached::Terminal && !dumb()),
    };
    Ok(if wanted { Colored::Colored } else { Colored::Plain })
}

/// The runner of this name. Case does not matter, and a blank may be typed as `-` or `_`.
fn runner(word: &str) -> Result<From, Problem> {
    let plain = word.trim().to_ascii_lowercase().replace(['-', '_'], " ");
    if plain == "auto" {
        return Ok(From::Auto);
    }
    let names = registry::names();
    if let Some(name) = names.iter().find(|name| **name == plain) {
        return Ok(From::Runner((*name).to_owned()));
    }
    let problem = Problem::usage(format!("unknown runner {}", shown(word)));
    Err(match nearest(&plain, names) {
        Some(near) => problem.hint(format!("did you mean '{near}'? see 'weir runners'")),
        None => problem.hint("see 'weir runners'"),
    })
}

fn inputs(args: &Args, surroundings: &Surroundings) -> Result<Vec<Input>, Problem> {
    let mut inputs: Vec<_> = args
        .files
        .iter()
        .map(|path| match path.as_os_str().to_str() {
            Some("-") => Input::Stdin,
            _ => Input::File(path.clone()),
        })
        .collect();
    if inputs.is_empty() {
        if surroundings.stdin == Attached::Terminal {
            let help = super::args::command().render_help();
            return Err(Problem::usage(format!("nothing to read\n\n{help}")));
        }
        inputs.push(Input::Stdin);
    }
    for input in &inputs {
        match input {
            Input::Stdin if surroundings.stdin == Attached::Directory => {
                return Err(Problem::usage("failed to read standard input: it is a directory"));
            }
            Input::Stdin => {}
            Input::File(path) => readable(path)?,
        }
    }
    Ok(inputs)
}

/// Whether a file can be read, without opening it: opening a named pipe would wait for its writer.
fn readable(path: &Path) -> Result<(), Problem> {
    let word = path.to_string_lossy();
    let problem = |cause: &str| Problem::usage(format!("failed to read {}: {cause}", shown(&word)));
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let missing = problem("no such file");
            let known = super::args::bare_command();
            let subcommands = known.get_subcommands().map(clap::Command::get_name);
            return Err(match nearest(&word, subcommands) {
                Some(near) => missing.hint(format!("the subcommand '{near}' must be the first word")),
                None => missing,
            });
        }
        Err(error) => return Err(problem(&error.to_string())),
    };
    if metadata.is_dir() {
        return Err(problem("it is a directory").hint("name its files; an .xcresult folder is a --report"));
    }
    access(path, Access::READ_OK).map_err(|error| problem(&std::io::Error::from(error).to_string()))
}

/// The name of the input when it is one regular file: then the same command shows the same input again.
fn input_name(inputs: &[Input]) -> Option<String> {
    match inputs {
        [Input::File(path)] if fs::metadata(path).is_ok_and(|file| file.is_file()) => {
            shell_word(path.to_str()?)
        }
        _ => None,
    }
}
