//! A home with tools, links, stub and start file, and shells in it as agents start them.

use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use weir::agents::{Agent, Beside, Folders, start_file, stub, tools};

/// A tool that says how it was called, and prints what pytest prints.
///
/// Into the file `$CALLS` go its words, its environment but for what the links are known by, and with `--stdin` its input.
const PYTEST: &str = r#"#!/bin/sh
note=$(
  printf 'called'; printf ' [%s]' "$0" "$@"; echo
  env | grep -v -e '^WEIR' -e '^_=' -e '^PATH=' -e '^SHLVL=' -e '^BASH_ENV=' -e '^OLDPWD=' | sort
  case " $* " in *' --stdin '*) echo stdin; cat ;; esac
  case " $* " in *' --third '*) echo third >&3 ;; esac
)
# At once: others may run beside it.
printf '%s\n' "$note" >> "$CALLS"
case " $* " in *' --err '*) echo 'a warning of the tool' >&2 ;; esac
case " $* " in *' --where '*) echo "the program is $0" ;; esac
case " $* " in *' --pid '*) echo $$ ;; esac
case " $* " in *' --long '*) i=0; while [ $i -lt 3000 ]; do echo "test_sea.py::test_wave_$i FAILED"; i=$((i+1)); done ;; esac
code=0
case " $* " in *' --sleep '*) echo begun; echo $$ > "$PID.new"; mv "$PID.new" "$PID"; exec sleep 30 ;; esac
case " $* " in
*' fail '*)
  echo 'F.                                                                       [100%]'
  echo '=================================== FAILURES ==================================='
  echo '__________________________________ test_tide ___________________________________'
  echo
  echo '    def test_tide():'
  echo '>       assert 1 == 2'
  echo 'E       assert 1 == 2'
  echo
  echo 'test_sea.py:2: AssertionError'
  echo '=========================== short test summary info ============================'
  echo 'FAILED test_sea.py::test_tide - assert 1 == 2'
  echo '1 failed, 1 passed in 0.05s'
  code=1 ;;
*)
  case " $* " in *' --many '*) i=0; while [ $i -lt 90 ]; do echo "test_sea.py::test_wave_$i PASSED"; i=$((i+1)); done ;; esac
  echo '...                                                                      [100%]'
  echo '3 passed in 0.02s' ;;
esac
while [ $# -gt 0 ]; do case "$1" in --code) code=$2 ;; --signal) kill -"$2" $$ ;; esac; shift; done
exit "$code"
"#;

/// A tool without a link.
const OTHER: &str = "#!/bin/sh\necho \"other: $*\"\ncat\n";

/// A home.
pub struct Place {
    folder: tempfile::TempDir,
    /// Links and all.
    pub folders: Folders,
}

/// How a shell ended and what it left.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
    /// What the tools wrote down.
    pub calls: String,
    /// The files of the folder in which it ran.
    pub files: Vec<(String, String)>,
}

/// By which door a line comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// bash without weir.
    Plain,
    /// bash that reads the start file.
    StartFile,
    /// Claude Code's line without weir, in the shell of this name.
    PlainSnapshot(&'static str),
    /// Claude Code's line by the stub.
    Stub(&'static str),
}

pub fn executable(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The program of this name, on the real machine.
pub fn on_this_machine(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| path.is_file())
}

impl Place {
    pub fn new() -> Self {
        Self::with(Beside::Silent)
    }

    /// One in which runs beside the agent's output are reported, or not.
    pub fn with(beside: Beside) -> Self {
        let reported: &[Agent] = if beside == Beside::Reported { &Agent::ALL } else { &[] };
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let data = root.join("home/.local/share");
        let folders =
            Folders::of(|name| (name == "XDG_DATA_HOME").then(|| data.clone().into_os_string())).unwrap();
        let program = root.join("bin/weir");
        fs::create_dir_all(program.parent().unwrap()).unwrap();
        fs::hard_link(env!("CARGO_BIN_EXE_weir"), &program)
            .or_else(|_| fs::copy(env!("CARGO_BIN_EXE_weir"), &program).map(drop))
            .unwrap();
        fs::create_dir_all(folders.shims()).unwrap();
        for name in tools::names() {
            symlink(&program, folders.shims().join(name)).unwrap();
        }
        executable(&folders.stub(), &stub::text(&program, beside));
        fs::write(folders.start_file(), start_file::text(&program, &folders.shims(), reported)).unwrap();
        for name in ["pytest", "cargo", "npm", "go"] {
            executable(&root.join("tools").join(name), PYTEST);
        }
        executable(&root.join("tools/other"), OTHER);
        for shell in ["bash", "zsh"] {
            let snapshot = root.join(format!("snapshot-{shell}-1.sh"));
            fs::write(snapshot, format!("export PATH={}/tools:/usr/bin:/bin\n", root.display())).unwrap();
        }
        Self { folder, folders }
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    pub fn weir(&self) -> PathBuf {
        self.root().join("bin/weir")
    }

    /// Claude Code's line around a command.
    pub fn snapshot_line(&self, shell: &str, line: &str) -> String {
        let quoted = line.replace('\'', r"'\''");
        let root = self.root();
        let root = root.display();
        format!("source {root}/snapshot-{shell}-1.sh && eval '{quoted}' < /dev/null && pwd -P >| {root}/cwd")
    }

    /// A shell that runs a line, not started yet: its folder is new, and called `name`.
    pub fn shell(&self, door: Door, name: &str, line: &str) -> Command {
        let root = self.root();
        let work = root.join("work").join(name);
        fs::create_dir_all(&work).unwrap();
        let mut command = match door {
            Door::Plain | Door::StartFile => {
                let mut bash = Command::new("bash");
                bash.args(["-c", line]);
                bash
            }
            Door::PlainSnapshot(shell) => {
                let mut plain = Command::new(on_this_machine(shell).unwrap());
                plain.arg("-c").arg(self.snapshot_line(shell, line));
                plain
            }
            Door::Stub(shell) => {
                let mut stub = Command::new(self.folders.stub());
                stub.arg(self.snapshot_line(shell, line));
                stub
            }
        };
        let path = format!("{}/tools:/usr/local/bin:/usr/bin:/bin", root.display());
        command.env_clear().env("PATH", path).env("HOME", root.join("home")).env("LANG", "C.UTF-8");
        command.env("CALLS", root.join(format!("calls-{name}"))).env("PID", root.join(format!("pid-{name}")));
        if let Door::PlainSnapshot(shell) | Door::Stub(shell) = door {
            command.env("SHELL", on_this_machine(shell).unwrap());
        }
        command.current_dir(&work).stdin(Stdio::null()).env("WEIR_STORE", "off");
        if door == Door::StartFile {
            command.env("BASH_ENV", self.folders.start_file()).env("WEIR_AGENT", "codex");
        }
        command
    }

    /// Runs a line to its end, its two outputs in two files.
    pub fn ran(&self, door: Door, name: &str, line: &str) -> Ran {
        self.to_its_end(self.shell(door, name, line), name)
    }

    /// The same of a shell that is not started yet.
    pub fn to_its_end(&self, mut command: Command, name: &str) -> Ran {
        let out = self.root().join(format!("out-{name}"));
        let err = self.root().join(format!("err-{name}"));
        command.stdout(File::create(&out).unwrap()).stderr(File::create(&err).unwrap());
        let status = command.status().unwrap();
        self.left(name, status, &text(&out), &text(&err))
    }

    fn left(&self, name: &str, status: ExitStatus, out: &str, err: &str) -> Ran {
        let root = self.root();
        let same = |text: &str| {
            text.replace(&format!("work/{name}"), "work/HERE").replace(&format!("-{name}"), "-HERE")
        };
        let work = root.join("work").join(name);
        let mut files: Vec<(String, String)> = fs::read_dir(work)
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| (entry.file_name().into_string().unwrap(), same(&text(&entry.path()))))
            .collect();
        files.sort();
        let calls = same(&text(&root.join(format!("calls-{name}"))));
        let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
        Ran { code, out: same(out), err: same(err), calls, files }
    }
}

/// What is in a file, if it is there.
pub fn text(path: &Path) -> String {
    fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

/// The verdicts in a text.
pub fn verdicts(text: &str) -> Vec<&str> {
    let is_one = |line: &&str| {
        ["PASSED", "FAILED", "UNKNOWN", "INCOMPLETE"]
            .iter()
            .any(|word| line.strip_prefix("weir: ").is_some_and(|rest| rest.starts_with(word)))
    };
    text.lines().filter(is_one).collect()
}
