//! The numbers as one page for a browser: it asks nothing of any other host, and needs no script, font or picture.
//!
//! Every number on it is one of `weir stats --format json`, and the element that shows it names its path there. What a
//! chart shows is also in a table; nothing is shown by colour alone.

mod charts;
mod dashboard;
mod figures;
mod html;
mod sections;

pub use dashboard::dashboard;
