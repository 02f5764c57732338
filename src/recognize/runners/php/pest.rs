//! Pest 1 to 3, and Laravel's `php artisan test`, which print alike.
//!
//! `   PASS  Tests\CartTest` or `   FAIL  ...` heads the tests of a file, each a line with a mark; below a rule each failure
//! is with `   FAILED  Tests\CartTest > it adds`, its message, its place and an excerpt; `  Tests:    1 failed, 5 passed`
//! comes last. A terminal that is too narrow cuts the names above the messages: the list of the file has them, in the same order. There is no header, so the section reaches back to the first file. Source: nunomaduro/collision,
//! `Adapters/Phpunit/Style.php`, versions 5 to 8. Compact and parallel runs print points and the same failures.

use crate::recognize::kit::{Run, Runner, Spec};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::budget::Count as _;
use crate::event::{
    Attempt, Block, Class, Ended, Event, FailureKind, Grade, Outcome, Part, Place, Seen, TestId, Totals,
};
use crate::recognize::kit::bounds::TELLING_LINES;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;

/// Pest does not number attempts.
const ATTEMPT: Attempt = 0;
/// How many failed tests are held until they are reported in full, and how many files are remembered.
const MOST_NAMES: usize = 2048;
/// The longest name, in bytes.
const LONGEST: usize = 2048;
/// What ends a name that is cut off.
const CUT: char = '\u{2026}';

/// Pest.
#[derive(Debug, Default)]
pub struct Pest {
    marked: bool,
    /// The file whose tests are listed.
    file: String,
    /// The hashes of those that were listed, as far as they are remembered.
    files: HashSet<u64>,
    /// Failed tests of the lists, and whether each was reported in full.
    listed: Vec<(String, String)>,
    reported: Vec<bool>,
    /// How often each name that is cut off came where no list has it.
    cut: Names,
    /// Failures reported in full.
    blocks: u64,
    passed: u64,
    /// In the text of a failure: lines so far.
    body: Option<u32>,
    /// Totals with failures of a run whose beginning is not in the log: the time follows.
    headless: Option<Totals>,
}

impl Runner for Pest {
    const SPEC: Spec = Spec {
        name: "pest",
        reads: "Pest and Laravel's artisan test",
        starts: &["PASS  ", "FAIL  ", "WARN  ", "FAILED  ", "TODO  ", "Tests:  ", "• Tests\\"],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.marked || self.headless.is_some()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some(totals) = self.headless.take()
            && ["  Time: ", "  Duration: "].iter().any(|begin| text.starts_with(begin))
        {
            return run.totals(totals);
        }
        if let Some(name) = failure(text) {
            return self.open_failure(name, run);
        }
        if let Some(totals) = totals(text) {
            return self.totals(totals, run);
        }
        if let Some(lines) = self.body {
            return self.body(lines, text, run);
        }
        if let Some(file) = head(text) {
            if self.files.contains(&hash(file)) {
                // Each file is listed once: the run before died, and the next one lists it.
                self.died(run);
            }
            if self.files.len() < MOST_NAMES {
                self.files.insert(hash(file));
            }
            if !self.marked && !run.is_running() {
                run.emit(Event::MayHaveBegun);
            }
            self.marked = true;
            file.clone_into(&mut self.file);
            return Seen::No;
        }
        if !self.marked {
            return Seen::No;
        }
        self.test(text)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if !self.marked || self.blocks > 0 || self.listed.is_empty() {
            return;
        }
        // The run died before its report.
        Self::open(run);
        self.tell_listed(run);
    }
}

impl Pest {
    fn open(run: &mut Run<'_>) {
        if !run.is_running() {
            run.begin(None);
            run.emit(Event::BeganThere);
        }
    }

    /// Tests that failed in the lists, where nothing else tells of them.
    fn tell_listed(&mut self, run: &mut Run<'_>) {
        for (module, name) in std::mem::take(&mut self.listed) {
            let (id, outcome) = (id(&module, &name), Outcome::Failed(FailureKind::Test));
            run.emit(Event::Finished { id, outcome, grade: Grade::Line, attempt: ATTEMPT, alias: "" });
        }
    }

    /// The run died before its totals, and another one begins.
    fn died(&mut self, run: &mut Run<'_>) {
        Self::open(run);
        if self.blocks == 0 {
            self.tell_listed(run);
        }
        run.emit(Event::Counted { passed: self.passed, failed: 0, skipped: 0, other: 0 });
        run.emit(Event::SectionEnded(Ended::Replaced));
        run.forget();
        *self = Self::default();
    }

    /// A test in the list of a file.
    fn test(&mut self, text: &str) -> Seen {
        let Some(content) = text.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')) else {
            return Seen::No;
        };
        let name = |rest: &str| without_time(rest).to_owned();
        if content.starts_with("✓ ") || content.starts_with("✔ ") {
            self.passed.up(1);
            return Seen::Mine(Class::Passed);
        }
        if let Some(rest) = content.strip_prefix("⨯ ").or_else(|| content.strip_prefix("✕ ")) {
            if self.listed.len() < MOST_NAMES {
                self.listed.push((self.file.clone(), name(rest)));
            }
            return Seen::Mine(Class::Detail);
        }
        if content.starts_with("- ") || content.starts_with("… ") || content.starts_with("↓ ") {
            return Seen::Mine(Class::Skipped);
        }
        if scan::is_ruler(content.trim_end(), '─', 20) {
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    fn open_failure(&mut self, name: &str, run: &mut Run<'_>) -> Seen {
        Self::open(run);
        self.blocks.up(1);
        let whole = self.whole(name);
        if name.ends_with(CUT) {
            run.instead(&format!("   FAILED  {whole}"));
        }
        let (module, test) = whole.split_once(" > ").unwrap_or(("", &whole));
        self.body = Some(0);
        let seen = run.open_block(Block::Test { id: id(module, test), kind: FailureKind::Test });
        run.emit(Event::Heading);
        seen
    }

    /// The name of a failure, as the list of its file has it: the first that begins so and was not reported yet.
    fn whole(&mut self, name: &str) -> String {
        let begin = name.strip_suffix(CUT);
        self.reported.resize(self.listed.len(), false);
        let found = self.listed.iter().zip(&mut self.reported).find_map(|((module, test), reported)| {
            let shown = format!("{module} > {test}");
            let fits = begin.map_or(shown == name, |begin| shown.starts_with(begin.trim_end()));
            (fits && !std::mem::replace(reported, true)).then_some(shown)
        });
        match found {
            Some(found) => found,
            None if begin.is_some() => self.cut.next_of(TestId::bare(name)),
            None => name.to_owned(),
        }
    }

    /// In the text of a failure: message, `at PATH:LINE`, excerpt, frames.
    fn body(&mut self, lines: u32, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim();
        if content.is_empty() {
            return Seen::Mine(Class::Detail);
        }
        if scan::is_ruler(content, '─', 20) {
            self.body = None;
            run.close();
            return Seen::Mine(Class::Noise);
        }
        self.body = Some(lines.saturating_add(1));
        if let Some(place) = content.strip_prefix("at ").and_then(place) {
            run.at(place);
            return run.text(Part::Why);
        }
        if lines == 0 {
            run.message(content);
        }
        let why = !run.has_place() && lines < TELLING_LINES || content.starts_with('➜');
        run.text(if why { Part::Why } else { Part::Where })
    }

    fn totals(&mut self, totals: Totals, run: &mut Run<'_>) -> Seen {
        let failed = totals.failed.unwrap_or(0);
        if !(self.marked || run.is_running()) {
            // Without any file before them they are another tool's, if no time follows.
            self.headless = (failed > 0).then_some(totals);
            return Seen::No;
        }
        Self::open(run);
        if self.blocks == 0 && failed > 0 {
            self.tell_listed(run);
        }
        if self.passed > 0 && Some(self.passed) == totals.passed {
            run.emit(Event::Counted { passed: self.passed, failed: 0, skipped: 0, other: 0 });
        }
        run.totals(totals)
    }
}

fn hash(file: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    file.hash(&mut hasher);
    hasher.finish()
}

fn id<'a>(module: &'a str, name: &'a str) -> TestId<'a> {
    if module.is_empty() { TestId::bare(name) } else { TestId { module, separator: " > ", name } }
}

/// Reads `   FAIL  Tests\CartTest`.
fn head(text: &str) -> Option<&str> {
    let content = text.strip_prefix("  ")?.trim();
    let class =
        ["PASS  ", "FAIL  ", "WARN  ", "TODO  "].iter().find_map(|word| content.strip_prefix(word))?.trim();
    is_class(class).then_some(class)
}

fn is_class(text: &str) -> bool {
    let text = text.split(' ').next().unwrap_or(text);
    text.contains('\\') && text.chars().all(|each| each.is_alphanumeric() || each == '\\' || each == '_')
}

/// Reads `   FAILED  Tests\CartTest > it adds     RuntimeException`, or `  • Tests\CartTest > it adds` of older versions.
fn failure(text: &str) -> Option<&str> {
    let content = text.strip_prefix("  ")?.trim();
    let name = content.strip_prefix("FAILED  ").or_else(|| content.strip_prefix("• "))?.trim();
    // The class of what was thrown is at the right, after two blanks at least where the name is cut off.
    if let Some(at) = name
        .find("\u{2026}  ")
        .or_else(|| name.ends_with(CUT).then(|| name.len().saturating_sub(CUT.len_utf8())))
    {
        let name = name.get(..at.saturating_add(CUT.len_utf8()))?;
        return (is_class(name.trim_end_matches(CUT)) && name.len() <= LONGEST).then_some(name);
    }
    let name = name.split_once("    ").map_or(name, |(name, _)| name).trim_end();
    (name.contains(" > ") && is_class(name) && name.len() <= LONGEST).then_some(name)
}

/// `it adds things                 0.02s` without the time.
fn without_time(name: &str) -> &str {
    let name = name.trim_end();
    match name.rsplit_once("  ") {
        Some((before, time))
            if time.ends_with('s') && time.starts_with(|first: char| first.is_ascii_digit()) =>
        {
            before.trim_end()
        }
        _ => name,
    }
}

fn place(text: &str) -> Option<Place<'_>> {
    let (place, rest) = scan::place(text)?;
    (place.file.contains(".php") && rest.is_empty()).then_some(place)
}

/// Reads `  Tests:    1 failed, 1 skipped, 5 passed (9 assertions)`.
fn totals(text: &str) -> Option<Totals> {
    let rest = text.strip_prefix("  Tests:  ")?.trim();
    let rest = rest.split_once(" (").map_or(rest, |(rest, _)| rest);
    let mut totals = Totals { passed: Some(0), failed: Some(0), skipped: Some(0), ..Totals::default() };
    let mut sum = 0_u64;
    for part in rest.split(", ") {
        let (number, word) = scan::number(part)?;
        let slot = match word.trim() {
            "passed" => &mut totals.passed,
            "failed" => &mut totals.failed,
            "skipped" => &mut totals.skipped,
            "risky" | "incomplete" | "todo" | "todos" | "warning" | "warnings" | "pending" => {
                &mut totals.other
            }
            "deprecated" | "notice" | "notices" => &mut totals.other,
            _ => return None,
        };
        *slot = Some(slot.unwrap_or(0).saturating_add(number));
        sum.up(number);
    }
    totals.total = Some(sum);
    Some(totals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_named_without_what_was_thrown() {
        let line = "   FAILED  Tests\\Feature\\CartTest > it adds things              RuntimeException  ";
        assert_eq!(failure(line), Some("Tests\\Feature\\CartTest > it adds things"));
        assert_eq!(failure("  FAILED  to connect > twice"), None);
    }

    #[test]
    fn the_totals_are_read_strictly() {
        let read = totals("  Tests:    1 failed, 2 skipped, 5 passed (9 assertions)");
        assert_eq!(read.and_then(|totals| totals.total), Some(8));
        assert_eq!(totals("  Tests:  many"), None);
        assert_eq!(totals("Tests:  3 failed"), None);
    }

    #[test]
    fn only_a_class_heads_a_file() {
        assert_eq!(head("   PASS  Tests\\Unit\\CartTest"), Some("Tests\\Unit\\CartTest"));
        assert_eq!(head("  PASS  src/cart.test.js"), None);
    }
}
