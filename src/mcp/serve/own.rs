//! What all clients of weir's own server share.

use std::time::Duration;

use super::allow::Pattern;
use super::roots::Roots;
use crate::budget::Fit;
use crate::settings::Settings;
use crate::store::Place;

/// What there is to run and to read, and how answers are made.
#[derive(Debug)]
pub struct Own {
    /// The folders that are open.
    pub roots: Roots,
    /// The commands that may be run; without one there is no tool that runs commands.
    pub allowed: Vec<Pattern>,
    /// The longest time of a run.
    pub limit: Option<Duration>,
    /// Where runs are stored.
    pub place: Option<Place>,
    /// How the output of a run is filtered, unless the call says otherwise.
    pub settings: Settings,
    /// The ceiling of whoever reads answers, when the user named one.
    pub fit: Option<Fit>,
    /// Variables that commands do not get: they name secrets to weir itself.
    pub hidden: Vec<&'static str>,
}
