//! weir: reads the output of a test runner or build tool, and prints a bounded answer with every failure in it.

use std::process::ExitCode;

use weir::cli::{Surroundings, args, exit, in_agent, job, resolve, select};

fn main() -> ExitCode {
    if let Some(ended) = select::begun().or_else(in_agent::begun) {
        return ended;
    }
    exit::be_brief_about_faults();
    let ended = args::parse(std::env::args_os())
        .and_then(|call| resolve::resolve(call, &Surroundings::of_this_process()))
        .and_then(job::run);
    exit::finish(ended)
}
