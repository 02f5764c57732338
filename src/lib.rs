//! weir: bounded answers from the output of test runners and build tools.
//!
//! The floors, from the ground up; a module uses only floors below its own:
//! `budget`; `text`, `source` and `settings`; `event`; `recognize` and `report`; `render`; `filter`; `cli`.

pub mod budget;
pub mod event;
pub mod filter;
pub mod recognize;
pub mod render;
pub mod report;
pub mod settings;
pub mod source;
pub mod text;
