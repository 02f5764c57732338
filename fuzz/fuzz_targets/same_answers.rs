//! The library that is checked out answers like an older weir: the binary that `WEIR_BEFORE` names, a process for each
//! input. Over pieces of the shipped logs, one after the other.
#![no_main]

use std::fs::File;
use std::io::{Seek, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use weir::budget::Mode;
use weir::settings::{AnswerFormat, Settings};

/// The binary to compare with.
static BEFORE: LazyLock<PathBuf> = LazyLock::new(|| {
    let named = std::env::var_os("WEIR_BEFORE").expect("WEIR_BEFORE: the binary to compare with");
    std::fs::canonicalize(named).expect("WEIR_BEFORE: a file")
});

/// The input as a file: a pipe would need a thread that fills it.
static INPUT: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::temp_dir().join(format!("weir-same-answers-{}", std::process::id())));

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, pieces)) = bytes.split_first() else { return };
    let text = weir_fuzz::splice(pieces);
    if text.is_empty() {
        return;
    }
    let (mode, mode_name) =
        [(Mode::Minimal, "minimal"), (Mode::Standard, "standard"), (Mode::Verbose, "verbose")]
            [usize::from(choice % 3)];
    let (format, format_name) =
        [(AnswerFormat::Text, "text"), (AnswerFormat::Json, "json")][usize::from(choice / 3 % 2)];

    let settings = Settings { mode, limits: mode.limits(), format, ..Settings::default() };
    let (answer, exit) = weir_fuzz::answer(&settings, &text, usize::MAX);

    let mut input = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(true)
        .open(&*INPUT)
        .expect("a temporary file");
    std::fs::remove_file(&*INPUT).expect("a file of our own");
    input.write_all(&text).expect("room for the input");
    input.rewind().expect("a file");
    let before = Command::new(&*BEFORE)
        .args(["--no-store", "--mode", mode_name, "--format", format_name])
        .env_clear()
        .stdin(Stdio::from(input))
        .output()
        .expect("WEIR_BEFORE runs");
    let before_answer = String::from_utf8_lossy(&before.stdout);
    assert!(
        answer == before_answer && Some(exit) == before.status.code() && before.stderr.is_empty(),
        "for\n{}\nthe answer was, {:?}:\n{before_answer}{}\nand is now, {exit}:\n{answer}",
        String::from_utf8_lossy(&text),
        before.status.code(),
        String::from_utf8_lossy(&before.stderr),
    );
});
