//! Limits, costs, tokens, the account of cuts and the packing kernel. Knows nothing of text or runners.

mod cut;
mod ledger;
mod mode;
mod pack;
mod tokens;

pub use cut::{Amount, Cut};
pub use ledger::{ClassIndex, Ledger};
pub use mode::{CEILING_BYTES, LOWEST, LimitError, Limits, Mode};
pub use pack::{Cost, Packed, Policy, pack};
pub use tokens::{Estimator, Measure, estimate};
