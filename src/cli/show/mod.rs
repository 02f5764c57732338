//! `weir show`: what is stored, again.

mod answer;
mod list;

pub(super) use answer::run;
pub use answer::{Show, What};
