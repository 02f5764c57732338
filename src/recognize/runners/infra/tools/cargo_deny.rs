//! cargo deny.
//!
//! A finding begins with `error[vulnerability]: title` or a warning of the same form, the place and an excerpt are below after
//! bars, then notes (`= ID: RUSTSEC-2026-0001`). The last line has the checks: `advisories FAILED, bans ok, licenses ok, sources
//! ok`. Source: cargo-deny's `diag.rs` over codespan, and `codes` of its checks.

use crate::event::{Block, Class, Event, FailureKind, Part, Place, Seen, Sink};
use crate::recognize::kit::lint::finding::all_is_well;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// The codes of errors; those of versions before 0.14 are a letter and three digits.
const CODES: [&str; 22] = [
    "vulnerability",
    "unmaintained",
    "unsound",
    "notice",
    "yanked",
    "index-failure",
    "banned",
    "not-allowed",
    "duplicate",
    "workspace-duplicate",
    "wildcard",
    "build-script-not-allowed",
    "feature-banned",
    "feature-not-explicitly-allowed",
    "exact-features-mismatch",
    "checksum-mismatch",
    "denied-by-extension",
    "rejected",
    "unlicensed",
    "parse-error",
    "source-not-allowed",
    "git-source-underspecified",
];
/// The most lines of a finding.
const LINES: u32 = 200;

/// cargo deny.
#[derive(Debug, Default)]
pub struct CargoDeny {
    /// The open finding, and how many of its lines came.
    open: Option<(Class, u32)>,
    /// Its place was reported.
    placed: bool,
}

impl Runner for CargoDeny {
    const SPEC: Spec = Spec {
        name: "cargo deny",
        reads: "cargo deny: advisories, bans, licenses, sources",
        starts: &["error[", "warning[", "advisories ", "bans ", "licenses ", "sources "],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.open.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let _line = run.line();
        if let Some((class, lines)) = self.open {
            if !text.is_empty() && text.starts_with([' ', '\u{2502}', '\u{250c}']) || begins_numbered(text) {
                self.open = Some((class, lines.saturating_add(1)));
                if lines >= LINES {
                    return Seen::Mine(class);
                }
                return self.below(class, text, run);
            }
            run.emit(Event::BlockClosed);
            self.open = None;
        }
        if let Some((class, code, message)) = finding(text) {
            if class == Class::Warning {
                run.emit(Event::BlockOpened(Block::Warning { key: text }));
                run.emit(Event::Text(Part::Why));
            } else {
                let place = Place { file: "", line: None };
                run.emit(Event::BlockOpened(Block::Diagnostic { place, code, message }));
                run.emit(Event::Heading);
                run.emit(Event::Message(message));
            }
            (self.open, self.placed) = (Some((class, 0)), false);
            return Seen::Mine(class);
        }
        match checks(text) {
            Some(true) => {
                run.emit(Event::Consequence { name: text, kind: FailureKind::Build });
                Seen::Mine(Class::Totals)
            }
            Some(false) => {
                all_is_well(run);
                Seen::Mine(Class::Totals)
            }
            None => Seen::No,
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if self.open.take().is_some() {
            run.emit(Event::BlockClosed);
        }
    }
}

impl CargoDeny {
    fn below(&mut self, class: Class, text: &str, sink: &mut dyn Sink) -> Seen {
        let bare = text.trim_start();
        let place = bare.strip_prefix("\u{250c}\u{2500} ").and_then(scan::place);
        if let Some((place, _)) = place.filter(|_| !std::mem::replace(&mut self.placed, true)) {
            sink.emit(Event::At { place, better: true });
        }
        let note = bare.starts_with("= ") || bare.contains('^') || bare.contains("---");
        sink.emit(Event::Text(if note { Part::Why } else { Part::Where }));
        Seen::Mine(class)
    }
}

/// `12 │ rope 0.3.1`.
fn begins_numbered(text: &str) -> bool {
    scan::number(text).is_some_and(|(_, rest)| rest.trim_start().starts_with('\u{2502}'))
}

/// `error[vulnerability]: title`.
fn finding(text: &str) -> Option<(Class, &str, &str)> {
    let (class, rest) = match text.strip_prefix("error[") {
        Some(rest) => (Class::Detail, rest),
        None => (Class::Warning, text.strip_prefix("warning[")?),
    };
    let (code, message) = rest.split_once("]: ")?;
    let short = matches!(code.as_bytes(), [b'A' | b'B' | b'D' | b'L' | b'S', rest @ ..]
        if rest.len() == 3 && rest.iter().all(u8::is_ascii_digit));
    (CODES.contains(&code) || short).then_some((class, code, message))
}

/// Whether one of the checks failed: `advisories FAILED, bans ok, licenses ok, sources ok`, or those of them that ran.
fn checks(text: &str) -> Option<bool> {
    let mut failed = false;
    for check in text.split(", ") {
        let (name, result) = check.split_once(' ')?;
        if !["advisories", "bans", "licenses", "sources"].contains(&name) {
            return None;
        }
        match result {
            "FAILED" => failed = true,
            "ok" => {}
            _ => return None,
        }
    }
    Some(failed)
}
