//! The audits of npm, pnpm and yarn.
//!
//! npm: `# npm audit report`, then a package and its range on a line (`rope  <2.0.1`), `Severity: high` below it, and who depends
//! on it, indented, each with `Depends on vulnerable versions of rope`; at the end `2 vulnerabilities (1 moderate, 1 high)`. The same
//! number is below an install that went well, so it counts after a report alone. pnpm and yarn 1 draw a table for each
//! advisory, with its severity and title in the first row; yarn berry draws a tree. See npm-audit-report's `detail.js`,
//! pnpm's `audit` command and yarn's `console-reporter.js`.

use crate::event::{Class, Event, FailureKind, Part, Seen};
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::lint::finding::{all_is_well, declared};
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};
use crate::text::head;

/// What npm says below an install and after an audit: what is installed may go on to fail.
const NONE_FOUND: &str = "found 0 vulnerabilities";
/// The longest name that is held, in bytes.
const NAME_BYTES: usize = 240;
/// The most rows of a table that are held.
const ROWS: usize = 40;

/// An audit.
#[derive(Debug, Default)]
pub struct Audit {
    /// In a report of npm's.
    report: bool,
    /// A line that may name a package: the next one tells.
    before: String,
    /// The rows of a table, the severity first.
    table: Option<Vec<[String; 2]>>,
    /// Advisories that were reported.
    reported: bool,
    good: GoodEnd,
    names: Names,
}

impl Runner for Audit {
    const SPEC: Spec = Spec {
        name: "audit",
        reads: "npm audit, pnpm audit and yarn audit",
        starts: &[
            "# npm audit report",
            "\u{2502} info ",
            "\u{2502} low ",
            "\u{2502} moderate ",
            "\u{2502} high ",
            "\u{2502} critical ",
            "No known vulnerabilities found",
            NONE_FOUND,
            "\u{251c}\u{2500} ",
            "\u{2514}\u{2500} ",
        ],
        numbered: &[" vulnerabilities found", " vulnerability found"],
        every_line: EveryLine::BelowFailure,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.good.is_at() || self.report || self.table.is_some() || !self.before.is_empty()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        self.good.line(text);
        if text == NONE_FOUND {
            self.good.say();
            return Seen::Mine(Class::Totals);
        }
        if text == "# npm audit report" {
            run.close();
            (self.report, self.table) = (true, None);
            self.before.clear();
            return Seen::Mine(Class::Noise);
        }
        if let Some(seen) = self.table(text, run) {
            return seen;
        }
        if self.report {
            return self.already_reported(text, run);
        }
        if let Some(seen) = self.tree(text, run) {
            return seen;
        }
        if text == "No known vulnerabilities found" {
            all_is_well(run);
            return Seen::Mine(Class::Totals);
        }
        let found = scan::number(text).filter(|(_, rest)| {
            let rest = rest
                .strip_prefix(" vulnerabilities found")
                .or_else(|| rest.strip_prefix(" vulnerability found"));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(" - Packages audited: "))
        });
        match found {
            Some((0, _)) => all_is_well(run),
            Some((number, _)) => self.sum(number, text, run),
            None => return Seen::No,
        }
        Seen::Mine(Class::Totals)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.good.end(run);
    }
}

impl Audit {
    fn sum(&mut self, number: u64, text: &str, run: &mut Run<'_>) {
        run.close();
        if self.reported {
            declared(number, run);
        } else {
            run.consequence(text, FailureKind::Build);
        }
        *self = Self { good: self.good, ..Self::default() };
    }

    /// A line of npm's report.
    fn already_reported(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(number) = total(text) {
            self.sum(number, text, run);
            return Seen::Mine(Class::Totals);
        }
        let bare = text.trim_start();
        let before = std::mem::take(&mut self.before);
        let vulnerable =
            bare.starts_with("Severity: ") || bare.starts_with("Depends on vulnerable versions of ");
        if vulnerable && !before.is_empty() {
            let name: Vec<&str> = before.split_ascii_whitespace().collect();
            let name = name.join(" ");
            self.reported = true;
            run.instead(&name);
            run.fail_whole(&name, FailureKind::Diagnostic);
            return run.text(Part::Why);
        }
        if bare.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if bare.split_once("  ").is_some_and(|(name, range)| !name.contains(' ') && !range.trim().is_empty())
        {
            head(bare, NAME_BYTES).clone_into(&mut self.before);
            return Seen::Mine(Class::Detail);
        }
        if run.is_open() {
            if bare.contains(" - https://") {
                run.message(bare);
            }
            let file = bare.starts_with("node_modules/") || bare.starts_with("fix available");
            return run.text(if file { Part::Where } else { Part::Why });
        }
        Seen::No
    }

    /// A row of a table that pnpm or yarn 1 draws.
    fn table(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let cells = row(text);
        if let Some([severity, title]) = cells
            && matches!(severity, "info" | "low" | "moderate" | "high" | "critical")
            && !title.is_empty()
        {
            self.table = Some(vec![[severity, title].map(|cell| head(cell, NAME_BYTES).to_owned())]);
            return Some(Seen::Mine(Class::Detail));
        }
        let rows = self.table.as_mut()?;
        if let Some([key, value]) = cells {
            if let Some([_, last]) = rows.last_mut().filter(|_| key.is_empty()) {
                // A cell that goes on.
                last.push(' ');
                last.push_str(head(value, NAME_BYTES));
            } else if rows.len() < ROWS {
                rows.push([key, value].map(|cell| head(cell, NAME_BYTES).to_owned()));
            }
            return Some(Seen::Mine(Class::Detail));
        }
        if text.starts_with('\u{251c}') {
            return Some(Seen::Mine(Class::Noise));
        }
        let rows = self.table.take().unwrap_or_default();
        self.advisory(&rows, run);
        text.starts_with('\u{2514}').then_some(Seen::Mine(Class::Noise))
    }

    fn advisory(&mut self, rows: &[[String; 2]], run: &mut Run<'_>) {
        let Some([severity, title]) = rows.first() else { return };
        let value =
            |key: &str| rows.iter().find(|[each, _]| each == key).map_or("", |[_, value]| value.as_str());
        let path = value("Path");
        let place = if path.is_empty() { String::new() } else { format!(" ({path})") };
        let name = format!("{}: {title}{place}", value("Package"));
        let name = self.names.next_of(crate::event::TestId::bare(head(&name, NAME_BYTES)));
        run.instead(&format!("{severity}  {name}"));
        run.fail_whole(&name, FailureKind::Diagnostic);
        run.message(title);
        for [key, value] in rows.iter().skip(1) {
            run.emit(Event::Decoded { part: Part::Why, text: &format!("{key}: {value}") });
        }
        run.close();
        self.reported = true;
    }

    /// A line of yarn berry's tree: the package alone, its number on the next line.
    fn tree(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let bare = text.trim_start_matches([' ', '\u{2502}']);
        let before = std::mem::take(&mut self.before);
        let printed =
            bare.strip_prefix("\u{251c}\u{2500} ").or_else(|| bare.strip_prefix("\u{2514}\u{2500} "));
        let Some(printed) = printed else {
            run.close();
            return None;
        };
        if bare.len() == text.len() {
            head(printed, NAME_BYTES).clone_into(&mut self.before);
            return None;
        }
        if let Some(number) = printed.strip_prefix("ID: ").filter(|_| !before.is_empty()) {
            let name = format!("{before} ({number})");
            self.reported = true;
            run.instead(&name);
            return Some(run.fail_whole(&name, FailureKind::Diagnostic));
        }
        if !run.is_open() {
            return None;
        }
        if let Some(issue) = printed.strip_prefix("Issue: ") {
            run.message(issue);
        }
        // The next line may go on.
        self.before = " ".to_owned();
        Some(run.text(Part::Why))
    }
}

/// The two cells of a row.
fn row(text: &str) -> Option<[&str; 2]> {
    let (key, value) = text.strip_prefix('\u{2502}')?.strip_suffix('\u{2502}')?.split_once('\u{2502}')?;
    Some([key.trim(), value.trim()])
}

/// `2 vulnerabilities (1 moderate, 1 high)`, `1 high severity vulnerability`.
fn total(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text)?;
    let worded = rest.ends_with(" severity vulnerability") || rest.ends_with(" severity vulnerabilities");
    (worded || rest.starts_with(" vulnerabilities (")).then_some(number)
}
