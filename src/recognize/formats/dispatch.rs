//! The formats by name, the one way to parse them, and what can be wrong with them.
//!
//! Every parser is a stream: it holds one test case at a time and emits as it goes, so that what was understood
//! before an error has been told already. Neighbours: `sniff` chooses the [`Kind`], `bounded_xml` and `bounded_json`
//! keep the libraries below within bounds. Nothing here opens files or runs programs.

use std::io::{self, BufRead};

use super::{bounded_json::BoundedJson, clean::Clean, junit, xcresult};
use crate::event::Sink;

/// A structured format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// JUnit XML in any of its dialects.
    JunitXml,
    /// `xcresulttool get test-results summary`.
    XcresultSummary,
    /// `xcresulttool get test-results tests`.
    XcresultTests,
    /// `xcresulttool get --legacy --format json`: an invocation record, test plan summaries or one test's summary.
    XcresultLegacy,
    /// `xcresulttool get build-results`.
    XcresultBuild,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::JunitXml,
        Self::XcresultSummary,
        Self::XcresultTests,
        Self::XcresultLegacy,
        Self::XcresultBuild,
    ];

    /// The name as the verdict line and the JSON print it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::JunitXml => "junit xml",
            Self::XcresultSummary => "xcresult summary",
            Self::XcresultTests => "xcresult tests",
            Self::XcresultLegacy => "xcresult legacy",
            Self::XcresultBuild => "xcresult build",
        }
    }
}

/// What a whole report gave besides its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// Its format.
    pub kind: Kind,
    /// What a reader should know: text that was left out, insights of the tool. A few short lines.
    pub notes: Vec<String>,
    /// Code points of its texts that were escaped, and control sequences other than colour that were removed.
    pub escaped: u64,
}

/// What is wrong with a report. The events of everything before it have been emitted.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// The bytes could not be read.
    #[error("cannot be read")]
    Read(#[source] io::Error),
    /// It is not well-formed, or passes a bound.
    #[error("broken at byte {byte}: {what}")]
    Broken {
        /// What is wrong.
        what: String,
        /// How far the input was read, in bytes from 0: at the fault or shortly after it.
        byte: u64,
    },
    /// It ends too early.
    #[error("ends at byte {byte} inside of {inside}")]
    Ended {
        /// What was not closed.
        inside: String,
        /// The number of bytes that there were.
        byte: u64,
    },
    /// It is well-formed and holds no results.
    #[error("holds no {wanted}")]
    Empty {
        /// What should have been there.
        wanted: &'static str,
    },
}

/// Parses a report and emits what it says. Memory is bounded whatever the input's size.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no results.
pub fn parse(kind: Kind, input: &mut dyn BufRead, sink: &mut dyn Sink) -> Result<Parsed, FormatError> {
    let sink = &mut Clean::new(sink);
    let notes = match kind {
        Kind::JunitXml => junit::parse(input, sink)?,
        Kind::XcresultSummary => xcresult::summary(&mut BoundedJson::new(input), sink)?,
        Kind::XcresultTests => xcresult::tests(&mut BoundedJson::new(input), sink)?,
        Kind::XcresultLegacy => xcresult::legacy(&mut BoundedJson::new(input), sink)?,
        Kind::XcresultBuild => xcresult::build(&mut BoundedJson::new(input), sink)?,
    };
    Ok(Parsed { kind, notes, escaped: sink.escaped() })
}
