//! Tools that make an environment and run others in it: their failures are consequences of what failed inside, and
//! failures of their own where nothing inside tells one.

mod said;

pub mod nox;
pub mod pip;
pub mod tox;
