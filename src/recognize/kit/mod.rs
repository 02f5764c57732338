//! What several recognizers share: parts of lines, places, crashes, output of programs that a runner started.

pub mod crash;
pub mod diagnostics;
pub mod exceptions;
pub mod literals;
pub mod message;
pub mod output;
pub mod scan;
pub mod unescape;
