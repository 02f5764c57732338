//! PHPUnit 8 to 12 with its test documentation, and ParaTest, which prints like it.

mod body;
mod cut;
mod ending;
pub(super) mod lines;
mod logged;
mod recognizer;

pub(super) use body::Body;
pub(super) use lines::{List, Sum};
pub use recognizer::Phpunit;
