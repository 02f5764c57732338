//! A home of its own, with a copy of weir that may be moved, and what is in it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A file: its mode and its bytes, or where it leads to.
pub type File = (u32, Vec<u8>);

/// A home.
pub struct Home {
    _folder: tempfile::TempDir,
    pub root: PathBuf,
    /// The home itself; a project is below it.
    pub home: PathBuf,
    pub project: PathBuf,
    /// The weir of this home.
    pub weir: PathBuf,
}

/// What a call did.
#[derive(Debug)]
pub struct Called {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Home {
    pub fn new() -> Self {
        Self::named("home", "bin")
    }

    /// One with these names for the home and for the folder of weir.
    pub fn named(home: &str, bin: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        let (home, bin) = (root.join(home), root.join(bin));
        let project = home.join("work/shop");
        fs::create_dir_all(&project).unwrap();
        fs::create_dir_all(&bin).unwrap();
        let weir = bin.join("weir");
        // A second name of the file: weir knows itself by the path after symbolic links, and a copy is large.
        fs::hard_link(env!("CARGO_BIN_EXE_weir"), &weir)
            .or_else(|_| fs::copy(env!("CARGO_BIN_EXE_weir"), &weir).map(|_| ()))
            .unwrap();
        Self { _folder: folder, root, home, project, weir }
    }

    pub fn command(&self, weir: &Path, words: &[&str]) -> Command {
        let mut command = Command::new(weir);
        command
            .args(words)
            .env_clear()
            .env("HOME", &self.home)
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("SHELL", "/bin/bash")
            .env("TMPDIR", &self.root)
            .env("LANG", "C.UTF-8")
            .current_dir(&self.project)
            .stdin(Stdio::null());
        command
    }

    pub fn call(&self, words: &[&str]) -> Called {
        called(self.command(&self.weir, words).output().unwrap())
    }

    pub fn call_with(&self, words: &[&str], variables: &[(&str, &str)]) -> Called {
        called(self.command(&self.weir, words).envs(variables.iter().copied()).output().unwrap())
    }

    /// The same, which has to be well.
    pub fn well(&self, words: &[&str]) -> Called {
        let called = self.call(words);
        assert_eq!(called.code, 0, "{words:?}: {}{}", called.out, called.err);
        called
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.home.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.home.join(path)).unwrap_or_else(|cause| panic!("{path}: {cause}"))
    }

    pub fn has(&self, path: &str) -> bool {
        fs::symlink_metadata(self.home.join(path)).is_ok()
    }

    pub fn link(&self, to: &str, path: &str) {
        let path = self.home.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        symlink(to, path).unwrap();
    }

    pub fn mode(&self, path: &str) -> u32 {
        fs::metadata(self.home.join(path)).unwrap().permissions().mode() & 0o777
    }

    /// Every file of the home, but for backups.
    pub fn files(&self) -> BTreeMap<String, File> {
        let mut files = BTreeMap::new();
        gather(&self.home, &self.home, &mut files);
        files.retain(|path, _| !path.contains("backups/"));
        files
    }

    /// What the doctor says of an agent, and its exit code.
    pub fn doctor(&self, agent: &str, variables: &[(&str, &str)]) -> (i32, Value) {
        self.doctor_by(&self.weir, agent, variables)
    }

    pub fn doctor_by(&self, weir: &Path, agent: &str, variables: &[(&str, &str)]) -> (i32, Value) {
        let mut command = self.command(weir, &["doctor", agent, "--format", "json"]);
        let called = called(command.envs(variables.iter().copied()).output().unwrap());
        let all: Value = serde_json::from_str(&called.out).unwrap_or_else(|why| panic!("{why}: {called:?}"));
        let agents = all["agents"].as_array().unwrap();
        assert_eq!((agents.len(), &agents[0]["agent"]), (1, &Value::from(agent)));
        (called.code, agents[0].clone())
    }
}

pub fn called(output: Output) -> Called {
    Called {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn gather(home: &Path, folder: &Path, files: &mut BTreeMap<String, File>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let known = fs::symlink_metadata(&path).unwrap();
        if known.is_dir() {
            gather(home, &path, files);
            continue;
        }
        let bytes = if known.is_symlink() {
            fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes()
        } else {
            fs::read(&path).unwrap()
        };
        let name = path.strip_prefix(home).unwrap().to_string_lossy().into_owned();
        files.insert(name, (known.permissions().mode() & 0o777, bytes));
    }
}

/// The ids of the checks that are off.
pub fn off(agent: &Value) -> Vec<&str> {
    let checks = agent["checks"].as_array().unwrap();
    checks.iter().filter(|check| check["ok"] == false).map(|check| check["id"].as_str().unwrap()).collect()
}

/// What a check says.
pub fn detail<'a>(agent: &'a Value, id: &str) -> &'a str {
    let checks = agent["checks"].as_array().unwrap();
    checks.iter().find(|check| check["id"] == id).unwrap()["detail"].as_str().unwrap()
}
