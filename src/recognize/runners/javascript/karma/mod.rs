//! Karma, which runs specs of Jasmine, Mocha and QUnit in browsers.

mod body;
mod failures;
mod karma;
mod karma_lines;
mod repeats;
mod results;
mod tree;

pub use karma::Karma;
