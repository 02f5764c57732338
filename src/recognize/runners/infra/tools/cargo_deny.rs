//! cargo deny.
//!
//! A finding begins with `error[vulnerability]: title` or a warning of the same form, the place and an excerpt are below after
//! bars, then notes (`= ID: RUSTSEC-2026-0001`). The last line has the checks: `advisories FAILED, bans ok, licenses ok, sources
//! ok`. Source: cargo-deny's `diag.rs` over codespan, and `codes` of its checks.

use crate::budget::Count as _;
use crate::event::{Class, FailureKind, Part, Place, Seen};
use crate::recognize::kit::lint::finding::all_is_well;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};

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
    /// Whether the open finding only warns.
    warns: bool,
    /// How many of its lines came.
    lines: u32,
}

impl Runner for CargoDeny {
    const SPEC: Spec = Spec {
        name: "cargo deny",
        reads: "cargo deny: advisories, bans, licenses, sources",
        starts: &["error[", "warning[", "advisories ", "bans ", "licenses ", "sources "],
        every_line: EveryLine::BelowFailure,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if run.is_open() {
            if !text.is_empty() && text.starts_with([' ', '\u{2502}', '\u{250c}']) || begins_numbered(text) {
                self.lines.up(1);
                if self.lines <= LINES {
                    below(text, run);
                }
                return Seen::Mine(if self.warns { Class::Warning } else { Class::Detail });
            }
            run.close();
        }
        if let Some((class, code, message)) = finding(text) {
            *self = Self { warns: class == Class::Warning, lines: 0 };
            if self.warns {
                return run.warn(text);
            }
            let seen = run.diagnostic(Place { file: "", line: None }, code, message);
            run.message(message);
            return seen;
        }
        match checks(text) {
            Some(true) => {
                run.consequence(text, FailureKind::Build);
                Seen::Mine(Class::Totals)
            }
            Some(false) => {
                all_is_well(run);
                Seen::Mine(Class::Totals)
            }
            None => Seen::No,
        }
    }
}

fn below(text: &str, run: &mut Run<'_>) {
    let bare = text.trim_start();
    if let Some((place, _)) = bare.strip_prefix("\u{250c}\u{2500} ").and_then(scan::place) {
        run.at(place);
    }
    let note = bare.starts_with("= ") || bare.contains('^') || bare.contains("---");
    run.text(if note { Part::Why } else { Part::Where });
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
