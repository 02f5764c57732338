//! node's own test runner with its reporters for people: spec and dot. Its TAP is read as TAP.

mod node_test;
mod node_test_lines;

pub use node_test::NodeTest;
