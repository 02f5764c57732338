//! What the recognizers of the Java virtual machine's tools share; each file says its own.

pub mod trace;
