//! What was typed, word for word.
//!
//! This module mirrors the keyboard and decides nothing: numbers are still text, files are not looked at, the
//! environment is not read. What it means is `resolve`'s matter. Clap refuses only what no meaning could have, an
//! unknown option say, and its refusals are put into weir's own words here.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint};
use clap_complete::Shell;

use super::batch::args::BatchArgs;
use super::chunk::args::ChunkArgs;
use super::compile::CompileArgs;
use super::config::args::ConfigArgs;
use super::digest::args::DigestArgs;
use super::doctor::args::DoctorArgs;
use super::exit::Problem;
use super::manual;
use super::mcp::args::McpArgs;
use super::options::{DocumentArgs, KeepingArgs, LimitArgs};
use super::pack::args::PackArgs;
use super::page::args::PageArgs;
use super::proxy::args::ProxyArgs;
use super::setup::args::SetupArgs;
use super::stats::args::StatsArgs;
use super::tap::args::TapArgs;
use super::tokens::args::TokensArgs;
use super::words::shown;

/// Help and error messages are wrapped at this many columns at most.
const WIDTH: usize = 100;

/// Where the command of `weir run` is looked for.
const COMMAND_STANDS: &str = "a command stands behind '--', as in 'weir run -- cargo test'";

/// Prints a bounded answer from the output of test runners and build tools: every failure, nothing cut silently.
#[derive(Debug, Parser)]
#[command(
    name = "weir",
    version,
    args_conflicts_with_subcommands = true,
    args_override_self = true,
    max_term_width = WIDTH,
    override_usage = "COMMAND 2>&1 | weir [OPTIONS]\n       weir [OPTIONS] [FILE]...\n       weir run [OPTIONS] -- CMD...\n       weir <COMMAND>",
)]
pub struct Args {
    /// Logs to read, in this order; '-' or no FILE is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,

    /// What the answer is to be.
    #[command(flatten)]
    pub answer: AnswerArgs,

    /// The exit status of the run, 0 to 255, when you know it
    #[arg(long, value_name = "N", help_heading = "Input", allow_negative_numbers = true)]
    pub child_exit: Option<String>,

    /// Exit with 0 whatever the verdict is
    #[arg(long, help_heading = "Output")]
    pub exit_zero: bool,

    /// What to do instead of filtering.
    #[command(subcommand)]
    pub subcommand: Option<Typed>,
}

/// The options of everything that answers.
#[derive(Debug, Default, clap::Args)]
pub struct AnswerArgs {
    /// How much it may hold.
    #[command(flatten)]
    pub limits: LimitArgs,

    /// Read the input as the output of this runner, named as by 'weir runners' [default: auto]
    #[arg(long, value_name = "RUNNER", help_heading = "Input")]
    pub from: Option<String>,

    /// A report of the same run: JUnit XML, an .xcresult folder or its saved JSON; may be repeated
    #[arg(long, value_name = "FILE", help_heading = "Input", value_hint = ValueHint::AnyPath)]
    pub report: Vec<PathBuf>,

    /// Patterns of failures of your own, in TOML; may be repeated
    #[arg(long, value_name = "FILE", help_heading = "Input", value_hint = ValueHint::FilePath)]
    pub patterns: Vec<PathBuf>,

    /// The form of the answer [default: text]
    #[arg(long, value_name = "FORMAT", help_heading = "Output",
          value_parser = PossibleValuesParser::new(["text", "json"]))]
    pub format: Option<String>,

    /// Colour weir's own lines [default: auto]
    #[arg(long, value_name = "WHEN", help_heading = "Output",
          value_parser = PossibleValuesParser::new(["auto", "always", "never"]))]
    pub color: Option<String>,

    /// Show progress on standard error: a bar on a terminal, or with 'always' plain lines [default: auto]
    #[arg(long, value_name = "WHEN", help_heading = "Output",
          value_parser = PossibleValuesParser::new(["auto", "always", "never"]))]
    pub progress: Option<String>,

    /// Compare with the last run of this name in this folder; 'weir run' has its command as a name
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    pub name: Option<String>,

    /// Say nothing of the last run, and remember nothing of this one
    #[arg(long, help_heading = "Output")]
    pub no_compare: bool,

    /// Tell the N slowest tests of which the runner prints the time
    #[arg(long, value_name = "N", help_heading = "Output", allow_negative_numbers = true)]
    pub slowest: Option<String>,

    /// What is written beside it.
    #[command(flatten)]
    pub documents: DocumentArgs,

    /// What becomes of the input.
    #[command(flatten)]
    pub keeping: KeepingArgs,
}

/// A subcommand as typed.
#[derive(Debug, Subcommand)]
pub enum Typed {
    /// Run a command and answer for it: its exit status is known, and returned
    #[command(args_override_self = true, override_usage = "weir run [OPTIONS] -- CMD...")]
    Run {
        /// What the answer is to be.
        #[command(flatten)]
        answer: Box<AnswerArgs>,

        /// End the command after this time, 90s, 5m or 1.5h say, and exit with 124
        #[arg(long, value_name = "DURATION", help_heading = "Command", allow_negative_numbers = true)]
        timeout: Option<String>,

        /// The command and its arguments, as they are
        #[arg(value_name = "CMD", last = true, required = true, value_hint = ValueHint::CommandWithArguments)]
        command: Vec<OsString>,
    },
    /// Run again what failed in a stored run, and nothing else, as 'weir run' does
    #[command(args_override_self = true, override_usage = "weir rerun [OPTIONS] [last|ID]")]
    Rerun {
        /// What the answer is to be.
        #[command(flatten)]
        answer: Box<AnswerArgs>,

        /// End the command after this time, 90s, 5m or 1.5h say, and exit with 124
        #[arg(long, value_name = "DURATION", help_heading = "Command", allow_negative_numbers = true)]
        timeout: Option<String>,

        /// The run: its id, a beginning of it that only one has, or 'last', the newest of this folder [default: last]
        #[arg(value_name = "ID")]
        id: Option<String>,
    },
    /// Hand on what a pipe brings, byte for byte, and say on standard error how the run ended
    #[command(args_override_self = true, override_usage = "COMMAND 2>&1 | weir tap [OPTIONS] | COMMAND")]
    Tap(TapArgs),
    /// List the runners and tools whose output is recognised
    Runners {
        /// The form of the list [default: text]
        #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(["text", "json"]))]
        format: Option<String>,
    },
    /// List the stored runs, or show one again
    Show(Box<ShowArgs>),
    /// Bring a context within its window: system prompt, memory, history and tools
    Compile(Box<CompileArgs>),
    /// Judge many logs: a line of JSON for each, and one that sums up
    #[command(args_override_self = true, override_usage = "weir batch [OPTIONS] PATH...")]
    Batch(Box<BatchArgs>),
    /// Stand in front of an MCP server: any server, its answers bounded, nothing lost
    #[command(args_override_self = true, override_usage = "weir proxy [OPTIONS] -- SERVER [ARG]...")]
    Proxy(Box<ProxyArgs>),
    /// Be an MCP server: an agent runs tests and reads files through it, and gets bounded answers
    #[command(args_override_self = true, override_usage = "weir mcp [OPTIONS]")]
    Mcp(Box<McpArgs>),
    /// Put weir into the shell of a coding agent, without touching what it may run; without AGENT, list them
    #[command(args_override_self = true, override_usage = "weir setup [OPTIONS] [AGENT]")]
    Setup(SetupArgs),
    /// Try whether weir works in an agent's shell, and say what is off; exit with 1 when something is
    #[command(args_override_self = true, override_usage = "weir doctor [OPTIONS] [AGENT]")]
    Doctor(DoctorArgs),
    /// Show a list in JSON page by page: the first 50 items, and a cursor to the next
    Page(Box<PageArgs>),
    /// Show what identifies a large JSON document, and how to get the rest of it
    Digest(Box<DigestArgs>),
    /// Show a long text in chunks, cut where its meaning allows
    Chunk(Box<ChunkArgs>),
    /// Count the tokens of text
    Tokens(TokensArgs),
    /// Pack ranked chunks, or whole files, into a token budget
    Pack(Box<PackArgs>),
    /// Check or show the configuration
    #[command(subcommand)]
    Config(ConfigArgs),
    /// Count the calls that an MCP server was asked for, from their records
    Stats(Box<StatsArgs>),
    /// Print the completion script of a shell
    Completions {
        /// The shell
        #[arg(value_name = "SHELL")]
        shell: Shell,
    },
    /// Write the manual pages into a folder
    Man {
        /// The folder; it is made when it does not exist
        #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
        folder: PathBuf,
    },
}

/// The words behind `weir show`.
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    /// The run: its id, a beginning of it that only one has, or 'last'; without it, the list of runs
    #[arg(value_name = "ID")]
    pub id: Option<String>,

    /// List the failures, a line each
    #[arg(long, group = "part")]
    pub failures: bool,

    /// Show all that is known of the failures of this name
    #[arg(long, value_name = "NAME", requires = "id", group = "part", conflicts_with = "format")]
    pub failure: Option<String>,

    /// The path of a part to show.
    #[arg(
        help = "Show a part of a stored JSON document: .a.b, .items[3]",
        long,
        value_name = "PATH",
        requires = "id",
        group = "part",
        conflicts_with = "format"
    )]
    pub path: Option<String>,

    /// Begin with the run, the failure, the failure's line or the part's char of this number
    #[arg(long, value_name = "N", group = "start", allow_negative_numbers = true)]
    pub from: Option<String>,

    /// Show this page of the runs, of the failures or of one failure
    #[arg(long, value_name = "N", group = "start", allow_negative_numbers = true)]
    pub page: Option<String>,

    /// Go on in the list of failures where this cursor leads to
    #[arg(long, value_name = "CURSOR", group = "start", requires = "failures")]
    pub cursor: Option<String>,

    /// Show these lines: A:B, A-B, A:, :B or A+N
    #[arg(long, value_name = "LINES", requires = "id", conflicts_with_all = ["part", "format"])]
    pub lines: Option<String>,

    /// Show the lines that match a regular expression
    #[arg(long, value_name = "RE", requires = "id", conflicts_with_all = ["part", "format"])]
    pub grep: Option<String>,

    /// With --grep: and this many lines before and after each
    #[arg(short = 'C', long, value_name = "N", requires = "grep", allow_negative_numbers = true)]
    pub context: Option<String>,

    /// Print the stored bytes, all of them and not to a terminal
    #[arg(long, requires = "id", conflicts_with_all = ["part", "lines", "grep", "purge", "format"])]
    pub raw: bool,

    /// Remove the run; without ID all runs, and what later runs would be compared with
    #[arg(long, conflicts_with_all = ["part", "lines", "grep", "format"])]
    pub purge: bool,

    /// With --purge and without ID: do not ask
    #[arg(long, requires = "purge")]
    pub yes: bool,

    /// How much is shown at once.
    #[command(flatten)]
    pub limits: LimitArgs,

    /// The form of the answer or of the list [default: text]
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(["text", "json"]))]
    pub format: Option<String>,

    /// Colour weir's own lines [default: auto]
    #[arg(long, value_name = "WHEN", value_parser = PossibleValuesParser::new(["auto", "always", "never"]))]
    pub color: Option<String>,

    /// What is written beside the answer.
    #[command(flatten)]
    pub documents: DocumentArgs,
}

/// What the words on the command line are.
#[derive(Debug)]
pub enum Call {
    /// Something to do.
    Do(Box<Args>),
    /// A text that was asked for: help or the version.
    Tell(String),
}

/// The command line's definition, without the texts that follow the options.
#[must_use]
pub fn bare_command() -> clap::Command {
    Args::command()
}

/// The command line's definition with everything that `--help` prints.
pub(super) fn command() -> clap::Command {
    bare_command()
        .after_help(manual::after_help(manual::PARTS))
        .mut_subcommand("run", |run| run.after_help(manual::after_help(manual::PARTS_OF_RUN)))
        .mut_subcommand("proxy", |proxy| proxy.after_help(manual::after_help(super::proxy::PARTS)))
        .mut_subcommand("mcp", |mcp| mcp.after_help(manual::after_help(super::mcp::PARTS)))
        .mut_subcommand("batch", |batch| batch.after_help(manual::after_help(super::batch::PARTS)))
}

/// Reads the words of a command line, the program's name first.
///
/// # Errors
/// A problem of usage: an unknown option, a missing value, a value that is not one of the possible ones.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Call, Problem> {
    let matches = command().try_get_matches_from(words);
    match matches.and_then(|matches| Args::from_arg_matches(&matches)) {
        Ok(args) => Ok(Call::Do(Box::new(args))),
        Err(refusal) => match refusal.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                // Help shows what variables of the environment hold.
                Ok(Call::Tell(crate::text::sanitize(&refusal.render().to_string()).0.into_owned()))
            }
            _ => Err(in_own_words(&refusal)),
        },
    }
}

/// Says what clap refused as every other problem is said: what is wrong, and what to do next.
fn in_own_words(refusal: &clap::Error) -> Problem {
    let word = |kind| refusal.get(kind).map(ToString::to_string).unwrap_or_default();
    let option = word(ContextKind::InvalidArg);
    let see_help = "see 'weir --help'";
    match refusal.kind() {
        ErrorKind::UnknownArgument => {
            if !option.starts_with('-') {
                return Problem::usage(format!("unexpected word {}", shown(&option))).hint(COMMAND_STANDS);
            }
            let problem = Problem::usage(format!("unknown option {}", shown(&option)));
            match refusal.get(ContextKind::SuggestedArg) {
                Some(near) => problem.hint(format!("did you mean '{near}'? {see_help}")),
                None => problem.hint(see_help),
            }
        }
        ErrorKind::InvalidValue => {
            let value = word(ContextKind::InvalidValue);
            let problem = if value.is_empty() {
                Problem::usage(format!("'{option}' needs a value"))
            } else {
                Problem::usage(format!("'{option}' cannot be {}", shown(&value)))
            };
            let possible = match refusal.get(ContextKind::ValidValue) {
                Some(ContextValue::Strings(values)) if !values.is_empty() => {
                    format!("the values are {}", values.join(", "))
                }
                _ => see_help.to_owned(),
            };
            match refusal.get(ContextKind::SuggestedValue) {
                Some(near) => problem.hint(format!("did you mean '{near}'? {possible}")),
                None => problem.hint(possible),
            }
        }
        ErrorKind::MissingRequiredArgument if option.starts_with("<CMD>") => {
            Problem::usage(format!("missing {option}")).hint(COMMAND_STANDS)
        }
        ErrorKind::MissingRequiredArgument => Problem::usage(format!("missing {option}")).hint(see_help),
        _ => {
            let rendered = refusal.render().to_string();
            let first = rendered.lines().next().unwrap_or_default();
            Problem::usage(first.strip_prefix("error: ").unwrap_or(first)).hint(see_help)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(words: &[&str]) -> Args {
        match parse(std::iter::once("weir").chain(words.iter().copied()).map(OsString::from)) {
            Ok(Call::Do(args)) => *args,
            other => panic!("{words:?}: {other:?}"),
        }
    }

    fn refused(words: &[&str]) -> String {
        match parse(std::iter::once("weir").chain(words.iter().copied()).map(OsString::from)) {
            Err(problem) => problem.to_string(),
            other => panic!("{words:?}: {other:?}"),
        }
    }

    #[test]
    fn the_definition_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn the_values_offered_for_the_mode_are_the_modes() {
        let offered: Vec<_> = command()
            .get_arguments()
            .find(|option| option.get_id() == "mode")
            .map(|option| {
                option.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect()
            })
            .unwrap_or_default();
        assert_eq!(offered, crate::budget::Mode::ALL.map(|mode| mode.name().to_owned()));
    }

    #[test]
    fn the_last_of_an_option_typed_twice_counts_and_every_report_is_kept() {
        let args = typed(&["-m", "minimal", "--mode=verbose", "--report", "a.xml", "--report", "b.xml"]);
        assert_eq!(args.answer.limits.mode.as_deref(), Some("verbose"));
        assert_eq!(args.answer.report, [PathBuf::from("a.xml"), PathBuf::from("b.xml")]);
    }

    #[test]
    fn a_subcommand_is_one_only_as_the_first_word() {
        assert!(matches!(typed(&["runners"]).subcommand, Some(Typed::Runners { format: None })));
        for words in [["./runners"].as_slice(), &["-m", "minimal", "runners"], &["--", "runners"]] {
            let args = typed(words);
            assert!(args.subcommand.is_none() && args.files.len() == 1, "{words:?}");
        }
        assert_eq!(typed(&["a.log", "runners"]).files, [PathBuf::from("a.log"), PathBuf::from("runners")]);
    }

    #[test]
    fn a_negative_number_is_a_value_and_not_an_option() {
        assert_eq!(typed(&["--max-chars", "-1"]).answer.limits.max_chars.as_deref(), Some("-1"));
    }

    #[test]
    fn a_refusal_says_what_is_wrong_and_what_to_do_next() {
        assert_eq!(
            refused(&["--max-char", "5"]),
            "unknown option '--max-char'\nhint: did you mean '--max-chars'? see 'weir --help'"
        );
        assert_eq!(refused(&["-Z"]), "unknown option '-Z'\nhint: see 'weir --help'");
        assert_eq!(
            refused(&["-m", "verbos"]),
            "'--mode <MODE>' cannot be 'verbos'\nhint: did you mean 'verbose'? the values are minimal, standard, verbose"
        );
        assert_eq!(
            refused(&["--format"]),
            "'--format <FORMAT>' needs a value\nhint: the values are text, json"
        );
        assert_eq!(refused(&["man"]), "missing <DIR>\nhint: see 'weir --help'");
        assert_eq!(
            refused(&["--exit-zero=5"]),
            "unexpected value '5' for '--exit-zero' found; no more were expected\nhint: see 'weir --help'"
        );
    }

    #[test]
    fn a_hostile_option_reaches_the_terminal_escaped() {
        assert_eq!(refused(&["--\u{1b}[2J"]), "unknown option '--\\u{1b}[2J'\nhint: see 'weir --help'");
    }
}
