//! Looks and tries, and says what it found.

use std::ffi::OsString;
use std::io::{Read as _, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Map, Value, json};

use super::target::{Check, Target};
use super::{around, hooks, settings, tries};
use crate::cli::exit::{End, Problem};
use crate::cli::setup::{Client, Places, State, named_path};
use crate::settings::AnswerFormat;

/// A call of `weir doctor`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doctor {
    /// The agent; without one, all that are set up.
    pub(super) client: Option<Client>,
    /// Where things are.
    pub(super) places: Places,
    /// The form of the answer.
    pub(super) format: AnswerFormat,
    /// This weir.
    pub(super) own: PathBuf,
    /// `PATH`.
    pub(super) path: Option<OsString>,
    /// `WEIR`.
    pub(super) off: Option<String>,
    /// `BASH_ENV`.
    pub(super) bash_env: Option<String>,
    /// `SHELL`.
    pub(super) shell: Option<String>,
    /// `VIRTUAL_ENV`.
    pub(super) venv: Option<String>,
    /// `BASH_MAX_OUTPUT_LENGTH`.
    pub(super) most: Option<String>,
}

/// An agent with what was found out.
struct Patient {
    target: Target,
    checks: Vec<Check>,
}

impl Patient {
    fn is_well(&self) -> bool {
        self.checks.iter().all(|check| check.ok)
    }
}

/// Does it.
pub(in crate::cli) fn run(job: &Doctor, out: &mut impl Write) -> Result<End, Problem> {
    let root = job.places.folders.root();
    let state = State::load(root).map_err(|cause| {
        let file = named_path(&root.join("state.json"));
        Problem::unusable(cause).context(format!("{file}: what weir put in cannot be read"))
    })?;
    let here = job.places.here.as_deref();
    let is_set_up = |client: &Client| {
        let name = client.name();
        state.of(name, None).is_some() || here.is_some_and(|here| state.of(name, Some(here)).is_some())
    };
    let clients: Vec<Client> = match job.client {
        Some(client) => vec![client],
        None => Client::all().filter(is_set_up).collect(),
    };
    let patients: Vec<Patient> = clients.into_iter().map(|client| examine(job, client, &state)).collect();
    let text = match job.format {
        AnswerFormat::Json => format!("{}\n", as_json(job, &patients)),
        AnswerFormat::Text => patients.iter().map(as_text).collect(),
    };
    let text = crate::text::sanitize(&text).0;
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|cause| Problem::output("what was found out", cause))?;
    if patients.is_empty() {
        return Err(Problem::refuted("weir is not set up for any agent")
            .hint("weir setup lists those that are found"));
    }
    let off: Vec<String> = patients
        .iter()
        .filter(|patient| !patient.is_well())
        .map(|patient| {
            let ids: Vec<&str> =
                patient.checks.iter().filter(|check| !check.ok).map(|check| check.id).collect();
            format!("{}: {}", patient.target.client.name(), ids.join(", "))
        })
        .collect();
    if off.is_empty() {
        Ok(End::Reported)
    } else {
        Err(Problem::refuted(format!("something is wrong: {}", off.join("; "))))
    }
}

fn examine(job: &Doctor, client: Client, state: &State) -> Patient {
    let target = Target::of(job, client, state);
    let mut checks = vec![settings::weir(&target), settings::config(&target)];
    match client {
        Client::Shell(agent) => {
            checks.push(settings::shims(job, &target));
            checks.extend(tries::tries(job, &target, agent));
            checks.push(settings::ceiling_check(job, agent));
            checks.push(settings::off(job, &target));
            checks.push(around::hidden(job, &target, agent));
            checks.push(hooks::hooks(job, agent));
            checks.push(around::shell(job, agent));
            checks.push(around::path(job));
            checks.extend(around::launch(job, &target));
        }
        Client::Server(_) => checks.push(server(&target)),
    }
    Patient { target, checks }
}

/// Whether the MCP server answers.
fn server(target: &Target) -> Check {
    let question = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "doctor", "version": "1"}
    }});
    let asked = || -> std::io::Result<String> {
        let mut child = Command::new(&target.program)
            .arg("mcp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        // The end of its input is the end of the server.
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(format!("{question}\n").as_bytes())?;
        }
        let mut answer = String::new();
        if let Some(stdout) = child.stdout.take() {
            stdout.take(1 << 20).read_to_string(&mut answer)?;
        }
        child.wait()?;
        Ok(answer)
    };
    match asked() {
        Ok(answer) if answer.contains("serverInfo") => Check::well("server", "tried: the MCP server answers"),
        Ok(_) => Check::off("server", "the MCP server does not answer"),
        Err(cause) => Check::off("server", format!("the MCP server cannot be started: {cause}")),
    }
}

fn as_text(patient: &Patient) -> String {
    let state = if patient.is_well() { "all well" } else { "something is wrong" };
    let mut text = format!("{}: {state}\n", patient.target.client.name());
    for check in &patient.checks {
        let sign = if check.ok { "ok " } else { "BAD" };
        text.push_str(&format!("  {sign} {:<9} {}\n", check.id, check.detail));
    }
    text
}

fn as_json(job: &Doctor, patients: &[Patient]) -> Value {
    let each = patients.iter().map(|patient| {
        let target = &patient.target;
        let mut object = Map::new();
        object.insert("agent".to_owned(), target.client.name().into());
        object.insert("ok".to_owned(), patient.is_well().into());
        if let Client::Shell(agent) = target.client {
            object.insert("shims".to_owned(), job.places.folders.shims().to_string_lossy().into());
            object.insert("stub".to_owned(), target.start.to_string_lossy().into());
            object.insert("ceiling".to_owned(), settings::ceiling(job, agent).into());
        }
        let launch = target.plan.launch.iter().map(|(name, value)| (name.clone(), value.as_str().into()));
        object.insert("launch_env".to_owned(), Value::Object(launch.collect()));
        object.insert("checks".to_owned(), json!(patient.checks));
        Value::Object(object)
    });
    json!({"agents": each.collect::<Vec<_>>()})
}
