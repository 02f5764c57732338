//! weir with a store, through the binary: what it says of runs, and a run that is stored.

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use tempfile::TempDir;

/// weir with these words and this store.
pub fn weir(store: &Path, words: &[&str]) -> Command {
    let mut command = super::answer::weir(words);
    command.env("WEIR_STORE", store);
    command
}

/// A folder of its own, and the place of a store in it that is not there yet.
pub fn store() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("a/store");
    (folder, store)
}

/// What weir printed: on standard output, on standard error, and its exit code.
pub fn reported(output: Output) -> (String, String, i32) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

/// What weir says to this input.
pub fn answer(store: &Path, words: &[&str], input: &str) -> (String, String, i32) {
    reported(weir(store, words).write_stdin(input).output().unwrap())
}

/// A run with `failing` failures among passes, with names that end so.
pub fn log(failing: usize, passing: usize, ending: &str) -> String {
    let mut log = format!("running {} tests\n", failing + passing);
    for number in 0..passing {
        log.push_str(&format!("test deep::water::stays_calm_{number} ... ok\n"));
    }
    for number in 0..failing {
        log.push_str(&format!("test deep::water::breaks_{number}{ending} ... FAILED\n"));
    }
    log.push_str("\nfailures:\n\n");
    for number in 0..failing {
        log.push_str(&format!(
            "---- deep::water::breaks_{number}{ending} stdout ----\nthread 'deep::water::breaks_{number}{ending}' panicked at src/water.rs:{number}:5:\nthe dam broke\n\n"
        ));
    }
    log.push_str("failures:\n");
    for number in 0..failing {
        log.push_str(&format!("    deep::water::breaks_{number}{ending}\n"));
    }
    log.push_str(&format!(
        "\ntest result: FAILED. {passing} passed; {failing} failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n"
    ));
    log
}
