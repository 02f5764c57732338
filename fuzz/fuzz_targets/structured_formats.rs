//! Report files: every parser on the bytes as they are, and the filter on them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use weir::recognize::documents::{Kind, parse, sniff, sniff_lines};
use weir::settings::From;

fuzz_target!(|bytes: &[u8]| {
    let _ = sniff_lines(bytes);
    let kind = sniff(bytes).or_else(|| Kind::ALL.get(usize::from(bytes.first().copied()?)).copied());
    if let Some(kind) = kind {
        let mut input = std::io::BufReader::with_capacity(13, bytes);
        let _ = parse(kind, &mut input, &mut weir_fuzz::Count::default());
    }
    // The byte that chooses mode and limits comes last here, so that a report can be given as it is.
    let choice = bytes.last().copied().unwrap_or(0);
    weir_fuzz::check(&[&[choice], bytes].concat(), From::Auto);
});
