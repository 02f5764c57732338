//! Live progress on standard error: a bar on a terminal, plain lines elsewhere when they are asked for.
//!
//! `display` is reported by the filter what came; `screen` shows it from a thread of its own, so that a slow standard
//! error holds nobody up; `faces` are the two looks; `aside` keeps the bar away from an answer on the same terminal.

mod clear_bar;
mod display;
mod faces;
mod marks;
mod rare;
mod screen;
mod tail;
mod when;

pub(super) use clear_bar::ClearBar;
pub(super) use display::Display;
pub(super) use tail::Tailed;
pub use when::Watching;
pub(super) use when::watching;
