//! Where originals are stored: what the environment says of it.

use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::exit::{Problem, warn_of};
use super::surroundings::Surroundings;
use super::system;
use super::words::shown;
use crate::store::{CursorError, Cursors, Place, StoreError};
use crate::text::amount;

/// Bytes that all stored runs together may take up.
const QUOTA: u64 = 1_000_000_000;

/// The folder and the quota; `None` when nothing is to be stored, or nowhere.
///
/// # Errors
/// A quota that is no number of bytes.
pub(super) fn place(surroundings: &Surroundings) -> Result<Option<Place>, Problem> {
    let quota = match surroundings.variable("WEIR_STORE_QUOTA") {
        None => QUOTA,
        Some(word) => amount(&word.to_string_lossy()).ok_or_else(|| {
            let word = word.to_string_lossy();
            Problem::usage(format!("WEIR_STORE_QUOTA must be a number of bytes, not {}", shown(&word)))
                .hint("k, M or G may follow, as in 500M")
        })?,
    };
    let folder = match surroundings.variable("WEIR_STORE") {
        Some(word) if word == "off" => None,
        // A store on another machine: what is kept here besides is at the usual place.
        Some(word)
            if word.as_encoded_bytes().starts_with(b"redis") && word.to_string_lossy().contains("://") =>
        {
            own(surroundings)
        }
        Some(folder) => Some(PathBuf::from(folder)),
        None => own(surroundings),
    };
    Ok(folder.map(|folder| Place { folder, quota }))
}

/// The same, and a warning when there is no place for it although nobody turned it off.
///
/// # Errors
/// As [`place`].
pub(super) fn place_or_warning(surroundings: &Surroundings) -> Result<Option<Place>, Problem> {
    let place = place(surroundings)?;
    if place.is_none() && surroundings.variable("WEIR_STORE").is_none() {
        let variable = if cfg!(windows) { "LOCALAPPDATA" } else { "HOME" };
        warn_of(&format!(
            "no copy of the input is kept, as {variable} is not set to a folder; WEIR_STORE=FOLDER is another place, --no-store says that none is wanted"
        ));
    }
    Ok(place)
}

/// The key of cursors that somebody chose, for several machines.
///
/// # Errors
/// A key that is too short: cursors of another key would be refused elsewhere.
pub(super) fn key(surroundings: &Surroundings) -> Result<Option<String>, Problem> {
    let Some(word) = surroundings.variable("WEIR_KEY") else { return Ok(None) };
    let word = word.to_string_lossy();
    // The key itself is never shown.
    if Cursors::with_key(&word).is_none() {
        return Err(Problem::usage(format!(
            "WEIR_KEY must be 64 hexadecimal digits, or at least 32 bytes long; it has {}",
            word.len()
        ))
        .hint("'openssl rand -hex 32' makes one"));
    }
    Ok(Some(word.into_owned()))
}

/// `weir` where programs keep what outlives them.
fn own(surroundings: &Surroundings) -> Option<PathBuf> {
    system::state_folder(surroundings).map(|folder| folder.join("weir"))
}

/// Seconds since the epoch: what cursors and ages are measured by. Builds for tests can be reported another time.
pub(super) fn now(surroundings: &Surroundings) -> i64 {
    if cfg!(debug_assertions)
        && let Some(reported) = surroundings.variable("WEIR_NOW").and_then(|word| word.to_str()?.parse().ok())
    {
        return reported;
    }
    let seconds = |duration: Duration| i64::try_from(duration.as_secs()).unwrap_or(i64::MAX);
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => seconds(since),
        Err(before) => seconds(before.duration()).saturating_neg(),
    }
}

/// What is printed of a cursor that leads nowhere.
pub(super) fn refused(error: CursorError) -> Problem {
    match error {
        CursorError::Malformed => {
            Problem::unusable(error).hint("a cursor is printed with the page before it")
        }
        CursorError::Expired | CursorError::Foreign => {
            Problem::gone(error).hint("start again without a cursor")
        }
    }
}

/// What is printed when the pages that a cursor leads to are not stored any more.
pub(super) fn gone_pages(error: StoreError) -> Problem {
    match error {
        StoreError::Unknown(_) | StoreError::Expired(_) => refused(CursorError::Expired),
        _ => Problem::gone(error).hint("start again without a cursor"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(surroundings: &Surroundings) -> Option<PathBuf> {
        place(surroundings).unwrap().map(|place| place.folder)
    }

    #[cfg(unix)]
    #[test]
    fn the_store_is_in_the_state_folder_of_the_user() {
        let none = Surroundings::default();
        assert_eq!(folder(&none), None);
        let home = none.clone().with("HOME", "/home/user");
        assert_eq!(folder(&home), Some("/home/user/.local/state/weir".into()));
        let state = home.clone().with("XDG_STATE_HOME", "/state");
        assert_eq!(folder(&state), Some("/state/weir".into()));
        assert_eq!(folder(&home.clone().with("XDG_STATE_HOME", "state")), folder(&home));
        assert_eq!(folder(&state.clone().with("WEIR_STORE", "/elsewhere")), Some("/elsewhere".into()));
        assert_eq!(folder(&state.with("WEIR_STORE", "off")), None);
    }

    #[cfg(windows)]
    #[test]
    fn the_store_is_in_the_local_data_of_the_user() {
        assert_eq!(folder(&Surroundings::default()), None);
        let local = Surroundings::default().with("LOCALAPPDATA", r"C:\Users\user\AppData\Local");
        assert_eq!(folder(&local), Some(r"C:\Users\user\AppData\Local\weir".into()));
        assert_eq!(folder(&local.clone().with("LOCALAPPDATA", r"AppData\Local")), None);
        assert_eq!(folder(&local.clone().with("WEIR_STORE", "elsewhere")), Some("elsewhere".into()));
        assert_eq!(folder(&local.with("WEIR_STORE", "off")), None);
    }

    #[test]
    fn a_bad_cursor_is_wrong_usage_or_gone() {
        assert_eq!(refused(CursorError::Malformed).to_string().lines().next(), Some("invalid cursor format"));
        for bad in [CursorError::Expired, CursorError::Foreign] {
            let printed = refused(bad).to_string();
            assert!(
                printed.contains("expired") && printed.contains("start again without a cursor"),
                "{printed}"
            );
        }
        assert_eq!(now(&Surroundings::default().with("WEIR_NOW", "-5")), -5);
        assert!(now(&Surroundings::default()) > 1_700_000_000);
    }

    #[test]
    fn a_key_that_is_too_short_is_refused_and_not_shown() {
        let key = |word: &str| {
            key(&Surroundings::default().with("WEIR_KEY", word)).map_err(|problem| problem.to_string())
        };
        assert_eq!((key(""), key(&"k".repeat(32))), (Ok(None), Ok(Some("k".repeat(32)))));
        let refused = key("a-short-secret").unwrap_err();
        assert!(refused.contains("at least 32 bytes long; it has 14") && !refused.contains("a-short-secret"));
    }

    #[test]
    fn a_quota_is_a_number_of_bytes() {
        let quota = |word| {
            let known = Surroundings::default().with("WEIR_STORE", "/h").with("WEIR_STORE_QUOTA", word);
            place(&known).map(|place| place.unwrap().quota).map_err(|problem| problem.to_string())
        };
        assert_eq!((quota("4096"), quota("10M")), (Ok(4096), Ok(10_000_000)));
        assert_eq!(
            quota("-1"),
            Err("WEIR_STORE_QUOTA must be a number of bytes, not '-1'\nhint: k, M or G may follow, as in 500M".into())
        );
    }
}
