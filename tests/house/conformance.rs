//! The public suite of labelled logs in `benches/conformance`, and the picture in `docs`: both are made by scripts that
//! need Python and a built weir.
//!
//! `WEIR_REGENERATE=1 cargo test --test house generated` draws the picture again.

use std::path::Path;
use std::process::{Command, Output};

use crate::support::Plain as _;

/// Runs a script of the package with this weir; nothing where there is no Python.
fn script(path: &str, words: &[&str]) -> Option<Output> {
    let python = || Command::new("python3");
    if !python().args(["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]).status().ok()?.success() {
        return None;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = python();
    command.plain().current_dir(root).args(["-B", path]).args(words).arg(env!("CARGO_BIN_EXE_weir"));
    Some(command.output().unwrap())
}

#[track_caller]
fn assert_well(output: Option<Output>) {
    let Some(output) = output else { return };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn good_filters_score_well_and_bad_ones_badly() {
    assert_well(script("benches/conformance/check.py", &[]));
}

#[test]
fn the_generated_picture_is_what_the_script_draws() {
    let words: &[&str] = if std::env::var_os("WEIR_REGENERATE").is_some() { &[] } else { &["--check"] };
    assert_well(script("docs/before-after.py", words));
}

#[test]
fn an_old_picture_is_found() {
    // A picture of what another program answers is not the one that is here.
    let Some(output) = script("docs/before-after.py", &["--check"]) else { return };
    assert!(output.status.success());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let other = Command::new("python3")
        .current_dir(root)
        .args(["-B", "docs/before-after.py", "--check", "echo"])
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&other.stderr);
    assert!(!other.status.success() && printed.contains("is old"), "{printed}");
}
