//! WebdriverIO's test runner: the recognizer, the lines of its command, and the report of one worker.

mod report;
mod wdio;
mod wdio_lines;

pub use wdio::Wdio;
