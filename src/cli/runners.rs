//! `weir runners`: what is recognised.

use std::io::{self, Write};

use serde::Serialize;

use crate::recognize::registry;
use crate::settings::AnswerFormat;

/// The list as JSON.
#[derive(Serialize)]
struct List {
    schema: &'static str,
    runners: Vec<Row>,
}

/// One recognizer.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    reads: &'static str,
}

/// Writes a line for each recognizer, or one line of JSON.
pub(super) fn write(format: AnswerFormat, out: &mut impl Write) -> io::Result<()> {
    let rows = registry::listed();
    match format {
        AnswerFormat::Text => {
            let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
            rows.iter().try_for_each(|(name, reads)| writeln!(out, "{name:width$}  {reads}"))
        }
        AnswerFormat::Json => {
            let runners = rows.into_iter().map(|(name, reads)| Row { name, reads }).collect();
            serde_json::to_writer(&mut *out, &List { schema: "weir.runners/1", runners })?;
            out.write_all(b"\n")
        }
    }
}
