//! Ginkgo, the framework for specs in Go.

mod block;
mod crash;
mod ending;
mod ginkgo;
mod ginkgo_lines;
mod under_go;

pub use ginkgo::Ginkgo;
pub use under_go::GoTest;
