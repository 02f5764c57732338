//! Limits, costs, tokens, the account of cuts and the packing kernel. Knows nothing of text or runners.

mod count;
mod cut;
mod fit;
mod ledger;
mod mode;
mod pack;
mod ruler;
mod tokens;
mod usage;

pub use count::Count;
pub use cut::{Amount, Cut};
pub use fit::{FITS, Fit, NO_FIT};
pub use ledger::{ClassIndex, Ledger};
pub use mode::{CEILING_BYTES, LOWEST, LimitError, Limits, Mode};
pub use pack::{Cost, Packed, Policy, pack};
pub use ruler::Ruler;
pub use tokens::{Estimator, Measure, estimate};
pub use usage::{Usage, settle};
