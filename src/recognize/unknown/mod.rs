//! What unknown tools print: words, totals and marks that report failures or passes.

pub mod build_failures;
pub mod commands;
pub mod counts;
pub mod exit_status;
pub mod failure_words;
pub mod generic;
pub mod last_word;
pub mod passes;
pub mod placed;
pub mod strength;
pub mod tally;
pub mod verdicts;
