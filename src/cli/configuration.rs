//! Where the configuration is, and what the environment says beside it.

use std::path::Path;

use super::exit::{Problem, warn_of};
use super::surroundings::Surroundings;
use super::system;
use crate::config::{ConfigError, Flags, Merged, Place, Sources, VARIABLES, Watch, load};

/// The file: the one of `--config`, of `WEIR_CONFIG`, or the user's own. Never one of the working folder.
pub(super) fn place(flag: Option<&Path>, surroundings: &Surroundings) -> Place {
    let folder = system::config_folder(surroundings);
    Place::chosen(flag, surroundings.variable("WEIR_CONFIG").map(AsRef::as_ref), folder.as_deref())
}

/// Everything that says something.
pub(super) fn sources(config: Option<&Path>, flags: Flags, surroundings: &Surroundings) -> Sources {
    let variable = |name: &&str| Some(((*name).to_owned(), surroundings.variable(name)?.clone()));
    Sources {
        place: place(config, surroundings),
        environment: VARIABLES.iter().filter_map(variable).collect(),
        flags,
    }
}

/// What is printed of a variable, a flag or a file that is wrong.
pub(super) fn wrong(error: ConfigError) -> Problem {
    Problem::unusable(error)
}

/// The settings of a session, which follow their file, and what is wrong with it.
///
/// # Errors
/// A variable or a flag that is wrong.
pub(super) fn watched(sources: &Sources) -> Result<(Watch, Option<String>), Problem> {
    Watch::open(sources.clone()).map_err(wrong)
}

/// As [`watched`], for the first session: what is wrong with the file is a warning.
///
/// # Errors
/// A variable or a flag that is wrong.
pub(super) fn watched_from_start(sources: &Sources) -> Result<Watch, Problem> {
    let (watch, trouble) = watched(sources)?;
    if let Some(trouble) = trouble {
        warn_of(&trouble);
    }
    Ok(watch)
}

/// What the file says of the filter and the pieces, and where records are kept. A file that is wrong costs a warning:
/// output of a test run is in the pipe already.
pub(super) fn merged(surroundings: &Surroundings) -> Merged {
    let records = "WEIR_TELEMETRY";
    let folder = surroundings.variable(records).map(|folder| (records.to_owned(), folder.clone()));
    let environment = folder.into_iter().collect();
    let sources = Sources { place: place(None, surroundings), environment, ..Sources::default() };
    match load(&sources) {
        Ok(loaded) => {
            if let Some(trouble) = loaded.trouble {
                warn_of(&format!("{trouble}; weir uses the defaults"));
            }
            loaded.config.merged
        }
        Err(error) => {
            warn_of(&error.to_string());
            Merged::default()
        }
    }
}
