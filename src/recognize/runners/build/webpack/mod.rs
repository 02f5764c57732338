//! webpack, alone and inside of what is built on it.

mod webpack;
mod webpack_lines;

pub use webpack::Webpack;
