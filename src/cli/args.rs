//! What was typed, word for word.
//!
//! This module mirrors the keyboard and decides nothing: numbers are still text, files are not looked at, the
//! environment is not read. What it means is `resolve`'s matter. Clap refuses only what no meaning could have, an
//! unknown option say, and its refusals are put into weir's own words here.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Args as _, CommandFactory, FromArgMatches, Parser, Subcommand, ValueHint};
use clap_complete::Shell;

use super::batch::args::BatchArgs;
use super::chunk::args::ChunkArgs;
use super::compile::CompileArgs;
use super::complete::ASKED;
use super::config::args::ConfigArgs;
use super::digest::args::DigestArgs;
use super::doctor::args::DoctorArgs;
use super::exit::Problem;
use super::gain::GainArgs;
use super::help::help;
use super::mcp::args::McpArgs;
use super::options::{DocumentArgs, KeepingArgs, LimitArgs};
use super::pack::args::PackArgs;
use super::page::args::PageArgs;
use super::proxy::args::ProxyArgs;
use super::refused::in_own_words;
use super::rows::args::{RowsArgs, TrustArgs};
use super::setup::args::SetupArgs;
use super::stats::args::StatsArgs;
use super::tap::args::TapArgs;
use super::tokens::args::TokensArgs;

/// Help and error messages are wrapped at this many columns at most.
const WIDTH: usize = 100;

/// Shortens the output of test runners and build tools: every failure is shown, and nothing is cut without a word.
#[derive(Debug, Parser)]
#[command(
    name = "weir",
    version,
    args_conflicts_with_subcommands = true,
    args_override_self = true,
    max_term_width = WIDTH,
    override_usage = "COMMAND 2>&1 | weir [OPTIONS]\n       weir [OPTIONS] [FILE]...\n       weir run [OPTIONS] [--] CMD...\n       weir <COMMAND>",
)]
pub struct Args {
    /// What is filtered, and how.
    #[command(flatten)]
    pub filter: FilterArgs,

    /// What to do instead of filtering.
    #[command(subcommand)]
    pub subcommand: Option<Typed>,
}

/// The main job: logs in, an answer out.
#[derive(Debug, clap::Args)]
pub struct FilterArgs {
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

    /// Your own patterns of failures, in TOML; may be repeated
    #[arg(long, value_name = "FILE", help_heading = "Input", value_hint = ValueHint::FilePath)]
    pub patterns: Vec<PathBuf>,

    /// Your own tool as rows, see 'weir help rows'; may be repeated
    #[arg(long, value_name = "FILE", help_heading = "Input", value_hint = ValueHint::FilePath)]
    pub rows: Vec<PathBuf>,

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

    /// Show no progress, in a CI not even the line that tells now and then that the run goes on
    #[arg(long, help_heading = "Output", conflicts_with = "progress", hide_short_help = true)]
    pub quiet: bool,

    /// Write the whole output, without its secrets, into a file, too; '.gz' and '.zst' are packed
    #[arg(long, value_name = "FILE", help_heading = "Output", hide_short_help = true,
          value_hint = ValueHint::FilePath)]
    pub save: Option<PathBuf>,

    /// Compare with the last run of this name in this folder; 'weir run' has its command as a name
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    pub name: Option<String>,

    /// Do not compare with the last run, and do not remember this one
    #[arg(long, help_heading = "Output")]
    pub no_compare: bool,

    /// List the N slowest tests whose time the runner prints
    #[arg(long, value_name = "N", help_heading = "Output", allow_negative_numbers = true)]
    pub slowest: Option<String>,

    /// What is written beside it.
    #[command(flatten)]
    pub documents: DocumentArgs,

    /// What becomes of the input.
    #[command(flatten)]
    pub keeping: KeepingArgs,
}

/// The terms on which a command runs, as typed.
#[derive(Debug, Default, clap::Args)]
pub struct TermArgs {
    /// End the command after this time, such as 90s, 5m or 1.5h, and exit with 124
    #[arg(long, value_name = "DURATION", help_heading = "Command", allow_negative_numbers = true)]
    pub timeout: Option<String>,

    /// Give the command a terminal to print to, 200 columns wide, for colours; not on Windows
    #[arg(long, help_heading = "Command", hide_short_help = true)]
    pub pty: bool,
}

/// A subcommand as typed.
#[derive(Debug, Subcommand)]
pub enum Typed {
    /// Run a command, print the answer, and exit with the command's own code
    #[command(args_override_self = true, override_usage = "weir run [OPTIONS] [--] CMD...")]
    Run {
        /// What the answer is to be.
        #[command(flatten)]
        answer: Box<AnswerArgs>,

        /// The terms on which the command runs.
        #[command(flatten)]
        terms: TermArgs,

        /// The command and its arguments, as they are; '--' before it may be left out
        #[arg(value_name = "CMD", trailing_var_arg = true, required = true, value_hint = ValueHint::CommandWithArguments)]
        command: Vec<OsString>,
    },
    /// Run only the failed tests of a stored run again
    #[command(args_override_self = true, override_usage = "weir rerun [OPTIONS] [last|ID]")]
    Rerun {
        /// What the answer is to be.
        #[command(flatten)]
        answer: Box<AnswerArgs>,

        /// The terms on which the command runs.
        #[command(flatten)]
        terms: TermArgs,

        /// The run: its id or the beginning of it, or 'last', the newest of this folder [default: last]
        #[arg(value_name = "ID")]
        id: Option<String>,
    },
    /// List the stored runs, or show one again
    Show(Box<ShowArgs>),
    /// Count what the answers of the stored runs saved, compared with an agent's own cut
    Gain(GainArgs),
    /// Judge many logs: one line of JSON for each, and a summary
    #[command(args_override_self = true, override_usage = "weir batch [OPTIONS] PATH...")]
    Batch(Box<BatchArgs>),
    /// Pass a pipe on, byte for byte, and print the verdict on standard error
    #[command(args_override_self = true, override_usage = "COMMAND 2>&1 | weir tap [OPTIONS] | COMMAND")]
    Tap(TapArgs),
    /// List the runners and tools that weir recognizes
    Runners {
        /// The form of the list [default: text]
        #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(["text", "json"]))]
        format: Option<String>,
    },
    /// Check a file of rows, which describes a tool of your own, or propose one
    #[command(subcommand)]
    Rows(RowsArgs),
    /// Read the rows in .weir of this folder from now on, as they are
    Trust(TrustArgs),
    /// Set weir up in the shell of a coding agent; without AGENT, list the agents
    #[command(args_override_self = true, override_usage = "weir setup [OPTIONS] [AGENT]")]
    Setup(SetupArgs),
    /// Test whether weir works in an agent's shell; exit with 1 when something is wrong
    #[command(args_override_self = true, override_usage = "weir doctor [OPTIONS] [AGENT]")]
    Doctor(DoctorArgs),
    /// Run as an MCP server, through which an agent runs tests and reads files
    #[command(args_override_self = true, override_usage = "weir mcp [OPTIONS]")]
    Mcp(Box<McpArgs>),
    /// Run in front of an MCP server, and make its long answers short
    #[command(args_override_self = true, override_usage = "weir proxy [OPTIONS] -- SERVER [ARG]...")]
    Proxy(Box<ProxyArgs>),
    /// Print figures from the records of 'weir proxy' and 'weir mcp'
    Stats(Box<StatsArgs>),
    /// Check or show the configuration
    #[command(subcommand)]
    Config(ConfigArgs),
    /// Show a list in JSON page by page: the first 50 items, and a cursor to the next
    Page(Box<PageArgs>),
    /// Show the main fields of a large JSON document, and how to get the rest
    Digest(Box<DigestArgs>),
    /// Show a long text in chunks that end at entries, paragraphs or sentences
    Chunk(Box<ChunkArgs>),
    /// Count the tokens of text
    Tokens(TokensArgs),
    /// Pack ranked chunks, or whole files, into a budget of tokens
    Pack(Box<PackArgs>),
    /// Make a context fit its window: system prompt, memory, history and tools
    Compile(Box<CompileArgs>),
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

/// The words after `weir show`.
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    /// The run: its id or the beginning of it, or 'last', the newest of this folder; without it, the list of runs
    #[arg(value_name = "ID")]
    pub id: Option<String>,

    /// With 'last': the newest of any folder
    #[arg(long, requires = "id")]
    pub any: bool,

    /// List the failures, a line each
    #[arg(long, group = "part")]
    pub failures: bool,

    /// Show everything on the failures with this name
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

    /// Begin with the run, failure, line or char of this number
    #[arg(long, value_name = "N", group = "start", allow_negative_numbers = true)]
    pub from: Option<String>,

    /// Show this page of the runs, of the failures or of one failure
    #[arg(long, value_name = "N", group = "start", allow_negative_numbers = true)]
    pub page: Option<String>,

    /// Show the list of failures from this cursor on
    #[arg(long, value_name = "CURSOR", group = "start", requires = "failures")]
    pub cursor: Option<String>,

    /// Show these lines: A:B, A-B, A:, :B or A+N
    #[arg(long, value_name = "LINES", requires = "id", conflicts_with_all = ["part", "format"])]
    pub lines: Option<String>,

    /// Show the lines that match a regular expression
    #[arg(long, value_name = "RE", requires = "id", conflicts_with_all = ["part", "format"])]
    pub grep: Option<String>,

    /// With --grep: show this many lines before and after each
    #[arg(short = 'C', long, value_name = "N", requires = "grep", allow_negative_numbers = true)]
    pub context: Option<String>,

    /// Print all stored bytes, but not to a terminal
    #[arg(long, requires = "id", conflicts_with_all = ["part", "lines", "grep", "purge", "format"])]
    pub raw: bool,

    /// Remove the run; without ID, all runs and what later runs are compared with
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
    /// What may follow these words in a shell; the last of them is not whole yet.
    Complete(Vec<OsString>),
}

/// The command line's definition, without the texts that follow the options.
#[must_use]
pub fn bare_command() -> clap::Command {
    Args::command()
}

/// The definition of a command line without a subcommand.
fn filter_command() -> clap::Command {
    FilterArgs::augment_args(clap::Command::new("weir").args_override_self(true))
}

/// Reads the words of a command line, the program's name first.
///
/// # Errors
/// A problem of usage: an unknown option, a missing value, a value that is not one of the possible ones.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Call, Problem> {
    let words: Vec<OsString> = words.into_iter().collect();
    if let [_, asked, _, typed @ ..] = words.as_slice()
        && asked == ASKED
    {
        return Ok(Call::Complete(typed.to_vec()));
    }
    // Only a first word can be a subcommand. Without one they need not be built, which is a sixth of a short run.
    if words.get(1).is_none_or(|word| word.as_encoded_bytes().starts_with(b"-"))
        && let Ok(matches) = filter_command().try_get_matches_from(&words)
        && let Ok(args) = Args::from_arg_matches(&matches)
    {
        return Ok(Call::Do(Box::new(args)));
    }
    let matches = bare_command().try_get_matches_from(&words);
    match matches.and_then(|matches| Args::from_arg_matches(&matches)) {
        Ok(args) => Ok(Call::Do(Box::new(args))),
        Err(refusal) => match refusal.kind() {
            ErrorKind::DisplayHelp => Ok(Call::Tell(help(&words))),
            ErrorKind::DisplayVersion => Ok(Call::Tell(refusal.render().to_string())),
            _ => Err(in_own_words(&refusal, &words)),
        },
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

    #[test]
    fn the_definition_is_consistent() {
        bare_command().debug_assert();
    }

    #[test]
    fn the_values_offered_for_the_mode_are_the_modes() {
        let offered: Vec<_> = bare_command()
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
        assert_eq!(args.filter.answer.limits.mode.as_deref(), Some("verbose"));
        assert_eq!(args.filter.answer.report, [PathBuf::from("a.xml"), PathBuf::from("b.xml")]);
    }

    #[test]
    fn a_subcommand_is_one_only_as_the_first_word() {
        assert!(matches!(typed(&["runners"]).subcommand, Some(Typed::Runners { format: None })));
        for words in [["./runners"].as_slice(), &["-m", "minimal", "runners"], &["--", "runners"]] {
            let args = typed(words);
            assert!(args.subcommand.is_none() && args.filter.files.len() == 1, "{words:?}");
        }
        assert_eq!(
            typed(&["a.log", "runners"]).filter.files,
            [PathBuf::from("a.log"), PathBuf::from("runners")]
        );
    }

    #[test]
    fn a_call_without_a_subcommand_means_the_same_where_none_is_built() {
        for line in [
            "",
            "-m minimal",
            "--exit-zero --child-exit 3",
            "- a.log",
            "-- run",
            "--report a --report b x run",
        ] {
            let words: Vec<OsString> =
                ["weir"].into_iter().chain(line.split_whitespace()).map(OsString::from).collect();
            let read = |command: clap::Command| {
                Args::from_arg_matches(&command.try_get_matches_from(&words).unwrap()).unwrap()
            };
            assert_eq!(
                format!("{:?}", read(filter_command())),
                format!("{:?}", read(bare_command())),
                "{line}"
            );
        }
    }

    #[test]
    fn a_negative_number_is_a_value_and_not_an_option() {
        assert_eq!(typed(&["--max-chars", "-1"]).filter.answer.limits.max_chars.as_deref(), Some("-1"));
    }

    #[test]
    fn a_command_needs_no_dashes_before_it_and_its_words_are_its_own() {
        let command = |words: &[&str]| match typed(words).subcommand {
            Some(Typed::Run { command, answer, .. }) => (command, answer.limits.mode),
            other => panic!("{other:?}"),
        };
        let expected = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        for (words, its) in [
            (&["run", "cargo", "test"][..], &["cargo", "test"][..]),
            (
                &["run", "cargo", "test", "-m", "x", "--help", "-h"],
                &["cargo", "test", "-m", "x", "--help", "-h"],
            ),
            (&["run", "cargo", "test", "--", "--nocapture"], &["cargo", "test", "--", "--nocapture"]),
            (&["run", "--", "cargo", "test", "--", "-q"], &["cargo", "test", "--", "-q"]),
            (&["run", "--", "-m", "--"], &["-m", "--"]),
        ] {
            assert_eq!(command(words), (expected(its), None), "{words:?}");
        }
        let with_mode = command(&["run", "-m", "minimal", "make", "-j2"]);
        assert_eq!(with_mode, (expected(&["make", "-j2"]), Some("minimal".to_owned())));
    }
}
