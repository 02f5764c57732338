//! `weir tap`: in a pipe, what comes goes on unchanged, and the verdict is on standard error at the end.

pub mod args;
mod follow;
mod tee;

pub(super) use follow::run;
