//! What is done with the configuration.

use std::path::PathBuf;

use crate::config::{Place, Sources};

/// A call of `weir config`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Configure {
    /// Checks this file, or the one that is in use.
    Check(Place),
    /// Prints settings.
    Show(What, Form),
    /// Prints a path.
    Path(PathBuf),
}

/// Which settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Those that hold.
    InUse(Sources),
    /// Those of a profile, by name.
    Profile(String),
}

/// The form of settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// YAML.
    Yaml,
    /// JSON.
    Json,
}
