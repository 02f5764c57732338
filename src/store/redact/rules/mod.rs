//! The rules by which secrets are found; `table` says where they come from.

mod issuers;
mod places;
mod table;
mod tokens;

pub(super) use table::{Matcher, Rule, all};
