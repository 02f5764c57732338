//! The answer as text: failures on their rungs, then signs, warnings and skips, verdict and footer.

use std::io;

use super::asides::tell_asides;
use super::blocks::print_failures;
use super::command;
use super::early::Early;
use super::excerpt::{BESIDE_REASONS, passes_whole, tell_excerpt, tell_names};
use super::failure::FailureRows;
use super::footer::{Account, Fired, Footer, ShownFailures};
use super::more::and_more;
use super::original::{Original, Tried};
use super::page::{Page, closing_width};
use super::plan::{Rung, in_list, plan, plan_reasons, rung_of, tells_all};
use super::prices::{MORE_CHARS, Prices};
use super::rerun_line;
use super::rest::{
    tell_consequences, tell_flaky, tell_groups, tell_lines, tell_notes, tell_slowest, tell_the_rest,
};
use super::row::{Row, chars, cost_of};
use super::uncounted::{unlocated, unnamed};
use super::verdict_line::verdict_line;
use super::view::View;
use super::whole::{is_unseen, nothing_drawn_over, whole_fits, with_headings};
use crate::budget::{Cost, Count as _, Ledger, Mode};
use crate::event::{Class, FailureKind, Part};
use crate::report::{Failure, Reading, Report, State, Summary, Verdict, class_index};
use crate::settings::Role;

/// The failures that are not on the page yet, in order: those that the last run did not have come first.
#[must_use]
pub fn waiting(report: &Report) -> Vec<&Failure> {
    let mut live: Vec<&Failure> = report
        .failures()
        .records()
        .iter()
        .filter(|each| each.state == State::Live && !each.written)
        .collect();
    let order = |failure: &&Failure| (!failure.fresh, failure.section);
    // Sorting takes memory of its own.
    if !live.is_sorted_by_key(order) {
        live.sort_by_key(order);
    }
    live
}

/// The page, and how the failures are shown so far.
pub(super) struct Body<'a> {
    pub(super) page: Page<'a>,
    pub(super) shown: ShownFailures,
    fired: Option<Fired>,
    /// How many failures were written while the input streamed by.
    early: u64,
}

impl Body<'_> {
    pub(super) fn fire(&mut self, needed_lines: bool) {
        let fired = if needed_lines { Fired::Lines } else { Fired::Chars };
        self.fired.get_or_insert(fired);
    }

    /// Prints rows; the first that does not fit ends them.
    pub(super) fn rows(&mut self, rows: &[Row<'_>], report: &mut Ledger) -> bool {
        rows.iter().all(|row| self.page.row(row, report))
    }
}

/// How the input is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// All of it.
    Whole,
    /// Reduced by the classes of its lines.
    Reduced,
}

/// Renders the answer as text and closes the page. `early` is what was written while the input streamed by; `original`
/// keeps the input when the answer leaves something out.
///
/// # Errors
/// The first error of writing the answer.
pub fn render(
    report: &Report,
    view: &View,
    mut page: Page<'_>,
    early: &Early,
    original: &mut dyn Original,
) -> io::Result<()> {
    let summary = report.summary(view.witness);
    let rerun = rerun_line::line(view, &page);
    if let Some(line) = &rerun {
        page.keep_for(line);
    }
    let failures = waiting(report);
    failures.iter().for_each(|failure| page.dress(failure.detail.as_deref()));
    let verdict = verdict_line(&summary, view.mode, closing_width(view.limits));
    let answer = Answer { report, view, early, summary, failures, verdict, rerun };
    let way = answer.way(&page, original);
    let taken_off = if view.mode == Mode::Verbose { report.ledger().taken_off() } else { &[] };
    answer.write(way, page, original, taken_off)
}

/// An answer without the verdict and the footer.
fn without_closing(text: &str) -> &str {
    let mut rest = text;
    for _ in 0..2 {
        let body = rest.strip_suffix('\n').unwrap_or(rest);
        let last = body.rfind('\n').map_or(0, |at| at.saturating_add(1));
        if !body.get(last..).is_some_and(|line| line.starts_with("weir: ")) {
            break;
        }
        rest = rest.get(..last).unwrap_or_default();
    }
    rest
}

/// Everything that makes up an answer.
struct Answer<'a> {
    report: &'a Report,
    view: &'a View,
    early: &'a Early,
    summary: Summary,
    failures: Vec<&'a Failure>,
    verdict: String,
    /// How to run the failures again.
    rerun: Option<rerun_line::Line>,
}

impl Answer<'_> {
    /// Whether the whole input is the better answer.
    fn way(&self, page: &Page<'_>, original: &dyn Original) -> Way {
        let Self { report, failures, .. } = self;
        let rows = report.whole().filter(|rows| {
            self.early.is_empty()
                && self.summary.reading == Reading::Text
                && whole_fits(report, rows, failures, page, &self.verdict)
                && nothing_drawn_over(report, failures)
        });
        let Some(rows) = rows else { return Way::Reduced };
        if !report.recognised() && failures.is_empty() {
            let whole = passes_whole(report.mode(), rows.len());
            return if whole { Way::Whole } else { Way::Reduced };
        }
        let size = |way: Way| {
            let mut text = Vec::new();
            // Writing to memory does not fail.
            let _ = self.write(way, page.elsewhere(&mut text), &mut Tried(original), &[]);
            let text = String::from_utf8_lossy(&text).into_owned();
            (chars(&text), chars(without_closing(&text)))
        };
        let ((reduced, reduced_body), (whole, whole_body)) = (size(Way::Reduced), size(Way::Whole));
        let small = report.is_small();
        // For a short input, a little less text is not worth the missing lines. For a longer one the failure and its
        // reason come first, and the line that counts the rest is worth its cost.
        let saves = match (self.view.mode, small) {
            // A reduced answer prints the rest of a short failing run after the failure: for so little text, the order of
            // the log is easier to read.
            (Mode::Minimal, true) if !failures.is_empty() => {
                reduced.saturating_mul(10) <= whole.saturating_mul(9)
            }
            (Mode::Minimal, true) => reduced <= whole,
            (_, true) => reduced.saturating_mul(4) <= whole.saturating_mul(3),
            (_, false) if failures.is_empty() => reduced <= whole,
            (_, false) => reduced_body <= whole_body,
        };
        if saves { Way::Reduced } else { Way::Whole }
    }

    /// Writes the answer and closes the page. Its end says what was taken off lines.
    fn write(
        &self,
        way: Way,
        page: Page<'_>,
        original: &mut dyn Original,
        taken_off: &[(String, u64)],
    ) -> io::Result<()> {
        let Self { report, view, early, summary, failures, verdict, .. } = self;
        let mut ledger = report.ledger().clone();
        let mut body = Body { page, shown: early.shown(), fired: None, early: early.shown().all };
        body.shown.all = u64::try_from(failures.len())
            .unwrap_or(u64::MAX)
            .saturating_add(early.shown().all)
            .saturating_add(unnamed(report, summary));
        let width = closing_width(view.limits);
        let ledger = &mut ledger;
        body.page.verdict_is(verdict);
        let one_line = summary.verdict == Verdict::Passed && view.mode != Mode::Verbose;
        if let (Way::Whole, Some(rows)) = (way, report.whole()) {
            let rows = with_headings(rows, failures);
            let rows: Vec<Row<'_>> = rows.iter().map(Row::Input).collect();
            // Failures that these rows do not show need room too.
            let unseen = failures.iter().any(|failure| is_unseen(report, failure));
            let spare = body.page.room().minus(cost_of(&rows, body.page.ruler()));
            body.page.spare(if unseen { Cost::default() } else { spare });
            body.rows(&rows, ledger);
            tell_unseen(report, failures, &mut body, ledger);
            tell_notes(report, &mut body, ledger);
            tell_slowest(report, view, &mut body, ledger);
        } else if one_line && report.recognised() && failures.is_empty() {
            original.expect();
            if view.role == Role::Output {
                tell_asides(report, &mut body, ledger);
            }
            tell_notes(report, &mut body, ledger);
            tell_flaky(report, &mut body, ledger);
            if view.mode == Mode::Standard {
                tell_groups(report, &mut body, ledger);
            }
            tell_slowest(report, view, &mut body, ledger);
        } else if report.recognised() || !failures.is_empty() {
            original.expect();
            self.reduced(&mut body, ledger, original);
        } else {
            if summary.reading == Reading::Text {
                tell_excerpt(report, summary.verdict, &mut body, ledger, 1);
            }
            tell_notes(report, &mut body, ledger);
        }
        original.shows(body.page.shown());
        for class in Class::ALL {
            let rest = ledger.rest(class_index(class));
            ledger.settle(rest);
        }
        debug_assert!(ledger.balanced(), "{ledger:?}");
        let cut = ledger.all_cut();
        let whole = cut.lines == 0 && cut.chars == 0;
        let mut footer = Footer {
            ledger,
            failures: body.shown,
            fired: body.fired,
            escaped: if whole { report.escaped() } else { body.page.escapes().min(report.escaped()) },
            account: if view.mode == Mode::Verbose { Account::Kinds } else { Account::Parts },
            redacted: report.hidden_of(body.page.marks()),
            rest: None,
            stored: false,
            taken_off,
        };
        let due = footer.is_due();
        if let Some(line) = &self.rerun {
            // To run the failures again by the id of this run, its input has to be stored.
            let id = original.keep(view);
            if let Some(line) = line.with(id.as_deref()) {
                body.page.kept(&line);
            }
        }
        if due {
            // A failure that is only in the totals is not whole.
            let counted = early.shown().all.saturating_add(unlocated(report, summary));
            let known = u64::try_from(failures.len()).unwrap_or(u64::MAX);
            footer.failures.all = footer.failures.all.max(known.saturating_add(counted));
            let bare = failures.iter().filter(|failure| !failure.has_reason()).count();
            footer.failures.without_reason = u64::try_from(bare).unwrap_or(u64::MAX);
            let id = original.keep(view);
            footer.stored = id.is_some();
            footer.rest = command::rest(view, id.as_deref());
        }
        if due
            && one_line
            && view.role == Role::Answer
            && let Some(line) = footer.after(verdict, width)
        {
            return body.page.close(Some(&line), None);
        }
        let known = report.recognised()
            || summary.exit.is_some()
            || summary.signal.is_some()
            || summary.interrupted
            || summary.reading != Reading::Text
            || !failures.is_empty()
            || summary.counts.failed.is_some();
        let printed = known || due || report.is_unsure();
        let verdict = printed.then_some(&**verdict);
        let footer = due.then(|| footer.line(width));
        match view.role {
            Role::Answer => body.page.close(verdict, footer.as_deref()),
            Role::Output => body.page.close(footer.as_deref(), verdict),
        }
    }

    /// Prints the failures, and what else the mode shows.
    fn reduced(&self, body: &mut Body<'_>, ledger: &mut Ledger, original: &mut dyn Original) {
        let Self { report, view, early, summary, failures, .. } = self;
        if let Some(line) = early.rerun(report) {
            body.page.row(&Row::Input(line), ledger);
        }
        tell_notes(report, body, ledger);
        if report.tells_of_crashes_alone() {
            tell_names(report, body, ledger);
        }
        tell_failures(report, failures, view, original, body, ledger);
        tell_flaky(report, body, ledger);
        if let Some(part) = self.beside_failures() {
            tell_excerpt(report, summary.verdict, body, ledger, part);
        } else if view.mode != Mode::Verbose && !(failures.is_empty() && early.is_empty()) {
            let most = if view.mode == Mode::Minimal { CAUSES.0 } else { CAUSES.1 };
            tell_lines(&report.last_causes(most), body, ledger);
        }
        tell_consequences(report, view.mode, body, ledger);
        tell_slowest(report, view, body, ledger);
        tell_the_rest(report, summary, view, body, ledger);
    }

    /// The unclaimed lines have one in so many parts of the room; `None` when each failure has its reason, since spare
    /// room is not a reason to print.
    fn beside_failures(&self) -> Option<u64> {
        let Self { report, view, early, summary, failures, .. } = self;
        let searches = report.searches(summary.verdict);
        let bare = |failure: &&&Failure| !failure.has_reason() || searches && !tells_why(failure);
        let bare = failures.iter().filter(bare).count();
        let unlocated = unlocated(report, summary) > 0;
        match view.mode {
            Mode::Verbose => searches.then_some(1),
            _ if failures.is_empty() && early.is_empty() => searches.then_some(1),
            // The runner is not known: only the lines around the crash may name it.
            _ if report.tells_of_crashes_alone() => {
                let reasons = failures.iter().all(|failure| tells_why(failure));
                Some(if reasons { BESIDE_REASONS } else { AROUND_CRASHES })
            }
            _ => (unlocated || bare > 0 && bare == failures.len() || searches && bare > 0)
                .then_some(BESIDE_NAMES),
        }
    }
}

/// How many signs of a cause minimal shows beside located failures, and how many standard does.
const CAUSES: (usize, usize) = (2, 3);
/// Around crashes of an unknown runner the other lines have one in so many parts of the room.
const AROUND_CRASHES: u64 = 4;
/// The same when failures have no reason, or were not located.
const BESIDE_NAMES: u64 = 8;

/// Whether the failure has lines that say why.
fn tells_why(failure: &Failure) -> bool {
    failure.detail.as_ref().is_some_and(|detail| {
        let panics = failure.kind == FailureKind::Crash && detail.message.is_some();
        panics || detail.lines.iter().any(|(part, _)| *part == Part::Why)
    })
}

/// Prints, beside an input that is shown whole, the failures that its lines do not show.
fn tell_unseen(report: &Report, failures: &[&Failure], body: &mut Body<'_>, ledger: &mut Ledger) {
    let line_chars = body.page.limits().line_chars;
    for failure in failures {
        if is_unseen(report, failure) {
            let rows = FailureRows::new(report, failure, line_chars).as_line();
            if !body.rows(&rows, ledger) {
                continue;
            }
        }
        body.shown.whole.up(1);
    }
}

fn tell_failures(
    report: &Report,
    failures: &[&Failure],
    view: &View,
    original: &mut dyn Original,
    body: &mut Body<'_>,
    ledger: &mut Ledger,
) {
    let limits = body.page.limits();
    let room = body.page.room();
    let mut prices = Prices::new(report, failures, body.page.ruler(), body.page.style(), room.chars);
    let mut planned = plan(failures.len(), room, &prices);
    if !tells_all(&planned, &prices) {
        prices = prices.by_reason();
        planned = plan_reasons(failures.len(), room, &prices);
    }
    body.page.spare(room.minus(planned.used));
    let cut = print_failures(report, failures, &planned, &prices, body, ledger);
    for line in prices.listed(&in_list(&planned, |at| prices.causes().leader(at))) {
        body.page.row(&Row::Own(line), ledger);
    }
    let rungs = || failures.iter().zip(&planned.rungs);
    let unlisted = rungs().filter(|(_, rung)| **rung == Rung::Unlisted).map(|(failure, _)| *failure);
    let listed = rungs().filter(|(_, rung)| **rung != Rung::Unlisted).count();
    let listed = u64::try_from(listed).unwrap_or(u64::MAX);
    let more = body.shown.all.saturating_sub(listed).saturating_sub(body.early);
    if more > 0 {
        let id = original.keep(view);
        let command = command::failures(view, id.as_deref());
        let line = and_more(report, unlisted, more, limits.line_chars.min(MORE_CHARS), command);
        body.page.row(&Row::Own(line), ledger);
    }
    // Failures of one cause are printed together, however much room there is.
    let mut causes = (0..failures.len()).filter(|at| prices.causes().leader(*at).is_none());
    let lowered = cut || causes.any(|at| rung_of(&planned, at) > Rung::Whole);
    if lowered || more > 0 {
        let lines_short = planned.used.lines.saturating_add(2) >= room.lines;
        body.fire(lines_short);
    }
}
