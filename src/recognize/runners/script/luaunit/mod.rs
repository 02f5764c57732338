//! LuaUnit programs.

mod count;
mod luaunit;
mod luaunit_lines;

pub use luaunit::LuaUnit;
