//! What was meant by `weir config`.

use super::args::ConfigArgs;
use super::job::{Configure, Form, What};
use crate::cli::configuration::{place, sources};
use crate::cli::exit::Problem;
use crate::cli::surroundings::Surroundings;
use crate::config::{Flags, Place};

/// Decides what is done.
///
/// # Errors
/// When there is no folder in which a configuration could be.
pub(in crate::cli) fn resolve(typed: &ConfigArgs, surroundings: &Surroundings) -> Result<Configure, Problem> {
    Ok(match typed {
        ConfigArgs::Check { file } => Configure::Check(match file {
            Some(file) => Place::Named(file.clone()),
            None => place(None, surroundings),
        }),
        ConfigArgs::Show { config, profile, format } => {
            let what = match profile {
                Some(name) => What::Profile(name.clone()),
                None => What::InUse(sources(config.as_deref(), Flags::default(), surroundings)),
            };
            let form = if format.as_deref() == Some("json") { Form::Json } else { Form::Yaml };
            Configure::Show(what, form)
        }
        ConfigArgs::Path => {
            let place = place(None, surroundings);
            let first = match &place {
                Place::FirstOf(paths) => paths.first().map(std::path::PathBuf::as_path),
                Place::Named(_) | Place::Nowhere => None,
            };
            let path = place.path().or(first).ok_or_else(|| {
                Problem::usage("there is no folder for a configuration")
                    .hint("set HOME or XDG_CONFIG_HOME, or name a file in WEIR_CONFIG")
            })?;
            Configure::Path(path.to_owned())
        }
    })
}
