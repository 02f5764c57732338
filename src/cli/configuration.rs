//! Where a configuration comes from: what the command line and the environment say of it.

use std::path::Path;

use super::surroundings::Surroundings;
use super::system;
use crate::config::{Flags, Place, Sources, VARIABLES};

/// The sources of the settings; `config` is the file that was typed.
pub(super) fn sources(config: Option<&Path>, flags: Flags, surroundings: &Surroundings) -> Sources {
    let named = surroundings.variable("WEIR_CONFIG").map(std::ffi::OsString::as_os_str);
    let folder = system::config_folder(surroundings);
    let set = |name: &&str| Some(((*name).to_owned(), surroundings.variable(name)?.clone()));
    Sources {
        place: Place::chosen(config, named, folder.as_deref()),
        environment: VARIABLES.iter().filter_map(set).collect(),
        flags,
    }
}
