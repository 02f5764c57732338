//! What there is to do, decided and checked; and its doing.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::PathBuf;

use clap_complete::Shell;

use super::chunk::Chunks;
use super::compile::Compile;
use super::config::Configure;
use super::digest::Digest;
use super::doctor::Doctor;
use super::documents::Documents;
use super::exit::{End, ExitBy, Problem};
use super::filter::Aspects;
use super::gain::Gain;
use super::in_agent::note::{Asked, asked};
use super::install::Install;
use super::mcp::Mcp;
use super::pack::{self, Pack};
use super::page::Page;
use super::proxy::Proxy;
use super::rows::OfRows;
use super::setup::Setup;
use super::show::Show;
use super::stats::{OfAgents, Stats};
use super::stdout::stdout;
use super::tokens::{self, Tokens};
use super::{
    batch, chunk, compile, complete, config, digest, doctor, filter, gain, install, man, mcp, page, proxy,
    rows, run, runners, setup, show, stats, tap,
};
use crate::batch::Batch;
use crate::settings::{AnswerFormat, Settings};
use crate::source::{Input, Terms};
use crate::store::Place;

/// One job.
#[derive(Debug, PartialEq)]
pub enum Job {
    /// Reads the inputs and answers.
    Filter {
        /// How.
        settings: Settings,
        /// What is read, in this order.
        inputs: Vec<Input>,
        /// Reports of the same run.
        reports: Vec<PathBuf>,
        /// What goes on beside the answer.
        aspects: Aspects,
        /// What the exit code follows.
        exit_by: ExitBy,
    },
    /// Runs a command and answers for it.
    Run {
        /// How.
        settings: Settings,
        /// The program and its arguments.
        command: Vec<OsString>,
        /// The folder that it works in, when it is another one than ours.
        folder: Option<PathBuf>,
        /// The time after which it is ended.
        terms: Terms,
        /// Reports of the same run.
        reports: Vec<PathBuf>,
        /// What goes on beside the answer.
        aspects: Aspects,
    },
    /// Counts what the answers of the stored runs saved.
    Gain(Gain),
    /// Hands on standard input, and says how the run ended.
    Tap(Settings, ExitBy),
    /// Judges many logs.
    Batch {
        /// What and how.
        batch: Box<Batch>,
        /// What the exit code follows.
        exit_by: ExitBy,
        /// What is written for a CI.
        documents: Documents,
    },
    /// Stands in front of an MCP server.
    Proxy(Box<Proxy>),
    /// Is an MCP server, or prints how a client is set up for it.
    Mcp(Box<Mcp>),
    /// Puts weir in front of a server in a client's configuration.
    Install(Box<Install>),
    /// Puts weir into the shell of an agent.
    Setup(Box<Setup>),
    /// Tries whether weir works in an agent.
    Doctor(Box<Doctor>),
    /// Shows a list in pages.
    Page(Box<Page>),
    /// Condenses a document.
    Digest(Box<Digest>),
    /// Shows a text in chunks.
    Chunk(Box<Chunks>),
    /// Shows what is stored.
    Show(Box<Show>),
    /// Counts tokens.
    Tokens(Tokens),
    /// Packs chunks into a budget.
    Pack(Box<Pack>),
    /// Compiles a context.
    Compile(Box<Compile>),
    /// Checks or shows the configuration.
    Config(Configure),
    /// Counts recorded calls.
    Stats(Box<Stats>),
    /// Counts what weir did in the shells of agents.
    OfAgents(OfAgents),
    /// Checks, proposes or trusts rows.
    Rows(OfRows),
    /// Lists the runners.
    Runners(AnswerFormat),
    /// Prints a shell's completion script.
    Completions(Shell),
    /// Prints what may follow these words in a shell.
    Complete(Vec<OsString>, Option<Place>),
    /// Writes the manual pages into a folder.
    Man(PathBuf),
    /// Prints a text: help or the version.
    Tell(String),
}

/// Does a job.
///
/// # Errors
/// Reading the input, or writing what was asked for.
pub fn run(job: Job) -> Result<End, Problem> {
    let mut out = stdout();
    let end = match job {
        Job::Filter { settings, inputs, reports, aspects, exit_by } => {
            aspects.begin()?;
            return filter::run(&settings, inputs, &reports, aspects, exit_by, &mut out);
        }
        Job::Run { settings, command, folder, terms, reports, aspects } => {
            run::go_to(folder.as_deref())?;
            aspects.begin()?;
            return run::run(&settings, &command, terms, &reports, aspects, &mut out);
        }
        Job::Tap(settings, exit_by) => return tap::run(settings, exit_by, &mut out),
        Job::Batch { batch, exit_by, documents } => {
            documents.begin()?;
            return batch::run(&batch, exit_by, &documents, &mut out);
        }
        Job::Install(job) => return install::run(&job, &mut out),
        Job::Setup(job) => return setup::run(&job, &mut out),
        Job::Doctor(job) => return doctor::run(&job, &mut out),
        Job::Proxy(proxy) => return proxy::run(*proxy),
        Job::Mcp(mcp) => return mcp::run(*mcp, &mut out),
        Job::Page(page) => return page::run(&page, &mut out),
        Job::Digest(digest) => return digest::run(&digest, &mut out),
        Job::Chunk(chunks) => return chunk::run(&chunks, &mut out),
        Job::Show(show) => {
            asked(Asked::Show);
            return show::run(&show, &mut out);
        }
        Job::Gain(gain) => return gain::run(&gain, &mut out),
        Job::Tokens(job) => return tokens::run(&job, &mut out),
        Job::Pack(job) => return pack::run(&job, &mut out),
        Job::Compile(job) => return compile::run(*job, &mut out),
        Job::Config(job) => return config::run(&job, &mut out),
        Job::Stats(job) => return stats::run(&job, &mut out),
        Job::OfAgents(job) => return stats::run_of_agents(&job, &mut out),
        Job::Rows(job) => return rows::run(&job, &mut out),
        Job::Runners(format) => runners::write(format, &mut out),
        Job::Completions(shell) => complete::write(shell, &mut out),
        Job::Complete(words, place) => complete::answer(&words, place.as_ref(), &mut out),
        Job::Man(folder) => return man::write(&folder),
        Job::Tell(text) => out.write_all(text.as_bytes()),
    };
    end.and_then(|()| out.flush()).map_err(|cause| Problem::output("to standard output", cause))?;
    Ok(End::Reported)
}
