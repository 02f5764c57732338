//! Runs a line as an agent does: by its prefix or its bash, with the variables that its settings set.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::run::Doctor;
use super::target::Target;
use crate::agents::Agent;
use crate::cli::setup::{Client, Format, held, look};

/// How long a line may take.
const LIMIT: Duration = Duration::from_secs(20);
/// How long is waited before the next look.
const PAUSE: Duration = Duration::from_millis(5);

/// A folder for one doctor, with a tool of its own in it; it goes at the end.
pub(super) struct Bench {
    folder: PathBuf,
}

/// What a line printed.
pub(super) struct Printed {
    /// Both outputs, as they went into one file.
    pub(super) text: String,
    /// `dev:inode` of that file.
    pub(super) output: String,
    /// The arguments that the tool got, a line each.
    pub(super) arguments: Option<String>,
}

/// What the tool prints: one test that fails.
pub(super) const RUN: &str = "\
============================= test session starts ==============================
collected 2 items

test_doctor.py F.                                                        [100%]

=================================== FAILURES ===================================
_________________________________ test_is_well _________________________________

    def test_is_well():
>       assert 1 == 2
E       assert 1 == 2

test_doctor.py:2: AssertionError
=========================== short test summary info ============================
FAILED test_doctor.py::test_is_well - assert 1 == 2
========================= 1 failed, 1 passed in 0.01s ==========================
";

/// What it prints with `--pass`.
pub(super) const PASS: &str = "\
test_doctor.py ..                                                        [100%]
============================== 2 passed in 0.01s ===============================
";

impl Bench {
    /// Makes it.
    pub(super) fn new() -> io::Result<Self> {
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
        let name: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
        let folder = std::env::temp_dir().join(format!("weir-doctor-{name}"));
        fs::create_dir(&folder)?;
        let bench = Self { folder };
        fs::create_dir(bench.tools())?;
        fs::write(bench.folder.join("run.txt"), RUN)?;
        fs::write(bench.folder.join("pass.txt"), PASS)?;
        let quoted = |path: PathBuf| format!("'{}'", path.to_string_lossy().replace('\'', r"'\''"));
        let tool = format!(
            "#!/bin/sh\n\
             printf '%s\\n' \"$@\" > {}\n\
             file={} code=1\n\
             case \"$1\" in --pass) file={} code=0 ;; esac\n\
             while IFS= read -r line; do printf '%s\\n' \"$line\"; done < \"$file\"\n\
             exit \"$code\"\n",
            quoted(bench.folder.join("arguments")),
            quoted(bench.folder.join("run.txt")),
            quoted(bench.folder.join("pass.txt"))
        );
        let path = bench.tools().join("pytest");
        fs::write(&path, tool)?;
        #[cfg(unix)]
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        Ok(bench)
    }

    /// The folder with the tool.
    pub(super) fn tools(&self) -> PathBuf {
        self.folder.join("tools")
    }

    /// Runs a line.
    ///
    /// # Errors
    /// When it cannot be started or does not end, in words.
    pub(super) fn line(&self, job: &Doctor, target: &Target, line: &str) -> Result<Printed, String> {
        let Client::Shell(agent) = target.client else { return Err("it has no shell".to_owned()) };
        let mut command = self.command(job, target, agent, line)?;
        let (output, arguments) = (self.folder.join("output"), self.folder.join("arguments"));
        let _ = fs::remove_file(&arguments);
        let file = File::create(&output).map_err(|cause| cause.to_string())?;
        let both = file.try_clone().map_err(|cause| cause.to_string())?;
        for name in ["WEIR", "WEIR_OUT", "WEIR_ERR", "WEIR_LINE", "WEIR_ACTIVE", "WEIR_BESIDE"] {
            command.env_remove(name);
        }
        command
            .env("PATH", self.path(job))
            .env("WEIR_STORE", "off")
            .current_dir(&self.folder)
            .stdin(stdin(agent).map_err(|cause| cause.to_string())?)
            .stdout(file)
            .stderr(both);
        ended(command)?;
        let text = String::from_utf8_lossy(&fs::read(&output).unwrap_or_default()).into_owned();
        let arguments = fs::read_to_string(&arguments).ok();
        Ok(Printed { text, output: identity(&output).unwrap_or_default(), arguments })
    }

    /// `PATH` of the agent: the tool first, and no links of weir's, which its shell puts there.
    fn path(&self, job: &Doctor) -> std::ffi::OsString {
        let shims = job.places.folders.shims();
        let known = job.path.clone().unwrap_or_default();
        let rest = std::env::split_paths(&known).filter(|folder| *folder != shims);
        let all: Vec<PathBuf> = [self.tools()].into_iter().chain(rest).collect();
        std::env::join_paths(all).unwrap_or(known)
    }

    fn command(&self, job: &Doctor, target: &Target, agent: Agent, line: &str) -> Result<Command, String> {
        if agent == Agent::ClaudeCode {
            let prefix =
                entry(target, "CLAUDE_CODE_SHELL_PREFIX").ok_or("its settings have no prefix of weir's")?;
            let mut command = Command::new(prefix);
            command.arg(self.snapshot(job, line)?);
            return Ok(command);
        }
        let mut command = Command::new("bash");
        // Codex starts a login shell, which sets PATH anew; here that of the tool has to stay.
        command.arg("-c").arg(line);
        let launch = target.plan.launch.iter().cloned();
        let variables: Vec<(String, String)> = match agent {
            Agent::Opencode => {
                // Its plugin is a text of weir's own, which is looked at as a whole.
                let start = target.start.to_string_lossy();
                let is_there = entry(target, "").is_some();
                is_there
                    .then(|| ("BASH_ENV".to_owned(), crate::cli::setup::for_bash_env(&start)))
                    .into_iter()
                    .collect()
            }
            Agent::Copilot | Agent::QwenCode => launch.collect(),
            _ => ["BASH_ENV", "WEIR_AGENT", "SHLVL"]
                .iter()
                .filter_map(|name| Some(((*name).to_owned(), entry(target, name)?)))
                .collect(),
        };
        for name in ["BASH_ENV", "WEIR_AGENT", "SHLVL"] {
            command.env_remove(name);
        }
        command.envs(variables);
        if agent == Agent::Opencode {
            command.env("WEIR_AGENT", agent.name());
        }
        Ok(command)
    }

    /// A line in the shape of Claude Code's: a snapshot is read, the command evaluated, the folder written down.
    fn snapshot(&self, job: &Doctor, line: &str) -> Result<String, String> {
        let folder = self.folder.join("shell-snapshots");
        let quoted = |text: &str| format!("'{}'", text.replace('\'', r"'\''"));
        // A snapshot is of the user's shell, and read by that.
        let is_zsh =
            job.shell.as_deref().is_some_and(|shell| shell.ends_with("/zsh") && Path::new(shell).is_file());
        let kind = if is_zsh { "zsh" } else { "bash" };
        let file = folder.join(format!("snapshot-{kind}-1-doctor.sh"));
        let path = self.path(job);
        let written = fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&file, format!("export PATH={}\n", quoted(&path.to_string_lossy()))));
        written.map_err(|cause| cause.to_string())?;
        let (file, end) = (file.to_string_lossy(), self.folder.join("folder"));
        Ok(format!(
            "source {} 2>/dev/null || true && eval {} < /dev/null && pwd -P >| {}",
            quoted(&file),
            quoted(line),
            quoted(&end.to_string_lossy())
        ))
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The value of an entry of weir's in the agent's settings.
fn entry(target: &Target, key: &str) -> Option<String> {
    let wish =
        target.plan.wishes.iter().find(|wish| wish.put.fields.iter().any(|(known, _)| known == key))?;
    let at = wish.put.fields.iter().position(|(known, _)| known == key)?;
    let looked = look(&wish.path).ok()?;
    let value = held(wish.format, looked.text().ok()?, &wish.put).ok()?.into_iter().nth(at)??;
    let is_as_written = wish.format != Format::Whole
        || wish.put.fields.first().is_some_and(|(_, text)| text.as_str() == Some(value.as_str()));
    is_as_written.then_some(value)
}

/// What a line reads: nothing. In Codex's sandbox bash cannot tell that from a connection, and takes it for one.
#[cfg(unix)]
fn stdin(agent: Agent) -> io::Result<Stdio> {
    if agent != Agent::Codex {
        return Ok(Stdio::null());
    }
    // Its other end is closed: there is nothing to read.
    let (connection, _) = std::os::unix::net::UnixStream::pair()?;
    Ok(std::os::fd::OwnedFd::from(connection).into())
}

#[cfg(not(unix))]
fn stdin(_agent: Agent) -> io::Result<Stdio> {
    Ok(Stdio::null())
}

/// Waits for the end of a command.
pub(super) fn ended(mut command: Command) -> Result<(), String> {
    let mut child = command.spawn().map_err(|cause| {
        let program = command.get_program().to_string_lossy().into_owned();
        format!("{program} cannot be started: {cause}")
    })?;
    let begun = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(_)) => return Ok(()),
            Ok(None) if begun.elapsed() < LIMIT => std::thread::sleep(PAUSE),
            Ok(None) | Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("it does not end within {} seconds", LIMIT.as_secs()));
            }
        }
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<String> {
    use std::os::unix::fs::MetadataExt as _;
    let file = fs::metadata(path).ok()?;
    Some(format!("{}:{}", file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(_path: &Path) -> Option<String> {
    None
}
