//! What a run of vitest came to: its totals, what they do not count, and how a run without totals ends.

use super::vitest::Vitest;
use super::vitest_lines::SEPARATOR;
use crate::event::{Class, Ended, Event, FailureKind, Level, Opened, Part, Seen, TestId};
use crate::recognize::kit::Run;
use crate::recognize::kit::clip::{indent, key};

impl Vitest {
    /// Sentences of vitest itself.
    pub(super) fn words(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let bare = text.trim_start();
        if bare.starts_with("No test files found, exiting with code 1") {
            return run.fail_whole_at_once(bare, FailureKind::Suite, "");
        }
        let passes = bare.starts_with("BENCH  Summary")
            || bare.starts_with("No test files found, exiting with code 0");
        if passes && indent(text) <= 1 {
            let ended =
                if self.failures || !self.unhandled.is_empty() { Ended::Failed } else { Ended::Passed };
            self.count(u64::MAX, run);
            run.emit(Event::SectionEnded(ended));
            self.open = false;
            return Seen::Mine(Class::Totals);
        }
        if self.death.feed(text) {
            return Seen::Inside(Class::Detail);
        }
        Seen::No
    }

    /// Lines after the summary, or without a run.
    pub(super) fn after(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with("No test files found, exiting with code 1") {
            return self.words(text, run);
        }
        // An annotation for GitHub repeats what the report reported.
        let title = text.strip_prefix("::error file=").and_then(|rest| rest.split_once(",title="));
        let title = title.and_then(|(_, rest)| rest.split_once(",line=")).map(|(title, _)| title);
        let title = title.map(|title| {
            let title = title.replace("%3A", ":").replace("%2C", ",");
            // Projects are in brackets here.
            match title.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
                Some((project, rest)) => format!("|{project}| {rest}"),
                None => title,
            }
        });
        if title.is_some_and(|title| self.known.contains(&key(&title))) {
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    pub(super) fn begin(&mut self, run: &mut Run<'_>, opened: Opened) {
        if !self.open && self.known.is_empty() {
            self.open = true;
            run.emit(Event::SectionStarted { opened, announced: None, label: "" });
        }
    }

    /// Tells what the files' lines counted, up to so many passes.
    pub(super) fn count(&mut self, most: u64, run: &mut Run<'_>) {
        let [passed, skipped] = std::mem::take(&mut self.counted);
        if passed > 0 || skipped > 0 {
            run.emit(Event::Counted { passed: passed.min(most), failed: 0, skipped, other: 0 });
        }
    }

    /// What the lines below the tests say, where no report does.
    pub(super) fn tell_messages(&mut self, run: &mut Run<'_>) {
        for (name, message) in std::mem::take(&mut self.messages) {
            if !message.is_empty() {
                run.more(&name);
                run.message(&message);
                run.emit(Event::Decoded { part: Part::Why, text: &format!("     \u{2192} {message}") });
                run.close();
            }
        }
    }

    /// Tells the totals.
    pub(super) fn settle(&mut self, run: &mut Run<'_>) {
        self.files = None;
        let Some((mut totals, files)) = self.totals.take() else { return };
        let [failed, passed_beside] = std::mem::take(&mut self.failing);
        let [passed, _] = self.counted;
        let others = passed.saturating_sub(passed_beside);
        if failed > 0 && totals.failed.unwrap_or(0) == 0 && totals.passed != Some(others) {
            // A file's line counts failures. Only the other files, with each test that the totals count, show that a test printed it.
            return;
        }
        // Where the files count fewer passes than there are and nothing is reported, it may be the totals that are forged.
        let [counted, _] = self.counted;
        let accounted = self.reported > 0 || counted == 0 || counted >= totals.passed.unwrap_or(0);
        if totals.failed == Some(self.reported) && accounted {
            // The report is complete: what else looked like a failure was printed by a test.
            for name in std::mem::take(&mut self.unconfirmed).into_values() {
                run.emit(Event::Withdrawn(TestId::split_last(&name, SEPARATOR)));
            }
        }
        let already_reported = u64::try_from(self.unhandled.len()).unwrap_or(u64::MAX);
        let unhandled = if self.unhandled_lines == self.errors { already_reported } else { self.errors };
        let mut whole = self.suites.max(self.modules);
        if whole == 0 && totals.failed == Some(0) {
            whole = files.failed.unwrap_or(0);
        }
        let errors = whole.saturating_add(unhandled);
        if errors > 0 {
            totals.errors = Some(errors);
        }
        // A file's line that a test printed counts too much.
        self.count(totals.passed.unwrap_or(0), run);
        if self.reported == 0 {
            // The report went elsewhere.
            self.tell_messages(run);
        }
        run.emit(Event::Declared { totals, level: Level::Section });
        self.open = false;
        self.death.forget();
    }
}
