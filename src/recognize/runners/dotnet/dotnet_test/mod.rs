//! `dotnet test`, and the runners of xUnit and NUnit by themselves.

mod block;
mod dotnet_test;
mod dotnet_test_lines;
mod held;
mod nunit_console;
#[cfg(test)]
mod tests;
mod xunit_console;

pub use dotnet_test::DotnetTest;
pub use nunit_console::NunitConsole;
pub use xunit_console::XunitConsole;
