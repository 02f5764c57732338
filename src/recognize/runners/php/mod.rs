//! Runners of tests in PHP, and PHP itself.

pub mod codeception;
pub mod interpreter;
pub mod kahlan;
pub mod pest;
pub mod phpspec;
pub mod phpunit;
pub mod shared;
