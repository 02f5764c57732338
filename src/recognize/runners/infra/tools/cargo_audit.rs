//! cargo audit.
//!
//! Each advisory is a list of keys: `Crate:`, `Version:`, `Warning:` where it fails nothing, `Title:` and more, with the tree of who
//! depends on it below. The end is `error: 2 vulnerabilities found!`. Source: cargo-audit's `presenter.rs`.

use crate::budget::Count as _;
use crate::event::{Class, FailureKind, Part, Seen};
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::lint::finding::declared;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};
use crate::text::head;

/// The longest name that is held, in bytes.
const NAME_BYTES: usize = 240;
/// The most lines of an advisory.
const LINES: u32 = 200;

/// cargo audit.
#[derive(Debug, Default)]
pub struct CargoAudit {
    /// Crate and version of the advisory whose title comes.
    named: Option<String>,
    /// An advisory whose number comes: its name and title.
    titled: Option<(String, String)>,
    good: GoodEnd,
    /// Whether the open advisory only warns.
    warns: bool,
    /// How many of its lines came.
    lines: u32,
    /// An advisory was reported.
    reported: bool,
    /// The number of them was.
    failed: bool,
}

impl Runner for CargoAudit {
    const SPEC: Spec = Spec {
        name: "cargo audit",
        reads: "cargo audit: advisories",
        starts: &[
            "Crate:     ",
            "Crate:    ",
            "Scanning Cargo.lock for vulnerabilities",
            "error: ",
            "warning: ",
        ],
        every_line: EveryLine::BelowFailure,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.named.is_some() || self.titled.is_some() || self.good.is_at()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        self.good.line(text);
        if let Some((name, title)) = self.titled.take() {
            // The date is between the title and the number.
            if key(text, "Date").is_some() {
                self.titled = Some((name, title));
                return Seen::Mine(Class::Noise);
            }
            let id = key(text, "ID");
            let whole = id.map_or_else(|| name.clone(), |id| format!("{name} ({id})"));
            self.advisory(&whole, &title, run);
            if id.is_some() {
                return Seen::Mine(Class::Detail);
            }
        }
        if let Some(name) = key(text, "Crate") {
            run.close();
            self.named = Some(head(name, NAME_BYTES).to_owned());
            return Seen::Mine(Class::Noise);
        }
        if let Some(name) = &mut self.named {
            if let Some(version) = key(text, "Version") {
                name.push(' ');
                name.push_str(head(version, NAME_BYTES));
                return Seen::Mine(Class::Noise);
            }
            let name = name.clone();
            if key(text, "Warning").is_some() {
                self.named = None;
                (self.warns, self.lines) = (true, 0);
                let seen = run.warn_earlier(&format!("{name} {text}"), &name);
                run.text(Part::Why);
                return seen;
            }
            self.named = None;
            if let Some(title) = key(text, "Title") {
                let whole = format!("{name}: {}", head(title, NAME_BYTES));
                self.titled = Some((whole, head(title, NAME_BYTES).to_owned()));
                return Seen::Mine(Class::Noise);
            }
        }
        if run.is_open() {
            if !text.is_empty()
                && self.lines < LINES
                && !text.starts_with("error: ")
                && !text.starts_with("warning: ")
            {
                self.lines.up(1);
                let keyed = text
                    .split_once(':')
                    .is_some_and(|(word, _)| word.bytes().all(|byte| byte.is_ascii_alphabetic()));
                run.text(if keyed { Part::Why } else { Part::Where });
                return Seen::Mine(if self.warns { Class::Warning } else { Class::Detail });
            }
            run.close();
        }
        let allowed = text.strip_prefix("warning: ").and_then(scan::number);
        if let Some((_, " allowed warning found" | " allowed warnings found")) = allowed {
            // After advisories that fail it this is printed, too.
            if !self.reported && !self.failed {
                self.good.say();
            }
            return Seen::Mine(Class::Totals);
        }
        let number = text.strip_prefix("error: ").and_then(scan::number);
        if let Some((errors, " vulnerability found!" | " vulnerabilities found!")) = number
            && errors > 0
        {
            self.failed = true;
            if std::mem::take(&mut self.reported) {
                declared(errors, run);
            } else {
                run.consequence(text, FailureKind::Build);
            }
            return Seen::Mine(Class::Totals);
        }
        if text.trim_start().starts_with("Scanning Cargo.lock for vulnerabilities") {
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if let Some((name, title)) = self.titled.take() {
            self.advisory(&name, &title, run);
        }
        self.good.end(run);
    }
}

impl CargoAudit {
    /// An advisory that fails the audit.
    fn advisory(&mut self, name: &str, title: &str, run: &mut Run<'_>) {
        run.instead(name);
        run.fail_whole(name, FailureKind::Diagnostic);
        run.message(title);
        (self.warns, self.lines, self.reported) = (false, 0, true);
    }
}

/// The value after `Key:` and blanks.
fn key<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let value = text.strip_prefix(key)?.strip_prefix(':')?;
    (value.starts_with("  ") || value.starts_with(' ') && key.len() > 6).then(|| value.trim())
}
