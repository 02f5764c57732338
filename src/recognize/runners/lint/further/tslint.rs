//! tslint: `PATH[LINE, COLUMN]: message`, since version 5.8 `ERROR: PATH:LINE:COLUMN - message`.

use crate::event::Place;
use crate::recognize::kit::lint::finding::{Finding, ends_in, position, weight};
use crate::recognize::kit::scan;

/// Endings of files that it reads.
const FILES: [&str; 6] = ["ts", "tsx", "js", "jsx", "mts", "cts"];

pub(super) fn finding(text: &str) -> Option<Finding<'_>> {
    let graded =
        text.split_once(": ").and_then(|(word, rest)| Some((weight(word, &["ERROR"], &["WARNING"])?, rest)));
    let rest = graded.map_or(text, |(_, rest)| rest);
    if let Some((file, rest)) = rest.split_once('[')
        && ends_in(file, &FILES)
        && !file.contains(' ')
    {
        let (line, rest) = scan::number(rest)?;
        let (column, rest) = scan::number(rest.strip_prefix(", ")?)?;
        let place = Place { file, line: Some(line) };
        let finding = Finding::fails(place, Some(column), rest.strip_prefix("]: ")?);
        return Some(graded.map_or(finding, |(weight, _)| Finding { weight, ..finding }));
    }
    let (weight, rest) = graded?;
    let (place, column, message) = position(rest)?;
    let message = message.strip_prefix(" - ")?;
    ends_in(place.file, &FILES).then_some(Finding { place, column, weight, message })
}
