//! What was meant by `weir batch`.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::args::BatchArgs;
use crate::batch::{Batch, Separator, Summed, Wanted};
use crate::cli::args::AnswerArgs;
use crate::cli::documents::documents;
use crate::cli::exit::{ExitBy, Problem};
use crate::cli::job::Job;
use crate::cli::options::KeepingArgs;
use crate::cli::resolve::{not_a_number, readable, settings};
use crate::cli::surroundings::{Attached, Surroundings};
use crate::cli::words::shown;
use crate::source::Input;

/// The most logs at once.
const JOBS: u64 = 256;

/// Decides what is read, and how.
///
/// # Errors
/// A problem of usage. Logs that are missing are none: each has its line.
pub(in crate::cli) fn batch(typed: &BatchArgs, surroundings: &Surroundings) -> Result<Job, Problem> {
    let answer = AnswerArgs {
        from: typed.from.clone(),
        patterns: typed.patterns.clone(),
        rows: typed.rows.clone(),
        keeping: KeepingArgs { no_redact: typed.no_redact, ..KeepingArgs::default() },
        ..AnswerArgs::default()
    };
    let separator = if typed.null { Separator::Nul } else { Separator::Line };
    let wanted = typed.paths.iter().map(|path| wanted(path, separator, surroundings));
    Ok(Job::Batch {
        batch: Box::new(Batch {
            wanted: wanted.collect::<Result<_, _>>()?,
            settings: settings(&answer, surroundings)?,
            jobs: jobs(typed.jobs.as_deref())?,
            summed: if typed.no_summary { Summed::No } else { Summed::Yes },
        }),
        exit_by: if typed.exit_zero { ExitBy::Zero } else { ExitBy::Verdict },
        documents: documents(
            &typed.documents.output,
            typed.paths.iter().chain(&typed.patterns).chain(&typed.rows).map(PathBuf::as_path),
            surroundings,
        )?,
    })
}

fn wanted(path: &Path, separator: Separator, surroundings: &Surroundings) -> Result<Wanted, Problem> {
    let bytes = path.as_os_str().as_encoded_bytes();
    if bytes == b"-" {
        return match surroundings.stdin {
            Attached::Terminal => {
                Err(Problem::usage("the list of logs is standard input, and that is the terminal")
                    .hint("as in 'find logs -name \"*.txt\" | weir batch -'"))
            }
            Attached::Directory => Err(Problem::usage("failed to read standard input: it is a directory")),
            Attached::Stream | Attached::File => Ok(Wanted::List(Input::Stdin, separator)),
        };
    }
    match list_name(path) {
        Some(list) => {
            readable(&list)?;
            Ok(Wanted::List(Input::File(list), separator))
        }
        None => Ok(Wanted::Path(path.to_owned())),
    }
}

/// The file that `@FILE` names.
#[cfg(unix)]
fn list_name(path: &Path) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt as _;
    let name = path.as_os_str().as_bytes().strip_prefix(b"@")?;
    Some(std::ffi::OsStr::from_bytes(name).into())
}

#[cfg(windows)]
fn list_name(path: &Path) -> Option<PathBuf> {
    path.to_str()?.strip_prefix('@').map(PathBuf::from)
}

fn jobs(word: Option<&str>) -> Result<NonZeroUsize, Problem> {
    let Some(word) = word else {
        return Ok(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN));
    };
    let number = crate::text::amount(word).ok_or_else(|| not_a_number(word, "--jobs"))?;
    let fits = usize::try_from(number).ok().filter(|_| number <= JOBS).and_then(NonZeroUsize::new);
    fits.ok_or_else(|| Problem::usage(format!("--jobs must be 1 to {JOBS}, not {}", shown(word))))
}
