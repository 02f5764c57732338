//! A document whose lines have names or numbers of a tool before them: its lines are gathered, and parsed at its end.
//!
//! Without such names the reader of lines finds documents, and they may have any length. Here at most `GATHERED` bytes
//! are held; of a longer document only the beginning is parsed, and its end is missing. The lines stay lines: whatever
//! else is found in them counts.

use crate::budget::Count as _;
use crate::event::{DOCUMENT, Listener, Runner};
use crate::recognize::documents::{self, Begins, Kind, Reach};

/// The most bytes of a document that are held.
const GATHERED: usize = 2 * documents::SNIFF_BYTES;

/// The lines of one stream that may be a document.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    text: String,
    lines: u64,
    /// How far it reaches; `None` where there is no document.
    reach: Option<Reach>,
    /// Its kind, if it has one object per line.
    of_lines: Option<Kind>,
}

impl Gathered {
    /// A line of the stream, without its name.
    pub(super) fn line(&mut self, text: &str, listener: &mut dyn Listener) {
        if self.of_lines.is_some() && !text.trim_start().starts_with('{') {
            self.end(listener);
        }
        if self.reach.is_none() {
            if !documents::may_begin(text.as_bytes()) {
                return;
            }
            self.reach = Some(Reach::of_text(text));
        }
        let begun = self.text.len();
        self.text.push_str(text);
        self.text.push('\n');
        self.lines.up(1);
        let Some(reach) = &mut self.reach else { return };
        reach.measure(self.text.as_bytes().get(begun..).unwrap_or_default());
        let (ended, full) = (reach.is_ended(), self.text.len() >= GATHERED);
        if self.of_lines.is_none() && !full && (ended || self.lines == 2) {
            self.of_lines = match documents::begins(self.text.as_bytes(), ended) {
                Begins::Document(kind) => {
                    Some(kind).filter(|kind| ended && self.lines == 1 && kind.is_of_lines())
                }
                Begins::Open => None,
                Begins::Lines(_) => return *self = Self::default(),
            };
        }
        if full || (ended && self.of_lines.is_none()) {
            self.end(listener);
        }
    }

    /// No more lines of it come.
    pub(super) fn end(&mut self, listener: &mut dyn Listener) {
        let Self { text, .. } = std::mem::take(self);
        let (bytes, begins) = (text.as_bytes(), documents::begins(text.as_bytes(), true));
        if let Begins::Document(kind) = begins {
            let (mut input, runner) = (bytes, Runner(kind.name()));
            // What is wrong with it is reported with its end.
            let _ =
                documents::tell(kind, &mut input, &mut |event| listener.event(DOCUMENT, runner, None, event));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Class, Event};
    use crate::text::Line;

    #[derive(Default)]
    struct Heard(Vec<String>);

    impl Listener for Heard {
        fn event(&mut self, _: usize, runner: Runner, _: Option<&Line<'_>>, event: Event<'_>) {
            match event {
                Event::DocumentBegins => self.0.push(runner.0.to_owned()),
                Event::DocumentEnds(trouble) => self.0.push(trouble.to_owned()),
                _ => {}
            }
        }

        fn judged(&mut self, _: &Line<'_>, _: Class) {}
    }

    fn heard(text: &str) -> Vec<String> {
        let (mut gathered, mut heard) = (Gathered::default(), Heard::default());
        text.lines().for_each(|line| gathered.line(line, &mut heard));
        gathered.end(&mut heard);
        heard.0
    }

    #[test]
    fn the_lines_of_a_document_are_parsed_at_its_end() {
        let junit = "<?xml version='1.0'?>\n<testsuite>\n<testcase name='a'/>\n</testsuite>";
        let log = "{\"pytest_version\": \"9\", \"$report_type\": \"SessionStart\"}\n{\"exitstatus\": 0, \"$report_type\": \"SessionFinish\"}";
        assert_eq!(heard(&format!("a\n{junit}\nb\n")), ["junit xml", ""]);
        assert_eq!(heard(&format!("{log}\nb\n{junit}")), ["pytest reportlog", "", "junit xml", ""]);
        assert!(heard(junit.trim_end_matches("</testsuite>"))[1].contains("junit xml on the input"));
    }

    #[test]
    fn what_is_none_is_not_held() {
        for text in [
            "{\n  a: 1",
            "{\n\"a\": [\n1\n]\n}",
            "<?xml version='1.0'?>\n<html>",
            "[\nx",
            "{\"a\": {\"b\": 1}}",
        ] {
            let (mut gathered, mut none) = (Gathered::default(), Heard::default());
            text.lines().for_each(|line| gathered.line(line, &mut none));
            assert!(gathered.text.is_empty() && none.0.is_empty(), "{text}");
        }
    }

    #[test]
    fn of_a_long_document_the_beginning_is_parsed() {
        for (cases, ends) in [(GATHERED / 24 - 2, true), (GATHERED / 24 + 2, false)] {
            let case = "<testcase name='abcd'/>\n";
            let text = format!("<testsuite>\n{}</testsuite>\n", case.repeat(cases));
            assert_eq!(heard(&text)[1].is_empty(), ends, "{cases}");
        }
    }
}
