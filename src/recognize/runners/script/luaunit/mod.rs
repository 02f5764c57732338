//! LuaUnit programs.

mod count;
mod lines;
mod recognizer;

pub use recognizer::LuaUnit;
