//! Looks at files: the program, the entries, the links, what limits answers.

use std::fs;
use std::path::Path;

use super::run::Doctor;
use super::target::{Check, Target};
use crate::agents::{Agent, tools};
use crate::cli::setup::{Format, Put, Refusal, held, holds, look, named_path};

/// Whether the program that was recorded is there.
pub(super) fn weir(target: &Target) -> Check {
    let name = named_path(&target.program);
    match fs::metadata(&target.program) {
        Ok(file) if file.is_file() && is_executable(&file) => Check::well("weir", name),
        Ok(_) => Check::off(
            "weir",
            format!("{name} cannot be executed; weir setup {} from where weir is now", target.client.name()),
        ),
        Err(_) => Check::off(
            "weir",
            format!(
                "{name} is not there any more; weir setup {} from where weir is now",
                target.client.name()
            ),
        ),
    }
}

#[cfg(unix)]
fn is_executable(file: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    file.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_file: &fs::Metadata) -> bool {
    true
}

/// Whether the entries are there, and all files can be read.
pub(super) fn config(target: &Target) -> Check {
    let mut off = Vec::new();
    if target.record.is_none() {
        off.push(format!("it is not set up; weir setup {} does it", target.client.name()));
    }
    for (path, format) in &target.plan.reads {
        off.extend(values(path, *format, &Put { parent: Vec::new(), fields: Vec::new() }).err());
    }
    for wish in &target.plan.wishes {
        match values(&wish.path, wish.format, &wish.put) {
            Err(why) => off.push(why),
            Ok(_) if is_in(&wish.path, wish.format, &wish.put) => {}
            Ok(values) => {
                for ((key, wanted), value) in wish.put.fields.iter().zip(values) {
                    let wanted = wanted.as_str().map_or_else(|| wanted.to_string(), str::to_owned);
                    if value.as_deref() == Some(wanted.as_str()) {
                        continue;
                    }
                    let keys: Vec<&str> =
                        wish.put.parent.iter().map(String::as_str).chain([key.as_str()]).collect();
                    let what = match (value, wish.format) {
                        (None, Format::Whole) => "it is not there".to_owned(),
                        (Some(_), Format::Whole) => "it is not as weir wrote it".to_owned(),
                        (None, _) => format!("{} is not there", keys.join(".")),
                        (Some(value), _) => format!("{} is '{value}' and not weir's", keys.join(".")),
                    };
                    off.push(format!("{}: {what}", named_path(&wish.path)));
                }
            }
        }
    }
    let files: Vec<String> = target.plan.wishes.iter().map(|wish| named_path(&wish.path)).collect();
    let well = if files.is_empty() { "no file of yours is needed".to_owned() } else { files.join(", ") };
    Check::of("config", &off, well)
}

/// Whether all entries are in a file.
fn is_in(path: &Path, format: Format, put: &Put) -> bool {
    look(path).is_ok_and(|looked| looked.text().is_ok_and(|text| holds(format, text, put)))
}

/// The values that entries have in a file.
fn values(path: &Path, format: Format, put: &Put) -> Result<Vec<Option<String>>, String> {
    let name = named_path(path);
    let looked = look(path).map_err(|cause| format!("{name}: it cannot be read: {cause}"))?;
    let text = looked.text().map_err(|_| format!("{name}: it is no UTF-8"))?;
    held(format, text, put).map_err(|why| match why {
        Refusal::Broken(line, what) => format!("{name}: line {line}: {what}"),
        Refusal::Taken(..) | Refusal::NoPlace => format!("{name}: it is not understood"),
    })
}

/// Whether each link is there and leads to weir.
pub(super) fn shims(job: &Doctor, target: &Target) -> Check {
    let folder = job.places.folders.shims();
    let (mut missing, mut others) = (Vec::new(), Vec::new());
    for name in tools::names() {
        let path = folder.join(name);
        match fs::read_link(&path) {
            Ok(to) if to == target.program => {}
            Ok(to) => others.push(format!("{name} leads to {}", named_path(&to))),
            Err(_) if path.exists() => others.push(format!("{name} is no link of weir's")),
            Err(_) => missing.push(name),
        }
    }
    let known = |path: &Path| tools::names().any(|name| path.file_name().is_some_and(|known| known == name));
    let strangers = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
    others.extend(
        strangers.filter(|path| !known(path)).map(|path| format!("{} is not weir's", named_path(&path))),
    );
    let mut off = Vec::new();
    if !missing.is_empty() {
        off.push(format!("{} links are missing, {} say", missing.len(), missing.first().unwrap_or(&"")));
    }
    off.extend(others.into_iter().take(3));
    let count = tools::names().count();
    Check::of("shims", &off, format!("{count} links in {}", named_path(&folder)))
}

/// What an answer may hold.
pub(super) fn ceiling(job: &Doctor, agent: Agent) -> u64 {
    let most = settings_limit(job, agent).or_else(|| job.most.clone());
    agent.ceiling(|name| most.clone().filter(|_| name == "BASH_MAX_OUTPUT_LENGTH")).size
}

/// The user's own limit in Claude Code's settings.
fn settings_limit(job: &Doctor, agent: Agent) -> Option<String> {
    if agent != Agent::ClaudeCode {
        return None;
    }
    let plan = crate::cli::setup::agent_plan(agent, &job.places, Path::new("/")).ok()?;
    let path = &plan.wishes.first()?.path;
    let put = Put {
        parent: vec!["env".to_owned()],
        fields: vec![("BASH_MAX_OUTPUT_LENGTH".to_owned(), "".into())],
    };
    values(path, Format::Json, &put).ok()?.into_iter().next()?
}

/// Whether what an answer may hold is enough for one.
pub(super) fn ceiling_check(job: &Doctor, agent: Agent) -> Check {
    let ceiling = ceiling(job, agent);
    if ceiling < crate::budget::LOWEST.chars {
        return Check::off("ceiling", format!("{ceiling} chars arrive whole: too few for an answer"));
    }
    let lines = agent.ceiling(|_| None).lines.map_or_else(String::new, |lines| format!(", {lines} lines"));
    Check::well("ceiling", format!("{ceiling}{lines}: what the answers of one line may hold together"))
}

/// Whether weir was left off.
pub(super) fn off(job: &Doctor, target: &Target) -> Check {
    let mut off = Vec::new();
    if job.off.as_deref() == Some("off") {
        off.push("WEIR=off is set in the environment".to_owned());
    }
    for wish in target.plan.wishes.iter().filter(|wish| !matches!(wish.format, Format::Whole | Format::Yaml))
    {
        let parent = if wish.put.parent.is_empty() && wish.format == Format::Json {
            vec!["env".to_owned()]
        } else {
            wish.put.parent.clone()
        };
        let put = Put { parent, fields: vec![("WEIR".to_owned(), "off".into())] };
        let is_off =
            values(&wish.path, wish.format, &put).is_ok_and(|found| found == [Some("off".to_owned())]);
        if is_off {
            off.push(format!("WEIR=off is set in {}", named_path(&wish.path)));
        }
    }
    Check::of("off", &off, "WEIR=off is not set")
}
