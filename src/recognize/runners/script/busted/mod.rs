//! busted for Lua: its terminal handlers, and the one that prints as GoogleTest does. Its TAP is read as tap.

mod busted_lines;
mod scanned;
mod terminal;

pub use scanned::BustedScanned;
pub use terminal::Busted;
