//! brakeman's rows: `PATH  LINE  category  kind  message  confidence` between tabs.

use crate::event::Place;
use crate::recognize::kit::lint::finding::{Finding, ends_in};
use crate::recognize::kit::scan;

/// How sure it is.
const CONFIDENCES: [&str; 3] = ["High", "Medium", "Weak"];

/// A row.
pub(super) fn row(text: &str) -> Option<Finding<'_>> {
    let (_, sure) = text.rsplit_once(['\t', ' '])?;
    if !CONFIDENCES.contains(&sure) {
        return None;
    }
    let gap = |text: &str| text.find(['\t', ' ']);
    let (file, rest) = text.split_at_checked(gap(text)?)?;
    let (line, rest) = scan::number(rest.trim_start())?;
    // Columns are apart by tabs, or by what a terminal made of them.
    let apart = rest.starts_with('\t') || rest.starts_with("  ");
    let message = rest.trim_start();
    let own = apart && ends_in(file, &["rb", "erb", "haml", "slim", "rake"]) && !message.is_empty();
    own.then_some(Finding::fails(Place { file, line: Some(line) }, None, message))
}
