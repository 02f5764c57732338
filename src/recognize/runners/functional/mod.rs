//! Runners of tests in functional languages.

pub mod alcotest;
pub mod elm_test;
pub mod erlang;
pub mod ert;
pub mod exunit;
pub mod gleeunit;
pub mod haskell;
pub mod julia_test;
pub mod ocaml;
