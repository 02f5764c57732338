//! What the environment and the flags say, as layers.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use super::error::ConfigError;
use super::layer::Layer;
use super::numbers::{Known, NUMBERS};
use super::read::{MODES, store_at, usable};
use crate::settings::guard::{GuardMode, StoreAt};
use crate::text::amount;
use crate::text::words::shown;

/// The variables that a caller reads for [`super::Sources`].
pub const VARIABLES: [&str; 13] = [
    "WEIR_DEFAULT_PAGE_SIZE",
    "WEIR_MAX_PAGE_SIZE",
    "WEIR_TOKEN_BUDGET_THRESHOLD",
    "WEIR_SMALL_LIST",
    "WEIR_ITEM_BUDGET",
    "WEIR_CHUNK_SIZE",
    "WEIR_CHUNK_MAX_LINES",
    "WEIR_HARD_BYTES",
    "WEIR_CURSOR_TTL_SECONDS",
    "WEIR_ROLLOUT",
    "WEIR_PROXY_MODE",
    "WEIR_TELEMETRY",
    "WEIR_STORE",
];

/// The word that turns something off.
const OFF: &str = "off";

/// What flags say, as far as it is a matter of the configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `--mode`.
    pub mode: Option<GuardMode>,
    /// `--only`, each a glob.
    pub only: Vec<String>,
    /// `--telemetry`: a folder, or the word `off`.
    pub telemetry: Option<OsString>,
    /// `StoreAt::Off` for `--no-store`.
    pub store: Option<StoreAt>,
}

/// The layer of the flags.
pub(super) fn of_flags(flags: &Flags) -> Layer {
    let mut layer = Layer { mode: flags.mode, store: flags.store.clone(), ..Layer::default() };
    layer.telemetry.dir = flags.telemetry.as_deref().map(folder);
    layer
}

/// A folder of records; `off` is none.
fn folder(word: &OsStr) -> Option<PathBuf> {
    Some(PathBuf::from(word)).filter(|_| word != OFF)
}

/// The layer of the environment. An empty value counts as unset.
///
/// # Errors
/// The first variable whose value cannot be.
pub(super) fn layer(variables: &[(String, OsString)]) -> Result<Layer, ConfigError> {
    let mut layer = Layer::default();
    for (name, value) in variables.iter().filter(|(_, value)| !value.is_empty()) {
        let word = value.to_string_lossy();
        match name.as_str() {
            "WEIR_TELEMETRY" => layer.telemetry.dir = Some(folder(value)),
            // Any other value is a folder, which is a matter of the caller.
            "WEIR_STORE" => {
                let at = store_at(&word).unwrap_or(StoreAt::Files);
                layer.store = Some(usable(at).map_err(|what| ConfigError::of(name.as_str(), what))?);
            }
            "WEIR_PROXY_MODE" => match MODES.iter().find(|(name, _)| *name == word) {
                Some((_, mode)) => layer.mode = Some(*mode),
                None => {
                    let values = MODES.map(|(name, _)| name).join(", ");
                    let what = format!("cannot be {}; the values are {values}", shown(&word));
                    return Err(ConfigError::of(name.as_str(), what));
                }
            },
            _ => {
                let known = NUMBERS.iter().find(|known| known.variable == Some(name.as_str()));
                if let Some(known) = known {
                    layer.numbers.set(known.number, number(&word, name, known)?, 0);
                }
            }
        }
    }
    Ok(layer)
}

fn number(word: &str, name: &str, known: &Known) -> Result<u64, ConfigError> {
    let Known { lowest, highest, .. } = known;
    amount(word).filter(|number| (lowest..=highest).contains(&number)).ok_or_else(|| {
        let what = format!("must be a whole number from {lowest} to {highest}, not {}", shown(word));
        ConfigError::of(name, what)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::numbers::Number;

    fn of(variables: &[(&str, &str)]) -> Result<Layer, String> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), OsString::from(value));
        layer(&variables.iter().map(owned).collect::<Vec<_>>()).map_err(|wrong| wrong.to_string())
    }

    #[test]
    fn every_variable_of_a_number_is_read() {
        for known in &NUMBERS {
            assert!(known.variable.is_none_or(|variable| VARIABLES.contains(&variable)), "{}", known.key);
        }
    }

    #[test]
    fn a_variable_is_a_value_and_a_wrong_one_is_named() {
        let layer =
            of(&[("WEIR_ITEM_BUDGET", "300"), ("WEIR_ROLLOUT", ""), ("WEIR_TELEMETRY", "off")]).unwrap();
        assert_eq!(layer.numbers.get(Number::ItemBudget), Some(300));
        assert_eq!((layer.numbers.get(Number::Rollout), layer.telemetry.dir), (None, Some(None)));
        for word in ["101", "-1", "1.5", "+5", "many", "99999999999999999999"] {
            let wrong = of(&[("WEIR_ROLLOUT", word)]).unwrap_err();
            assert_eq!(wrong, format!("WEIR_ROLLOUT must be a whole number from 0 to 100, not '{word}'"));
        }
        assert_eq!(
            of(&[("WEIR_PROXY_MODE", "watch")]).unwrap_err(),
            "WEIR_PROXY_MODE cannot be 'watch'; the values are enforce, observe, ab"
        );
    }
}
