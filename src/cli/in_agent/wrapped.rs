//! A tool that runs under weir in the place of itself: `weir run -- TOOL`, fitted to the agent and to what its line has left.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::SystemTime;

use super::beside;
use super::counted::Counted;
use super::heard::Heard;
use super::note;
use super::outputs::{ACTIVE, AGENT, LINE};
use crate::agents::agent::Unit;
use crate::agents::cut::Cut;
use crate::agents::share::Share;
use crate::agents::{Agent, Folders};
use crate::cli::args::{AnswerArgs, TermArgs};
use crate::cli::exit::{End, Problem};
use crate::cli::filter::Aspects;
use crate::cli::job::Job;
use crate::cli::options::LimitArgs;
use crate::cli::progress::Watching;
use crate::cli::stdout::stdout;
use crate::cli::surroundings::{Attached, Surroundings};
use crate::cli::{exit, resolve, run};
use crate::settings::{Role, Settings};
use crate::source::{Child, InPlace, Outputs};

/// Runs the tool `name` and answers for it. Nothing, and nothing was started, when that cannot be: somebody's settings
/// cannot be read, say, which is no reason not to run.
pub(super) fn run(
    name: &str,
    program: &Path,
    first: &OsStr,
    words: &[OsString],
) -> Option<Result<End, Problem>> {
    let agent = agent();
    let ceiling = agent.ceiling(text);
    let Job::Run { settings, reports, aspects, .. } = job(name, words, agent)? else { return None };
    let aspects = Aspects { watching: Watching::Rare, ..aspects };
    exit::be_brief_about_faults();
    let settings = Settings { start: Some(SystemTime::now()), ..settings };
    let outputs = Outputs::Both;
    let started = InPlace { program, first, words, variable: (ACTIVE, "1"), outputs };
    let child = Child::in_place(&started).ok()?;
    let folder = Folders::of(|name| env::var_os(name)).map(|folders| folders.lines());
    let share = Share::take(folder.as_deref(), &text(LINE).unwrap_or_default(), ceiling);
    let settings = within(settings, &share, ceiling.unit);
    let counts = note::file_of(agent);
    let limit = text("BASH_MAX_OUTPUT_LENGTH").and_then(|word| word.parse().ok());
    let heard =
        counts.as_ref().map(|_| Heard::new(Cut::of(agent, limit.filter(|_| agent == Agent::ClaudeCode))));
    let aspects = Aspects { heard: heard.clone(), ..aspects };
    let out = Counted::new(stdout(), ceiling.unit);
    let mut out = if heard.is_some() { out.keeping() } else { out };
    let ended = run::answered(&settings, child, &reports, aspects, &mut out);
    share.settle(out.written());
    beside::answered(name, words);
    if let (Some(file), Some(heard)) = (counts, heard) {
        let succeeded = matches!(ended, Ok(End::Ran(0, _)));
        note::run(&file, heard.numbers(out.kept(), succeeded), out.written().size);
    }
    Some(ended)
}

/// The agent in whose shell this is.
pub(super) fn agent() -> Agent {
    text(AGENT).and_then(|name| Agent::named(&name)).unwrap_or(Agent::ClaudeCode)
}

/// What `weir run` would do. An agent is no person, whatever its outputs are.
pub(super) fn job(name: &str, words: &[OsString], agent: Agent) -> Option<Job> {
    let stream = Attached::Stream;
    let surroundings = Surroundings { stdout: stream, stderr: stream, ..Surroundings::of_this_process() };
    let limits = LimitArgs { fit: Some(agent.name().to_owned()), ..LimitArgs::default() };
    let command = [OsString::from(name)].into_iter().chain(words.iter().cloned()).collect();
    resolve::run(
        &AnswerArgs { limits, ..AnswerArgs::default() },
        &TermArgs::default(),
        command,
        &surroundings,
    )
    .ok()
}

/// The settings within the room of an answer.
fn within(settings: Settings, share: &Share, unit: Unit) -> Settings {
    let room = share.room();
    let mut limits = settings.limits;
    limits.chars = limits.chars.min(room.size);
    limits.lines = limits.lines.min(room.lines);
    let bytes = match unit {
        Unit::Bytes => Some(settings.bytes.map_or(room.size, |bytes| bytes.min(room.size))),
        Unit::Chars => settings.bytes,
    };
    Settings { limits, bytes, role: Role::Output, ..settings }
}

/// A variable as text.
fn text(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}
