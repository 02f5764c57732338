//! Runners of tests in Ruby, Cucumber with its kin, and Ruby itself.

pub mod cucumber;
pub mod interpreter;
pub mod minitest;
pub mod rspec;
