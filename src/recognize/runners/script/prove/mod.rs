//! Perl's `prove` and the other users of TAP::Harness.

mod diagnostics;
mod files;
mod prove;
mod prove_lines;

pub use prove::Prove;
