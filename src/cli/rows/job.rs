//! What `weir rows` and `weir trust` do.

use std::io::Write;
use std::path::PathBuf;

use super::args::{RowsArgs, TrustArgs};
use super::{check, files, propose, trust};
use crate::cli::exit::{End, Problem};
use crate::cli::surroundings::{Attached, Surroundings};

/// What to do with rows.
#[derive(Debug, PartialEq, Eq)]
pub enum OfRows {
    /// Check a file, and show what it makes of a sample.
    Check {
        /// The file.
        file: PathBuf,
        /// The sample.
        sample: Option<PathBuf>,
        /// Whether the answer is for a terminal.
        colored: bool,
    },
    /// Propose a file for a sample.
    New(Option<PathBuf>),
    /// Trust files of a project, or no more.
    Trust(trust::Trust),
}

/// What was meant by `weir rows`.
pub(in crate::cli) fn resolve(typed: &RowsArgs, surroundings: &Surroundings) -> OfRows {
    match typed {
        RowsArgs::Check { file, sample } => OfRows::Check {
            file: file.clone(),
            sample: sample.clone(),
            colored: surroundings.stdout == Attached::Terminal && surroundings.variable("NO_COLOR").is_none(),
        },
        RowsArgs::New { sample } => OfRows::New(sample.clone()),
    }
}

/// What was meant by `weir trust`.
///
/// # Errors
/// There is no place for what is trusted, or nothing to trust.
pub(in crate::cli) fn resolve_trust(
    typed: &TrustArgs,
    surroundings: &Surroundings,
) -> Result<OfRows, Problem> {
    trust::resolve(typed, surroundings).map(OfRows::Trust)
}

/// Does it.
pub(in crate::cli) fn run(job: &OfRows, out: &mut impl Write) -> Result<End, Problem> {
    let text = match job {
        OfRows::Check { file, sample, colored } => check::checked(file, sample.as_deref(), *colored)?,
        OfRows::New(sample) => propose::proposed(&files::sample(sample.as_deref())?)?,
        OfRows::Trust(trust) => trust.done()?,
    };
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|cause| Problem::output("to standard output", cause))?;
    Ok(End::Reported)
}
