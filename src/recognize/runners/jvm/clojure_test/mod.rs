//! Clojure's `clojure.test`.

mod lines;
mod recognizer;

pub use recognizer::ClojureTest;
