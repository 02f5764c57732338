//! What else gets between an agent's shell and weir: settings that come first, another shell, a venv.

use std::path::{Path, PathBuf};

use super::run::Doctor;
use super::target::{Check, Target};
use crate::agents::{Agent, tools};
use crate::cli::setup::{Format, Put, held, is_own, look, named_path, tree_at};

/// Whether settings that come first hide weir's.
pub(super) fn hidden(job: &Doctor, target: &Target, agent: Agent) -> Check {
    let mut off = Vec::new();
    match agent {
        Agent::ClaudeCode => {
            for name in [".claude/settings.local.json", ".claude/settings.json"] {
                off.extend(in_project(job, target, name, Format::Json, &["env"], "CLAUDE_CODE_SHELL_PREFIX"));
            }
        }
        Agent::Codex => {
            let parent = ["shell_environment_policy", "set"];
            off.extend(in_project(job, target, ".codex/config.toml", Format::Toml, &parent, "BASH_ENV"));
            off.extend(filtered(target));
        }
        Agent::GeminiCli => off.extend(by_env_file(job, target)),
        Agent::Opencode | Agent::Copilot | Agent::QwenCode => {}
    }
    // A variable of the environment is over a .env; over an alias there is none.
    if agent == Agent::GeminiCli
        && let Some(value) = job.bash_env.as_ref().filter(|value| !is_own(value, &job.places.folders))
    {
        off.push(format!("BASH_ENV is '{value}' in the environment, which comes before its .env"));
    }
    Check::of("hidden", &off, "no other setting hides weir's")
}

/// A project's settings that have another value than weir's.
fn in_project(
    job: &Doctor,
    target: &Target,
    name: &str,
    format: Format,
    parent: &[&str],
    key: &str,
) -> Option<String> {
    let path = job.places.here.as_ref()?.join(name);
    if target.plan.wishes.iter().any(|wish| wish.path == path) {
        return None;
    }
    let put = Put {
        parent: parent.iter().map(|key| (*key).to_owned()).collect(),
        fields: vec![(key.to_owned(), "".into())],
    };
    let looked = look(&path).ok()?;
    let value = held(format, looked.text().ok()?, &put).ok()?.into_iter().next()??;
    (!is_own(&value, &job.places.folders)).then(|| {
        format!("{}: {key} is '{value}' in this project, which comes before weir's", named_path(&path))
    })
}

/// Codex's own list of variables that its shell may have.
fn filtered(target: &Target) -> Option<String> {
    let wish = target.plan.wishes.first()?;
    let looked = look(&wish.path).ok()?;
    let path = ["shell_environment_policy", "include_only"].map(str::to_owned);
    let only = tree_at(wish.format, looked.text().ok()?, &path)?;
    if only.is_empty() {
        return None;
    }
    let passes = |name: &str| {
        only.iter().any(|glob| {
            let glob = globset::GlobBuilder::new(glob).case_insensitive(true).build();
            glob.is_ok_and(|glob| glob.compile_matcher().is_match(name))
        })
    };
    let lost: Vec<&str> =
        ["BASH_ENV", "WEIR_AGENT", "SHLVL"].into_iter().filter(|name| !passes(name)).collect();
    (!lost.is_empty()).then(|| {
        format!(
            "{}: shell_environment_policy.include_only leaves {} out",
            named_path(&wish.path),
            lost.join(" and ")
        )
    })
}

/// Gemini CLI reads one file of variables alone: the nearest one.
fn by_env_file(job: &Doctor, target: &Target) -> Option<String> {
    let own = &target.plan.wishes.first()?.path;
    let home = job.places.home.as_path();
    let nearest = nearest_env_file(job.places.here.as_deref()?, home)?;
    if same(&nearest, own) {
        return None;
    }
    let put = Put { parent: Vec::new(), fields: vec![("BASH_ENV".to_owned(), "".into())] };
    let looked = look(&nearest).ok()?;
    let value = held(Format::Dotenv, looked.text().ok()?, &put).ok()?.into_iter().next()?;
    if value.is_some_and(|value| is_own(&value, &job.places.folders)) {
        return None;
    }
    Some(format!(
        "{} is the .env that it reads in this folder, and the only one: weir's entry in {} is not seen; weir setup {} --project puts one into .gemini/.env",
        named_path(&nearest),
        named_path(own),
        target.client.name()
    ))
}

/// The file that it finds first: `.gemini/.env`, then `.env`, in each folder upwards; then in the home.
fn nearest_env_file(here: &Path, home: &Path) -> Option<PathBuf> {
    let upwards = here.ancestors().chain([home]);
    upwards.flat_map(|folder| [folder.join(".gemini/.env"), folder.join(".env")]).find(|path| path.is_file())
}

fn same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    real(one) == real(other)
}

/// Whether the agent's shell is one that weir is in.
pub(super) fn shell(job: &Doctor, agent: Agent) -> Check {
    let shell = job.shell.clone().unwrap_or_default();
    let name = shell.rsplit('/').next().unwrap_or_default();
    match (agent, name) {
        (Agent::Codex | Agent::Opencode, "zsh") => Check::off(
            "shell",
            format!(
                "{} runs commands in {shell}, and zsh reads no BASH_ENV: weir is not in it",
                agent.name()
            ),
        ),
        (Agent::ClaudeCode, "bash" | "zsh") => Check::well("shell", shell),
        _ => Check::well("shell", "bash"),
    }
}

/// What comes before the links in `PATH`, an activated venv say: it runs raw.
pub(super) fn path(job: &Doctor) -> Check {
    let shims = job.places.folders.shims();
    let known = job.path.clone().unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&known).collect();
    let before = match folders.iter().position(|folder| *folder == shims) {
        Some(at) => folders.get(..at).unwrap_or_default(),
        None => &[],
    };
    let raw: Vec<String> = before
        .iter()
        .filter_map(|folder| {
            let name = tools::names().find(|name| folder.join(name).is_file())?;
            Some(named_path(&folder.join(name)))
        })
        .collect();
    if !raw.is_empty() {
        return Check::well(
            "path",
            format!("before the links in PATH, so these run raw: {}", raw.join(", ")),
        );
    }
    match &job.venv {
        Some(venv) => Check::well(
            "path",
            format!(
                "a venv is active, {venv}: a line that activates one itself runs its programs raw; activate it before the agent starts"
            ),
        ),
        None => Check::well("path", "nothing is before the links in PATH"),
    }
}

/// Whether the variables that no settings hold are in this environment: the agent is started by its alias then.
pub(super) fn launch(job: &Doctor, target: &Target) -> Option<Check> {
    if target.plan.launch.is_empty() {
        return None;
    }
    let is_here = job.bash_env.as_ref().is_some_and(|value| is_own(value, &job.places.folders));
    let text = if is_here {
        "BASH_ENV is weir's in this environment".to_owned()
    } else {
        format!(
            "BASH_ENV is not in this environment: weir is in {} only when the alias that weir setup prints starts it",
            target.client.name()
        )
    };
    Some(Check::well("launch", text))
}
