//! Ginkgo, the framework for specs in Go.

mod block;
mod crash;
mod ending;
mod lines;
mod recognizer;
mod under_go;

pub use recognizer::Ginkgo;
pub use under_go::GoTest;
