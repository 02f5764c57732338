//! The lines of JSON, `weir.batch/1`: a log, an error, the summary.

use std::path::Path;

use base64::Engine as _;
use serde::Serialize;

use super::walk::Skipped;

/// The schema's name.
pub(super) const SCHEMA: &str = "weir.batch/1";

/// A log's place: a file, and its name in there when the file is an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Place {
    pub(super) path: String,
    /// The path's bytes when they are not UTF-8: `path` then is no name of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    path_base64: Option<String>,
    pub(super) member: Option<String>,
}

impl Place {
    pub(super) fn new(path: &Path, member: Option<&str>) -> Self {
        let bytes = path.as_os_str().as_encoded_bytes();
        let exact = path.to_str().is_some();
        Self {
            path: path.to_string_lossy().into_owned(),
            path_base64: (!exact).then(|| base64::engine::general_purpose::STANDARD.encode(bytes)),
            member: member.map(str::to_owned),
        }
    }
}

/// The numbers of one log; unknown is null.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Numbers {
    pub(super) failed: Option<u64>,
    pub(super) passed: Option<u64>,
    pub(super) skipped: Option<u64>,
    pub(super) other: Option<u64>,
    pub(super) total: Option<u64>,
    pub(super) source: &'static str,
    pub(super) at_least: bool,
}

/// One failure of a log.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FailureLine {
    pub(super) id: String,
    pub(super) kind: &'static str,
    pub(super) runner: &'static str,
    pub(super) file: Option<String>,
    pub(super) line: Option<u64>,
    pub(super) message: Option<String>,
}

/// The line of a log.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LogLine {
    pub(super) schema: &'static str,
    pub(super) kind: &'static str,
    #[serde(flatten)]
    pub(super) place: Place,
    pub(super) verdict: &'static str,
    pub(super) counts: Numbers,
    pub(super) runner: Option<&'static str>,
    pub(super) runners: Vec<&'static str>,
    pub(super) duration: Option<f64>,
    pub(super) bytes: u64,
    pub(super) failures: Vec<FailureLine>,
    /// Failures that are not in `failures` for lack of room.
    pub(super) unlisted: u64,
}

/// The line of what cannot be read.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ErrorLine {
    pub(super) schema: &'static str,
    pub(super) kind: &'static str,
    #[serde(flatten)]
    pub(super) place: Place,
    pub(super) error: String,
}

/// How many logs have each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Verdicts {
    pub(super) failed: u64,
    pub(super) incomplete: u64,
    pub(super) unknown: u64,
    pub(super) passed: u64,
}

/// A failure that several logs share.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SharedLine<'a> {
    pub(super) id: &'a str,
    pub(super) runner: &'static str,
    pub(super) message: Option<&'a str>,
    pub(super) logs: u64,
    pub(super) first: &'a Place,
    pub(super) last: &'a Place,
}

/// The last line.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SummaryLine<'a> {
    pub(super) schema: &'static str,
    pub(super) kind: &'static str,
    pub(super) logs: u64,
    pub(super) errors: u64,
    pub(super) verdicts: Verdicts,
    pub(super) failures: u64,
    pub(super) skipped: Skipped,
    pub(super) shared: Vec<SharedLine<'a>>,
    /// Further failures that several logs share.
    pub(super) shared_unlisted: u64,
    /// Failures that were not compared, because there were too many different ones.
    pub(super) uncompared: u64,
    pub(super) interrupted: bool,
}
