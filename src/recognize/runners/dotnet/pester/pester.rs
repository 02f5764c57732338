//! Pester 3 to 6: a line for each test below the headings of its groups, or failures and files alone, and totals.
//!
//! `[-] unloads 5ms (4ms|1ms)` below `Describing quay` and ` Context at night`, or `[-] quay.at night.unloads 5ms (4ms|1ms)` without
//! headings, begins a failure; its lines are deeper than it, or, on GitHub, in a fold `Message`. Files that cannot be read
//! and groups whose set-up failed have lines of their own (`[-] Describe quay failed`). `Tests Passed: 3, Failed: 1, ...` ends a run, and lines
//! for the groups and files that failed follow. A test can print each of these: totals do not count when they are not as
//! many as were discovered or when the run goes on after them. See `Output.ps1`.

use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Opened, Outcome, Seen, TestId};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::text::head;

use super::failure::{Failure, Read};
use super::pester_lines::{self, Broken, Mark, Marked, Sum};

/// The most headings that are in each other.
const MOST_GROUPS: usize = 16;
/// The most failures that can be taken back.
const MOST_REPORTED: usize = 64;
/// The longest line of totals that is put together, in bytes.
pub(super) const SUM_BYTES: usize = 200;

/// Pester.
#[derive(Debug, Default)]
pub struct Pester {
    /// Headings above the next test, and their blanks.
    groups: Vec<(usize, String)>,
    names: Names,
    failure: Failure,
    /// How many tests the runner says there are.
    pub(super) discovered: Option<u64>,
    /// Runs that began inside of this one and have no totals yet: a test's, or the next one's when this one died.
    pub(super) inner: u64,
    /// The head of one of them is read, which has several lines.
    heads: bool,
    /// Tests reported so far.
    pub(super) passed: u64,
    pub(super) failed: u64,
    /// Names of what failed: module and name, both empty for one that is not remembered.
    pub(super) reported: Vec<(String, String)>,
    /// Groups and files that failed, and how many of them the totals tell apart from tests.
    broken: Vec<String>,
    pub(super) apart: u64,
    /// Totals that did not end on their line.
    pub(super) partial: String,
    /// Totals: what follows tells whether they are the runner's.
    pub(super) held: Option<Sum>,
}

impl Runner for Pester {
    const SPEC: Spec = Spec {
        name: "pester",
        reads: "Pester 3 to 6 for PowerShell, in every verbosity and on CI",
        starts: &[
            "Pester v",
            "Starting discovery in ",
            "Executing all tests in '",
            "Describing ",
            "Context ",
            "[+] ",
            "[-] ",
            "[!] ",
            "[?] ",
            "::error::[-] ",
            "##vso[task.logissue",
            "Tests Passed: ",
            "Passed: ",
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        !self.partial.is_empty()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        self.heads &= pester_lines::begins(text) || pester_lines::is_own(text) || text.is_empty();
        if let Some(seen) = self.in_failure(text, run) {
            return seen;
        }
        if let Some(seen) = self.in_sum(text, run) {
            return seen;
        }
        if pester_lines::begins(text) {
            return self.begins(run);
        }
        if let Some(reported) = pester_lines::sum(text) {
            return self.sum(reported, text, run);
        }
        if let Some(seen) = self.after_sum(text, run) {
            return seen;
        }
        if let Some(marked) = pester_lines::marked(text) {
            return self.marked(&marked, text, run);
        }
        if let Some((indent, name)) = pester_lines::heading(text) {
            return self.heading(indent, name, text, run);
        }
        if !run.is_running() {
            return Seen::No;
        }
        if pester_lines::is_own(text) {
            if let (None, Some(count)) = (self.discovered, pester_lines::discovered(text)) {
                self.discovered = Some(count);
            }
            return Seen::Inside(Class::Noise);
        }
        Seen::Inside(if text.is_empty() { Class::Noise } else { Class::Other })
    }

    /// The line that shows that a run ended may begin the next one.
    fn ended(&mut self) {}

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        run.close();
        self.declare(run);
    }
}

impl Pester {
    /// A line with which a run begins.
    fn begins(&mut self, run: &mut Run<'_>) -> Seen {
        if let Some(held) = self.held {
            if held.failed >= self.failed {
                self.declare(run);
            } else {
                run.end(Ended::Replaced);
            }
            *self = Self::default();
        }
        if run.is_running() && (self.discovered.is_some() || self.passed > 0 || self.failed > 0) {
            // A test prints it, or the run died: the totals tell.
            self.inner.up(u64::from(!std::mem::replace(&mut self.heads, true)));
            return Seen::Inside(Class::Noise);
        }
        self.groups.clear();
        open(Opened::Own, false, run);
        Seen::Mine(Class::Noise)
    }

    /// A heading of a group.
    fn heading(&mut self, indent: usize, name: &str, text: &str, run: &mut Run<'_>) -> Seen {
        let inner = text.trim_start();
        let outer = inner.starts_with("Describing ") || inner.starts_with("Feature: ");
        if !run.is_running() && !outer && self.groups.is_empty() {
            return Seen::No;
        }
        self.goes_on(run);
        self.groups.retain(|(of, _)| *of < indent);
        if self.groups.len() < MOST_GROUPS {
            self.groups.push((indent, head(name, NAME_BYTES).to_owned()));
        }
        if run.is_running() {
            return Seen::Inside(Class::Noise);
        }
        if self.groups.len() == 1 {
            run.emit(Event::MayHaveBegun);
        }
        Seen::No
    }

    /// Something of a run follows the totals: a test printed them, or another run begins without a header.
    fn goes_on(&mut self, run: &mut Run<'_>) {
        let Some(held) = self.held else { return };
        // All tests are reported, or the failures alone, or their number was.
        let reported = self.passed.saturating_add(self.failed) > 0 && held.passed == self.passed;
        let bad = self.passed == 0 && self.failed > 0;
        // Of the run before this one nothing else is there: the log is cut in front.
        let cut = self.passed.saturating_add(self.failed) == 0 && self.discovered.is_none() && held.is_bad();
        if cut || held.failed == self.failed && (reported || bad || self.discovered == Some(held.all())) {
            self.declare(run);
            *self = Self::default();
        } else {
            self.held = None;
        }
    }

    /// A line with a mark.
    fn marked(&mut self, marked: &Marked<'_>, text: &str, run: &mut Run<'_>) -> Seen {
        let grouped = match marked.indent {
            Some(indent) => self.groups.first().is_some_and(|(of, _)| *of < indent),
            None => !self.groups.is_empty(),
        };
        let failed = marked.mark == Mark::Failed;
        if !run.is_running() {
            if !grouped && !(failed && (marked.parted || is_broken_whole(marked))) || !is_timed(marked) {
                return Seen::No;
            }
            open(if grouped { Opened::Own } else { Opened::Headless }, grouped, run);
        }
        self.goes_on(run);
        // Another run may begin with this line.
        open(Opened::Headless, false, run);
        if let Some(indent) = marked.indent.filter(|indent| *indent > 0) {
            self.groups.retain(|(of, _)| *of < indent);
        }
        if failed {
            return self.failed(marked, text, run);
        }
        if !grouped {
            // A file, or what a test prints.
            return Seen::Inside(Class::Noise);
        }
        let outcome = match marked.mark {
            Mark::Passed => Outcome::Passed,
            Mark::Skipped => Outcome::Skipped,
            _ if marked.name.contains(" is inconclusive") => Outcome::Other,
            _ => Outcome::Skipped,
        };
        self.passed.up(u64::from(outcome == Outcome::Passed));
        let name =
            if outcome == Outcome::Passed { marked.name } else { pester_lines::without_reason(marked.name) };
        let module = self.module();
        let name = self.names.next_of(id(&module, name));
        run.report(id(&module, &name), outcome)
    }

    /// The names of the groups above.
    fn module(&self) -> String {
        let names: Vec<&str> = self.groups.iter().map(|(_, name)| name.as_str()).collect();
        head(&names.join("."), NAME_BYTES).to_owned()
    }

    /// The head of a failure.
    fn failed(&mut self, marked: &Marked<'_>, text: &str, run: &mut Run<'_>) -> Seen {
        let broken = pester_lines::broken(marked.name);
        let name = head(marked.name, NAME_BYTES);
        match broken {
            None => {
                let module =
                    if marked.indent == Some(0) && !is_folded(text) { String::new() } else { self.module() };
                let name = self.names.next_of(id(&module, name));
                self.failed.up(1);
                run.fail(id(&module, &name));
                if self.reported.len() < MOST_REPORTED {
                    self.reported.push((module, name));
                }
            }
            Some(broken) => {
                let (name, kind) = match broken {
                    Broken::File(file) => (head(file, NAME_BYTES).to_owned(), FailureKind::Collection),
                    Broken::Group(word, name) => {
                        (head(&format!("{word} {name}"), NAME_BYTES).to_owned(), FailureKind::Setup)
                    }
                    Broken::Nameless(word) => {
                        (format!("{word} {}", self.module()).trim_end().to_owned(), FailureKind::Setup)
                    }
                };
                let known = self.broken.contains(&name);
                if marked.timed {
                    // The versions that write a time here count it as a failed test.
                    self.failed.up(1);
                } else if !known {
                    self.apart.up(1);
                }
                if known {
                    run.more(&name);
                    run.emit(Event::Heading);
                } else {
                    run.fail_whole(&name, kind);
                    if self.broken.len() < MOST_REPORTED {
                        self.broken.push(name);
                    }
                }
            }
        }
        let bare = matches!(broken, Some(Broken::File(_))) && !marked.timed;
        self.failure = Failure::new(marked.indent.unwrap_or(0), bare);
        Seen::Mine(Class::Detail)
    }

    /// A line while a failure is open; `None` when it is none of it.
    fn in_failure(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if !run.is_open() {
            return None;
        }
        match self.failure.line(text, run) {
            Read::Mine => Some(Seen::Mine(Class::Detail)),
            Read::Around => Some(Seen::Mine(Class::Noise)),
            Read::Over => {
                run.close();
                (text == "::endgroup::").then_some(Seen::Mine(Class::Noise))
            }
        }
    }
}

/// A run begins here, or where its first heading was, unless one is open.
pub(super) fn open(opened: Opened, began: bool, run: &mut Run<'_>) {
    if !run.is_running() {
        run.begin_as(opened, None);
        if began {
            run.emit(Event::BeganThere);
        }
    }
}

/// A test of a group, or one whose groups are in its name.
pub(super) fn id<'a>(module: &'a str, name: &'a str) -> TestId<'a> {
    if module.is_empty() { TestId::bare(name) } else { TestId { module, separator: ".", name } }
}

/// Whether a CI's command is before the mark.
fn is_folded(text: &str) -> bool {
    !text.starts_with('[')
}

/// A file or a group that failed says so without a time; it may be the first line of a log that is cut in front.
fn is_broken_whole(marked: &Marked<'_>) -> bool {
    let whole = match pester_lines::broken(marked.name) {
        Some(Broken::File(file)) => file.ends_with(".ps1"),
        Some(Broken::Group(..)) => true,
        Some(Broken::Nameless(_)) | None => false,
    };
    marked.indent == Some(0) && whole
}

/// Whether a line can begin a run: it has a time, or is a file's or a group's.
fn is_timed(marked: &Marked<'_>) -> bool {
    marked.timed || pester_lines::broken(marked.name).is_some()
}

#[cfg(test)]
mod tests {
    use super::super::pester_lines::Reported;
    use super::*;

    const FIVE: &str = "Tests Passed: 1, Failed: 1, Skipped: 0, Inconclusive: 0, NotRun: 0\n";

    #[test]
    fn marks_times_and_totals_have_their_exact_shape() {
        let marked =
            |text| pester_lines::marked(text).map(|marked| (marked.indent, marked.name, marked.parted));
        assert_eq!(marked("  [-] moors (late) 5ms (4ms|1ms)"), Some((Some(2), "moors (late)", true)));
        assert_eq!(marked(" [+] moors 1.5s"), Some((Some(1), "moors", false)));
        assert_eq!(marked("::error::[-] moors 5ms (4ms|1ms)"), Some((None, "moors", true)));
        assert_eq!(marked("[x] moors 5ms"), None);
        assert_eq!(pester_lines::without_reason("fog, is skipped, because of it"), "fog");
        assert_eq!(pester_lines::without_reason("what is skipped by all"), "what is skipped by all");
        let all = |text| match pester_lines::sum(text) {
            Some(Reported::All(sum)) => Some((sum.passed, sum.failed, sum.skipped, sum.unclear, sum.not_run)),
            _ => None,
        };
        assert_eq!(all("Passed: 2 Failed: 1 Skipped: 3 Pending: 1 Inconclusive: 4"), Some((2, 1, 4, 4, 0)));
        assert_eq!(all("Tests Passed: 2, Failed: 1, Skipped: 3 NotRun: 5"), Some((2, 1, 3, 0, 5)));
        assert_eq!(all(FIVE.trim_end()), Some((1, 1, 0, 0, 0)));
        assert_eq!(pester_lines::sum("Tests Passed: 2,"), Some(Reported::Part));
        assert_eq!(pester_lines::sum("Passed: all of them"), None);
        let place = |text| pester_lines::place(text).map(|place| (place.file, place.line));
        assert_eq!(place("at $x | Should -Be 4, C:\\q\\a.ps1:12"), Some(("C:\\q\\a.ps1", Some(12))));
        assert_eq!(place("at <ScriptBlock>, /q/a.ps1: line 12"), Some(("/q/a.ps1", Some(12))));
        assert_eq!(place("ParseException: At /q/a.ps1:3 char:5"), Some(("/q/a.ps1", Some(3))));
        assert_eq!(place("at <ScriptBlock>, <No file>:1"), None);
    }
}
