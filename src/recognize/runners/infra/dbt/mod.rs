//! dbt: the recognizer, and the lines that it reads.

mod dbt;
mod dbt_lines;

pub use dbt::Dbt;
