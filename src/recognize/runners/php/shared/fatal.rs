//! The first line of an error that ends a script of PHP.

use crate::event::Place;
use crate::recognize::kit::scan;

/// The errors that end a script.
const FATAL: [&str; 5] = [
    "Fatal error: ",
    "Parse error: ",
    "Recoverable fatal error: ",
    "Catchable fatal error: ",
    "Core error: ",
];

/// One error.
pub(in crate::recognize::runners) struct Fatal<'a> {
    /// Where; an empty file when it does not say so.
    pub(in crate::recognize::runners) place: Place<'a>,
    /// What.
    pub(in crate::recognize::runners) message: &'a str,
}

/// Reads the first line of an error.
pub(in crate::recognize::runners) fn fatal(text: &str) -> Option<Fatal<'_>> {
    let text = text.trim_end();
    let text = text.strip_prefix("PHP ").unwrap_or(text);
    let rest = FATAL.iter().find_map(|word| text.strip_prefix(word))?.trim_start();
    // The kind of error is part of nothing: the same is reported on both streams.
    let uncaught = rest.strip_prefix("Uncaught ").unwrap_or(rest);
    if let Some((message, place)) = uncaught.rsplit_once(" in ") {
        if let Some((file, line)) = place.rsplit_once(" on line ") {
            let line = scan::whole_number(line)?;
            let place = evaluated(file).unwrap_or(Place { file, line: Some(line) });
            return Some(Fatal { place, message });
        }
        if let Some((place, "")) = scan::place(place) {
            return Some(Fatal { place, message });
        }
    }
    // PHPUnit says so when a child process died.
    let premature = rest.starts_with("Premature end of PHP process when running ");
    (rest.len() != uncaught.len() || premature)
        .then_some(Fatal { place: Place { file: "", line: None }, message: uncaught })
}

/// Where the call is whose text PHP ran: `/a/b.php(24) : eval()'d code`.
fn evaluated(file: &str) -> Option<Place<'_>> {
    let (file, line) = file.strip_suffix(") : eval()'d code")?.rsplit_once('(')?;
    Some(Place { file, line: Some(scan::whole_number(line)?) })
}
