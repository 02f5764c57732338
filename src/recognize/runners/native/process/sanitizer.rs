//! Reports of the sanitizers of compiler-rt and of valgrind: which of their lines tell why.
//!
//! Source: compiler-rt's `sanitizer_common`, `asan_descriptions`, `tsan_report`, and valgrind's `memcheck`.

use super::stack;
use crate::event::{Part, Place};
use crate::recognize::kit::scan;

/// How a report begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head<'a> {
    /// `==7==ERROR: AddressSanitizer: heap-use-after-free on address ...`: the tool and what it found, without addresses.
    Memory(&'a str, &'a str),
    /// `WARNING: ThreadSanitizer: data race (pid=7)`.
    Thread(&'a str),
    /// `==7== Invalid read of size 4` of valgrind.
    Valgrind(&'a str),
}

/// Reads the head of a report.
#[must_use]
pub fn head(text: &str) -> Option<Head<'_>> {
    if let Some(found) = text.strip_prefix("WARNING: ThreadSanitizer: ") {
        return Some(Head::Thread(found.split(" (pid=").next().unwrap_or(found)));
    }
    let (_, rest) = scan::number(text.strip_prefix("==")?)?;
    let rest = rest.strip_prefix("==")?;
    if let Some(printed) = rest.strip_prefix(' ') {
        return valgrind(printed).then_some(Head::Valgrind(printed));
    }
    let rest = rest.strip_prefix("ERROR: ").or_else(|| rest.strip_prefix("WARNING: "))?;
    let (tool, found) = rest.split_once(": ")?;
    if !tool.ends_with("Sanitizer") || tool.contains(' ') {
        return None;
    }
    let ends = [" on address ", " on unknown address ", " (pc ", " at pc ", " 0x", ": 0x"];
    let end = ends.iter().filter_map(|end| found.find(end)).min().unwrap_or(found.len());
    Some(Head::Memory(tool, found.get(..end).unwrap_or(found)))
}

fn valgrind(printed: &str) -> bool {
    let begins = [
        "Invalid read of size ",
        "Invalid write of size ",
        "Invalid free() / delete",
        "Mismatched free() / delete",
        "Conditional jump or move depends on uninitialised value",
        "Use of uninitialised value of size ",
        "Source and destination overlap in ",
        "Possible data race during ",
        "Process terminating with default action of signal ",
        "Syscall param ",
        "Jump to the invalid address ",
    ];
    begins.iter().any(|begin| printed.starts_with(begin))
        || (printed.contains(" are definitely lost in loss record ") && scan::number(printed).is_some())
}

/// `==7== ERROR SUMMARY: 3 errors from 2 contexts (suppressed: 0 from 0)`: the errors.
#[must_use]
pub fn valgrind_summary(text: &str) -> Option<u64> {
    let (_, rest) = scan::number(text.strip_prefix("==")?)?;
    Some(scan::number(rest.strip_prefix("== ERROR SUMMARY: ")?)?.0)
}

/// What a line below a head is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Below<'a> {
    /// A part of the report, with a place in the user's code if it tells one, and whether that is the best one.
    Part(Part, Option<Place<'a>>, Rank),
    /// Nothing worth showing.
    Noise,
    /// The report's last line.
    Last,
    /// None of the report's.
    Outside,
}

/// How good a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// The summary's.
    Best,
    /// A frame's.
    Frame,
}

/// Judges a line of a report of a memory or thread sanitizer. `summed_up` tells whether the summary was read.
#[must_use]
pub fn below(text: &str, summed_up: bool) -> Below<'_> {
    let bare = text.trim();
    if bare.is_empty() {
        return Below::Noise;
    }
    if let Some(summary) = text.strip_prefix("SUMMARY: ") {
        let place = stack::last_place(summary.split(" in ").next().unwrap_or(summary));
        return Below::Part(Part::Why, place, Rank::Best);
    }
    if text.starts_with("==") && text.trim_end_matches('=').is_empty() {
        return Below::Last;
    }
    if text.starts_with("==") {
        return if text.ends_with("ABORTING") {
            Below::Last
        } else {
            Below::Part(Part::Why, None, Rank::Frame)
        };
    }
    if summed_up {
        let shadow = text.starts_with("Shadow byte") || text.starts_with("  ") || text.starts_with("=>");
        return if shadow { Below::Noise } else { Below::Outside };
    }
    if let Some(place) = stack::native(text) {
        return Below::Part(Part::Where, place.filter(|place| stack::is_own(*place)), Rank::Frame);
    }
    let reported = [
        "READ of size",
        "WRITE of size",
        "The signal is caused by",
        "Hint: ",
        "HINT: ",
        "0x",
        "Address 0x",
        "Direct leak of ",
        "Indirect leak of ",
        "Uninitialized value was ",
        "freed by thread",
        "previously allocated by",
        "allocated by thread",
        "This frame has ",
        "(longjmp",
        "Objects leaked",
    ];
    if reported.iter().any(|begin| bare.starts_with(begin)) {
        return Below::Part(Part::Why, None, Rank::Frame);
    }
    let indented = text.starts_with("  ");
    let access =
        ["Write of size", "Read of size", "Previous ", "Location is ", "Mutex ", "Cycle in lock order"];
    if indented && access.iter().any(|begin| bare.starts_with(begin)) {
        return Below::Part(Part::Why, None, Rank::Frame);
    }
    if indented { Below::Part(Part::Where, None, Rank::Frame) } else { Below::Outside }
}
