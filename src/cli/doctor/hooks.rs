//! Other tools' hooks that rewrite the commands of an agent.

use std::path::PathBuf;

use super::run::Doctor;
use super::target::Check;
use crate::agents::Agent;
use crate::cli::setup::{look, named_path};

/// Tools that are known to rewrite commands.
const REWRITERS: [&str; 4] = ["rtk", "tokf", "snip", "squeez"];
/// Files of plugins that are looked at in a folder.
const MOST_FILES: usize = 200;

/// Whether a hook of another tool rewrites commands; and weir's own name in a hook, as weir has none.
pub(super) fn hooks(job: &Doctor, agent: Agent) -> Check {
    let mut off = Vec::new();
    for path in files(job, agent) {
        let Ok(looked) = look(&path) else { continue };
        let Ok(text) = looked.text() else { continue };
        for word in REWRITERS {
            if calls(text, word) {
                off.push(format!(
                    "{}: {word} is called, which rewrites commands: a rule that forbids a command does not see it after {word}",
                    named_path(&path)
                ));
            }
        }
    }
    Check::of("hooks", &off, "no hook is known that rewrites commands")
}

/// Files in which an agent's hooks and plugins are.
fn files(job: &Doctor, agent: Agent) -> Vec<PathBuf> {
    let places = &job.places;
    let own = places.own(agent);
    let here = |path: &str| places.here.as_ref().map(|folder| folder.join(path));
    let of_folder = |folder: PathBuf| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        entries.filter(|path| path.is_file()).take(MOST_FILES).collect::<Vec<_>>()
    };
    let mut files = Vec::new();
    match agent {
        Agent::ClaudeCode => {
            files.extend(["settings.json", "settings.local.json"].map(|name| own.join(name)));
            files.extend(
                [".claude/settings.json", ".claude/settings.local.json"].into_iter().filter_map(here),
            );
        }
        Agent::Codex => {
            files.extend([own.join("hooks.json"), own.join("config.toml")]);
            files.extend([".codex/hooks.json", ".codex/config.toml"].into_iter().filter_map(here));
        }
        Agent::GeminiCli | Agent::QwenCode => {
            files.push(own.join("settings.json"));
            let name = own.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.extend(here(&format!("{name}/settings.json")));
        }
        Agent::Opencode => {
            for folder in ["plugin", "plugins"] {
                files.extend(of_folder(own.join(folder)));
                files.extend(here(&format!(".opencode/{folder}")).into_iter().flat_map(of_folder));
            }
        }
        Agent::Copilot => {
            files.extend(of_folder(own.join("hooks")));
            files.extend(here(".github/hooks").into_iter().flat_map(of_folder));
        }
    }
    files
}

/// Whether a text calls a program of this name: the name is a word of its own, a path may be before it, and a hook is near.
fn calls(text: &str, name: &str) -> bool {
    let is_word = |char: char| char.is_alphanumeric() || char == '_' || char == '-';
    let hooked = text.contains("ook") || text.contains("tool.execute") || text.contains("shell.env");
    hooked
        && text.match_indices(name).any(|(at, _)| {
            let before = text.get(..at).and_then(|before| before.chars().next_back());
            let after =
                text.get(at..).and_then(|rest| rest.get(name.len()..)).and_then(|rest| rest.chars().next());
            before.is_none_or(|char| !is_word(char) && char != '.')
                && after.is_none_or(|char| !is_word(char) && !matches!(char, '/' | ':'))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_called_by_its_name_or_its_path() {
        for text in [
            r#"{"hooks": {"PreToolUse": [{"command": "rtk hook claude"}]}}"#,
            r#"{"hooks": [{"command": "/opt/bin/rtk"}]}"#,
            "export const hook = () => $`rtk rewrite`",
        ] {
            assert!(calls(text, "rtk"), "{text}");
        }
        for text in [
            r#"{"model": "rtk"}"#,
            r#"{"hooks": [{"command": "artkit"}]}"#,
            r#"{"hooks": ["./rtk-notes.md", "/rtk/x"]}"#,
        ] {
            assert!(!calls(text, "rtk"), "{text}");
        }
    }
}
