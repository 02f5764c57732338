//! bashunit: a line for each test, or a point, then the list of what failed, and numbers.
//!
//! ```text
//! bashunit - 0.51.0 | Tests: 2
//! Running tests/quay_test.sh
//! ✓ Passed: Moors a ferry                                2ms
//! ✗ Failed: Counts the boats
//!     Expected '3'
//!     but got  '4'
//!     at tests/quay_test.sh:7
//!
//! There was 1 failure:
//!
//! |1) tests/quay_test.sh:7
//! |✗ Failed: Counts the boats
//! |    Expected '3'
//!
//! Tests:      1 passed, 1 failed, 2 total
//! Assertions: 1 passed, 1 failed, 2 total
//!
//!  Some tests failed
//! ```
//!
//! With points the list alone says what failed, and an error in it has no name. With names it repeats the failures, and only
//! it has what a test printed. A test may write past bashunit, which hides marks and points and forges totals. So these count
//! when the header, the points or the names agree with them, a last word is below them and nothing of the run follows. Its TAP
//! is read as TAP. Source of the format: runs of bashunit 0.51, and its snapshots of older versions.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::emit::Counts;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::points::Points;
use crate::recognize::kit::{
    Remembered, Run, Runner, Shape, Spec, each_or_zero, first, of_start, scan, shape,
};

/// What is between a file and the name of its test.
const SEPARATOR: &str = ": ";
/// The points, one for each test.
const POINTS: &str = ".FESIRN?";
/// The most failures among the tests that wait for the list.
const WAITING: usize = 8192;

/// bashunit.
#[derive(Debug, Default)]
pub struct Bashunit {
    /// How many tests the header announces.
    announced: Option<u64>,
    /// The file whose tests run.
    file: String,
    points: Points,
    /// How many points and marks may be in lines that a test wrote into.
    hidden: u64,
    /// Failures among the tests that the list has not repeated yet, by their names.
    failed: Remembered<WAITING>,
    /// Errors, which have no name in the list, by their places or files.
    errors: Remembered<WAITING>,
    /// `Expected '3'`, when the next line ends the sentence.
    expected: String,
    /// How many failures the head of the list counts.
    listed: u64,
    /// The place of the present entry of the list.
    entry: String,
    /// The names that the list repeated.
    repeated: Names,
    /// The numbers, which count when a last word and nothing of the run follows them.
    held: Option<Held>,
}

/// What the next line may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    /// A test, a point, or anything that a test prints.
    #[default]
    Tests,
    /// A line of a failure among the tests, and whether the list has it by its place alone.
    Block(bool),
    /// An entry of the list of failures.
    List,
    /// The name or the reason of an entry.
    Entry,
    /// A line of an entry: its reason, what the test printed, or its source.
    Listed(Part),
    /// A line of an entry that repeats a failure.
    Repeated,
    /// A line of a list of tests that did not fail.
    OtherList,
    /// What follows the numbers.
    Ending,
}

/// Numbers, and the word after them.
#[derive(Clone, Copy, Debug)]
struct Held {
    totals: Totals,
    word: Option<&'static str>,
}

/// What a mark says of a test.
#[derive(Clone, Copy, Debug)]
enum Mark {
    Passed,
    Failed,
    Error,
    Skipped,
    Other,
}

/// The last line of the name in large letters, which `BASHUNIT_HEADER_ASCII_ART` asks for.
const ART: &str = r"|_.__/ \__,_|___/_| |_|\___/|_| |_|_|\__|";
const HEADER: [Shape; 3] = [
    shape("bashunit - {word} | Tests: {total}"),
    shape("bashunit - {word} | Total tests: {total}"),
    shape("bashunit - {word}"),
];
const MARKS: [(&str, Mark); 7] = [
    ("\u{2713} Passed: ", Mark::Passed),
    ("\u{2717} Failed: ", Mark::Failed),
    ("\u{2717} Error: ", Mark::Error),
    ("\u{21b7} Skipped: ", Mark::Skipped),
    ("\u{2712} Incomplete: ", Mark::Other),
    ("\u{270e} Snapshot: ", Mark::Other),
    ("\u{26a0} Risky: ", Mark::Other),
];
const FAILURES: [Shape; 2] = [shape("There was {failed} failure:"), shape("There were {failed} failures:")];
const OTHER_LISTS: [Shape; 2] =
    [shape("There was {number} {word} test:"), shape("There were {number} {word} tests:")];
/// Jest's has a blank more.
const TOTALS: Shape = shape("Tests:      {message}");
const NUMBERS: [Shape; 8] = [
    shape("{passed} passed"),
    shape("{skipped} skipped"),
    shape("{other} incomplete"),
    shape("{other} snapshot"),
    shape("{failed} failed"),
    shape("{other} risky"),
    // These are among those that passed.
    shape("{number} flaky"),
    shape("{total} total"),
];
/// The last words of a run. Without one the log is cut, and the word would perhaps have been a bad one.
const LAST_WORDS: [&str; 9] = [
    "All tests passed",
    "Some tests failed",
    "Some tests incomplete",
    "Some tests skipped",
    "Some tests risky (no assertions)",
    "Some snapshots created",
    "Some snapshots updated",
    BAD_WORDS[0],
    BAD_WORDS[1],
];
/// Those of a run that failed whatever its numbers say.
const BAD_WORDS: [&str; 2] = ["Some tests flaky", "No tests found"];
/// Errors whose place in the list is that of the function.
const HOOKS: [&str; 2] = ["Set up before script", "Tear down after script"];
/// What follows the last point when somebody interrupts the run.
const INTERRUPTED: &str = "Caught Ctrl-C, killing all child processes...";
const TWICE: &str = "Duplicate test functions found";

impl Runner for Bashunit {
    const SPEC: Spec = Spec {
        name: "bashunit",
        reads: "bashunit, detailed and simple (its TAP is read as tap)",
        starts: &["bashunit - ", ART],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(announced) = header(text) {
            self.leave(*zone, run);
            *self = Self { announced, ..Self::default() };
            *zone = Zone::Tests;
            return run.begin(None);
        }
        if !run.is_running() {
            return Seen::No;
        }
        if let Some(rest) = text.strip_prefix('|') {
            if let Some(seen) = self.listed(zone, rest, run) {
                return seen;
            }
        } else if *zone == Zone::Entry {
            *zone = self.error(run);
        }
        if let Some(seen) = self.progress(zone, text, run) {
            return seen;
        }
        if let Some(seen) = self.numbers(zone, text, run).or_else(|| twice(text, run)) {
            return seen;
        }
        if let Zone::Block(by_place) = *zone {
            return self.block(by_place, zone, text, run);
        }
        self.hidden.up(hidden(text, self.file.is_empty()));
        if *zone == Zone::Ending { self.ending(text) } else { Seen::No }
    }

    fn end(&mut self, zone: Zone, run: &mut Run<'_>) {
        self.leave(zone, run);
    }
}

impl Bashunit {
    /// A line at the margin that shows that the run goes on, wherever it is.
    fn progress(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if let Some((mark, rest)) = of_start(&MARKS, text).filter(|(_, rest)| !rest.is_empty()) {
            self.held = None;
            return Some(self.test(mark, rest, zone, run));
        }
        if self.held.is_some_and(|held| held.word.is_some()) {
            self.after_last_word(zone, text);
            return None;
        }
        let points = text.strip_suffix(INTERRUPTED).unwrap_or(text);
        // Where files are announced there are names, and points are words that a test prints.
        *zone = if self.file.is_empty() && is_points(points) {
            self.points.read(points, POINTS);
            Zone::Tests
        } else if let Some(file) = text.strip_prefix("Running ").filter(|file| file.ends_with("sh")) {
            file.clone_into(&mut self.file);
            Zone::Tests
        } else if let Some(head) = first(&FAILURES, text) {
            self.listed = head.failed.unwrap_or(0);
            Zone::List
        } else if first(&OTHER_LISTS, text).is_some() {
            Zone::OtherList
        } else {
            return None;
        };
        self.held = None;
        run.close();
        Some(Seen::Mine(Class::Noise))
    }

    /// A line below the last word that shows that the run goes on, or that another runner has begun, whose points and lists
    /// look like these. A test printed the numbers above when a point is bad, or the header has more tests, or the list has an
    /// entry.
    fn after_last_word(&mut self, zone: &mut Zone, text: &str) {
        let all = self.held.and_then(|held| held.totals.total);
        if is_points(text) && (text.contains(['F', 'E']) || self.announced != all) {
            self.held = None;
        } else if let Some(head) = first(&FAILURES, text) {
            self.listed = head.failed.unwrap_or(0);
            *zone = Zone::List;
        }
    }

    /// What became of a test, among the tests.
    fn test(&mut self, mark: Mark, rest: &str, zone: &mut Zone, run: &mut Run<'_>) -> Seen {
        let id = TestId::of(&self.file, SEPARATOR, rest);
        let bare = TestId { name: name(rest), ..id };
        *zone = Zone::Tests;
        match mark {
            Mark::Passed => return run.pass(bare),
            Mark::Skipped => return run.skip(bare),
            Mark::Other => return run.other(bare),
            Mark::Failed => self.failed.push(&whole_name(id)),
            Mark::Error => self.errors.push(&self.file),
        }
        *zone = Zone::Block(matches!(mark, Mark::Error) && !HOOKS.contains(&rest));
        self.expected.clear();
        run.fail(id)
    }

    /// A line of a failure among the tests.
    fn block(&mut self, by_place: bool, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let Some((at, place)) = text.strip_prefix("    at ").and_then(|at| Some((at, whole_place(at)?)))
        else {
            return self.why(text, run);
        };
        if by_place {
            self.errors.pop();
            self.errors.push(at);
        }
        run.at(place);
        run.text(Part::Where);
        run.close();
        *zone = Zone::Tests;
        Seen::Mine(Class::Detail)
    }

    /// A line that may say why the open failure failed: `Expected '3'` and `but got  '4'` are one sentence.
    fn why(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim();
        if content.is_empty() {
            return Seen::Inside(Class::Detail);
        }
        let expected = std::mem::take(&mut self.expected);
        if !expected.is_empty() {
            run.message(&format!("{expected} {}", content.replacen("but got  '", "but got '", 1)));
        } else if content.starts_with("Expected '") {
            run.message_otherwise(content);
            self.expected = clipped(content);
        } else {
            let message = content.split("    Output:").next().unwrap_or(content);
            let quoted = message.strip_prefix("Message: '").and_then(|quoted| quoted.strip_suffix('\''));
            run.message(quoted.unwrap_or(message));
        }
        run.below(Part::Why)
    }

    /// A line of a list, without the bar before it.
    fn listed(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        match *zone {
            Zone::Tests | Zone::Block(_) | Zone::Ending => return None,
            Zone::OtherList => return Some(Seen::Mine(Class::Other)),
            _ => {}
        }
        if let Some(place) = self.head(text) {
            if *zone == Zone::Entry {
                self.error(run);
            }
            self.held = None;
            run.close();
            place.clone_into(&mut self.entry);
            *zone = Zone::Entry;
            return Some(Seen::Mine(Class::Detail));
        }
        if *zone == Zone::Entry {
            if let Some((Mark::Failed | Mark::Error, name)) = of_start(&MARKS, text) {
                *zone = self.failure(name, run);
                return Some(Seen::Mine(Class::Detail));
            }
            *zone = self.error(run);
        }
        let part = match text {
            "    Output:" => Part::Output,
            "    Source:" => Part::Where,
            _ => {
                return match *zone {
                    Zone::Listed(Part::Why) => Some(self.why(text, run)),
                    Zone::Listed(part) => Some(run.below(part)),
                    Zone::Repeated => Some(Seen::Inside(Class::Detail)),
                    _ => None,
                };
            }
        };
        *zone = Zone::Listed(part);
        Some(run.text(part))
    }

    /// The place in the first line of an entry, `3) tests/quay_test.sh:7`; tests side by side have a star for the number. A
    /// number is missing where a hook failed.
    fn head<'a>(&self, text: &'a str) -> Option<&'a str> {
        let numbered = || scan::number(text).filter(|(number, _)| (1..=self.listed).contains(number));
        let rest = text.strip_prefix('*').or_else(|| Some(numbered()?.1))?;
        rest.strip_prefix(") ").filter(|place| place.ends_with(':') || whole_place(place).is_some())
    }

    /// The present entry has a name.
    fn failure(&mut self, name: &str, run: &mut Run<'_>) -> Zone {
        let place = place_of(&self.entry);
        let id = TestId::of(place.file, SEPARATOR, name);
        // Tests side by side were reported without a file.
        for id in [id, TestId::bare(name)] {
            let known = clipped(&whole_name(id));
            if self.failed.take(|each| *each == known).is_some() {
                run.more(&whole_name(TestId { name: &self.repeated.next_of(id), ..id }));
                return Zone::Repeated;
            }
        }
        self.expected.clear();
        run.fail(id);
        run.at(place);
        Zone::Listed(Part::Why)
    }

    /// The present entry is an error, which has no name.
    fn error(&mut self, run: &mut Run<'_>) -> Zone {
        let place = place_of(&self.entry);
        if self.errors.take(|each| *each == self.entry).is_some()
            || self.errors.take(|each| each.is_empty() || each == place.file).is_some()
        {
            return Zone::Repeated;
        }
        self.expected.clear();
        run.fail(TestId::bare(self.entry.trim_end_matches(':')));
        run.at(place);
        Zone::Listed(Part::Why)
    }

    /// `Tests:      1 passed, 1 failed, 2 total`
    fn numbers(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let totals = each_or_zero(&NUMBERS, ", ", TOTALS.read(text)?.message)?;
        self.held = self.confirmed(&totals, run.counts())?.then_some(Held { totals, word: None });
        self.held?;
        run.close();
        run.may_have_ended();
        *zone = Zone::Ending;
        Some(Seen::Mine(Class::Totals))
    }

    /// Whether these are the numbers of the run: the points or the names are as many tests, or the list as many failures. What
    /// a test prints hides points, and bashunit can be asked to print neither points nor names: then the header has as many
    /// tests. With a tag the header has more of them.
    fn confirmed(
        &self,
        totals: &Totals,
        Counts { passed, failed, skipped, other, .. }: Counts,
    ) -> Option<bool> {
        let sum = |numbers: &[u64]| numbers.iter().copied().fold(0, u64::saturating_add);
        let of = |kind| self.points.of(POINTS, kind);
        let (total, bad) = (totals.total?, totals.failed?);
        let all = [totals.passed?, bad, totals.skipped?, totals.other?];
        let named = sum(&[passed, failed, skipped, other]);
        let least = if self.listed > 0 { self.listed } else { sum(&[of('F'), of('E')]) };
        if total != sum(&all) || bad < least {
            return Some(false);
        }
        let announced = self.announced.is_none_or(|number| number == total);
        let shown = [named, self.points.all()].contains(&total);
        let silent = self.points.all() == 0 && passed == 0 && self.file.is_empty();
        let listed = bad > 0 && bad == self.listed;
        let hidden = sum(&[named, self.points.all(), self.hidden]) >= total;
        Some(shown || listed || announced && (silent || hidden))
    }

    /// A line that follows the numbers.
    fn ending(&mut self, text: &str) -> Seen {
        let Some(held) = &mut self.held else { return Seen::No };
        let word = LAST_WORDS.into_iter().find(|word| *word == text.trim());
        if word.is_none() && !(text.starts_with("Assertions:") && text.ends_with(" total")) {
            return Seen::No;
        }
        held.word = word.or(held.word);
        Seen::Mine(Class::Totals)
    }

    /// Nothing of the run followed its numbers.
    fn settle(&mut self, run: &mut Run<'_>) {
        let Some(Held { mut totals, word: Some(word), .. }) = self.held else { return };
        self.held = None;
        if BAD_WORDS.contains(&word) {
            run.fail_whole_at_once(word, FailureKind::Suite, word);
            totals.errors = Some(1);
        }
        if let Some(total) = totals.total {
            run.emit(Event::Announced(total));
        }
        run.totals(totals);
    }

    /// The run is over: the log ends, or another one begins.
    fn leave(&mut self, zone: Zone, run: &mut Run<'_>) {
        if zone == Zone::Entry {
            self.error(run);
        }
        self.settle(run);
        // The points of a run that died, unless words that tests printed are among them.
        let all = self.points.all();
        if run.is_running()
            && run.counts() == Counts::default()
            && all > 0
            && self.announced.is_none_or(|number| all <= number)
        {
            let of = |kind| self.points.of(POINTS, kind);
            let (passed, failed, skipped) = (of('.'), of('F').saturating_add(of('E')), of('S'));
            let other = all.saturating_sub(passed).saturating_sub(failed).saturating_sub(skipped);
            run.emit(Event::Counted { passed, failed, skipped, other });
        }
    }
}

/// How many tests the header announces.
fn header(text: &str) -> Option<Option<u64>> {
    if text == ART {
        return Some(None);
    }
    let header = first(&HEADER, text)?;
    header.word.starts_with(|each: char| each.is_ascii_digit()).then_some(header.total)
}

/// What bashunit prints when a file has two functions of one name: it runs nothing more.
fn twice(text: &str, run: &mut Run<'_>) -> Option<Seen> {
    if text == TWICE {
        return Some(run.fail_whole(TWICE, FailureKind::Collection));
    }
    let more = ["File with duplicate functions: ", "Duplicate functions: "];
    (run.is_open() && more.iter().any(|head| text.starts_with(head))).then(|| run.why(text))
}

/// The name in `Moors a ferry      2ms` or `Hoists a flag    there is no wind`.
fn name(text: &str) -> &str {
    text.split("  ").next().filter(|name| !name.is_empty()).unwrap_or(text)
}

fn whole_name(TestId { module, separator, name }: TestId<'_>) -> String {
    format!("{module}{separator}{name}")
}

/// The place of an entry, which may have no line.
fn place_of(entry: &str) -> Place<'_> {
    whole_place(entry).unwrap_or(Place { file: entry.trim_end_matches(':'), line: None })
}

/// A place and nothing else.
fn whole_place(text: &str) -> Option<Place<'_>> {
    scan::place(text).filter(|(_, rest)| rest.is_empty()).map(|(place, _)| place)
}

fn is_points(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|each| POINTS.contains(each))
}

/// How many points or marks may be in a line that a test wrote into: points before and after its words, marks anywhere.
fn hidden(text: &str, with_points: bool) -> u64 {
    let count = if with_points {
        let is_point = |each: char| POINTS.contains(each);
        text.len().saturating_sub(text.trim_matches(is_point).len())
    } else {
        MARKS.iter().map(|(mark, _)| text.matches(mark).count()).sum()
    };
    u64::try_from(count).unwrap_or(u64::MAX)
}
