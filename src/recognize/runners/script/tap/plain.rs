//! The lines that most of a document is: `# Subtest: name`, `ok 3 - name`, `---`, and what is in the YAML block of a test
//! that passed; and what begins like nothing of TAP. A short way round `tap_lines`, which reads the same out of them and reads all others.

use super::Tap;
use super::block::Subject;
use super::document::{Below, Document};
use super::yaml::Row;
use crate::budget::Count as _;
use crate::event::{Class, Event, Opened, Outcome, Seen, Sink, TestId};
use crate::recognize::kit::scan;
use crate::recognize::runners::script::shared::tap_lines::plain_pass;

impl Tap {
    /// Whether the line is in the YAML block of a test that passed, and goes on with it for sure.
    #[inline]
    pub(super) fn is_passed_over(&self, text: &str) -> bool {
        self.block.yaml.as_ref().is_some_and(|yaml| yaml.goes_on(text))
            && matches!(self.block.subject, Subject::Nothing)
            && !self.above.is_waiting()
    }

    /// A line after a test that passed, or after what it printed of itself, when it is one of these for sure.
    #[inline]
    pub(super) fn goes_on(
        &mut self,
        text: &str,
        sink: &mut dyn Sink,
        free: &mut dyn FnMut() -> bool,
    ) -> Option<Class> {
        let goes_on = |document: &&Document| document.started && !document.is_complete();
        self.document.as_ref().filter(goes_on)?;
        if !matches!(self.block.subject, Subject::Nothing) || self.above.is_waiting() {
            return None;
        }
        if let Some(yaml) = &self.block.yaml {
            if yaml.goes_on(text) {
                return free().then_some(Class::Noise);
            }
            let over = matches!(yaml.ends(text), Some(Row::End)) && free();
            return over.then(|| {
                self.block.end(sink);
                Class::Noise
            });
        }
        let class = self.begins(text, sink, free)?;
        if self.document.as_ref().is_some_and(Document::is_complete) {
            sink.emit(Event::MayHaveEnded);
        }
        Some(class)
    }

    /// A verdict that passed and says nothing else, the title of a subtest, or the beginning of a YAML block, when `free`
    /// has nothing against it.
    #[inline]
    fn begins(&mut self, text: &str, sink: &mut dyn Sink, free: &mut dyn FnMut() -> bool) -> Option<Class> {
        let begin = text.trim_ascii_start();
        let indent = text.len().saturating_sub(begin.len());
        match begin.as_bytes() {
            [b'o', b'k', ..] => {
                // The first verdict may begin another document.
                let verdict = plain_pass(begin).filter(|verdict| verdict.number != Some(1) && free())?;
                self.pass(indent, verdict.name, sink)
            }
            [b'#', b' ', b'S', ..] => {
                let name = begin.strip_prefix("# Subtest:").filter(|_| free())?;
                self.subtest(indent, scan::trim(name), sink);
                Some(Class::Noise)
            }
            b"---" if indent >= self.block.indent && free() => {
                self.block.open_yaml(indent);
                Some(Class::Noise)
            }
            _ => None,
        }
    }

    /// A line inside of a document, when it is one of these.
    #[inline]
    pub(super) fn plain(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(class) = self.begins(text, sink, &mut || true) {
            return Some(Seen::Mine(class));
        }
        let begin = text.trim_ascii_start();
        match begin.as_bytes() {
            [b'-', ..] if begin.trim_ascii_end() != "---" => Some(self.other(text, sink)),
            // Nothing of TAP begins so.
            [first, ..] if !b"on#1-TB{}p".contains(first) => Some(self.other(text, sink)),
            [] => Some(self.other(text, sink)),
            _ => None,
        }
    }

    /// A verdict that passed and says nothing else.
    fn pass(&mut self, indent: usize, name: &str, sink: &mut dyn Sink) -> Option<Class> {
        let below = self.settle(indent, name, sink)?;
        if below.results == 0
            && let Some(document) = &mut self.document
        {
            document.passed.up(1);
            sink.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 });
            sink.emit(Event::Named(TestId::bare(name), Outcome::Passed));
        }
        self.block.begin(indent, Subject::Nothing);
        self.above.verdict(false);
        self.forget_what_was_before();
        Some(Class::Passed)
    }

    /// What every verdict does first: it ends what was open, and is counted on its level. Tells what was below it.
    #[inline]
    pub(super) fn settle(&mut self, indent: usize, name: &str, sink: &mut dyn Sink) -> Option<Below> {
        self.start(Opened::Own, sink);
        self.end_block(sink);
        self.resolve(indent, name);
        let document = self.document.as_mut()?;
        let below = document.leave(indent.saturating_add(1));
        document.result(indent);
        Some(below)
    }

    /// What every verdict does last.
    #[inline]
    pub(super) fn forget_what_was_before(&mut self) {
        if !self.block.is_failure() {
            self.block.forget_held();
        }
        if self.group.is_reported() {
            self.group.forget();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::Runner as _;
    use crate::text::Line;

    /// Lines that are printed in many orders, so that each is after each.
    const LINES: [&str; 44] = [
        "TAP version 13",
        "1..3",
        "1..2",
        "# Subtest: adds",
        "# Subtest",
        "    # Subtest: below",
        "ok 1 - adds",
        "ok 2 - subtracts",
        "ok 3 - cart",
        "ok 3",
        "ok 2 divides",
        "ok 2 - later # TODO",
        "ok 3 - never # SKIP",
        "ok 2 - opens {",
        "}",
        "not ok 2 - cart",
        "    ok 1 - below",
        "    ok 2 - below",
        "    not ok 2 - below",
        "    1..2",
        "  ---",
        "---",
        "    ---",
        "  duration_ms: 0.98",
        "  type: 'suite'",
        "  failureType: 'subtestsFailed'",
        "  ...",
        "",
        "# tests 3",
        "# pass 3",
        "Error: what a test printed",
        "    at a.js:3:5",
        " .",
        "  .",
        "  .... ",
        "   ...",
        "--- PASS: TestA (0.00s)",
        "  --- ",
        "ok",
        "pragma +strict",
        "printed",
        "\u{a0}---",
        "Bail out!  no more",
        "\u{e9}",
    ];

    /// What `Tap::line` does, without the short way.
    fn long_way(tap: &mut Tap, text: &str, sink: &mut dyn Sink) -> Seen {
        tap.above.next(text, sink);
        if tap.block.in_yaml()
            && let Some(seen) = tap.block.yaml_line(text, sink)
        {
            return seen;
        }
        if tap.document.is_none() {
            return tap.headless(text, sink);
        }
        let seen = tap.shape(text, sink);
        if seen != Seen::No
            && tap.document.as_ref().is_some_and(|document| document.started && document.is_complete())
        {
            sink.emit(Event::MayHaveEnded);
        }
        seen
    }

    /// What is printed of each line.
    fn printed(lines: &[&str], way: fn(&mut Tap, &str, &mut dyn Sink) -> Seen) -> Vec<String> {
        let mut tap = Tap::default();
        let mut rows = Vec::new();
        for line in lines {
            let seen = way(&mut tap, line, &mut rows);
            rows.push(format!("{line} {seen:?} {:?}", tap.waits()));
        }
        tap.finish(&mut rows);
        rows
    }

    #[test]
    fn the_short_way_says_what_the_long_one_says() {
        let mut state = 7_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap()
        };
        for _ in 0..20_000 {
            let length = 2 + next() % 24;
            let mut lines: Vec<&str> = (0..length).map(|_| LINES[next() % LINES.len()]).collect();
            // Most documents begin with what opens them.
            lines.insert(0, LINES[next() % 4]);
            let short = printed(&lines, |tap, text, sink| tap.read(&Line::of(text), sink));
            assert_eq!(short, printed(&lines, long_way), "{lines:#?}");
            assert_eq!(printed(&lines, read_on), short, "{lines:#?}");
        }
    }

    /// Reads on where that is possible. Where somebody else has to see the line nothing is printed.
    fn read_on(tap: &mut Tap, text: &str, sink: &mut dyn Sink) -> Seen {
        let line = Line::of(text);
        let (mut asked, mut printed) = (0, Vec::new());
        let barred = tap.read_on(&line, &mut printed, &mut || {
            asked += 1;
            false
        });
        assert!(barred.is_none() && printed.is_empty() && asked < 2, "{text}");
        match tap.read_on(&line, sink, &mut || true) {
            Some(class) => Seen::Mine(class),
            None => tap.read(&line, sink),
        }
    }

    #[test]
    fn what_most_of_a_document_is_is_read_on() {
        let mut tap = Tap::default();
        let lines = [
            "TAP version 13",
            "# Subtest: a",
            "ok 2 - a",
            "  ---",
            "  duration_ms: 0.9",
            "  ...",
            "# Subtest: b",
            "ok 3 - b",
        ];
        let on = |line: &&&str| {
            let on = tap.read_on(&Line::of(line), &mut Vec::new(), &mut || true).is_some();
            if !on {
                tap.read(&Line::of(line), &mut Vec::new());
            }
            on
        };
        assert_eq!(lines.iter().filter(on).copied().collect::<Vec<_>>(), &lines[3..]);
    }

    #[test]
    fn a_pass_leaves_nothing_of_a_failure_after() {
        let mut tap = Tap::default();
        for line in ["TAP version 13", "not ok 2 - a", "  ---", "  error: no", "  ...", "ok 3 - b"] {
            tap.read(&Line::of(line), &mut Vec::new());
        }
        assert!(matches!(tap.block.subject, Subject::Nothing));
    }
}
