//! Lines while no session is open: one may begin, or the beginning of the log is missing.

use super::parts::Part;
use super::pytest::Pytest;
use super::{closing, progress, rule};
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Opened, Outcome, Seen, Sink};
use crate::recognize::runners::python::shared::pytest_id;

/// How many lines after letters without a percentage are looked at for the totals of a quiet session.
const WATCHED_LINES: u16 = 200;

/// How xdist tells the test at which a worker died.
const CRASHED: &str = "worker 'gw";
/// How it tells of a worker that died, where the progress is.
const DOWN: &str = "] node down: Not properly terminated";

/// Whether a line surely says nothing outside of a session: most lines of a log are so, and reported by their ends.
#[inline]
pub(super) fn says_nothing(text: &str) -> bool {
    let bytes = text.as_bytes().trim_ascii_end();
    let Some((last, before)) = bytes.split_last() else { return true };
    // Rules and headers, what ends a run otherwise, the closing list, a worker.
    if let Some(b'=' | b'_' | b'+' | b'T' | b'I' | b'C' | b'E' | b'F' | b'[' | b'!') = text.as_bytes().first()
    {
        return false;
    }
    if text.starts_with(CRASHED) || bytes.ends_with(DOWN.as_bytes()) {
        return false;
    }
    let previous = before.last().copied().unwrap_or(b' ');
    let ends_totals_or_progress = match last {
        b's' if previous.is_ascii_digit() || matches!(previous, b'd' | b'm' | b'u') => true,
        b']' => previous.is_ascii_digit() || matches!(previous, b'%' | b' '),
        b')' => previous.is_ascii_digit() || b": ,days".contains(&previous),
        last => is_letter(*last) && (is_letter(previous) || previous == b' '),
    };
    let ends_result = match last {
        // A reason, and the values of a subtest.
        b']' | b')' => true,
        b'D' => previous == b'E',
        b'R' => previous == b'O',
        b'L' | b'P' => previous == b'I',
        b'l' => previous == b'i',
        b'S' => previous == b'S',
        b'N' => previous == b'U',
        _ => false,
    };
    last.is_ascii()
        && previous.is_ascii()
        && !ends_totals_or_progress
        && !(ends_result && pytest_id::separator(text).is_some())
}

/// Whether the byte stands for a result in a row of letters.
const fn is_letter(byte: u8) -> bool {
    matches!(byte, b'.' | b'F' | b'E' | b'u' | b's' | b'x' | b'X' | b'y' | b'R' | b',' | b'-')
}

impl Pytest {
    /// A line while no session is open.
    pub(super) fn outside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        self.watched.down(1);
        if let Some(seen) = self.header(text, sink) {
            return seen;
        }
        if let Some(title) = rule::title(text, '=') {
            if let Some(part) = Part::of(title) {
                self.begin_quietly(sink);
                self.width.learn(text.trim_end());
                return self.enter(part, sink);
            }
            if let Some(closing) = closing::closing(title) {
                if self.ended_early && closing.failed() == 0 {
                    // The totals before were the output of a test, and those of the session are the same.
                    return Seen::Mine(Class::Totals);
                }
                // The end of a log whose beginning is missing, or a look-alike: the report knows which.
                self.declare(&closing, sink);
                return Seen::Mine(Class::Totals);
            }
            return Seen::No;
        }
        if text.starts_with("__")
            && let Some(title) = rule::title(text.trim_end(), '_').filter(|title| tells_an_error(title))
        {
            // The rule above it was cut off: nobody else heads a block so.
            self.begin_quietly(sink);
            self.width.learn(text.trim_end());
            let _ = self.enter(Part::Errors, sink);
            return self.open_report(title, sink);
        }
        if let Some(title) = rule::title(text.trim_end(), '!')
            && title.starts_with("Interrupted: ")
            && title.ends_with(" during collection")
        {
            // Which errors these were was above, where the log was cut.
            sink.emit(Event::Consequence { name: title, kind: FailureKind::Collection });
            return Seen::Mine(Class::Detail);
        }
        if self.was_printed(text) {
            return Seen::Mine(Class::Noise);
        }
        if let Some(seen) = self.trouble_outside(text, sink) {
            return seen;
        }
        if let Some(seen) = self.worker(text, sink) {
            return seen;
        }
        if let Some(letters) = progress::letters(text) {
            if letters.percent.is_some() {
                self.begin_quietly(sink);
                return self.progress(text, sink);
            }
            self.watched = WATCHED_LINES;
            return Seen::No;
        }
        if let Some(closing) = closing::closing(text) {
            if self.watched > 0 {
                sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            }
            self.watched = 0;
            self.any = true;
            self.ended_well = closing.ended_well();
            self.declare(&closing, sink);
            return Seen::Mine(Class::Totals);
        }
        self.stray(text, sink)
    }

    /// Whether a test of a session that ended well printed the line, which came too late: pytest names the failures of another
    /// session after its header or in its list, and arguments that it refuses where no test has run.
    fn was_printed(&self, text: &str) -> bool {
        if !self.ended_well {
            return false;
        }
        let listed = ["FAILED ", "ERROR "].iter().find_map(|word| text.strip_prefix(word));
        let named = |rest: &str| pytest_id::leading(pytest_id::listed(rest, |_| false).0).is_some();
        let unread =
            ["ERROR: file or directory not found: ", "ERROR: not found: ", "ERROR: found no collectors for "];
        listed.is_some_and(named)
            || unread.iter().any(|words| text.starts_with(words))
            || progress::named(text).is_some_and(|named| matches!(named.outcome, Some(Outcome::Failed(_))))
    }

    /// A worker of xdist died in a session whose beginning is missing.
    fn worker(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let text = text.trim_end();
        if let Some((worker, id)) =
            text.strip_prefix(CRASHED).and_then(|rest| rest.split_once("' crashed while running '"))
            && digits(worker)
            && let Some(id) = id.strip_suffix('\'').filter(|id| !self.any && !id.is_empty())
        {
            let outcome = Outcome::Failed(FailureKind::Crash);
            sink.emit(Event::finished(pytest_id::split(id), outcome));
            sink.emit(Event::Heading);
            return Some(Seen::Mine(Class::Detail));
        }
        let (before, worker) = text.strip_suffix(DOWN)?.rsplit_once("[gw")?;
        if !digits(worker) || !before.is_empty() && progress::letters(before).is_none() {
            return None;
        }
        // A quiet session tells at which test, if it gets that far.
        self.down.get_or_insert_with(|| format!("[gw{worker}{DOWN}"));
        Some(Seen::Mine(Class::Other))
    }

    /// The log ended, and no session reported at which test a worker died.
    pub(super) fn tell_down(&mut self, sink: &mut dyn Sink) {
        let Some(line) = self.down.take().filter(|_| !self.any) else { return };
        let name = line.split([']', '[']).nth(1).unwrap_or(&line);
        sink.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Crash }));
        sink.emit(Event::Instead(&line));
        sink.emit(Event::Heading);
        sink.emit(Event::Message("node down: Not properly terminated"));
        sink.emit(Event::BlockClosed);
    }
}

/// Whether the title of a block says itself that it is one of `ERRORS`.
fn tells_an_error(title: &str) -> bool {
    ["ERROR collecting ", "ERROR at setup of ", "ERROR at teardown of "]
        .iter()
        .any(|words| title.strip_prefix(words).is_some_and(|name| !name.trim().is_empty()))
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Event;
    use crate::recognize::kit::Runner as _;
    use crate::text::Line;
    use proptest::prelude::*;

    struct Nobody;

    impl Sink for Nobody {
        fn emit(&mut self, event: Event<'_>) {
            panic!("{event:?}");
        }
    }

    const PARTS: [&str; 50] = [
        "worker 'gw0",
        "' crashed while running 't/a.py::b'",
        "[gw1",
        "] node down: Not properly terminated",
        "=",
        "==== FAILURES ====",
        "__ ERROR collecting t/a.py __",
        "+++ Timeout +++",
        "Test session starts",
        "INTERNALERROR> ",
        "ImportError while loading conftest '",
        "E ",
        "Error while loading plugin \"",
        "ConftestImportFailure: ",
        "ERROR: ",
        "FAILED ",
        "[gw0] ",
        "t/a.py",
        "::",
        "test_b",
        "[a b]",
        " PASSED",
        " FAILED",
        " ERROR",
        " SKIPPED (no)",
        " XFAIL",
        " xfail",
        " XPASS",
        " RERUN",
        " SUBFAIL",
        " SUBPASS",
        " SUBSKIP",
        " SUBFAILED[row] (i=1)",
        " ",
        ".",
        "F",
        "..F",
        "s",
        "x",
        "R",
        "-",
        "[ 50%]",
        "[ 3/12]",
        "  1.20s",
        " in 0.12s",
        "1 passed",
        "no tests ran",
        "\u{a0}",
        "usage",
        "\u{e9}",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn of_what_says_nothing_nothing_is_printed(parts in prop::collection::vec(prop::sample::select(&PARTS[..]), 0..6), any: bool) {
            let text = parts.concat();
            if says_nothing(&text) {
                let mut pytest = Pytest { any, watched: 7, ..Pytest::default() };
                prop_assert_eq!(pytest.outside(&text, &mut Nobody), Seen::No);
                prop_assert_eq!(pytest.watched, 6);
                prop_assert_eq!(pytest.passed(&Line::of(&text)), None);
            }
        }
    }

    #[test]
    fn what_says_something_is_looked_at() {
        for text in [
            "____ ERROR collecting t/a.py ____",
            "== 1 passed ==",
            "..F",
            "1 passed in 0.12s",
            "t/a.py::b PASSED",
            "t/a.py::b SKIPPED (a)",
            "[gw0] [ 1%] PASSED t/a.py::b",
            "FAILED t/a.py::b - no",
            "ERROR: no",
            "t/a.py .. [ 50%]",
            "1 passed in 3.20s (0:00:03)",
        ] {
            assert!(!says_nothing(text), "{text}");
        }
        assert!(says_nothing("    assert total == 3") && says_nothing("") && says_nothing("   "));
    }
}
