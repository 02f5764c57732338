//! `dotnet test`.

mod block;
mod lines;
mod recognizer;
#[cfg(test)]
mod tests;

pub use recognizer::DotnetTest;
