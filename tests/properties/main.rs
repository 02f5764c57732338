//! Properties of the answer, over arbitrary bytes and over generated runs of known results.
//!
//! Each test states one property in its name. What is asserted is read out of the printed answer by a parser of its own
//! (`parse`), so that a mistake of the renderer cannot hide in it. Inputs that broke a property once are beside it as
//! tests of their own.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that cannot go on fails"
)]

mod account;
mod again;
mod bounds;
mod bytes;
mod causes;
mod failures;
mod formats;
mod order;
mod pack;
mod parse;
mod runs;
mod safe;
mod same;
mod secrets;
mod stored;
mod support;

#[path = "../support/mod.rs"]
mod shared;
