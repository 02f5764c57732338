//! Tools of every day that are neither test runners nor linters: installers, audits, task runners, hosts that build.

pub mod audit;
pub mod cargo_audit;
pub mod cargo_deny;
pub mod cocoapods;
pub mod composer;
mod composer_audit;
pub mod helm_test;
pub mod next;
pub mod pao;
pub mod platformio;
pub mod resolver;
pub mod usage;
pub mod uv;
pub mod words;

pub(in crate::recognize::runners) use words::ends;
