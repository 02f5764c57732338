//! Kotest's own consoles: the one of today, and that of KotlinTest 3 and the first Kotest 4.

mod basic;
mod kotest;

pub use kotest::Kotest;
