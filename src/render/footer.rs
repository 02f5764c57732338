//! The footer: exactly one line that says what is not shown, by kind, and how to get it.

use super::row::chars;
use super::verdict_line::plural;
use crate::budget::Ledger;
use crate::event::Class;
use crate::report::class_index;

/// How many kinds of hidden lines are distinguished.
const KINDS: usize = 3;

/// Which limit made the answer leave something out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fired {
    /// The chars of the answer.
    Chars,
    /// The lines of the answer.
    Lines,
}

impl Fired {
    /// Its name in the footer.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chars => "chars",
            Self::Lines => "lines",
        }
    }
}

/// How the failures are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShownFailures {
    /// How many are complete.
    pub whole: u64,
    /// How many have some of their lines.
    pub in_part: u64,
    /// How many have only their name.
    pub by_name: u64,
    /// How many are known, listed or not.
    pub all: u64,
    /// How many have nothing that says why.
    pub without_reason: u64,
}

/// How much a footer says about what is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// Only what is not whole.
    Parts,
    /// All failures, and the kinds of the hidden lines.
    Kinds,
}

/// Everything a footer can say.
#[derive(Clone, Debug)]
pub struct Footer<'a> {
    /// The balanced account.
    pub ledger: &'a Ledger,
    /// The failures.
    pub failures: ShownFailures,
    /// The limit that fired first.
    pub fired: Option<Fired>,
    /// How many code points were escaped or replaced in what is shown.
    pub escaped: u64,
    /// How much it says about hidden lines and failures.
    pub account: Account,
    /// How many secrets were hidden in what is shown.
    pub redacted: u64,
    /// The command that shows more.
    pub rest: Option<String>,
    /// Whether the command shows a stored input, whose id is only here.
    pub stored: bool,
    /// What was taken off lines before they were read, if that is shown.
    pub taken_off: &'a [(String, u64)],
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
        let (shown, seen) = (self.ledger.shown().lines, self.ledger.seen().lines);
        let line = format!("weir: {shown} of {seen} lines shown");
        let rest = format!("; rest{}", self.command());
        let line = self.with_fields(line, "; ", &rest, self.fields(), width);
        self.with_taken_off(line, &rest, width)
    }

    /// The verdict line of a run that passed, with what was left out; `None` when there is no room for that.
    #[must_use]
    pub fn after(&self, verdict: &str, width: u64) -> Option<String> {
        let (cut, seen) = (self.ledger.all_cut().lines, self.ledger.seen().lines);
        let mut fields = self.numbers();
        if cut > 0 || fields.is_empty() {
            fields.insert(0, (format!("{cut} of {seen} lines left out"), None));
        }
        let (first, _) = fields.remove(0);
        let line = format!("{verdict}; {first}");
        if chars(&line) > width {
            return None;
        }
        let line = self.with_fields(line, ", ", &self.command(), fields, width);
        (!self.stored || line.ends_with(&self.command())).then_some(line)
    }

    /// Adds what was taken off lines, if the whole line then still fits.
    fn with_taken_off(&self, line: String, rest: &str, width: u64) -> String {
        if self.taken_off.is_empty() {
            return line;
        }
        let (before, rest) = match line.strip_suffix(rest) {
            Some(before) if self.rest.is_some() => (before, rest),
            _ => (&*line, ""),
        };
        let between = if self.ledger.normalized().is_empty() { "; restored " } else { ", " };
        let longer = format!("{before}{between}{}{rest}", listed(self.taken_off));
        let last_fits = self.numbers().pop().is_none_or(|(last, _)| before.ends_with(&last));
        if last_fits && chars(&longer) <= width { longer } else { line }
    }

    /// `: COMMAND`, or empty.
    fn command(&self) -> String {
        self.rest.as_ref().map(|command| format!(": {command}")).unwrap_or_default()
    }

    /// Adds fields as long as they fit, and the command.
    fn with_fields(
        &self,
        mut line: String,
        between: &str,
        rest: &str,
        fields: Vec<(String, Option<String>)>,
        width: u64,
    ) -> String {
        let rest = if self.rest.is_some() { rest } else { "" };
        // A stored input is worth little to a user who does not know its id.
        let kept = if self.stored { chars(rest) } else { 0 };
        for (field, short) in fields {
            let fitting =
                [Some(field), short].into_iter().flatten().map(|field| format!("{line}{between}{field}"));
            let Some(longer) = { fitting }.find(|each| chars(each).saturating_add(kept) <= width) else {
                break;
            };
            line = longer;
        }
        let whole = format!("{line}{rest}");
        if chars(&whole) <= width { whole } else { line }
    }

    /// The fields of the footer, each with a shorter form if it has one.
    fn fields(&self) -> Vec<(String, Option<String>)> {
        let mut fields = Vec::new();
        let failures = match self.account {
            Account::Parts => self.not_whole(),
            Account::Kinds => (self.failures.all > 0).then(|| self.of_failures()),
        };
        fields.extend(failures.map(|failures| (failures, None)));
        if self.account == Account::Kinds {
            fields.extend(self.hidden());
        }
        if let Some(fired) = self.fired {
            fields.push((format!("limit: {}", fired.name()), None));
        }
        fields.extend(self.numbers());
        fields
    }

    /// The largest kinds of hidden lines; the largest one is printed even when the others have no room.
    fn hidden(&self) -> Option<(String, Option<String>)> {
        let mut cut: Vec<(u64, &str)> = Class::ALL
            .into_iter()
            .map(|class| (self.ledger.cut(class_index(class)).lines, class.name()))
            .filter(|(lines, _)| *lines > 0)
            .collect();
        cut.sort_by_key(|(lines, _)| u64::MAX.saturating_sub(*lines));
        let (lines, name) = cut.first()?;
        let all: Vec<String> =
            cut.iter().take(KINDS).map(|(lines, name)| format!("{lines} {name}")).collect();
        Some((format!("hidden: {}", all.join(", ")), Some(format!("hidden: {lines} {name}"))))
    }

    /// The failures that are not whole: `of 12 failures 3 in part`.
    fn not_whole(&self) -> Option<String> {
        let ShownFailures { whole, without_reason, .. } = self.failures;
        if without_reason > 0 && whole == self.failures.all {
            return Some(self.of_failures());
        }
        let kinds: Vec<String> =
            self.kinds().into_iter().skip(1).filter(|(number, _)| *number > 0).map(counted).collect();
        let of = plural(self.failures.all, "failure");
        (!kinds.is_empty()).then(|| format!("of {of} {}", kinds.join(", ")))
    }

    /// How many failures are shown in which way.
    fn kinds(&self) -> [(u64, &'static str); 4] {
        let ShownFailures { whole, in_part, by_name, all, .. } = self.failures;
        let shown = whole.saturating_add(in_part).saturating_add(by_name);
        let unlisted = all.saturating_sub(shown);
        [(whole, "whole"), (in_part, "in part"), (by_name, "by name"), (unlisted, "only counted")]
    }

    /// How the failures are shown: `of 4 failures 1 whole, 1 in part, 2 by name`.
    fn of_failures(&self) -> String {
        let ShownFailures { whole, all, without_reason, .. } = self.failures;
        match (whole == all, all) {
            (true, 1) if without_reason > 0 => return "no reason found for the failure".to_owned(),
            (true, _) if without_reason == all => return format!("no reason found for the {all} failures"),
            (true, _) if without_reason > 0 => {
                return format!("all {all} failures whole, {without_reason} without a reason");
            }
            (true, 1) => return "the failure is whole".to_owned(),
            (true, _) => return format!("all {all} failures whole"),
            (false, _) => {}
        }
        let kinds = self.kinds().into_iter().filter(|(number, _)| *number > 0);
        format!("of {} {}", plural(all, "failure"), kinds.map(counted).collect::<Vec<_>>().join(", "))
    }

    /// What happened to lines and chars that are shown.
    fn numbers(&self) -> Vec<(String, Option<String>)> {
        let clipped = self.ledger.clipped();
        let mut numbers = Vec::new();
        if clipped > 0 {
            numbers.push(format!("clipped {}", plural(clipped, "line")));
        }
        let counts = [("escaped", self.escaped), ("redacted", self.redacted)];
        let counts = counts.into_iter().filter(|(_, value)| *value > 0);
        numbers.extend(counts.map(|(name, value)| format!("{name} {value}")));
        let normalized = self.ledger.normalized();
        if !normalized.is_empty() {
            numbers.push(format!("restored {}", listed(normalized)));
        }
        numbers.into_iter().map(|number| (number, None)).collect()
    }
}

/// A number and how these are shown.
fn counted((number, how): (u64, &str)) -> String {
    format!("{number} {how}")
}

/// Each of these receipts in words.
fn listed(receipts: &[(String, u64)]) -> String {
    let each: Vec<String> = receipts.iter().map(|(name, lines)| restored(name, *lines)).collect();
    each.join(", ")
}

/// One receipt in words: `5 lines wrapped at 80`.
fn restored(name: &str, lines: u64) -> String {
    let lines = plural(lines, "line");
    match name.split_once(':') {
        Some(("wrapped", width)) => format!("{lines} wrapped at {width}"),
        Some(("prefix", what)) => format!("{lines} with a prefix ({what})"),
        _ => format!("{lines} ({name})"),
    }
}
