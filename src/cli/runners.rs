//! `weir runners`: what is recognised.

use std::io::{self, Write};

use serde::Serialize;

use crate::recognize::registry::{self, Listed};
use crate::settings::AnswerFormat;

/// The list as JSON.
#[derive(Serialize)]
struct List {
    schema: &'static str,
    runners: Vec<Listed>,
}

/// A line for each recognizer.
pub(super) fn text() -> String {
    let runners = registry::listed();
    let width = runners.iter().map(|row| row.name.len()).max().unwrap_or(0);
    runners.iter().fold(String::new(), |text, row| format!("{text}{:width$}  {}\n", row.name, row.reads))
}

/// Writes a line for each recognizer, or one line of JSON.
pub(super) fn write(format: AnswerFormat, out: &mut impl Write) -> io::Result<()> {
    match format {
        AnswerFormat::Text => out.write_all(text().as_bytes()),
        AnswerFormat::Json => {
            let list = List { schema: "weir.runners/1", runners: registry::listed() };
            serde_json::to_writer(&mut *out, &list)?;
            out.write_all(b"\n")
        }
    }
}
