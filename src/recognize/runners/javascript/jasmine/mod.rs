//! Jasmine: its own console reporter, and jasmine-spec-reporter.

mod body;
mod console;
mod jasmine_lines;
mod spec;

pub use console::Jasmine;
pub use spec::JasmineSpec;
