//! scalastyle: `error file=PATH message=TEXT line=N column=M`.

use crate::event::Place;
use crate::recognize::kit::lint::finding::{Finding, ends_in, weight};
use crate::recognize::kit::scan;

pub(super) fn finding(text: &str) -> Option<Finding<'_>> {
    let (word, rest) = text.split_once(" file=")?;
    let weight = weight(word, &["error"], &["warning"])?;
    let (file, message) = rest.split_once(" message=")?;
    let line = message.rsplit_once(" line=").and_then(|(_, rest)| Some(scan::number(rest)?.0));
    let own = ends_in(file, &["scala", "sbt"]);
    own.then_some(Finding { place: Place { file, line }, column: None, weight, message })
}
