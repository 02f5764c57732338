//! ExUnit under `mix test`, and the errors and warnings of Elixir's compiler before it.

mod body;
mod compile;
mod lines;
mod recognizer;
#[cfg(test)]
mod tests;

pub use recognizer::Exunit;
