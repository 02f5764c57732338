//! A finished report to a bounded answer.

mod blocks;
mod bodies;
mod brief;
mod command;
mod early;
mod excerpt;
mod failure;
mod footer;
mod groups;
mod heading;
mod json;
mod json_failure;
mod message;
mod original;
mod page;
mod plan;
mod prices;
mod records;
mod rest;
mod row;
mod text;
mod verdict_line;
mod view;

pub use brief::{Brief, briefs};
pub use early::Early;
pub use heading::heading;
pub use json::render as render_json;
pub use original::{NotKept, Original};
pub use page::Page;
pub use records::{bare_record, records};
pub use text::render as render_text;
pub use view::{Style, View};
