//! busted for Lua: its terminal handlers, and the one that prints as GoogleTest does. Its TAP is read as tap.

mod lines;
mod scanned;
mod terminal;

pub use scanned::BustedScanned;
pub use terminal::Busted;
