//! What weir says of logs: those of `testdata/`, and logs made from them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that cannot go on fails"
)]

mod after_a_prefix;
mod around_the_log;
mod attempts;
mod beyond_the_names;
mod channels;
mod ci_logs;
mod corpus_free_modes;
mod documents;
mod dynamic_languages;
mod ended_jobs;
mod equal_bodies;
mod escapes;
mod failed_after_passes;
mod failure_first;
mod forged_totals;
mod further_runners;
mod gotestsum;
mod javascript;
mod jvm_runs;
mod last_lines;
mod last_word;
mod late_totals;
mod native_logs;
mod nesting;
mod never_green;
mod next_run;
mod nothing_around;
mod one_line_before;
mod parts_of_logs;
mod pytest_sessions;
mod receipts;
mod report_formats;
mod run_by_builds;
mod samples;
mod script_runners;
mod stays_read;
mod steps;
mod streams;
mod tool_names;
mod tools_that_check;
mod truncation;
mod unknown_runner;
mod weirs_answers;

#[path = "../support/mod.rs"]
mod support;
