//! The shared parts of recognizers: a runner's own file says what its lines mean, the kit does the rest.

pub mod bounds;
pub mod clip;
pub mod coverage;
pub mod crash;
pub mod diagnostics;
pub mod driven;
pub mod durations;
pub mod emit;
pub mod exceptions;
pub mod frames;
pub mod good_end;
pub mod held;
pub mod hspec;
pub mod last_words;
pub mod lint;
pub mod linter;
pub mod literals;
pub mod message;
pub mod names;
pub mod output;
pub mod points;
pub mod remembered;
pub mod reported_problems;
pub mod rows;
pub mod scan;
pub mod shape;
pub mod unescape;
pub mod words;

pub use driven::{Driven, EqualNames, EveryLine, Runner, Spec};
pub use emit::{FAILED, Run, passed_failed};
pub use remembered::Remembered;
pub use shape::{Fields, Shape, begins, each, each_or_zero, first, of_start, of_word, shape};
