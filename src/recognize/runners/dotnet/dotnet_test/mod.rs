//! `dotnet test`, and the runners of xUnit and NUnit by themselves.

mod block;
mod held;
mod lines;
mod nunit_console;
mod recognizer;
#[cfg(test)]
mod tests;
mod xunit_console;

pub use nunit_console::NunitConsole;
pub use recognizer::DotnetTest;
pub use xunit_console::XunitConsole;
