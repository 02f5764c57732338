//! JSON of JavaScript's test runners: jest and vitest, mocha, mochawesome.

mod error;
mod jest;
mod mocha;
mod mochawesome;
#[cfg(test)]
mod tests;

pub use jest::jest;
pub use mocha::mocha;
pub use mochawesome::mochawesome;
