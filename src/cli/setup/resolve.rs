//! What was meant by `weir setup`.

use std::path::PathBuf;

use super::agents::Places;
use super::args::SetupArgs;
use super::plan::{Client, named};
use super::run::{Consent, Setup, What};
use super::start::program_in;
use crate::agents::{Agent, Folders};
use crate::cli::exit::Problem;
use crate::cli::surroundings::{Attached, Surroundings};
use crate::cli::system;
use crate::cli::words::{nearest, shown};

/// Variables by which users move the folders of agents.
const MOVED: [&str; 3] = ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME"];

/// Decides what is done.
///
/// # Errors
/// A problem of usage.
pub(in crate::cli) fn resolve(typed: &SetupArgs, surroundings: &Surroundings) -> Result<Setup, Problem> {
    let client = typed.agent.as_deref().map(client).transpose()?;
    let mut places = places(surroundings)?;
    if typed.project {
        let folder = places.here.clone();
        places.project =
            Some(folder.ok_or_else(|| Problem::usage("the folder of the project is not known"))?);
    }
    can_be_in(client)?;
    if typed.stats && matches!(client, Some(Client::Server(_))) {
        return Err(Problem::usage(
            "--stats counts what goes through an agent's shell, and there is no way into this one's",
        ));
    }
    if typed.beside && matches!(client, Some(Client::Server(_))) {
        return Err(Problem::usage(
            "--beside is for agents in whose shell weir can be, and there is no way into this one's",
        ));
    }
    let asks = surroundings.stdin == Attached::Terminal && surroundings.stderr == Attached::Terminal;
    let path = surroundings.variable("PATH").cloned();
    let program = program_in(path.as_deref());
    Ok(Setup {
        client,
        places,
        what: if typed.remove { What::Out } else { What::In },
        dry: typed.dry_run,
        consent: if typed.yes || !asks { Consent::Given } else { Consent::Asked },
        chain: typed.chain,
        stats: typed.stats,
        beside: typed.beside,
        skill: !typed.no_skill,
        program: program.ok_or_else(|| Problem::usage("the path of weir itself is not known"))?,
        bash_env: surroundings.variable("BASH_ENV").map(|value| value.to_string_lossy().into_owned()),
        path,
    })
}

/// Whether weir can be in the shell of an agent on this system, and else what works there.
///
/// # Errors
/// On Windows, for an agent that has weir in its shell elsewhere.
pub(in crate::cli) fn can_be_in(client: Option<Client>) -> Result<(), Problem> {
    let Some(Client::Shell(agent)) = client.filter(|_| cfg!(windows)) else { return Ok(()) };
    let name = agent.name();
    let server = match agent {
        Agent::Copilot | Agent::QwenCode => "'weir mcp' is an MCP server for its settings".to_owned(),
        _ => format!("'weir mcp --print-config {name}' prints weir as an MCP server"),
    };
    let rule = "a rule for the agent is: Run tests and builds as `COMMAND 2>&1 | weir`";
    let shell = match agent {
        Agent::ClaudeCode => ", which is Git Bash",
        Agent::Codex | Agent::GeminiCli | Agent::Copilot => ", which is PowerShell",
        _ => "",
    };
    let problem = format!("on Windows there is no way into the shell of {name}{shell}");
    Err(Problem::usage(problem).hint(format!("{server}; {rule}; in WSL it is as on Linux")))
}

/// The agent of this name.
///
/// # Errors
/// When there is none.
pub(in crate::cli) fn client(name: &str) -> Result<Client, Problem> {
    named(name).ok_or_else(|| {
        let names: Vec<&str> = Client::all().map(Client::name).collect();
        let problem = Problem::usage(format!("unknown agent {}", shown(name)));
        let known = format!("the agents are {}", names.join(", "));
        match nearest(name, names) {
            Some(near) => problem.hint(format!("did you mean '{near}'? {known}")),
            None => problem.hint(known),
        }
    })
}

/// Where things are.
///
/// # Errors
/// When there is no home.
pub(in crate::cli) fn places(surroundings: &Surroundings) -> Result<Places, Problem> {
    let no_home = || Problem::usage("there is no home: HOME is not set");
    let path = |name: &str| surroundings.variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = path("HOME").or_else(|| path("USERPROFILE")).ok_or_else(no_home)?;
    let folders = Folders::of(|name| surroundings.variable(name).cloned()).ok_or_else(no_home)?;
    let config = system::config_folder(surroundings).ok_or_else(no_home)?;
    let moved = MOVED.iter().filter_map(|name| Some((*name, path(name)?))).collect();
    Ok(Places { home, config, folders, project: None, here: surroundings.folder.clone(), moved })
}
