//! pytest, with pytest-xdist, pytest-subtests, pytest-rerunfailures, pytest-timeout and pytest-sugar.

mod believed;
mod block;
mod closing;
#[cfg(test)]
mod examples;
mod header;
mod known;
mod ordinary;
mod outside;
mod parts;
mod plain;
mod progress;
mod pytest;
mod recent;
mod report;
mod rule;
mod session;
mod signs;
mod sugar;
mod summary;
mod trouble;
mod uncovered;

pub use pytest::Pytest;
