//! Runners of tests in JavaScript and TypeScript, and Node itself.

pub mod ava;
pub mod bun_test;
pub mod cypress;
pub mod deno_test;
pub mod dredd;
pub mod intern;
pub mod japa;
pub mod jasmine;
pub mod jest;
pub mod karma;
pub mod lab;
pub mod mocha;
pub mod newman;
pub mod nightwatch;
pub mod node;
pub mod node_test;
pub mod playwright;
pub mod poku;
pub mod shared;
pub mod testcafe;
pub mod tstyche;
pub mod uvu;
pub mod vitest;
pub mod wdio;
