//! What help and the manual pages say beyond the options. Plain text, laid out by hand, at most 80 columns wide.

mod of_agents;
mod of_logs;
mod of_run;
mod of_shell;
mod of_texts;
mod of_weir;
mod part;

pub(super) use part::{EXAMPLES, Part, after_help, examples, parts_of};
