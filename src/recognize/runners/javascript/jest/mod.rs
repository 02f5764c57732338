//! Jest: the default and the verbose reporter, on a pipe and on a terminal.

mod cut;
mod errors;
mod jest;
mod jest_lines;
mod reports;
mod result;
mod tree;

pub use jest::Jest;
