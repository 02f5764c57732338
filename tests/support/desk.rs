//! weir with a store of its own, for the pieces that keep what they show page by page.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::schema;

/// A store that goes with the test.
pub struct Desk(tempfile::TempDir);

/// What weir printed.
#[derive(Debug)]
pub struct Printed {
    pub code: i32,
    pub out: Vec<u8>,
    pub err: String,
}

impl Printed {
    pub fn text(&self) -> String {
        String::from_utf8(self.out.clone()).unwrap()
    }
}

impl Desk {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A file in the desk's folder.
    pub fn file(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.0.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// Runs weir at a time of its clock; without input, standard input is closed.
    pub fn at(&self, now: Option<i64>, words: &[&str], input: Option<&[u8]>) -> Printed {
        let mut command = Command::new(env!("CARGO_BIN_EXE_weir"));
        command.args(words).env_clear().env("WEIR_STORE", self.0.path().join("store"));
        if let Some(now) = now {
            command.env("WEIR_NOW", now.to_string());
        }
        command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        if let (Some(mut stdin), Some(input)) = (child.stdin.take(), input.map(<[u8]>::to_vec)) {
            std::thread::spawn(move || stdin.write_all(&input));
        }
        let done = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&done.stderr).into_owned();
        Printed { code: done.status.code().unwrap_or(-1), out: done.stdout, err }
    }

    pub fn run(&self, words: &[&str], input: impl AsRef<[u8]>) -> Printed {
        self.at(None, words, Some(input.as_ref()))
    }

    /// An answer in JSON, held against its schema.
    pub fn json(&self, words: &[&str], input: impl AsRef<[u8]>) -> Value {
        let printed = self.run(words, input);
        assert_eq!(printed.code, 0, "{words:?}: {printed:?}");
        parsed(&printed.text())
    }

    /// The answer that a cursor leads to, with standard input closed.
    pub fn follow(&self, piece: &str, cursor: &str) -> Value {
        let printed = self.at(None, &[piece, "--cursor", cursor], None);
        assert_eq!(printed.code, 0, "{printed:?}");
        parsed(&printed.text())
    }

    /// Runs a command that weir printed, as a shell would.
    pub fn obey(&self, command: &str) -> Printed {
        let words = command.strip_prefix("weir ").unwrap();
        let words: Vec<String> = words.split(' ').map(|word| word.trim_matches('\'').to_owned()).collect();
        self.at(None, &words.iter().map(String::as_str).collect::<Vec<_>>(), None)
    }
}

/// One line of JSON that follows the schema it names.
pub fn parsed(text: &str) -> Value {
    assert!(text.ends_with('\n') && text.lines().count() == 1, "{text}");
    let value: Value = serde_json::from_str(text).unwrap();
    let (piece, version) =
        value["schema"].as_str().unwrap().strip_prefix("weir.").unwrap().split_once('/').unwrap();
    let folder = piece.split('-').next().unwrap();
    let validator = schema::validator(&format!("{folder}/schema/weir.{piece}.{version}.json"));
    let errors = schema::faults(&validator, &value);
    assert!(errors.is_empty(), "{errors:#?}\n{text}");
    value
}
