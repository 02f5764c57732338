//! What is around the calls: the configuration and the store, looked at without changing either.

use crate::cli::configuration::sources;
use crate::cli::storage;
use crate::cli::surroundings::Surroundings;
use crate::config::{Flags, load};
use crate::settings::guard::{Guard, StoreAt};
use crate::store::Vault;
use crate::telemetry::{Condition, Configured, Storing, Upstream};

/// The condition of what this machine's settings name.
pub(in crate::cli) fn condition(surroundings: &Surroundings) -> Condition {
    let (guard, file, is_wrong) = match load(&sources(None, Flags::default(), surroundings)) {
        Ok(loaded) => (loaded.config.merged.guard, loaded.path, loaded.trouble.is_some()),
        Err(_) => (Guard::default(), None, true),
    };
    let configured = Configured::by(file.as_deref(), is_wrong);
    Condition { configured, storing: storing(&guard.store, surroundings), upstream: Upstream::Unknown }
}

fn storing(at: &StoreAt, surroundings: &Surroundings) -> Storing {
    let (Ok(place), Ok(key)) = (storage::place(surroundings), storage::key(surroundings)) else {
        return Storing::Failing;
    };
    let (vault, works) = match (at, place) {
        (StoreAt::Off, _) | (StoreAt::Files, None) => return Storing::Off,
        (StoreAt::Files, Some(place)) => (Ok(Vault::files(place, key)), Storing::Files),
        (StoreAt::Redis(url), place) => (Vault::redis(url, place, key), Storing::Redis),
    };
    if vault.and_then(|vault| vault.check()).is_ok() { works } else { Storing::Failing }
}
