//! Erlang: EUnit and Common Test, under rebar3 and alone.

mod common_test;
mod common_test_lines;
mod eunit;
mod eunit_ends;
mod eunit_lines;
mod eunit_printed;
mod eunit_progress;

pub use common_test::CommonTest;
pub use eunit::Eunit;
