//! The logs that the project keeps, read once for all tests of a program, and judged once, in its own process.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use weir::budget::Mode;

use super::here::judged;
use super::logs::{LOGS, testdata};

/// A log of `testdata/`.
pub struct Log {
    pub path: PathBuf,
    /// The folder that it is in: its runner.
    pub runner: String,
    /// Its path below `testdata/`.
    pub name: String,
    /// What is in it, with an end of its last line.
    pub text: String,
    verdict: OnceLock<String>,
}

/// How a log is judged.
pub fn verdict(log: &str) -> String {
    judged(log, Mode::Minimal)["verdict"].as_str().unwrap().to_owned()
}

impl Log {
    fn read(path: PathBuf) -> Self {
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let text = if text.ends_with('\n') { text } else { text + "\n" };
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
        let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
        let runner = path.parent().unwrap().file_name().unwrap().to_str().unwrap().to_owned();
        Self { path, runner, name, text, verdict: OnceLock::new() }
    }

    /// Whether it is in the folder of a runner itself, and not in one below.
    pub fn is_of_a_runner(&self) -> bool {
        self.name.matches('/').count() == 1
    }

    /// The name of its file.
    pub fn file(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or_default()
    }

    pub fn verdict(&self) -> &str {
        self.verdict.get_or_init(|| verdict(&self.text))
    }
}

/// All logs, in order.
pub fn all() -> &'static [Log] {
    static ALL: OnceLock<Vec<Log>> = OnceLock::new();
    ALL.get_or_init(|| testdata(&LOGS).into_iter().map(Log::read).collect())
}

/// The log of this name, `RUNNER/FILE`.
pub fn named(name: &str) -> &'static Log {
    all().iter().find(|log| log.name == name).unwrap()
}
