//! One line as a terminal would leave it: its rows, without escape sequences, sanitised and bounded.

mod draw;
mod effects;
mod held;
mod held_string;
mod machine;
mod row;

pub(super) use machine::{Extent, Rows, Stop};
pub(super) use row::Piece;
