//! What a CI itself writes: its verdicts, its marks of steps, and what it is asked to show of errors and warnings.

mod annotation;
mod ended;
mod good;
mod service;
mod signs;
mod verdict;

pub use service::Ci;
