//! WebdriverIO's test runner: the recognizer, the lines of its command, and the report of one worker.

mod lines;
mod recognizer;
mod report;

pub use recognizer::Wdio;
