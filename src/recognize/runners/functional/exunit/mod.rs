//! ExUnit under `mix test`, and the errors and warnings of Elixir's compiler before it.

mod body;
mod compile;
mod ending;
mod lines;
mod recognizer;
mod traced;

pub(in crate::recognize::runners) use lines::is_heading;
pub use recognizer::Exunit;
