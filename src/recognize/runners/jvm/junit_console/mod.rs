//! The console launcher of the JUnit Platform.

mod details;
mod events;
mod junit_console;
mod junit_console_lines;

pub use junit_console::JunitConsole;
