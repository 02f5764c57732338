//! puppet-lint: `PATH - ERROR: message on line N`.

use crate::event::Place;
use crate::recognize::kit::lint::finding::{Finding, ends_in, weight};
use crate::recognize::kit::scan;

pub(super) fn finding(text: &str) -> Option<Finding<'_>> {
    let (file, message) = text.split_once(" - ")?;
    let weight = weight(message.split_once(": ")?.0, &["ERROR"], &["WARNING"])?;
    let (line, after) = scan::number(message.rsplit_once(" on line ")?.1)?;
    let own = ends_in(file, &["pp"]) && (after.is_empty() || after.starts_with([' ', ',']));
    own.then_some(Finding { place: Place { file, line: Some(line) }, column: None, weight, message })
}
