//! What an annotation in the log of a job says of a failure, for all hosts with annotations.

use super::model::{Entry, Model};
use super::of_report::clipped;

/// The most bytes of a title.
const TITLE_BYTES: usize = 200;

/// The title: the name, clipped for a list.
pub(super) fn title(entry: &Entry<'_>) -> String {
    clipped_to_line(&entry.name, TITLE_BYTES)
}

/// A text in one line of at most so many bytes.
pub(super) fn clipped_to_line(text: &str, bytes: usize) -> String {
    let flat = text.replace(['\n', '\r'], " ");
    if flat.len() <= bytes {
        flat
    } else {
        format!("{}...", crate::text::head(&flat, bytes.saturating_sub(3)))
    }
}

/// The failure in one line: why it failed, or else how.
pub(super) fn reason(entry: &Entry<'_>) -> String {
    match entry.message.as_deref() {
        Some(message) => message.to_owned(),
        None => entry.kind.to_owned(),
    }
}

/// Why it failed, then all its lines when they are wanted, and how many others have the same cause.
pub(super) fn body(entry: &Entry<'_>, bytes: usize) -> String {
    let mut body = reason(entry);
    if let Some(text) = entry.text.as_deref().filter(|text| !text.trim().is_empty()) {
        body.push('\n');
        body.push_str(text);
    }
    if entry.others > 0 {
        body = clipped(body, bytes.saturating_sub(80));
        body.push('\n');
        body.push_str(&others(entry.others));
    }
    clipped(body, bytes)
}

/// How many others have the same cause.
pub(super) fn others(number: u64) -> String {
    match number {
        1 => "1 more failure with this cause".to_owned(),
        number => format!("{number} more failures with this cause"),
    }
}

/// The most problems that a closing line names.
const PROBLEMS: usize = 5;

/// The closing text: the verdict, then everything else that is wrong and what is not listed; below it what the log says.
pub(super) fn closing(model: &Model<'_>, left_out: u64, bytes: usize) -> String {
    let problems = model.problems(left_out);
    let mut parts = vec![model.headline.clone()];
    // The last problem is what is not listed.
    let (last, first) =
        problems.split_last().map_or((None, problems.as_slice()), |(last, first)| (Some(last), first));
    let named = first.iter().take(PROBLEMS).chain(last).filter(|each| each.message != model.headline);
    parts.extend(named.map(|each| clipped_to_line(&each.message, 500)));
    if first.len() > PROBLEMS {
        parts.push(format!("{} more problems", first.len().saturating_sub(PROBLEMS)));
    }
    parts.extend(flaky(model));
    let mut closing = parts.join("; ");
    for problem in problems.iter().filter(|problem| !problem.text.is_empty()) {
        closing.push('\n');
        closing.push_str(&problem.text);
    }
    clipped(closing, bytes)
}

/// The tests that failed and then passed.
pub(super) fn flaky(model: &Model<'_>) -> Option<String> {
    let names = model.flaky.join(", ");
    (!names.is_empty()).then(|| clipped_to_line(&format!("flaky: {names}"), 1000))
}
