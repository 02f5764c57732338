//! Failures of one cause: those of a section that say the same at the same place. They are printed as one, with all their
//! names.
//!
//! Messages are compared without what differs from run to run and from test to test: numbers, ids, addresses, quoted
//! values. Findings of compilers and linters never share a cause: each has to be fixed.
//!
//! A failure of the same name that says the same in another section is a copy: the jobs of a CI run the same tests.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::failure::FailureRows;
use super::groups;
use super::shape::{self, Quotes};
use crate::budget::{Count as _, Ruler};
use crate::event::{FailureKind, Part};
use crate::report::{Failure, Report};
use crate::text::{FoldName, Folder, clip};

/// How many later failures of a cause may have a line of their own, when their message has other values.
const EXAMPLES: u8 = 5;
/// From how many names on they are folded by their modules.
const MOST_IN_FULL: usize = 8;
/// What is around the names of jobs in their line: ` in 3 jobs (`, `, 12 more)`.
const AROUND_JOBS: usize = 30;
/// How many bytes, about, a name keeps that is clipped to a line of its own.
const LEAST_CLIPPED: usize = 10;

/// Which failures of a list have one cause. Each query takes constant time, whatever the number of failures.
#[derive(Debug)]
pub(super) struct Causes {
    /// One for each failure; empty when no cause is shared.
    links: Vec<Link>,
}

/// The number for no failure.
const NOBODY: u32 = u32::MAX;

/// A failure among those of one cause.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// The first failure of the cause.
    leader: u32,
    /// The next failure of the cause.
    next: u32,
    /// What it adds to the first one.
    what: What,
}

/// What a later failure adds to the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// The same lines.
    Same,
    /// New values in its message.
    Values,
    /// Values that are not new, or there are enough examples already.
    More,
}

/// The hashes by which failures are compared.
#[derive(Clone, Copy, Debug, Default)]
struct Prints {
    /// Equal for one cause.
    cause: u64,
    /// Equal for one failure in several sections.
    copy: u64,
    /// Equal for equal lines.
    body: u64,
    /// Equal for equal messages.
    message: u64,
}

fn hash(of: impl FnOnce(&mut DefaultHasher)) -> u64 {
    let mut hasher = DefaultHasher::new();
    of(&mut hasher);
    hasher.finish()
}

/// `None` for a failure without a reason. A failure can have copies only in several sections, when `apart` is set.
fn prints(report: &Report, failure: &Failure, apart: bool) -> Option<Prints> {
    let detail = failure.detail.as_deref()?;
    let rows = FailureRows::new(report, failure, u64::MAX);
    let message = rows.message()?;
    let name = report.failures().id(failure).name;
    let body = hash(|hasher| {
        for (part, line) in &detail.lines {
            (*part == Part::Why, *part == Part::Output).hash(hasher);
            shape::same(&line.text, name, hasher);
        }
        if detail.shortened {
            // It has no other text: its name has to be the same.
            report.failures().shown(failure).hash(hasher);
        }
    });
    let exact = hash(|hasher| shape::same(&message, name, hasher));
    let alike = hash(|hasher| {
        kind_of(failure.kind).hash(hasher);
        match &detail.place {
            Some((file, Some(line))) => {
                (file, line).hash(hasher);
                shape::alike(&message, name, Quotes::Hidden, hasher);
            }
            // There is no place: all lines that say why have to be alike.
            _ => {
                shape::alike(&message, name, Quotes::Kept, hasher);
                for (_, line) in detail.lines.iter().filter(|(part, _)| *part != Part::Output) {
                    shape::alike(&line.text, name, Quotes::Kept, hasher);
                }
            }
        }
    });
    let reason = detail.lines.iter().any(|(part, line)| *part == Part::Why && !line.text.trim().is_empty());
    // `Failed` alone is not a cause.
    let placed = detail.place.as_ref().is_some_and(|(_, line)| line.is_some());
    let reported = reason || placed && detail.message.is_some();
    let shown = report.failures().shown(failure);
    if failure.kind == FailureKind::Diagnostic {
        // Only the same words at the same place are the same finding.
        let copy = hash(|hasher| (shown, exact, body).hash(hasher));
        return reported.then_some(Prints { cause: copy, copy, body, message: exact });
    }
    let cause = hash(|hasher| (failure.section, alike).hash(hasher));
    let copy = hash(|hasher| {
        (shown, alike).hash(hasher);
        if apart {
            // In a copy, times, folders and addresses may differ, but the number of lines is the same.
            detail.lines.iter().filter(|(part, _)| *part != Part::Output).count().hash(hasher);
        } else {
            body.hash(hasher);
        }
    });
    reported.then_some(Prints { cause, copy, body, message: exact })
}

/// The same by the message alone, wherever the failure is: a linter's finding counts by its rule.
fn reason(report: &Report, failure: &Failure) -> Option<Prints> {
    let rows = FailureRows::new(report, failure, u64::MAX);
    let message = rows.without_place(rows.message()?);
    let finding = failure.detail.as_deref().filter(|_| failure.kind == FailureKind::Diagnostic);
    let code = finding.and_then(|detail| groups::code(detail.message.as_deref()?));
    let cause = hash(|hasher| {
        kind_of(failure.kind).hash(hasher);
        match code {
            Some(code) => code.hash(hasher),
            None => {
                let masked = message.split(' ').map(|word| if is_path(word) { "/" } else { word });
                let masked = masked.collect::<Vec<_>>().join(" ");
                shape::alike(&masked, report.failures().id(failure).name, Quotes::Hidden, hasher);
            }
        }
    });
    Some(Prints { cause, copy: cause, body: cause, message: cause })
}

/// Whether a word is a path, or a place in a file.
fn is_path(word: &str) -> bool {
    word.len() > 2 && word.contains(['/', '\\']) && !word.contains("://")
}

const fn kind_of(kind: FailureKind) -> u8 {
    match kind {
        FailureKind::Test => 0,
        FailureKind::Setup => 1,
        FailureKind::Collection => 2,
        FailureKind::Diagnostic => 3,
        FailureKind::Crash => 4,
        FailureKind::Timeout => 5,
        FailureKind::Unfinished => 6,
        FailureKind::Suite => 7,
        FailureKind::Build => 8,
    }
}

/// The first and the last failure of a cause, and the messages so far.
struct Known {
    leader: u32,
    last: u32,
    body: u64,
    message: u64,
    before: u64,
    examples: u8,
}

impl Causes {
    /// Compares failures.
    pub(super) fn of(report: &Report, failures: &[&Failure]) -> Self {
        let first = failures.first().map(|failure| failure.section);
        let apart = failures.iter().any(|failure| Some(failure.section) != first);
        Self::equal(failures.iter().map(|failure| prints(report, failure, apart)))
    }

    /// Compares failures by what they say.
    pub(super) fn by_reason(report: &Report, failures: &[&Failure]) -> Self {
        Self::equal(failures.iter().map(|failure| reason(report, failure)))
    }

    /// No failures share a cause.
    pub(super) const fn none() -> Self {
        Self { links: Vec::new() }
    }

    fn equal(prints: impl Iterator<Item = Option<Prints>>) -> Self {
        let mut known: HashMap<u64, Known> = HashMap::new();
        let mut copies: HashMap<u64, (u32, u64)> = HashMap::new();
        let mut links: Vec<Link> = Vec::new();
        let mut shared = false;
        for (at, prints) in prints.enumerate() {
            let mut link = Link { leader: NOBODY, next: NOBODY, what: What::Same };
            if let (Ok(at), Some(prints)) = (u32::try_from(at), prints) {
                let Prints { cause, copy, body, message } = prints;
                let (original, cause) = *copies.entry(copy).or_insert((at, cause));
                let first = Known { leader: at, last: at, body, message, before: message, examples: 0 };
                let known = known.entry(cause).or_insert(first);
                if known.leader != at {
                    shared = true;
                    link.leader = known.leader;
                    link.what = if original == known.leader || body == known.body {
                        What::Same
                    } else if message == known.message
                        || message == known.before
                        || known.examples >= EXAMPLES
                    {
                        What::More
                    } else {
                        known.examples.up(1);
                        What::Values
                    };
                    known.before = message;
                    let before = usize::try_from(known.last).ok().and_then(|last| links.get_mut(last));
                    if let Some(before) = before {
                        before.next = at;
                    }
                    known.last = at;
                }
            }
            links.push(link);
        }
        Self { links: if shared { links } else { Vec::new() } }
    }

    /// The first failure of the cause, when `at` is a later one.
    pub(super) fn leader(&self, at: usize) -> Option<usize> {
        self.links.get(at).and_then(|link| somebody(link.leader))
    }

    /// The later failures of the cause whose first failure is `at`.
    pub(super) fn followers(&self, at: usize) -> impl Iterator<Item = usize> {
        let next = |at: usize| self.links.get(at).and_then(|link| somebody(link.next));
        let first = if self.leader(at).is_none() { next(at) } else { None };
        std::iter::successors(first, move |at| next(*at))
    }

    /// Whether a later failure has values in its message that the first one does not have.
    pub(super) fn is_example(&self, at: usize) -> bool {
        self.links.get(at).is_some_and(|link| link.leader != NOBODY && link.what == What::Values)
    }

    /// Whether a later failure has the same lines as the first one.
    pub(super) fn is_same(&self, at: usize) -> bool {
        self.links.get(at).is_some_and(|link| link.leader != NOBODY && link.what == What::Same)
    }

    /// How many chars all names take up at least, when those of one cause are in ranges.
    pub(super) fn least_of_names(&self, report: &Report, failures: &[&Failure]) -> u64 {
        let leaders = (0..failures.len()).filter(|at| self.leader(*at).is_none());
        leaders.fold(0_u64, |sum, leader| {
            let names = Ranges::of(names(report, failures, self, leader));
            let least =
                names.map(|(name, _)| name.name.len().min(LEAST_CLIPPED)).fold(0, usize::saturating_add);
            sum.saturating_add(u64::try_from(least).unwrap_or(u64::MAX))
        })
    }

    /// Whether the failure is the first of a cause that others have too.
    pub(super) fn has_others(&self, at: usize) -> bool {
        self.followers(at).next().is_some()
    }
}

fn somebody(failure: u32) -> Option<usize> {
    (failure != NOBODY).then(|| usize::try_from(failure).ok()).flatten()
}

/// The beginning of the line with the names of the failures of one cause.
pub(super) fn head(count: usize) -> String {
    format!("weir: {count} failures with this cause")
}

/// The lines with the names of all failures that have the cause of `leader`.
pub(super) fn named(
    report: &Report,
    failures: &[&Failure],
    causes: &Causes,
    leader: usize,
    ruler: Ruler,
) -> Vec<String> {
    let names = || names(report, failures, causes, leader);
    let limit = usize::try_from(ruler.line_chars).unwrap_or(usize::MAX);
    let count = causes.followers(leader).count().saturating_add(1);
    let head = head(count);
    let jobs = in_jobs(
        report,
        failures,
        causes,
        leader,
        limit.saturating_sub(head.len()).saturating_sub(AROUND_JOBS),
    );
    let head = [head, jobs].concat();
    let room = limit.saturating_sub(head.len()).saturating_sub(4);
    let ranges: Vec<(FoldName<'_>, Option<String>)> = Ranges::of(names()).collect();
    if ranges.len() == 1 && count > 1 && ranges.iter().all(|(_, range)| range.is_none()) {
        // Copies: their name is above.
        return vec![clip(&head, limit).text.into_owned()];
    }
    let reported = |(name, range): &'_ (FoldName<'_>, Option<String>)| {
        let last = range.as_deref().unwrap_or(name.name);
        [name.module, name.separator, last]
            .iter()
            .fold(0_usize, |sum, part| sum.saturating_add(part.chars().count()))
    };
    // In full when one line has room for all.
    let full: Vec<String> = ranges
        .iter()
        .map(|(name, range)| [name.module, name.separator, range.as_deref().unwrap_or(name.name)].concat())
        .take(MOST_IN_FULL)
        .collect();
    let line = format!("{head}: {}", full.join(";"));
    let plain = full.iter().all(|name| !name.contains([',', ';', '{', '}']) && name.trim() == name);
    if ranges.len() < MOST_IN_FULL && plain && line.chars().count() <= limit {
        return vec![line];
    }
    // A name that has no room beside the number gets a line of its own.
    let alone = ranges.iter().any(|name| reported(name) > room);
    let mut lines = if alone { vec![format!("{head}:")] } else { Vec::new() };
    let mut folder = if alone {
        Folder::beginning(limit, "weir: ")
    } else {
        Folder::beginning(limit, format!("{head}: "))
    };
    for (name, range) in &ranges {
        folder.push(FoldName { name: range.as_deref().unwrap_or(name.name), ..*name });
    }
    lines.extend(folder.finish());
    lines
}

/// The jobs in which a cause is found, when there are several: ` in 3 jobs (unit, system, release)`. Their names take up
/// at most so many chars.
fn in_jobs(
    report: &Report,
    failures: &[&Failure],
    causes: &Causes,
    leader: usize,
    mut room: usize,
) -> String {
    let members = std::iter::once(leader).chain(causes.followers(leader));
    let jobs = members.filter_map(|at| failures.get(at)).map(|failure| report.job_of(failure));
    let mut known = HashSet::from([""]);
    let jobs: Vec<&str> = jobs.filter(|job| known.insert(*job)).collect();
    let count = jobs.len();
    if count < 2 {
        return String::new();
    }
    let fits = |job: &&&str| {
        let left = room.checked_sub(job.chars().count().saturating_add(2));
        room = left.unwrap_or_default();
        left.is_some()
    };
    let mut named: Vec<String> =
        jobs.iter().take(MOST_IN_FULL).take_while(fits).map(|job| (*job).to_owned()).collect();
    match count.saturating_sub(named.len()) {
        0 => {}
        more if more == count => return format!(" in {count} jobs"),
        more => named.push(format!("{more} more")),
    }
    format!(" in {count} jobs ({})", named.join(", "))
}

/// The names of all failures that have the cause of `leader`, each once, in their order.
fn names<'a>(
    report: &'a Report,
    failures: &[&Failure],
    causes: &Causes,
    leader: usize,
) -> impl Iterator<Item = FoldName<'a>> {
    let members = std::iter::once(leader).chain(causes.followers(leader));
    let mut known = HashSet::new();
    members
        .filter_map(|at| failures.get(at))
        .filter(move |failure| known.insert(report.failures().shown(failure)))
        .map(|failure| {
            let id = report.failures().id(failure);
            FoldName { module: id.module, separator: id.separator, name: id.name }
        })
}

/// For a name that ends with a number in brackets: the text before it, and the number.
fn numbered(name: &str) -> Option<(&str, u64)> {
    let (before, number) = name.strip_suffix(']')?.rsplit_once('[')?;
    let plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let written = plain && (number == "0" || !number.starts_with('0'));
    written.then(|| number.parse().ok()).flatten().map(|number| (before, number))
}

/// Names in which consecutive numbers are printed as a range: `test_query[0-119]`. The names are not held.
#[derive(Debug)]
pub(super) struct Ranges<'a, I: Iterator<Item = FoldName<'a>>> {
    names: std::iter::Peekable<I>,
    /// The second of two names, which are too few for a range.
    second: Option<FoldName<'a>>,
}

impl<'a, I: Iterator<Item = FoldName<'a>>> Ranges<'a, I> {
    /// Looks for ranges in names, in their order.
    pub(super) fn of(names: I) -> Self {
        Self { names: names.peekable(), second: None }
    }
}

impl<'a, I: Iterator<Item = FoldName<'a>>> Iterator for Ranges<'a, I> {
    /// A name, and the range that replaces its last part.
    type Item = (FoldName<'a>, Option<String>);

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(second) = self.second.take() {
            return Some((second, None));
        }
        let first = self.names.next()?;
        let Some((before, from)) = numbered(first.name) else { return Some((first, None)) };
        let (mut last, mut to, mut count) = (first, from, 1_usize);
        let follows = |name: &FoldName<'_>, number: u64| {
            name.module == first.module
                && name.separator == first.separator
                && numbered(name.name) == number.checked_add(1).map(|number| (before, number))
        };
        while let Some(name) = self.names.next_if(|name| follows(name, to)) {
            (last, to, count) = (name, to.saturating_add(1), count.saturating_add(1));
        }
        match count {
            0 | 1 => Some((first, None)),
            2 => {
                self.second = Some(last);
                Some((first, None))
            }
            _ => Some((first, Some(format!("{before}[{from}-{to}]")))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prints(cause: u64, body: u64) -> Option<Prints> {
        (cause > 0).then_some(Prints { cause, copy: cause << 32 ^ body, body, message: body })
    }

    fn who_shares(causes: &[u64]) -> Vec<(Option<usize>, Vec<usize>)> {
        let shared = Causes::equal(causes.iter().map(|cause| prints(*cause, 1)));
        (0..causes.len()).map(|at| (shared.leader(at), shared.followers(at).collect())).collect()
    }

    #[test]
    fn those_of_one_cause_have_the_first_as_their_leader() {
        let alone = (None, vec![]);
        assert_eq!(who_shares(&[]), []);
        assert_eq!(who_shares(&[7, 0, 8, 0]), [alone.clone(), alone.clone(), alone.clone(), alone.clone()]);
        assert_eq!(
            who_shares(&[7, 8, 7, 0, 7]),
            [(None, vec![2, 4]), alone.clone(), (Some(0), vec![]), alone, (Some(0), vec![])]
        );
    }

    #[test]
    fn examples_say_something_new_and_are_few() {
        let bodies = [1, 1, 2, 2, 3, 4, 5, 6, 7, 8];
        let causes = Causes::equal(bodies.iter().map(|body| prints(1, *body)));
        let examples: Vec<usize> = (0..bodies.len()).filter(|at| causes.is_example(*at)).collect();
        assert_eq!(examples, [2, 4, 5, 6, 7]);
        assert_eq!((0..bodies.len()).filter(|at| causes.is_same(*at)).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn half_a_million_failures_are_asked_in_a_moment() {
        let begun = std::time::Instant::now();
        let different = Causes::equal((1..500_000).map(|at| prints(at, at)));
        let alone = (0..500_000).filter(|at| different.leader(*at).is_some()).count();
        let pairs = Causes::equal((2..500_002).map(|at| prints(at / 2, at)));
        let followed: usize = (0..500_000).map(|at| pairs.followers(at).count()).sum();
        assert_eq!((alone, followed), (0, 250_000));
        assert!(begun.elapsed().as_secs() < 20);
    }

    #[test]
    fn numbers_that_follow_each_other_are_a_range() {
        let all = ["t[0]", "t[1]", "t[2]", "t[4]", "t[5]", "u[6]", "u[7]", "u[8]", "v", "t[01]", "t[9]"];
        let names = all.iter().map(|name| FoldName { module: "a", separator: "::", name });
        let reported: Vec<String> =
            Ranges::of(names).map(|(name, range)| range.unwrap_or_else(|| name.name.to_owned())).collect();
        assert_eq!(reported, ["t[0-2]", "t[4]", "t[5]", "u[6-8]", "v", "t[01]", "t[9]"]);
    }
}
