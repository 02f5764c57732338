//! `weir show`: what is stored, again.

mod answer;
mod failures;
mod left_out;
mod lines;
mod list;
mod next;
mod part;
mod path;
mod purge;
mod sheet;
mod start;

pub(super) use answer::run;
pub use answer::{Show, What};
pub(super) use left_out::settings_of;
pub use lines::{Grep, Lines};
pub(super) use list::{age, what};
pub use path::Path;
pub use start::Start;
