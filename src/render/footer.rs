//! The footer: exactly one line that says what is not shown, by kind, and how to get it.

use super::row::chars;
use crate::budget::{Ledger, Mode};
use crate::event::Class;
use crate::report::class_index;

/// Which limit made something fall out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fired {
    /// The chars of the answer.
    Chars,
    /// The lines of the answer.
    Lines,
    /// The chars of a line.
    Line,
}

impl Fired {
    /// As the footer prints it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chars => "chars",
            Self::Lines => "lines",
            Self::Line => "line",
        }
    }
}

/// How the failures are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShownFailures {
    /// Completely.
    pub whole: u64,
    /// With some of their lines.
    pub in_part: u64,
    /// By name only.
    pub by_name: u64,
    /// All that are known, listed or not.
    pub all: u64,
}

/// Everything a footer can say.
#[derive(Clone, Debug)]
pub struct Footer<'a> {
    /// The mode.
    pub mode: Mode,
    /// The balanced account.
    pub ledger: &'a Ledger,
    /// The failures.
    pub failures: ShownFailures,
    /// The limit that fired first.
    pub fired: Option<Fired>,
    /// Code points that were escaped, replaced or removed.
    pub escaped: u64,
    /// Secrets that were hidden in what is shown.
    pub redacted: u64,
    /// Whether the stream was interrupted.
    pub interrupted: bool,
    /// The command that shows more.
    pub rest: Option<String>,
    /// Whether it shows what is stored, of which nobody else knows the name.
    pub stored: bool,
}

impl Footer<'_> {
    /// Whether there is anything to say.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.ledger.all_cut().lines > 0
            || self.ledger.all_cut().chars > 0
            || self.ledger.clipped() > 0
            || self.escaped > 0
            || self.redacted > 0
            || self.interrupted
            || !self.ledger.normalized().is_empty()
            || self.failures.all
                > self
                    .failures
                    .whole
                    .saturating_add(self.failures.in_part)
                    .saturating_add(self.failures.by_name)
    }

    /// The line, at most `width` chars: fields that do not fit are left out from the right.
    #[must_use]
    pub fn line(&self, width: u64) -> String {
        let shown = self.ledger.shown();
        let seen = self.ledger.seen();
        let mut line = format!("weir: {} kept {} of {} lines", self.mode, shown.lines, seen.lines);
        let first = format!("{line} ({} of {} chars)", shown.chars, seen.chars);
        if chars(&first) <= width {
            line = first;
        }
        let rest = self.rest.as_ref().map(|command| format!("; rest: {command}")).unwrap_or_default();
        // What was stored is worth little to somebody who does not know its name.
        let stored = self.stored;
        let kept = if stored { chars(&rest) } else { 0 };
        for (field, short) in self.fields() {
            let fitting = [Some(field), short].into_iter().flatten().map(|field| format!("{line}; {field}"));
            let Some(longer) = { fitting }.find(|each| chars(each).saturating_add(kept) <= width) else {
                break;
            };
            line = longer;
        }
        let whole = format!("{line}{rest}");
        if stored && chars(&whole) <= width { whole } else { line }
    }

    /// What there is to say, each with a shorter form when it has one.
    fn fields(&self) -> Vec<(String, Option<String>)> {
        let mut fields = Vec::new();
        let ShownFailures { whole, in_part, by_name, all } = self.failures;
        if all > 0 {
            let listed = whole.saturating_add(in_part).saturating_add(by_name);
            fields.push((
                format!(
                    "{listed} of {all} failures shown ({whole} whole, {in_part} in part, {by_name} by name)"
                ),
                None,
            ));
        }
        let cut: Vec<String> = Class::ALL
            .into_iter()
            .filter_map(|class| {
                let lines = self.ledger.cut(class_index(class)).lines;
                (lines > 0).then(|| format!("{} {lines}", class.name()))
            })
            .collect();
        if !cut.is_empty() {
            // That lines are missing is said even where their kinds have no room.
            let all = format!("cut lines: {}", self.ledger.all_cut().lines);
            fields.push((format!("cut lines: {}", cut.join(", ")), Some(all)));
        }
        if let Some(fired) = self.fired {
            fields.push((format!("limit: {}", fired.name()), None));
        }
        for (name, value) in
            [("clipped", self.ledger.clipped()), ("escaped", self.escaped), ("redacted", self.redacted)]
        {
            if value > 0 {
                fields.push((format!("{name} {value}"), None));
            }
        }
        let normalized = self.ledger.normalized();
        if !normalized.is_empty() {
            let each: Vec<String> =
                normalized.iter().map(|(name, lines)| format!("{name} {lines}")).collect();
            fields.push((format!("normalized {}", each.join(", ")), None));
        }
        if self.interrupted {
            fields.push(("interrupted".to_owned(), None));
        }
        if let Some(command) = self.rest.as_ref().filter(|_| !self.stored) {
            fields.push((format!("rest: {command}"), None));
        }
        fields
    }
}
