//! `weir show`: what is stored, again.

mod answer;
mod list;
mod parts;
mod sheet;

pub(super) use answer::run;
pub use answer::{Show, What};
pub use parts::{Grep, Lines};
