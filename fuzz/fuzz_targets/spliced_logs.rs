//! Pieces of the shipped logs, one behind the other: runs that are cut off, that begin in the middle, that stand inside
//! each other.
#![no_main]

use libfuzzer_sys::fuzz_target;
use weir::settings::From;

fuzz_target!(|bytes: &[u8]| {
    let (choice, pieces) = bytes.split_first().map_or((0, bytes), |(choice, pieces)| (*choice, pieces));
    let mut text = vec![choice];
    text.extend(weir_fuzz::splice(pieces));
    weir_fuzz::check(&text, From::Auto);
});
