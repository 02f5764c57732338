//! Does `weir setup`: reads everything, shows what changes, and only then writes.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::agents::{Places, SKILL, agent_plan, skill};
use super::edit::{Format, Refusal, Taken, held, holds, put, take};
use super::file::{Looked, look, sum};
use super::list::list;
use super::others::other_plan;
use super::plan::{Client, Plan, Wish};
use super::record::{FileRecord, Record, State};
use super::start::{is_own, start_of};
use super::{remove, write};
use crate::agents::{Agent, tools};
use crate::budget::Count as _;
use crate::cli::ask;
use crate::cli::exit::{self, End, Problem};
use crate::cli::install::diff;
use crate::cli::words::{is_printable, shown};

/// Into the agent's settings, or out of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    In,
    Out,
}

/// Whether something may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Consent {
    Given,
    /// Whoever sits at the terminal is asked.
    Asked,
}

/// A call of `weir setup`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The agent; without one, the list is wanted.
    pub(super) client: Option<Client>,
    /// Where things are.
    pub(super) places: Places,
    /// In or out.
    pub(super) what: What,
    /// Whether nothing is written.
    pub(super) dry: bool,
    /// Whether it may be written, else.
    pub(super) consent: Consent,
    /// Whether what a setting names is called, too.
    pub(super) chain: bool,
    /// Whether runs are counted.
    pub(super) stats: bool,
    /// Whether runs beside the agent's output are reported.
    pub(super) beside: bool,
    /// Whether the agent gets the skill.
    pub(super) skill: bool,
    /// This weir.
    pub(super) program: PathBuf,
    /// `BASH_ENV` of the environment.
    pub(super) bash_env: Option<String>,
    /// `PATH` of the environment.
    pub(super) path: Option<OsString>,
}

/// A file with what changes in it.
pub(super) struct Change {
    pub(super) looked: Looked,
    pub(super) new: String,
    pub(super) record: FileRecord,
}

/// Everything that will be done.
pub(super) struct Prepared {
    pub(super) plan: Plan,
    pub(super) changes: Vec<Change>,
    pub(super) record: Record,
}

/// Does it.
pub(in crate::cli) fn run(job: &Setup, out: &mut impl Write) -> Result<End, Problem> {
    let Some(client) = job.client else { return list(job, out) };
    if job.what == What::Out {
        return remove::run(job, client, out);
    }
    let state = state(&job.places)?;
    let prepared = prepare(job, client, &state)?;
    let mut text = String::new();
    for change in &prepared.changes {
        let old = change.looked.text().unwrap_or_default();
        text.push_str(&format!("{}\n{}", named(&change.record.path), hidden(&diff(old, &change.new))));
    }
    if prepared.changes.is_empty() && !prepared.plan.wishes.is_empty() {
        text.push_str(&format!("{} has weir in its settings; no file of yours changes\n", client.name()));
    }
    say(&text, out)?;
    if !prepared.changes.is_empty() && !may_write(job) {
        return Ok(End::Reported);
    }
    if !job.dry {
        let _lock = lock(&job.places)?;
        // Another setup may have been there meanwhile.
        let state = self::state(&job.places)?;
        write::write(job, client, prepare(job, client, &state)?, state)?;
    }
    say(&after(job, client, &prepared), out)?;
    Ok(End::Reported)
}

/// Whether what was shown may be written.
pub(super) fn may_write(job: &Setup) -> bool {
    let question = "write this?";
    let asks = job.consent == Consent::Asked && !job.dry;
    if !asks || ask::yes(question, &mut io::stdin().lock(), &mut io::stderr().lock()) {
        return true;
    }
    exit::tell("nothing was written");
    false
}

/// What there is to say at the end.
fn after(job: &Setup, client: Client, prepared: &Prepared) -> String {
    let mut text = String::new();
    for backup in prepared.changes.iter().filter_map(|change| change.record.backup.as_ref()) {
        text.push_str(&format!("backup: {}\n", named(backup)));
    }
    text.push_str(&format!("{}: {}\n", client.name(), prepared.plan.mechanism));
    if let (Client::Shell(agent), false) = (client, prepared.plan.launch.is_empty()) {
        text.push_str(
            "no settings file can set this; start the agent so, or put the line into your shell's profile:\n",
        );
        text.push_str(&format!("  {}\n", launch_line(agent, &prepared.plan.launch)));
    }
    if prepared.record.beside {
        text.push_str(
            "a run beside its output, in a pipe or a file, is reported in one line when it fails\n",
        );
    }
    for note in &prepared.plan.notes {
        text.push_str(&format!("{note}\n"));
    }
    if matches!(client, Client::Shell(_)) {
        let (number, folder) = (tools::names().count(), named(&job.places.folders.shims()));
        text.push_str(&format!(
            "{number} names of runners and build tools are links to weir in {folder}, as only a name that comes first in PATH is \
             weir's; what is not installed stays not found\n"
        ));
    }
    if let (Client::Shell(agent), false) = (client, job.dry) {
        text.push_str(&format!("test it: weir doctor {}; new sessions use it\n", agent.name()));
    }
    text
}

/// The alias that starts an agent with variables.
fn launch_line(agent: Agent, launch: &[(String, String)]) -> String {
    let program = match agent {
        Agent::QwenCode => "qwen",
        other => other.name(),
    };
    let quoted = |text: &str| format!("'{}'", text.replace('\'', r"'\''"));
    let set = launch.iter().map(|(name, value)| {
        let plain = value.chars().all(|char| char.is_ascii_alphanumeric() || "/._-".contains(char));
        if plain { format!("{name}={value}") } else { format!("{name}={}", quoted(value)) }
    });
    let words: Vec<String> = set.chain([program.to_owned()]).collect();
    format!("alias {program}={}", quoted(&words.join(" ")))
}

/// Prints.
pub(super) fn say(text: &str, out: &mut impl Write) -> Result<(), Problem> {
    let text = crate::text::sanitize(text).0;
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|cause| Problem::output("what changes", cause))
}

/// A text without well-known secrets.
pub(super) fn hidden(text: &str) -> String {
    let mut redactor = crate::store::redact::Redactor::default();
    String::from_utf8_lossy(&redactor.block(text.as_bytes())).into_owned()
}

/// A file's name in a message.
pub(in crate::cli) fn named(path: &Path) -> String {
    let name = path.to_string_lossy();
    if is_printable(&name) { name.into_owned() } else { shown(&name) }
}

/// What is recorded.
pub(super) fn state(places: &Places) -> Result<State, Problem> {
    State::load(places.folders.root()).map_err(|cause| {
        let file = named(&places.folders.root().join("state.json"));
        Problem::unusable(cause)
            .context(format!("{file}: what weir put in cannot be read"))
            .hint("without that file, --remove still finds entries that nobody changed")
    })
}

/// One setup at a time: the folder of weir's own files is locked while they are written.
pub(super) fn lock(places: &Places) -> Result<Option<File>, Problem> {
    let root = places.folders.root();
    let failed = |cause| Problem::output(&format!("to {}", named(root)), cause);
    fs::create_dir_all(root).map_err(failed)?;
    if cfg!(not(unix)) {
        return Ok(None);
    }
    let folder = File::open(root).map_err(failed)?;
    folder.lock().map_err(failed)?;
    Ok(Some(folder))
}

/// Why a file is left as it is.
pub(super) fn refused(path: &Path, refusal: Refusal) -> Problem {
    let file = named(path);
    match refusal {
        Refusal::Broken(line, what) => {
            Problem::usage(format!("{file}: line {line}: {what}")).hint("nothing was written")
        }
        Refusal::Taken(line, key, value) => {
            let value = hidden(&value);
            Problem::usage(format!("{file}: line {line}: {key} is {} already", shown(&value))).hint(
                "nothing was written; with --chain weir comes in front of it, and --remove puts it back",
            )
        }
        Refusal::NoPlace => Problem::usage(format!("{file}: weir found no place where its entry would work"))
            .hint("nothing was written; docs/agents.md has the entry, to be put in by hand"),
    }
}

/// Looks at a file that is read or written.
pub(super) fn looked(path: &Path) -> Result<Looked, Problem> {
    let looked = look(path).map_err(|cause| {
        Problem::unusable(cause).context(format!("{}: line 1: it cannot be read", named(path)))
    })?;
    if let Err(at) = looked.text() {
        let bytes = looked.bytes.as_deref().unwrap_or_default();
        let before = bytes.get(..at).unwrap_or_default();
        let line = before.iter().filter(|byte| **byte == b'\n').count().saturating_add(1);
        return Err(refused(path, Refusal::Broken(line, "it is no UTF-8".to_owned())));
    }
    Ok(looked)
}

/// What a client's files need.
pub(super) fn plan(job: &Setup, client: Client, chained: Option<&str>) -> Result<Plan, Problem> {
    let plan = match client {
        Client::Shell(agent) => {
            let start = start_of(agent, &job.places.folders, chained);
            agent_plan(agent, &job.places, &start)
        }
        Client::Server(other) => other_plan(other, &job.places, &job.program),
    };
    plan.map_err(Problem::usage)
}

/// The plan with the skill, unless somebody else's is at its place.
fn with_skill(job: &Setup, client: Client, known: Option<&Record>, mut plan: Plan) -> Plan {
    let Client::Shell(agent) = client else { return plan };
    let is_free = |wish: &Wish| {
        let Ok(looked) = look(&wish.path) else { return false };
        let Some(bytes) = looked.bytes else { return true };
        let files = known.map(|known| known.files.as_slice()).unwrap_or_default();
        bytes == SKILL.as_bytes()
            || files.iter().any(|file| file.path == wish.path && file.after == sum(&bytes))
    };
    plan.wishes.extend(skill(agent, &job.places).filter(|_| job.skill).filter(is_free));
    plan
}

/// Reads everything and decides what changes; nothing is written.
pub(super) fn prepare(job: &Setup, client: Client, state: &State) -> Result<Prepared, Problem> {
    let known = state.of(client.name(), job.places.project.as_deref());
    let mut chained = known.and_then(|record| record.chained.clone());
    if let (Client::Shell(agent), None) = (client, &chained)
        && agent != Agent::ClaudeCode
        && let Some(value) = job.bash_env.as_ref().filter(|value| !is_own(value, &job.places.folders))
    {
        if !job.chain {
            let message = format!("BASH_ENV is {} already in the environment", shown(value));
            return Err(Problem::usage(message)
                .hint("nothing was written; with --chain weir comes after it, in the agent's shells alone"));
        }
        chained = Some(value.clone());
    }
    let with_skill = |plan: Plan| with_skill(job, client, known, plan);
    let mut plan = with_skill(self::plan(job, client, chained.as_deref())?);
    for (path, format) in &plan.reads {
        let found = looked(path)?;
        let nothing = super::edit::Put { parent: Vec::new(), fields: Vec::new() };
        held(*format, found.text().unwrap_or_default(), &nothing).map_err(|why| refused(path, why))?;
    }
    let mut taken = if chained.is_some() { Taken::Replaced } else { Taken::Refused };
    let mut changes = Vec::new();
    let mut at = 0;
    while let Some(wish) = plan.wishes.get(at) {
        let old = known.and_then(|record| record.files.iter().find(|file| file.path == wish.path));
        match change(job, wish, old, taken) {
            Ok(change) => changes.push(change),
            Err(Failure::Refused(Refusal::Taken(_, key, value))) if job.chain && taken == Taken::Refused => {
                taken = Taken::Replaced;
                if key.ends_with("BASH_ENV") || key.ends_with("SHELL_PREFIX") {
                    chained = Some(value);
                    plan = with_skill(self::plan(job, client, chained.as_deref())?);
                }
                // All files anew, as their entries may be others now.
                changes.clear();
                at = 0;
                continue;
            }
            Err(Failure::Refused(why)) => return Err(refused(&wish.path, why)),
            Err(Failure::Problem(problem)) => return Err(problem),
        }
        at.up(1);
    }
    let kept = known.map(|record| record.files.clone()).unwrap_or_default();
    let changes: Vec<Change> = changes.into_iter().flatten().collect();
    let stay = |file: &FileRecord| !changes.iter().any(|change| change.record.path == file.path);
    let record = Record {
        agent: client.name().to_owned(),
        project: job.places.project.clone(),
        beside: job.beside || known.is_some_and(|record| record.beside),
        stats: job.stats || known.is_some_and(|record| record.stats),
        chained,
        files: kept.into_iter().filter(stay).collect(),
    };
    Ok(Prepared { plan, changes, record })
}

/// Why a file does not change.
enum Failure {
    Refused(Refusal),
    Problem(Problem),
}

/// What changes in a file; none when nothing does.
fn change(
    job: &Setup,
    wish: &Wish,
    old: Option<&FileRecord>,
    taken: Taken,
) -> Result<Option<Change>, Failure> {
    let looked = looked(&wish.path).map_err(Failure::Problem)?;
    let text = looked.text().unwrap_or_default().to_owned();
    let values = held(wish.format, &text, &wish.put).map_err(Failure::Refused)?;
    if holds(wish.format, &text, &wish.put) && old.is_none_or(|old| old.put == wish.put) {
        return Ok(None);
    }
    // A value that was replaced before may be so again.
    let replaced = old.is_some_and(|old| old.edits.iter().any(|edit| !edit.removed.is_empty()));
    let taken = if replaced { Taken::Replaced } else { taken };
    // What weir put in before goes first, so that it is never taken for the user's.
    let base = match old {
        Some(old) => {
            let unchanged = sum(text.as_bytes()) == old.after;
            take(old.format, &text, &old.put, (&old.edits, old.made), unchanged).ok().flatten()
        }
        None => lost(job, wish, &text, &values),
    };
    let start = base.as_deref().unwrap_or(&text);
    let done = match put(wish.format, start, &wish.put, taken) {
        Ok(Some(done)) => done,
        Ok(None) => return Ok(None),
        Err(why) => return Err(Failure::Refused(why)),
    };
    let created = match (&base, old) {
        (Some(_), Some(old)) => old.created,
        _ => looked.bytes.is_none(),
    };
    let folders = old.filter(|_| base.is_some()).map(|old| old.folders.clone()).unwrap_or_default();
    let backup = old.filter(|_| base.is_some()).and_then(|old| old.backup.clone());
    let record = FileRecord {
        path: wish.path.clone(),
        format: wish.format,
        put: wish.put.clone(),
        edits: done.edits,
        made: done.made,
        created,
        folders,
        backup: backup.or_else(|| write::backup_of(job, &looked)),
        after: sum(done.text.as_bytes()),
    };
    Ok(Some(Change { looked, new: done.text, record }))
}

/// The text without an entry of weir's of which no record is left.
fn lost(job: &Setup, wish: &Wish, text: &str, values: &[Option<String>]) -> Option<String> {
    let mut put = wish.put.clone();
    put.fields.clear();
    for ((key, _), value) in wish.put.fields.iter().zip(values) {
        if let Some(value) = value.as_ref().filter(|value| is_own(value, &job.places.folders)) {
            put.fields.push((key.clone(), value.as_str().into()));
        }
    }
    if put.fields.is_empty() || wish.format == Format::Whole {
        return None;
    }
    take(wish.format, text, &put, (&[], 0), false).ok().flatten()
}
