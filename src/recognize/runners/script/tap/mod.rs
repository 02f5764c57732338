//! The Test Anything Protocol, versions 12 to 14, as test programs print it.

mod above;
mod block;
mod closing;
mod document;
mod formatted;
mod places;
mod plain;
mod pretty;
mod stray;
mod tap;
mod totals;
mod yaml;

pub use formatted::TapFormatted;
pub use pretty::BatsPretty;
pub use tap::Tap;
