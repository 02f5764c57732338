//! What was meant: words and surroundings become one checked [`Job`].
//!
//! Everything that can be refused is refused here, before a byte of the input is read: limits, modes, runners,
//! variables, files that are missing, unreadable or directories. An option comes before its variable; a variable
//! that is overruled is not looked at. Reports are not checked: a run without its report still has an answer.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::args::{AnswerArgs, Call, FilterArgs, TermArgs, Typed};
use super::brief::NOTHING_TO_READ;
use super::documents::documents;
use super::duration::duration;
use super::exit::{ExitBy, Problem};
use super::filter::Aspects;
use super::job::Job;
use super::limits::slowest;
pub(super) use super::limits::{fit, mode_and_limits, most_bytes};
use super::progress::watching;
use super::proxy::args::ProxyJob;
use super::reports::reports;
use super::suggest::for_first_word;
use super::surroundings::{Attached, Surroundings};
use super::system;
use super::tap::args::TapArgs;
use super::words::{command_line, is_printable, nearest, shown};
use super::{patterns, rows, storage};
use crate::event::Runner;
use crate::recognize::registry;
use crate::settings::{AnswerFormat, Color, Colored, From, Reader, Settings};
use crate::source::{Channel, Input, Terms};
use crate::store::{Last, Place};
use crate::text::amount;

/// Decides what is done.
///
/// # Errors
/// A problem of usage.
pub fn resolve(call: Call, surroundings: &Surroundings) -> Result<Job, Problem> {
    let args = match call {
        Call::Tell(text) => return Ok(Job::Tell(text)),
        Call::Complete(words) => {
            // Wrong settings are no reason to offer nothing.
            let place = storage::place(surroundings).ok().flatten();
            return Ok(Job::Complete(words, place));
        }
        Call::Do(args) => args,
    };
    match &args.subcommand {
        Some(Typed::Runners { format }) => Ok(Job::Runners(answer_format(format.as_deref()))),
        Some(Typed::Show(typed)) => {
            super::resolve_show::show(typed, surroundings).map(|show| Job::Show(Box::new(show)))
        }
        Some(Typed::Compile(typed)) => {
            super::compile::resolve(typed, surroundings).map(|compile| Job::Compile(Box::new(compile)))
        }
        Some(Typed::Batch(typed)) => super::batch::batch(typed, surroundings),
        Some(Typed::Proxy(typed)) => match &typed.job {
            Some(ProxyJob::Install(typed)) => {
                super::install::resolve(typed, surroundings).map(|install| Job::Install(Box::new(install)))
            }
            None => super::proxy::proxy(typed, surroundings).map(|proxy| Job::Proxy(Box::new(proxy))),
        },
        Some(Typed::Setup(typed)) => {
            super::setup::resolve(typed, surroundings).map(|setup| Job::Setup(Box::new(setup)))
        }
        Some(Typed::Doctor(typed)) => {
            super::doctor::resolve(typed, surroundings).map(|doctor| Job::Doctor(Box::new(doctor)))
        }
        Some(Typed::Mcp(typed)) => super::mcp::mcp(typed, surroundings).map(|mcp| Job::Mcp(Box::new(mcp))),
        Some(Typed::Tokens(typed)) => super::tokens::resolve(typed, surroundings).map(Job::Tokens),
        Some(Typed::Pack(typed)) => {
            super::pack::resolve(typed, surroundings).map(|pack| Job::Pack(Box::new(pack)))
        }
        Some(Typed::Page(typed)) => {
            super::page::page(typed, surroundings).map(|page| Job::Page(Box::new(page)))
        }
        Some(Typed::Digest(typed)) => {
            super::digest::digest(typed, surroundings).map(|digest| Job::Digest(Box::new(digest)))
        }
        Some(Typed::Chunk(typed)) => {
            super::chunk::chunk(typed, surroundings).map(|chunk| Job::Chunk(Box::new(chunk)))
        }
        Some(Typed::Config(typed)) => super::config::resolve(typed, surroundings).map(Job::Config),
        Some(Typed::Stats(typed)) if typed.agents => {
            super::stats::of_agents(typed, surroundings).map(Job::OfAgents)
        }
        Some(Typed::Stats(typed)) => {
            super::stats::resolve(typed, surroundings).map(|stats| Job::Stats(Box::new(stats)))
        }
        Some(Typed::Rows(typed)) => Ok(Job::Rows(super::rows::resolve(typed, surroundings))),
        Some(Typed::Trust(typed)) => super::rows::resolve_trust(typed, surroundings).map(Job::Rows),
        Some(Typed::Completions { shell }) => Ok(Job::Completions(*shell)),
        Some(Typed::Man { folder }) => Ok(Job::Man(folder.clone())),
        Some(Typed::Run { answer, terms, command }) => run(answer, terms, command.clone(), surroundings),
        Some(Typed::Rerun { answer, terms, id }) => {
            super::rerun::rerun(answer, terms, id.as_deref(), surroundings)
        }
        Some(Typed::Tap(typed)) => tap(typed),
        Some(Typed::Gain(typed)) => super::gain::resolve(typed, surroundings).map(Job::Gain),
        None => filter(&args.filter, surroundings),
    }
}

fn filter(args: &FilterArgs, surroundings: &Surroundings) -> Result<Job, Problem> {
    let settings = settings(&args.answer, surroundings)?;
    let exit = args.child_exit.as_deref().map(child_exit).transpose()?;
    if args.files.is_empty() && surroundings.stdin == Attached::Terminal {
        return Err(Problem::usage(NOTHING_TO_READ));
    }
    let inputs = inputs(&args.files, surroundings)
        .map_err(|problem| first_word(problem, &args.files, surroundings))?;
    let input_name = input_name(&inputs);
    let streams = inputs.contains(&Input::Stdin) && surroundings.stdin == Attached::Stream;
    let name = args.answer.name.as_deref().map(|name| vec![b"name".as_slice(), name.as_bytes()]);
    let aspects = aspects(&args.answer, streams, name.as_deref(), &args.files, surroundings)?;
    Ok(Job::Filter {
        settings: Settings { exit, input_name, ..settings },
        inputs,
        reports: reports(&args.answer.report)?,
        aspects,
        exit_by: if args.exit_zero { ExitBy::Zero } else { ExitBy::Verdict },
    })
}

/// Says what was meant by a first word that is no file.
fn first_word(problem: Problem, files: &[PathBuf], surroundings: &Surroundings) -> Problem {
    let missing = files.first().is_some_and(|first| !first.exists());
    let words: Vec<OsString> = files.iter().map(OsString::from).collect();
    let path = surroundings.variable("PATH").map(OsString::as_os_str);
    match missing.then(|| for_first_word(&words, path)).flatten() {
        Some(hint) => problem.hint(hint),
        None => problem,
    }
}

/// Only the verdict is printed: no limits, no store.
fn tap(args: &TapArgs) -> Result<Job, Problem> {
    let from = args.from.as_deref().map_or(Ok(From::Auto), runner)?;
    let exit_by = if args.exit_zero { ExitBy::Zero } else { ExitBy::Verdict };
    Ok(Job::Tap(Settings { from, ..Settings::default() }, exit_by))
}

pub(super) fn run(
    answer: &AnswerArgs,
    typed: &TermArgs,
    command: Vec<OsString>,
    surroundings: &Surroundings,
) -> Result<Job, Problem> {
    let mut words: Vec<&[u8]> = vec![b"command"];
    match &answer.name {
        Some(name) => words = vec![b"name", name.as_bytes()],
        None => words.extend(command.iter().map(|word| word.as_encoded_bytes())),
    }
    let aspects = aspects(answer, true, Some(&words), &[], surroundings)?;
    if typed.pty && cfg!(windows) {
        return Err(Problem::usage("--pty is for Unix: weir gives a tool no terminal on Windows")
            .hint("most tools print colours when FORCE_COLOR=1 or CLICOLOR_FORCE=1 is set"));
    }
    let channel = if typed.pty { Channel::Terminal } else { Channel::Pipe };
    Ok(Job::Run {
        settings: Settings {
            command: Some(command_line(&command)),
            words: system::words(&command),
            ..settings(answer, surroundings)?
        },
        command,
        folder: None,
        terms: Terms { limit: typed.timeout.as_deref().map(duration).transpose()?, channel },
        reports: reports(&answer.report)?,
        aspects,
    })
}

/// What goes on beside the answer. The last run is that of the same words in the same folder.
fn aspects(
    args: &AnswerArgs,
    streams: bool,
    words: Option<&[&[u8]]>,
    inputs: &[PathBuf],
    surroundings: &Surroundings,
) -> Result<Aspects, Problem> {
    let place = kept(args, surroundings)?;
    let wanted = words.filter(|_| !args.no_compare);
    let last =
        wanted.zip(place.as_ref()).zip(surroundings.folder.as_ref()).map(|((words, place), folder)| {
            let mut parts = vec![folder.as_os_str().as_encoded_bytes()];
            parts.extend(words);
            Last::of(&place.folder, &parts)
        });
    let word = if args.quiet { Some("never") } else { args.progress.as_deref() };
    let watching = watching(word, streams, surroundings);
    let read =
        inputs.iter().chain(&args.report).chain(&args.patterns).chain(&args.rows).map(PathBuf::as_path);
    let documents = documents(&args.documents.output, read.clone(), surroundings)?;
    // A command may be run in another folder.
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let save = args.save.as_ref().map(absolute);
    let is_input = |save: &PathBuf| read.clone().any(|read| is_one_file(read, save));
    if let Some(save) = save.as_ref().filter(|save| is_input(save)) {
        let name = shown(&save.to_string_lossy());
        return Err(Problem::usage(format!("--save cannot be {name}: it is an input")));
    }
    Ok(Aspects { place, watching, last, heard: None, documents, save })
}

/// Whether two paths are of one file.
fn is_one_file(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// Where the original is kept, if it is.
fn kept(args: &AnswerArgs, surroundings: &Surroundings) -> Result<Option<Place>, Problem> {
    if args.keeping.no_store { Ok(None) } else { storage::place_or_warning(surroundings) }
}

/// What every answer follows. Nothing is known of the run, and the input has no name.
pub(super) fn settings(args: &AnswerArgs, surroundings: &Surroundings) -> Result<Settings, Problem> {
    let (mode, limits) = mode_and_limits(&args.limits, surroundings)?;
    let bytes = most_bytes(&args.limits, surroundings)?;
    let failing_chars = fit(&args.limits, surroundings)?.and_then(|fit| fit.failing_chars);
    let format = answer_format(args.format.as_deref());
    let colored = colored(args.color.as_ref(), surroundings, format)?;
    let from = args.from.as_deref().map_or(Ok(From::Auto), runner)?;
    let redaction = args.keeping.redaction();
    let patterns = patterns::read(&args.patterns, surroundings)?;
    let slowest = args.slowest.as_deref().map(slowest).transpose()?.unwrap_or(0);
    let person = surroundings.stdout == Attached::Terminal && format == AnswerFormat::Text;
    let reader = if person { Reader::Person } else { Reader::Program };
    let folder = surroundings.folder.as_ref().map(|folder| folder.to_string_lossy().into_owned());
    Ok(Settings {
        mode,
        limits,
        bytes,
        failing_chars,
        format,
        colored,
        reader,
        slowest,
        from,
        redaction,
        patterns,
        rows: rows::read(&args.rows, surroundings)?,
        folder,
        ..Settings::default()
    })
}

/// A value and where it was given, for messages: `--max-chars` or `WEIR_MAX_CHARS`.
pub(super) struct Given {
    pub(super) word: String,
    pub(super) by: &'static str,
}

/// The option's value, or else the variable's.
pub(super) fn given(
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

pub(super) fn not_a_number(word: &str, by: &str) -> Problem {
    Problem::usage(format!("{by} must be a whole number, not {}", shown(word)))
        .hint("digits, and k, M or G for thousands, millions or thousands of millions: 500, 8k, 10M")
}

pub(super) fn not_one_of(word: &str, by: &str, known: &[&str]) -> Problem {
    let problem = Problem::usage(format!("{by} cannot be {}", shown(word)));
    let values = format!("the values are {}", known.join(", "));
    match nearest(word, known.iter().copied()) {
        Some(near) => problem.hint(format!("did you mean '{near}'? {values}")),
        None => problem.hint(values),
    }
}

fn child_exit(word: &str) -> Result<i32, Problem> {
    match amount(word).map(u8::try_from) {
        Some(Ok(status)) => Ok(i32::from(status)),
        Some(Err(_)) => Err(Problem::usage(format!("--child-exit must be 0 to 255, not {}", shown(word)))),
        None => Err(not_a_number(word, "--child-exit")),
    }
}

/// Clap lets nothing but these values through.
pub(super) fn answer_format(word: Option<&str>) -> AnswerFormat {
    match word {
        Some("json") => AnswerFormat::Json,
        _ => AnswerFormat::Text,
    }
}

pub(super) fn colored(
    typed: Option<&String>,
    surroundings: &Surroundings,
    format: AnswerFormat,
) -> Result<Colored, Problem> {
    let color = match given(typed, "--color", surroundings, "WEIR_COLOR") {
        None => Color::Auto,
        Some(Given { word, by }) => match word.as_str() {
            "auto" => Color::Auto,
            "always" => Color::Always,
            "never" => Color::Never,
            _ => return Err(not_one_of(&word, by, &["auto", "always", "never"])),
        },
    };
    let is = |name: &str, word: &str| surroundings.variable(name).is_some_and(|value| value == word);
    let off = || is("FORCE_COLOR", "0") || is("FORCE_COLOR", "false");
    // It is often set for tools, and an agent pays for each char.
    let asked = || surroundings.variable("FORCE_COLOR").is_some() && surroundings.agent().is_none();
    let forced = || {
        surroundings.variable("CLICOLOR_FORCE").is_some() && !is("CLICOLOR_FORCE", "0") || asked() && !off()
    };
    let dumb = || off() || is("TERM", "dumb") || is("CLICOLOR", "0");
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
    if let Some(name) = names.iter().find(|name| registry::answers_to(Runner(name), &plain)) {
        return Ok(From::Runner((*name).to_owned()));
    }
    let problem = Problem::usage(format!("unknown runner {}", shown(word)));
    Err(match nearest(&plain, names) {
        Some(near) => problem.hint(format!("did you mean '{near}'? see 'weir runners'")),
        None => problem.hint("see 'weir runners'"),
    })
}

/// The files, or standard input when there are none; each can be read.
pub(super) fn inputs(files: &[PathBuf], surroundings: &Surroundings) -> Result<Vec<Input>, Problem> {
    let mut inputs: Vec<_> = files
        .iter()
        .map(|path| match path.as_os_str().to_str() {
            Some("-") => Input::Stdin,
            _ => Input::File(path.clone()),
        })
        .collect();
    if inputs.is_empty() {
        if surroundings.stdin == Attached::Terminal {
            return Err(Problem::usage("nothing to read: standard input is the terminal")
                .hint("name a FILE, or send text through a pipe; '-' reads what is typed"));
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
pub(super) fn readable(path: &Path) -> Result<(), Problem> {
    let what = format!("failed to read {}", shown(&path.to_string_lossy()));
    let problem = |cause: &str| Problem::usage(cause).context(&what);
    let unreadable = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => problem("no such file"),
        _ => Problem::unusable(error).context(&what),
    };
    // A device of Windows can be opened, and nothing else is known of it.
    if fs::metadata(path).is_ok_and(|found| found.is_dir()) {
        let batch = format!("'weir batch {}' judges the logs in it", command_line(&[path.into()]));
        return Err(problem("it is a directory").hint(format!("{batch}; an .xcresult folder is a --report")));
    }
    system::may_read(path).map_err(unreadable)
}

/// The name of the input when it is one regular file, so that a command can show more of the same; not when the name
/// cannot be printed as it is.
fn input_name(inputs: &[Input]) -> Option<String> {
    match inputs {
        [Input::File(path)] if fs::metadata(path).is_ok_and(|file| file.is_file()) => {
            path.to_str().filter(|name| is_printable(name)).map(str::to_owned)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Limits, Mode};
    use crate::cli::args;

    fn decided(words: &[&str], surroundings: &Surroundings) -> Result<Job, String> {
        let words = std::iter::once("weir").chain(words.iter().copied()).map(std::ffi::OsString::from);
        args::parse(words).and_then(|call| resolve(call, surroundings)).map_err(|problem| problem.to_string())
    }

    fn settings(words: &[&str], surroundings: &Surroundings) -> Settings {
        match decided(words, surroundings) {
            Ok(Job::Filter { settings, .. }) => settings,
            other => panic!("{words:?}: {other:?}"),
        }
    }

    fn refused(words: &[&str], surroundings: &Surroundings) -> String {
        decided(words, surroundings).expect_err("a refusal")
    }

    fn plain() -> Surroundings {
        Surroundings::default()
    }

    #[test]
    fn nothing_typed_is_standard_input_in_standard_mode() {
        let expected = Job::Filter {
            settings: Settings::default(),
            inputs: vec![Input::Stdin],
            reports: Vec::new(),
            aspects: Aspects::default(),
            exit_by: ExitBy::Verdict,
        };
        assert_eq!(decided(&[], &plain()), Ok(expected));
    }

    #[test]
    fn an_option_comes_before_its_variable_and_the_variable_before_the_mode() {
        let around = plain()
            .with("WEIR_MODE", "minimal")
            .with("WEIR_MAX_CHARS", "700")
            .with("WEIR_MAX_LINES", "7")
            .with("WEIR_MAX_LINE_CHARS", "70");
        let by_variables = settings(&[], &around);
        assert_eq!(by_variables.mode, Mode::Minimal);
        assert_eq!(by_variables.limits, Limits { chars: 700, lines: 7, line_chars: 70 });
        let words = ["--mode", "verbose", "--max-chars", "800", "--max-lines", "8", "--max-line-chars", "80"];
        let by_options = settings(&words, &around);
        assert_eq!(by_options.mode, Mode::Verbose);
        assert_eq!(by_options.limits, Limits { chars: 800, lines: 8, line_chars: 80 });
    }

    #[test]
    fn a_limit_that_is_not_given_is_the_modes() {
        let settings = settings(&["-m", "verbose", "--max-chars", "400"], &plain());
        assert_eq!(settings.limits, Limits { chars: 400, lines: 4000, line_chars: 500 });
    }

    #[test]
    fn an_empty_variable_counts_as_unset() {
        let around = plain()
            .with("WEIR_MODE", "")
            .with("WEIR_MAX_CHARS", "")
            .with("WEIR_MAX_LINES", "")
            .with("WEIR_MAX_LINE_CHARS", "")
            .with("WEIR_COLOR", "")
            .with("NO_COLOR", "")
            .with("CLICOLOR_FORCE", "");
        assert_eq!(settings(&[], &around), Settings::default());
    }

    #[test]
    fn a_wrong_variable_is_refused_by_its_name_unless_an_option_overrules_it() {
        for (name, value, printed) in [
            (
                "WEIR_MODE",
                "large",
                "WEIR_MODE cannot be 'large'\nhint: the values are minimal, standard, verbose",
            ),
            ("WEIR_MAX_CHARS", "399", "WEIR_MAX_CHARS must be at least 400, not '399'"),
            ("WEIR_MAX_LINES", "3", "WEIR_MAX_LINES must be at least 4, not '3'"),
            ("WEIR_MAX_LINE_CHARS", "59", "WEIR_MAX_LINE_CHARS must be at least 60, not '59'"),
            (
                "WEIR_COLOR",
                "alway",
                "WEIR_COLOR cannot be 'alway'\nhint: did you mean 'always'? the values are auto, always, never",
            ),
        ] {
            assert_eq!(refused(&[], &plain().with(name, value)), printed);
        }
        assert_eq!(settings(&["-m", "standard"], &plain().with("WEIR_MODE", "large")), Settings::default());
    }

    #[test]
    fn a_limit_is_a_plain_number_within_its_bounds() {
        for option in ["--max-chars", "--max-lines", "--max-line-chars"] {
            let bound = |word| refused(&[option, word], &plain());
            for word in ["", "abc", "-1", "+500", "1e9", "500.0", " 500", "５", "0x500", "1_000"] {
                let printed = format!("{option} must be a whole number, not ");
                assert!(bound(word).starts_with(&printed), "{word:?}: {}", bound(word));
            }
            assert!(bound("0").starts_with(&format!("{option} must be at least ")));
            for word in
                ["1000001", "2147483648", "9223372036854775808", "18446744073709551616", &"9".repeat(31)]
            {
                let printed =
                    format!("{option} must be at most 1000000, the ceiling of every answer, not '{word}'");
                assert_eq!(bound(word), printed);
            }
            assert!(decided(&[option, "1000000"], &plain()).is_ok());
            assert!(decided(&[option, "000500"], &plain()).is_ok());
        }
    }

    #[test]
    fn an_exit_status_is_a_byte() {
        assert_eq!(settings(&["--child-exit", "0"], &plain()).exit, Some(0));
        assert_eq!(settings(&["--child-exit", "255"], &plain()).exit, Some(255));
        let wrong = ["256", "-1", "", "x"].map(|word| refused(&["--child-exit", word], &plain()));
        assert_eq!(wrong[0], "--child-exit must be 0 to 255, not '256'");
        for printed in &wrong[1..] {
            assert!(printed.starts_with("--child-exit must be a whole number"), "{printed}");
        }
    }

    #[test]
    fn a_runner_is_found_by_its_name_however_it_is_spelled() {
        for word in ["go test", "go-test", "Go_Test"] {
            let from = settings(&["--from", word], &plain()).from;
            assert_eq!(from, From::Runner("go test".to_owned()), "{word}");
        }
        for name in registry::names() {
            assert_eq!(settings(&["--from", name], &plain()).from, From::Runner(name.to_owned()));
        }
        assert_eq!(settings(&["--from", "auto"], &plain()).from, From::Auto);
        assert_eq!(
            refused(&["--from", "py-tset"], &plain()),
            "unknown runner 'py-tset'\nhint: did you mean 'pytest'? see 'weir runners'"
        );
        assert_eq!(refused(&["--from", "zzz"], &plain()), "unknown runner 'zzz'\nhint: see 'weir runners'");
    }

    #[test]
    fn colours_follow_the_option_then_the_environment_then_the_terminal() {
        let terminal = Surroundings { stdout: Attached::Terminal, ..plain() };
        let colored =
            |words: &[&str], around: &Surroundings| settings(words, around).colored == Colored::Colored;
        assert!(!colored(&[], &plain()));
        assert!(colored(&[], &terminal));
        assert!(!colored(&[], &terminal.clone().with("TERM", "dumb")));
        assert!(!colored(&[], &terminal.clone().with("NO_COLOR", "1")));
        assert!(colored(&[], &plain().with("CLICOLOR_FORCE", "1")));
        assert!(!colored(&[], &plain().with("CLICOLOR_FORCE", "0")));
        assert!(!colored(&[], &plain().with("CLICOLOR_FORCE", "1").with("NO_COLOR", "1")));
        assert!(colored(&[], &plain().with("FORCE_COLOR", "3")));
        assert!(!colored(&[], &plain().with("FORCE_COLOR", "1").with("NO_COLOR", "1")));
        assert!(!colored(&[], &plain().with("FORCE_COLOR", "1").with("CLAUDECODE", "1")));
        assert!(!colored(&[], &terminal.clone().with("FORCE_COLOR", "0")));
        assert!(!colored(&[], &terminal.clone().with("CLICOLOR", "0")));
        assert!(colored(&[], &plain().with("WEIR_COLOR", "always").with("NO_COLOR", "1")));
        assert!(!colored(&["--color", "never"], &terminal.clone().with("WEIR_COLOR", "always")));
        assert!(colored(&["--color", "always"], &plain().with("NO_COLOR", "1")));
        assert!(!colored(&["--color", "always", "--format", "json"], &terminal));
    }

    #[test]
    fn a_terminal_is_read_only_when_it_is_asked_for() {
        let terminal = Surroundings { stdin: Attached::Terminal, ..plain() };
        let printed = refused(&["-m", "minimal"], &terminal);
        assert_eq!(printed, NOTHING_TO_READ);
        let of_a_piece = refused(&["page"], &terminal);
        assert!(
            of_a_piece.starts_with("nothing to read: standard input is the terminal\nhint: "),
            "{of_a_piece}"
        );
        assert!(
            matches!(decided(&["-"], &terminal), Ok(Job::Filter { inputs, .. }) if inputs == [Input::Stdin])
        );
        assert_eq!(decided(&["runners"], &terminal), Ok(Job::Runners(AnswerFormat::Text)));
    }

    #[test]
    fn a_directory_is_refused_on_standard_input_and_as_a_file() {
        let directory = Surroundings { stdin: Attached::Directory, ..plain() };
        assert_eq!(refused(&[], &directory), "failed to read standard input: it is a directory");
        assert_eq!(
            refused(&["src"], &plain()),
            "failed to read 'src': it is a directory\nhint: 'weir batch src' judges the logs in it; an .xcresult folder is a --report"
        );
    }

    #[test]
    fn a_missing_file_is_refused_and_a_mistyped_subcommand_explained() {
        assert_eq!(refused(&["Cargo.toml", "no such"], &plain()), "failed to read 'no such': no such file");
        assert_eq!(
            refused(&["runer"], &plain()),
            "failed to read 'runer': no such file\nhint: did you mean 'weir runners'? 'weir -h' lists the commands"
        );
    }

    #[test]
    fn a_missing_report_is_not_refused() {
        let job = decided(&["--report", "no such"], &plain());
        assert!(matches!(job, Ok(Job::Filter { reports, .. }) if reports == [Path::new("no such")]));
    }

    #[cfg(unix)]
    #[test]
    fn the_input_has_a_name_when_it_is_one_regular_file() {
        let name = |words: &[&str]| settings(words, &plain()).input_name;
        assert_eq!(name(&["Cargo.toml"]), Some("Cargo.toml".to_owned()));
        assert_eq!(name(&[]), None);
        assert_eq!(name(&["-"]), None);
        assert_eq!(name(&["/dev/null"]), None);
        assert_eq!(name(&["Cargo.toml", "Cargo.toml"]), None);
    }

    #[test]
    fn a_command_is_everything_after_two_dashes_and_the_options_before_are_ours() {
        let words =
            ["run", "-m", "minimal", "--timeout", "90s", "--report", "r.xml", "--", "a b", "-m", "--", ""];
        let around = plain().with("WEIR_MAX_LINES", "7");
        let Ok(Job::Run { settings, command, folder: None, terms, reports, aspects: _ }) =
            decided(&words, &around)
        else {
            panic!()
        };
        assert_eq!((settings.mode, settings.limits.lines, settings.exit), (Mode::Minimal, 7, None));
        assert_eq!(command, ["a b", "-m", "--", ""]);
        assert_eq!(settings.command.as_deref(), Some("'a b' -m -- ''"));
        assert_eq!(terms.limit, Some(std::time::Duration::from_secs(90)));
        assert_eq!(reports, [Path::new("r.xml")]);
        let last = decided(&["run", "-m", "minimal", "-m", "verbose", "--", "x"], &plain());
        assert!(matches!(last, Ok(Job::Run { settings, .. }) if settings.mode == Mode::Verbose));
    }

    #[test]
    fn a_run_without_a_command_or_with_a_wrong_option_is_refused() {
        for (words, printed) in [
            (
                &["run"][..],
                "missing COMMAND\nhint: the command follows the options, as in 'weir run cargo test'",
            ),
            (
                &["run", "--"],
                "missing COMMAND\nhint: the command follows the options, as in 'weir run cargo test'",
            ),
            (
                &["run", "--exit-zero", "--", "true"],
                "unknown option '--exit-zero'\nhint: see 'weir run --help'",
            ),
            (&["run", "--timeout", "0", "--", "true"], "--timeout must be more than nothing, not '0'"),
        ] {
            assert_eq!(refused(words, &plain()), printed);
        }
    }

    #[test]
    fn help_and_version_are_reported_whatever_else_is_wrong() {
        assert!(matches!(decided(&["--help"], &plain().with("WEIR_MODE", "x")), Ok(Job::Tell(_))));
        let version = format!("weir {}\n", env!("CARGO_PKG_VERSION"));
        assert_eq!(decided(&["--version"], &plain()), Ok(Job::Tell(version)));
    }
}
