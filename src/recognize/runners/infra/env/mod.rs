//! Tools that make an environment and run others in it: their failures are consequences of what failed inside, and
//! failures of their own where nothing inside tells one.

pub mod ansible;
pub mod docker;
pub mod nox;
pub mod pip;
pub mod pre_commit;
pub mod r_cmd_check;
pub mod terraform;
mod terraform_old;
pub mod terraform_test;
pub mod tox;
