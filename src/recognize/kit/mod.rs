//! What several recognizers share: parts of lines, places, crashes, output of programs that a runner started.

pub mod clip;
pub mod coverage;
pub mod crash;
pub mod diagnostics;
pub mod exceptions;
pub mod frames;
pub mod good_end;
pub mod held;
pub mod hspec;
pub mod last_words;
pub mod lint;
pub mod literals;
pub mod message;
pub mod names;
pub mod output;
pub mod points;
pub mod reported_problems;
pub mod run;
pub mod scan;
pub mod unescape;
