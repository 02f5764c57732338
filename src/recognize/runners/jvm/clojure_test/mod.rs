//! Clojure's `clojure.test`.

mod clojure_test;
mod clojure_test_lines;

pub use clojure_test::ClojureTest;
