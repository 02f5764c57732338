//! `dotnet test`.

mod lines;
mod recognizer;
#[cfg(test)]
mod tests;

pub use recognizer::DotnetTest;
