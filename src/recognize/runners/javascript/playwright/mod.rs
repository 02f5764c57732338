//! Playwright Test: its list, line, dot and github reporters.

mod playwright;
mod playwright_lines;

pub use playwright::Playwright;
