//! cargo nextest: every test is a process of its own, its output is captured and shown below its status line.
//!
//! `nextest` holds the state, `sentences` its judgement of errors that are no test's; `status` reads a status line, `totals` the header and the summary, `captured` the
//! output of one test, `uncaptured` what `--no-capture` shows of it. The formats are those of nextest's display reporter (nextest-runner, `reporter/displayer`)
//! from 0.9.0 on. Its other reporters (JUnit, libtest's JSON) are report formats and read elsewhere.

mod captured;
mod nextest;
mod sentences;
mod status;
mod totals;
mod tried;
mod uncaptured;

pub use nextest::Nextest;
