//! What the files of the agents need in whose shells weir can be.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::edit::{Format, Put};
use super::plan::{Plan, Wish};
use crate::agents::{Agent, Folders};

/// Where things are on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Places {
    /// The user's home.
    pub(in crate::cli) home: PathBuf,
    /// Where users keep what they want of programs.
    pub(in crate::cli) config: PathBuf,
    /// The folder of weir's own files for agents.
    pub(in crate::cli) folders: Folders,
    /// The folder of a project, when it is meant and not the user.
    pub(in crate::cli) project: Option<PathBuf>,
    /// The folder that we work in.
    pub(in crate::cli) here: Option<PathBuf>,
    /// Folders of agents that their users moved, by the variable that says so.
    pub(in crate::cli) moved: Vec<(&'static str, PathBuf)>,
}

impl Places {
    fn moved(&self, name: &str, usual: &str) -> PathBuf {
        let moved = self.moved.iter().find(|(known, _)| *known == name);
        moved.map_or_else(|| self.home.join(usual), |(_, path)| path.clone())
    }

    /// The folder in which an agent keeps its user's settings.
    pub(in crate::cli) fn own(&self, agent: Agent) -> PathBuf {
        match agent {
            Agent::ClaudeCode => self.moved("CLAUDE_CONFIG_DIR", ".claude"),
            Agent::Codex => self.moved("CODEX_HOME", ".codex"),
            Agent::GeminiCli => self.home.join(".gemini"),
            Agent::Opencode => self.config.join("opencode"),
            Agent::Copilot => self.moved("COPILOT_HOME", ".copilot"),
            Agent::QwenCode => self.home.join(".qwen"),
        }
    }
}

/// Folders and programs by which an agent is found.
pub(super) fn signs(agent: Agent, places: &Places) -> (Vec<PathBuf>, &'static [&'static str]) {
    let programs: &[&str] = match agent {
        Agent::ClaudeCode => &["claude"],
        Agent::Codex => &["codex"],
        Agent::GeminiCli => &["gemini"],
        Agent::Opencode => &["opencode"],
        Agent::Copilot => &["copilot"],
        Agent::QwenCode => &["qwen"],
    };
    (vec![places.own(agent)], programs)
}

/// The file through which a start file or a prefix of the user's is called, too.
pub(super) fn chain_file(agent: Agent, folders: &Folders) -> PathBuf {
    folders.root().join("chains").join(format!("{}.sh", agent.name()))
}

/// A path as bash reads it in `BASH_ENV`, which it expands as a text in quotes.
pub(in crate::cli) fn for_bash_env(path: &str) -> String {
    let mut text = String::new();
    for char in path.chars() {
        if "$`\\\"".contains(char) {
            text.push('\\');
        }
        text.push(char);
    }
    text
}

fn entry(key: &str, value: impl Into<Value>) -> (String, Value) {
    (key.to_owned(), value.into())
}

fn put(parent: &[&str], fields: Vec<(String, Value)>) -> Put {
    Put { parent: parent.iter().map(|key| (*key).to_owned()).collect(), fields }
}

/// A plan that changes nothing.
pub(in crate::cli) fn blank_plan(mechanism: &str) -> Plan {
    Plan {
        mechanism: mechanism.to_owned(),
        reads: Vec::new(),
        wishes: Vec::new(),
        launch: Vec::new(),
        notes: Vec::new(),
    }
}

/// What an agent's files need, when its shell starts with the file at `start`.
///
/// # Errors
/// When it cannot be done, in words.
pub(in crate::cli) fn agent_plan(agent: Agent, places: &Places, start: &Path) -> Result<Plan, String> {
    let Some(start) = start.to_str() else {
        return Err("the path of weir's own folder is not Unicode".to_owned());
    };
    let bash_env = for_bash_env(start);
    let own = places.own(agent);
    let below = |user: &str, project: &str| match &places.project {
        Some(folder) => folder.join(project),
        None => own.join(user),
    };
    let start_file = vec![entry("BASH_ENV", bash_env.clone()), entry("WEIR_AGENT", agent.name())];
    let of_launch = || {
        vec![("BASH_ENV".to_owned(), bash_env.clone()), ("WEIR_AGENT".to_owned(), agent.name().to_owned())]
    };
    match agent {
        Agent::ClaudeCode => {
            // It takes the whole value as one name, unless there is a blank and a dash in it.
            if start.contains(" -") {
                return Err(format!(
                    "Claude Code splits '{start}' at ' -'; set XDG_DATA_HOME to put weir's folder elsewhere"
                ));
            }
            Ok(Plan {
                wishes: vec![Wish {
                    // A project's settings.json is for everybody who works on it, and weir's files are only here.
                    path: below("settings.json", ".claude/settings.local.json"),
                    format: Format::Json,
                    put: put(&["env"], vec![entry("CLAUDE_CODE_SHELL_PREFIX", start)]),
                }],
                ..blank_plan("a prefix of its shell, env.CLAUDE_CODE_SHELL_PREFIX in its settings")
            })
        }
        Agent::Codex => Ok(Plan {
            wishes: vec![Wish {
                path: below("config.toml", ".codex/config.toml"),
                format: Format::Toml,
                // In its sandbox bash takes itself for the shell of a network connection, unless another shell is around it.
                put: put(&["shell_environment_policy", "set"], [start_file, vec![entry("SHLVL", "1")]].concat()),
            }],
            ..blank_plan("a start file of bash, BASH_ENV in [shell_environment_policy.set]")
        }),
        Agent::GeminiCli => Ok(Plan {
            reads: vec![(below("settings.json", ".gemini/settings.json"), Format::Json)],
            wishes: vec![Wish {
                path: below(".env", ".gemini/.env"),
                format: Format::Dotenv,
                put: put(&[], start_file),
            }],
            notes: places.project.iter().map(|_| {
                "Gemini CLI reads only one .env file: with this one it does not read the one in your home in this project".to_owned()
            }).collect(),
            ..blank_plan("a start file of bash, BASH_ENV in its .env")
        }),
        Agent::Opencode => {
            let folder = places.project.clone().unwrap_or_else(|| own.clone());
            let reads = ["opencode.json", "opencode.jsonc"];
            Ok(Plan {
                reads: reads.iter().map(|name| (folder.join(name), Format::Json)).collect(),
                wishes: vec![Wish {
                    path: below("plugins/weir.js", ".opencode/plugins/weir.js"),
                    format: Format::Whole,
                    put: put(&[], vec![entry("", plugin(&bash_env))]),
                }],
                ..blank_plan("a start file of bash, set by a plugin")
            })
        }
        Agent::Copilot | Agent::QwenCode if places.project.is_some() => Err(format!(
            "{} takes this from its own environment, not from a project: leave --project out",
            agent.name()
        )),
        Agent::Copilot => Ok(Plan {
            wishes: vec![Wish {
                path: own.join("settings.json"),
                format: Format::Json,
                put: put(&[], vec![entry("bashEnv", true)]),
            }],
            launch: of_launch(),
            ..blank_plan("a start file of bash, \"bashEnv\" in its settings and BASH_ENV in its environment")
        }),
        Agent::QwenCode => Ok(Plan {
            reads: vec![(own.join("settings.json"), Format::Json)],
            launch: of_launch(),
            ..blank_plan("a start file of bash, BASH_ENV in its environment")
        }),
    }
}

/// The skill that teaches when to read a stored run, as agents read it.
pub(super) const SKILL: &str = include_str!("../../../packaging/agents/weir/skills/weir/SKILL.md");

/// The skill beside the user's settings. It belongs in no project.
pub(super) fn skill(agent: Agent, places: &Places) -> Option<Wish> {
    let path = places.own(agent).join("skills").join("weir").join("SKILL.md");
    let wish = || Wish { path, format: Format::Whole, put: put(&[], vec![entry("", SKILL)]) };
    places.project.is_none().then(wish)
}

/// The plugin of opencode.
fn plugin(bash_env: &str) -> String {
    let agent = Agent::Opencode.name();
    format!(
        "// weir in the shell of opencode. 'weir setup {agent} --remove' takes it out.\n\
         export const Weir = async () => ({{\n  \
           \"shell.env\": async (_input, output) => {{\n    \
             output.env.BASH_ENV = {};\n    \
             output.env.WEIR_AGENT = {};\n  \
           }},\n\
         }});\n",
        Value::from(bash_env),
        Value::from(agent)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bash_reads_the_path_as_it_is() {
        assert_eq!(for_bash_env("/home/a b/it's"), "/home/a b/it's");
        assert_eq!(for_bash_env("/a$b`c\\d\"e"), "/a\\$b\\`c\\\\d\\\"e");
    }
}
