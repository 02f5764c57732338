//! What ends a build by force: `Extension error:` and the reason, or the dump that Sphinx 8.2 prints below
//! `Extension error!`. See `sphinx/cmd/build.py` and `sphinx/_cli/util/errors.py`.

use crate::event::{Event, FailureKind, Part, Place};
use crate::recognize::kit::Run;
use crate::recognize::kit::frames::python;
use crate::recognize::kit::scan;
use crate::text::head;

/// The most lines that are kept, and the most bytes of one.
const LINES: usize = 120;
const BYTES: usize = 1024;

/// What makes a warning the end of a build.
const WARNING: &str = "Warning, treated as error";
/// What only Sphinx says.
const OWN: [&str; 6] = [
    WARNING,
    "Extension error",
    "Theme error",
    "Sphinx error",
    "Sphinx version error",
    "Sphinx parallel build error",
];
/// What others could say as well.
const OTHERS: [&str; 10] = [
    "Application error",
    "BuildEnvironment error",
    "Configuration error",
    "Document error",
    "Encoding error",
    "Recursion error",
    "Exception occurred",
    "reST markup error",
    "reStructuredText markup error",
    "Handler error",
];

/// The head of an error: its name, whether a dump follows, and whether nobody but Sphinx says it so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head<'a> {
    pub(super) name: &'a str,
    pub(super) dumps: bool,
    pub(super) own: bool,
}

/// Reads `Extension error (trouble):`, `Theme error!`.
pub(super) fn fatal(text: &str) -> Option<Head<'_>> {
    let (name, dumps) = match text.strip_suffix('!') {
        Some(name) => (name, true),
        None => (text.strip_suffix(':')?, false),
    };
    let bare = name.split_once(" (").map_or(name, |(bare, _)| bare);
    let own = OWN.contains(&bare);
    (own || OTHERS.contains(&bare)).then_some(Head { name, dumps, own })
}

/// The head of a dump that has none.
pub(super) const HEADLESS: Head<'static> = Head { name: "Exception occurred", dumps: true, own: false };

/// An error whose lines come.
#[derive(Debug)]
pub(super) struct Trouble {
    name: String,
    dumps: bool,
    /// In a dump: its traceback has begun.
    traced: bool,
    blank: bool,
    pub(super) lines: Vec<String>,
}

impl Trouble {
    pub(super) fn new(head: Head<'_>) -> Self {
        let name = head.name.to_owned();
        Self { name, dumps: head.dumps, traced: false, blank: false, lines: Vec::new() }
    }

    /// Takes a line; whether it was one of the error's.
    pub(super) fn line(&mut self, text: &str) -> bool {
        if self.dumps {
            return self.dump(text);
        }
        let traced = text.starts_with("Traceback (most recent call last):") || text.starts_with("  ");
        let stops = text.starts_with("The full traceback has been saved in ") || text.starts_with("make");
        let over = std::mem::replace(&mut self.blank, text.is_empty()) && !self.lines.is_empty();
        let trace = self.lines.iter().any(|line| line.starts_with("Traceback "));
        if stops || over && !traced && !trace && !self.is_warning() {
            return false;
        }
        self.keep(text);
        true
    }

    /// A line of a dump: versions, messages and extensions say nothing.
    fn dump(&mut self, text: &str) -> bool {
        if text == "The full traceback has been saved in:" {
            return false;
        }
        if self.traced {
            self.keep(text.strip_prefix("    ").unwrap_or(text));
        } else if text == "Traceback" {
            self.traced = true;
        }
        true
    }

    fn keep(&mut self, text: &str) {
        let ruler = self.lines.is_empty() && scan::is_ruler(text, '=', 5);
        if self.lines.len() < LINES && !ruler && !(self.lines.is_empty() && text.is_empty()) {
            self.lines.push(head(text, BYTES).to_owned());
        }
    }

    /// Whether nothing but the dump tells of it.
    pub(super) fn is_headless(&self) -> bool {
        self.name == HEADLESS.name && self.dumps
    }

    fn is_warning(&self) -> bool {
        self.name == WARNING
    }

    /// Tells it as a failure; gives its name.
    pub(super) fn tell(&self, run: &mut Run<'_>) -> String {
        let message = self.message();
        let warned = self.is_warning().then(|| scan::place(message)).flatten();
        let printed = warned.map_or(message, |(_, printed)| printed.trim_start());
        let name = match warned {
            Some((Place { file, line: Some(line) }, _)) => format!("{file}:{line}: {printed}"),
            _ if message.is_empty() => self.name.clone(),
            _ => format!("{}: {message}", self.name),
        };
        let name = head(&name, BYTES);
        let kind = if warned.is_some() { FailureKind::Diagnostic } else { FailureKind::Build };
        run.instead(&self.name);
        run.fail_whole(name, kind);
        run.message(if printed.is_empty() { &self.name } else { printed });
        let frames = self.lines.iter().rev().filter_map(|line| python::frame(line).map(|frame| frame.0));
        let own = frames.into_iter().find(|place| python::is_own(place.file));
        if let Some(place) = warned.map(|(place, _)| place).or(own) {
            run.emit(Event::At { place, better: true });
        }
        let text = self.lines.join("\n");
        if !text.trim().is_empty() {
            run.emit(Event::Decoded { part: Part::Why, text: text.trim_end() });
        }
        run.close();
        name.to_owned()
    }

    /// The one line that says most: the last exception's, or the first line.
    fn message(&self) -> &str {
        let exception = self.lines.iter().rev().find(|line| python::is_exception(line));
        let framed = self.lines.iter().any(|line| python::frame(line).is_some());
        let line = exception.filter(|_| framed).or(self.lines.first()).map_or("", String::as_str);
        match line.split_once(": ") {
            Some((class, printed)) if class.starts_with("sphinx.errors.") => printed,
            _ => line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_known_by_their_names() {
        let read = |text| fatal(text).map(|head| (head.name, head.dumps, head.own));
        assert_eq!(read("Extension error (trouble):"), Some(("Extension error (trouble)", false, true)));
        assert_eq!(read("Configuration error!"), Some(("Configuration error", true, false)));
        assert_eq!(read("Warning, treated as error:"), Some((WARNING, false, true)));
        assert_eq!(read("error:"), None);
        assert_eq!(read("Fatal error!"), None);
    }
}
