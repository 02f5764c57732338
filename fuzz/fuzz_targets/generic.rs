//! Text of nobody, and the text of one runner read as another's.
#![no_main]

use libfuzzer_sys::fuzz_target;
use weir::recognize::registry;
use weir::settings::From;

fuzz_target!(|bytes: &[u8]| {
    let names = registry::names();
    let forced = bytes.first().and_then(|byte| names.get(usize::from(*byte)));
    let from = forced.map_or(From::Auto, |name| From::Runner((*name).to_owned()));
    weir_fuzz::check(bytes.get(1..).unwrap_or_default(), from);
});
