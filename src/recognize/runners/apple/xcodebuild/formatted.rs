//! Errors and warnings as xcpretty, xcbeautify and CocoaPods' linter print them in place of xcodebuild.
//!
//! xcpretty and xcbeautify put a symbol before a line and take the severity out of it:
//! `❌  /p/A.swift:47:19: message`, `⚠️ /p/A.swift:7:3: message`, without Unicode or colours `[x] ` and `[!] `. xcpretty
//! parts the source line below from the message by an empty line. `pod lib lint` lists results as
//! `    - ERROR | [iOS] xcodebuild:  /p/A.swift:134:2: error: message`.
//!
//! Others print these symbols, too: without a place an error counts only in the words of Apple's tools, or while a
//! build of them is open. Tests through these programs are XCTest's recognizer's business.

use super::diagnostics::{Diagnostic, Severity, diagnostic, is_apple, known, located};
use super::noise::Build;
use super::xcodebuild::{Inside, Xcodebuild, clipped};
use crate::event::{Block, Class, Event, FailureKind, Part, Seen, Sink};

/// The most bytes before a symbol: what a program before left on the line.
const DEBRIS_BYTES: usize = 8;

impl Xcodebuild {
    /// A line of a formatter or of the linter of pods.
    pub(super) fn formatted(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        match text.as_bytes().first()? {
            b'-' => self.pod(text, sink),
            b'[' => match text.get(..4)? {
                "[x] " => self.marked(Severity::Error, text.get(4..)?, text, sink),
                "[!] " if is_unfit_pod(text) => {
                    self.close_block(sink);
                    let name = clipped(text.trim_end());
                    sink.emit(Event::Consequence { name, kind: FailureKind::Build });
                    Some(Seen::Mine(Class::Detail))
                }
                "[!] " => self.marked(Severity::Warning, text.get(4..)?, text, sink),
                _ => None,
            },
            b' '..=b'~' | 0xe2 => {
                let (severity, rest) = symbol(text)?;
                self.marked(severity, rest, text, sink)
            }
            _ => None,
        }
    }

    /// What is after a symbol.
    fn marked(&mut self, severity: Severity, rest: &str, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let rest = rest.trim_start();
        let open = self.build == Build::Open;
        if let Some((place, message)) = located(rest) {
            let apple = place.file.starts_with('/') || is_apple(place.file);
            let read = Diagnostic { place: Some(place), severity, message, apple };
            let seen = self.report(&read, text, sink);
            if let Inside::Diagnostic(class) = self.part {
                self.part = Inside::Formatted(class);
            }
            return seen;
        }
        if severity != Severity::Error {
            return open.then_some(Seen::Mine(Class::Warning));
        }
        if let Some(seen) = self.tool(rest, sink).or_else(|| self.diagnosed(rest, sink)) {
            return Some(seen);
        }
        let own = open || known(rest).is_some() || is_tools_word(rest);
        own.then(|| {
            self.whole(rest, rest, FailureKind::Diagnostic, Inside::Linker, sink);
            Seen::Mine(Class::Detail)
        })
    }

    /// A result of `pod lib lint` or `pod spec lint`.
    fn pod(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let (severity, result) = result_of_pod(text)?;
        // What xcodebuild printed is after its name; a platform may be before it.
        let rest = match result.split_once("] ") {
            Some((platform, rest)) if platform.starts_with('[') => rest,
            _ => result,
        };
        let printed = rest.strip_prefix("xcodebuild: ").unwrap_or(rest).trim_start();
        let read = diagnostic(printed).filter(|read| read.place.is_some());
        match (severity, read) {
            (Severity::Error, Some(read)) => {
                let read = Diagnostic { severity, apple: true, ..read };
                self.report(&read, text, sink)
            }
            (Severity::Error, None) => {
                self.whole(result, printed, FailureKind::Build, Inside::Nothing, sink);
                Some(Seen::Mine(Class::Detail))
            }
            (Severity::Warning, _) => {
                self.close_block(sink);
                sink.emit(Event::BlockOpened(Block::Warning { key: clipped(result) }));
                sink.emit(Event::Text(Part::Why));
                sink.emit(Event::BlockClosed);
                Some(Seen::Mine(Class::Warning))
            }
            (Severity::Note, _) if matches!(self.part, Inside::Diagnostic(_)) => {
                sink.emit(Event::Text(Part::Where));
                Some(Seen::Mine(Class::Detail))
            }
            (Severity::Note, _) => Some(Seen::Mine(Class::Noise)),
        }
    }
}

/// A symbol near the line's beginning, and what follows it.
fn symbol(text: &str) -> Option<(Severity, &str)> {
    let near = text.char_indices().take_while(|(at, _)| *at <= DEBRIS_BYTES);
    for (at, character) in near {
        let severity = match character {
            '\u{274c}' => Severity::Error,
            '\u{26a0}' => Severity::Warning,
            ' ' | ':' => return None,
            _ => continue,
        };
        let rest = text.get(at.saturating_add(character.len_utf8())..)?;
        let rest = rest.strip_prefix('\u{fe0f}').unwrap_or(rest);
        return rest.starts_with(' ').then_some((severity, rest));
    }
    None
}

/// Messages without a place that only Apple's tools have, as the formatters' own patterns pick them out.
fn is_tools_word(text: &str) -> bool {
    text.starts_with("error: ")
        || text.starts_with("fatal error: ")
        || text.starts_with("ld: ")
        || text.starts_with("clang: error: ")
        || text.contains(" requires a provisioning profile")
        || text.contains(" requires a development team")
        || text.ends_with(", referenced from:")
}

/// `- ERROR | rest`
fn result_of_pod(text: &str) -> Option<(Severity, &str)> {
    let rest = text.strip_prefix("- ")?;
    let (word, rest) = rest.split_once('|')?;
    let severity = match word.trim_end() {
        "ERROR" => Severity::Error,
        "WARN" => Severity::Warning,
        "NOTE" => Severity::Note,
        _ => return None,
    };
    Some((severity, rest.trim_start()))
}

/// `[!] NAME did not pass validation, due to 8 errors and 1 warning.`
fn is_unfit_pod(text: &str) -> bool {
    text.contains(" did not pass validation, due to ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_is_at_first_or_after_a_little_debris() {
        let read = |text| symbol(text).map(|(severity, rest)| (severity, rest.trim_start()));
        assert_eq!(read("\u{274c}  /a.swift:1:2: no"), Some((Severity::Error, "/a.swift:1:2: no")));
        assert_eq!(read("ab\u{274c} error: no"), Some((Severity::Error, "error: no")));
        assert_eq!(read("\u{26a0}\u{fe0f}  /a.m:1:2: old"), Some((Severity::Warning, "/a.m:1:2: old")));
        for text in ["we \u{274c} no", "\u{274c}no", "a: \u{274c} b", "0123456789\u{274c} b", "", "a"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn results_of_pods_have_three_grades() {
        assert_eq!(result_of_pod("- ERROR | a: b"), Some((Severity::Error, "a: b")));
        assert_eq!(result_of_pod("- WARN  | a"), Some((Severity::Warning, "a")));
        assert_eq!(result_of_pod("- NOTE  | a"), Some((Severity::Note, "a")));
        assert_eq!(result_of_pod("- OTHER | a"), None);
        assert_eq!(result_of_pod("- a"), None);
    }
}
