//! Karma, which runs specs of Jasmine, Mocha and QUnit in browsers.

mod body;
mod failures;
mod lines;
mod recognizer;
mod repeats;
mod results;
mod tree;

pub use recognizer::Karma;
