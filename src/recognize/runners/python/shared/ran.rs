//! `Ran 171 tests in 0.1s`: how unittest and the runners that are made of it close a run.

use crate::recognize::kit::scan;

/// Reads `Ran 171 tests in 0.006s`, after which green says ` using 2 processes`.
pub(in crate::recognize::runners) fn ran(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.trim_end().strip_prefix("Ran ")?)?;
    let time = rest.strip_prefix(" tests in ").or_else(|| rest.strip_prefix(" test in "))?;
    let time = match time.split_once(" using ") {
        Some((time, processes)) => {
            let (_, word) = scan::number(processes)?;
            matches!(word, " process" | " processes").then_some(time)?
        }
        None => time,
    };
    let (_, rest) = scan::number(time.strip_suffix('s')?)?;
    let digits = rest.strip_prefix('.').unwrap_or(rest);
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(number)
}
