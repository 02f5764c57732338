//! Lines of a client and of a server, in any order and however they are split.
#![no_main]

use libfuzzer_sys::fuzz_target;
use weir::mcp::wire::{Got, Lines, Skim};

#[path = "../../tests/mcp_proxy/two_sides.rs"]
mod two_sides;

fuzz_target!(|bytes: &[u8]| {
    let sides = two_sides::Sides::new();
    let mut lines = Lines::new(bytes);
    loop {
        match lines.next(4096).expect("bytes can be read") {
            Got::Line(line) | Got::Rest(line) => sides.line(line),
            Got::TooLong(skim, _) => drop(Skim::found(skim)),
            Got::End => break,
        }
    }
    sides.end();
});
