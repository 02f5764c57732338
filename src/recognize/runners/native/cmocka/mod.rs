//! cmocka programs.

mod closing;
mod cmocka;
mod cmocka_lines;
mod run;

pub use cmocka::Cmocka;
