//! Removes stored runs: one, or all of them when that is meant.

use std::io::{BufRead, Write};
use std::path::Path;

use super::answer::{gone, shelf};
use crate::cli::ask::yes;
use crate::cli::exit::Problem;
use crate::store::{Last, StoreError};

/// Removes all runs when somebody types yes; gives the words for what was done.
pub(super) fn when_asked(
    folder: Option<&Path>,
    typed: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<String, Problem> {
    let runs = match shelf(folder)? {
        Some(shelf) => shelf.count().map_err(gone)?,
        None => 0,
    };
    if runs > 0 {
        let runs = number(runs, "stored run");
        if !yes(&format!("remove {runs}, and what later runs would be compared with?"), typed, out) {
            return Ok("weir: nothing was removed".to_owned());
        }
    }
    purge(folder, None)
}

fn number(number: u64, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// Removes a run, or all of them and what is remembered of last runs; gives the words for it. Without one run, the next
/// run of its command is compared all the same: what it is compared with is not in the stored run.
pub(super) fn purge(folder: Option<&Path>, id: Option<&str>) -> Result<String, Problem> {
    let Some(shelf) = shelf(folder)? else {
        return match id {
            None => Ok("weir: removed 0 stored runs".to_owned()),
            Some(id) => Err(gone(StoreError::unknown(id))),
        };
    };
    let runs = shelf.purge(id).map_err(gone)?;
    let last = match id {
        None => Last::forget_all(&shelf).map_err(Problem::gone)?,
        Some(_) => 0,
    };
    let removed = format!("weir: removed {}", number(runs, "stored run"));
    Ok(if last == 0 {
        removed
    } else {
        format!("{removed}, forgot the last runs of {}", number(last, "command"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_store_nobody_is_asked() {
        let mut printed = Vec::new();
        let done = when_asked(None, &mut "".as_bytes(), &mut printed).unwrap();
        assert_eq!((done.as_str(), printed.len()), ("weir: removed 0 stored runs", 0));
    }
}
