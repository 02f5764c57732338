//! `weir batch`: many logs, a line of JSON for each.

pub mod args;
mod bar;
mod manual;
mod resolve;
mod run;

pub(super) use manual::PARTS;
pub(super) use resolve::batch;
pub(super) use run::run;
