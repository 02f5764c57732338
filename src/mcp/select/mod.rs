//! Programs of jq over stored answers. jq has no limits of its own and its overflows abort a process, so each program runs in
//! one of its own: weir itself once more, limited in time, memory and stack, without an environment, killed and waited for.
//!
//! `run` is the side that asks, `worker` the process, `program` what it compiles. Both sides speak in lines: see `worker`.

mod program;
mod run;
mod worker;

pub use run::{Task, run};
pub use worker::begun;
