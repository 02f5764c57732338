//! The formats by name, the one way to parse them, and what can be wrong with them.
//!
//! Every parser is a stream: it holds one test case at a time and emits as it goes, so that what was understood
//! before an error has been reported already. Neighbours: `sniff` chooses the [`Kind`], `bounded_xml` and `bounded_json`
//! keep the libraries below within bounds. Nothing here opens files or runs programs.

use std::io::{self, BufRead};

use super::bounded_json::BoundedJson;
use super::clean::Clean;
use super::{behaviour, ctrf, dotnet, javascript, junit, lint, python, xcresult};
use crate::event::{Event, Sink};

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
    /// VSTest's and MSTest's TRX.
    Trx,
    /// NUnit's XML, versions 3 and 2.5.
    Nunit,
    /// xUnit.net's XML, versions 1 to 3.
    Xunit,
    /// The Common Test Report Format.
    Ctrf,
    /// `jest --json`, and vitest's JSON reporter.
    JestJson,
    /// mocha's JSON reporter.
    MochaJson,
    /// mochawesome's JSON.
    Mochawesome,
    /// `pytest --report-log`: a JSON object a line.
    PytestReportlog,
    /// `pytest --json-report`.
    PytestJson,
    /// `rspec --format json`.
    RspecJson,
    /// Cucumber's JSON formatter.
    CucumberJson,
    /// Cucumber's messages: a JSON object a line.
    CucumberMessages,
    /// SARIF 2.1.
    Sarif,
    /// Checkstyle's XML, which many linters write.
    Checkstyle,
    /// PMD's XML.
    Pmd,
    /// SpotBugs' XML.
    Spotbugs,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 21] = [
        Self::JunitXml,
        Self::XcresultSummary,
        Self::XcresultTests,
        Self::XcresultLegacy,
        Self::XcresultBuild,
        Self::Trx,
        Self::Nunit,
        Self::Xunit,
        Self::Ctrf,
        Self::JestJson,
        Self::MochaJson,
        Self::Mochawesome,
        Self::PytestReportlog,
        Self::PytestJson,
        Self::RspecJson,
        Self::CucumberJson,
        Self::CucumberMessages,
        Self::Sarif,
        Self::Checkstyle,
        Self::Pmd,
        Self::Spotbugs,
    ];

    /// Whether it is made of objects of JSON, one after the other.
    #[must_use]
    pub const fn is_of_lines(self) -> bool {
        matches!(self, Self::PytestReportlog | Self::CucumberMessages | Self::XcresultLegacy)
    }

    /// Whether it is XML.
    #[must_use]
    pub const fn is_xml(self) -> bool {
        match self {
            Self::JunitXml
            | Self::Trx
            | Self::Nunit
            | Self::Xunit
            | Self::Checkstyle
            | Self::Pmd
            | Self::Spotbugs => true,
            Self::XcresultSummary
            | Self::XcresultTests
            | Self::XcresultLegacy
            | Self::XcresultBuild
            | Self::Ctrf
            | Self::JestJson
            | Self::MochaJson
            | Self::Mochawesome
            | Self::PytestReportlog
            | Self::PytestJson
            | Self::RspecJson
            | Self::CucumberJson
            | Self::CucumberMessages
            | Self::Sarif => false,
        }
    }

    /// The name as the verdict line and the JSON print it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::JunitXml => "junit xml",
            Self::XcresultSummary => "xcresult summary",
            Self::XcresultTests => "xcresult tests",
            Self::XcresultLegacy => "xcresult legacy",
            Self::XcresultBuild => "xcresult build",
            Self::Trx => "trx",
            Self::Nunit => "nunit xml",
            Self::Xunit => "xunit xml",
            Self::Ctrf => "ctrf",
            Self::JestJson => "jest json",
            Self::MochaJson => "mocha json",
            Self::Mochawesome => "mochawesome",
            Self::PytestReportlog => "pytest reportlog",
            Self::PytestJson => "pytest json",
            Self::RspecJson => "rspec json",
            Self::CucumberJson => "cucumber json",
            Self::CucumberMessages => "cucumber messages",
            Self::Sarif => "sarif",
            Self::Checkstyle => "checkstyle xml",
            Self::Pmd => "pmd xml",
            Self::Spotbugs => "spotbugs xml",
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

/// Parses a document on the input, of which no event is of a line, and tells where it begins and ends.
///
/// # Errors
/// As [`parse`].
pub fn tell(
    kind: Kind,
    input: &mut dyn BufRead,
    emit: &mut dyn FnMut(Event<'_>),
) -> Result<Parsed, FormatError> {
    emit(Event::DocumentBegins);
    let parsed = parse(kind, input, &mut Emitting(emit));
    let trouble = parsed.as_ref().err().map(|error| format!("the {} on the input {error}", kind.name()));
    emit(Event::DocumentEnds(&trouble.unwrap_or_default()));
    parsed
}

/// Emits events through a function.
struct Emitting<'a>(&'a mut dyn FnMut(Event<'_>));

impl Sink for Emitting<'_> {
    fn emit(&mut self, event: Event<'_>) {
        (self.0)(event);
    }
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
        Kind::Trx => dotnet::trx(input, sink)?,
        Kind::Nunit => dotnet::nunit(input, sink)?,
        Kind::Xunit => dotnet::xunit(input, sink)?,
        Kind::Ctrf => ctrf::ctrf(&mut BoundedJson::new(input), sink)?,
        Kind::JestJson => javascript::jest(&mut BoundedJson::new(input), sink)?,
        Kind::MochaJson => javascript::mocha(&mut BoundedJson::new(input), sink)?,
        Kind::Mochawesome => javascript::mochawesome(&mut BoundedJson::new(input), sink)?,
        Kind::PytestReportlog => python::reportlog(&mut BoundedJson::new(input), sink)?,
        Kind::PytestJson => python::json_report(&mut BoundedJson::new(input), sink)?,
        Kind::RspecJson => behaviour::rspec(&mut BoundedJson::new(input), sink)?,
        Kind::CucumberJson => behaviour::cucumber(&mut BoundedJson::new(input), sink)?,
        Kind::CucumberMessages => behaviour::messages(&mut BoundedJson::new(input), sink)?,
        Kind::Sarif => lint::sarif(&mut BoundedJson::new(input), sink)?,
        Kind::Checkstyle => lint::checkstyle(input, sink)?,
        Kind::Pmd => lint::pmd(input, sink)?,
        Kind::Spotbugs => lint::spotbugs(input, sink)?,
    };
    Ok(Parsed { kind, notes, escaped: sink.escaped() })
}
