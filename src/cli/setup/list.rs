//! `weir setup` alone: each agent that is found, how weir gets in, and every file that would change.

use std::io::Write;

use super::edit::held;
use super::plan::Client;
use super::record::State;
use super::run::{Setup, looked, named, plan, prepare, say, state};
use crate::cli::exit::{End, Problem};

/// Prints it; nothing is written.
pub(super) fn list(job: &Setup, out: &mut impl Write) -> Result<End, Problem> {
    let state = state(&job.places)?;
    let (found, missing): (Vec<Client>, Vec<Client>) =
        Client::all().partition(|client| is_found(job, *client, &state));
    let mut text = String::new();
    for client in found {
        text.push_str(&row(job, client, &state));
    }
    if text.is_empty() {
        text.push_str("no coding agent is found here\n");
    }
    let names: Vec<&str> = missing.iter().map(|client| client.name()).collect();
    if !names.is_empty() {
        text.push_str(&format!("not found: {}\n", names.join(", ")));
    }
    text.push_str("weir setup AGENT sets weir up; --dry-run only shows what changes, --remove undoes it\n");
    say(&text, out)?;
    Ok(End::Reported)
}

/// Whether an agent is on this machine, as far as its folders and programs tell.
fn is_found(job: &Setup, client: Client, state: &State) -> bool {
    let (folders, programs) = client.signs(&job.places);
    let paths = job.path.as_deref().map(std::env::split_paths);
    let is_program = |name: &&str| {
        paths.is_some()
            && std::env::split_paths(job.path.as_deref().unwrap_or_default())
                .any(|it| it.join(name).is_file())
    };
    state.of(client.name(), None).is_some()
        || folders.iter().any(|folder| folder.is_dir())
        || programs.iter().any(is_program)
}

/// What is printed about an agent.
fn row(job: &Setup, client: Client, state: &State) -> String {
    let record = state.of(client.name(), None);
    let is_in = if record.is_some() { " (set up)" } else { "" };
    let plan = match plan(job, client, record.and_then(|record| record.chained.as_deref())) {
        Ok(plan) => plan,
        Err(problem) => return format!("{}{is_in}\n  cannot be set up: {problem}\n", client.name()),
    };
    let mut text = format!("{}{is_in}: {}\n", client.name(), plan.mechanism);
    let prepared = prepare(job, client, state);
    for wish in prepared.as_ref().map_or(&plan.wishes, |prepared| &prepared.plan.wishes) {
        let changes =
            prepared.as_ref().is_ok_and(|all| all.changes.iter().any(|it| it.record.path == wish.path));
        let known = looked(&wish.path).ok();
        let is_there = known.as_ref().is_some_and(|known| known.bytes.is_some());
        let holds = known.is_some_and(|known| {
            let values = held(wish.format, known.text().unwrap_or_default(), &wish.put);
            values.is_ok_and(|values| values.iter().all(Option::is_some))
        });
        let what = match (changes, is_there) {
            (true, true) => "would change",
            (true, false) => "would be made",
            (false, _) if holds => "has weir's entry",
            (false, _) => "is left as it is",
        };
        text.push_str(&format!("  {}: {what}\n", named(&wish.path)));
    }
    if plan.wishes.is_empty() {
        text.push_str("  no file of yours changes\n");
    }
    if let Err(problem) = prepared {
        let problem = problem.to_string();
        text.push_str(&format!("  cannot be set up now: {}\n", problem.lines().next().unwrap_or_default()));
    }
    text
}
