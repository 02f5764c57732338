//! What the runners of Python share.

pub mod pytest_id;
pub mod ran;
