//! `dotnet test`.

mod block;
mod held;
mod lines;
mod recognizer;
#[cfg(test)]
mod tests;

pub use recognizer::DotnetTest;
