//! Runners of tests in scripting languages, and TAP.

pub mod bashunit;
pub mod busted;
pub mod dart_test;
pub mod luaunit;
pub mod prove;
pub mod shared;
pub mod shellspec;
pub mod tap;
pub mod tcltest;
pub mod testthat;
pub mod yath;
