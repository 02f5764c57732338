//! ExUnit under `mix test`, and the errors and warnings of Elixir's compiler before it.

mod body;
mod compile;
mod ending;
mod exunit;
mod exunit_lines;
mod traced;

pub use exunit::Exunit;
pub(in crate::recognize::runners) use exunit_lines::is_heading;
