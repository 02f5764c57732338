//! What the recognizers of the Java virtual machine's tools share, and its compilers; each file says its own.

mod below;
pub mod compiler;
pub mod java;

pub(super) use below::errors_found;
