//! hurl with `--test`: a line for each file, its errors above it, and numbers of files at the end.
//!
//! ```text
//! error: Assert status code
//!   --> api/tags.hurl:25:6
//!    |
//! 25 | HTTP 201
//!    |      ^^^ actual value is <409>
//!    |
//!
//! Failure api/tags.hurl (2 request(s) in 187 ms)
//! Succeeded files:   2 (66.7%)
//! Failed files:      1 (33.3%)
//! ```
//!
//! A file is a test. Up to 6.0 the file stands first: `api/tags.hurl: Failure (2 request(s) in 187 ms)`. Errors of a request
//! that is tried again stand above a file that succeeds. Source of the format: `hurl/src/main.rs`, `util/logger` of hurl.

use crate::event::{
    Block, Class, Event, FailureKind, Grade, Level, Opened, Outcome, Part, Runner, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The most files with errors whose lines did not come yet; hurl runs several at once.
const MOST_FILES: usize = 256;

/// hurl.
#[derive(Debug, Default)]
pub struct Hurl {
    running: bool,
    /// `error: ` just came: what it said.
    error: Option<String>,
    /// The text of an error is told: its message.
    block: Option<String>,
    /// Files with errors, until their own lines come.
    failing: Vec<String>,
    succeeded: Option<u64>,
}

impl Recognizer for Hurl {
    fn runner(&self) -> Runner {
        Runner("hurl")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["error: ", "Success ", "Failure ", "Executed files:"], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.running || self.error.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        let error = self.error.take();
        if let Some(message) = text.strip_prefix("error: ") {
            self.close(sink);
            self.error = Some(clipped(message.trim_end()));
            return if self.running { Seen::Mine(Class::Detail) } else { Seen::No };
        }
        if let Some(message) = error {
            return match located(text) {
                Some(file) => self.failed(&message, file, text, sink),
                None => Seen::No,
            };
        }
        if let Some((file, success)) = file(text) {
            self.close(sink);
            self.open(sink);
            return self.file(file, success, sink);
        }
        let last = text.strip_prefix("Executed files:").map(str::trim);
        if last.and_then(scan::whole_number).is_some() {
            // Where the file stands first, nothing else tells of a run in which all succeeded.
            self.open(sink);
        }
        if !self.running {
            return Seen::No;
        }
        if let Some(message) = &mut self.block {
            let content = text.trim();
            if content.is_empty() {
                self.close(sink);
                return Seen::Mine(Class::Noise);
            }
            if let Some(reason) = reason(content) {
                if !message.is_empty() && message.len().saturating_add(reason.len()) < 400 {
                    message.push_str(if message.contains(": ") { ", " } else { ": " });
                    message.push_str(reason);
                }
                sink.emit(Event::Text(Part::Why));
            } else {
                sink.emit(Event::Text(Part::Where));
            }
            return Seen::Mine(Class::Detail);
        }
        self.number(text, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

impl Hurl {
    fn open(&mut self, sink: &mut dyn Sink) {
        if !self.running {
            self.running = true;
            sink.emit(Event::MayHaveBegunBefore);
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            sink.emit(Event::BeganThere);
        }
    }

    /// `  --> api/tags.hurl:25:6` below `error: ...`.
    fn failed(&mut self, message: &str, file: &str, text: &str, sink: &mut dyn Sink) -> Seen {
        self.open(sink);
        if self.failing.iter().any(|each| each == file) {
            sink.emit(Event::BlockOpened(Block::More { name: file }));
        } else {
            let kind = FailureKind::Test;
            sink.emit(Event::BlockOpened(Block::Test { id: TestId::bare(file), kind }));
            if self.failing.len() < MOST_FILES {
                self.failing.push(clipped(file));
            }
        }
        sink.emit(Event::Decoded { part: Part::Why, text: &format!("error: {message}") });
        if let Some((place, _)) = scan::place(text.trim_start().trim_start_matches("--> ")) {
            sink.emit(Event::At { place, better: false });
        }
        sink.emit(Event::Text(Part::Why));
        self.block = Some(message.to_owned());
        Seen::Mine(Class::Detail)
    }

    /// A file ended.
    fn file(&mut self, file: &str, success: bool, sink: &mut dyn Sink) -> Seen {
        let before = self.failing.len();
        self.failing.retain(|each| each != file);
        let id = TestId::bare(file);
        if success {
            if self.failing.len() != before {
                sink.emit(Event::Withdrawn(id));
            }
            sink.emit(Event::finished(id, Outcome::Passed));
            return Seen::Mine(Class::Passed);
        }
        let outcome = Outcome::Failed(FailureKind::Test);
        sink.emit(Event::Finished { id, outcome, grade: Grade::Block, attempt: 0, alias: "" });
        sink.emit(Event::Heading);
        Seen::Mine(Class::Detail)
    }

    /// A line of the numbers.
    fn number(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let number = |words: &str| {
            let (number, rest) = scan::number(text.strip_prefix(words)?.trim_start())?;
            (rest.starts_with(" (") && rest.trim_end().ends_with("%)")).then_some(number)
        };
        if let Some(succeeded) = number("Succeeded files:") {
            self.succeeded = Some(succeeded);
        } else if let (Some(passed), Some(failed)) = (self.succeeded, number("Failed files:")) {
            let totals = Totals { passed: Some(passed), failed: Some(failed), ..Totals::default() };
            sink.emit(Event::Declared { totals, level: Level::Section });
            *self = Self::default();
        } else if scan::is_ruler(text.trim_end(), '-', 80) || text.starts_with("Executed ") {
            return Seen::Mine(Class::Noise);
        } else {
            return Seen::No;
        }
        Seen::Mine(Class::Totals)
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if let Some(message) = self.block.take() {
            sink.emit(Event::Message(&message));
            sink.emit(Event::BlockClosed);
        }
    }
}

/// The file of `  --> api/tags.hurl:25:6`.
fn located(text: &str) -> Option<&str> {
    let (place, "") = scan::place(text.strip_prefix("  --> ")?.trim_end())? else { return None };
    place.file.ends_with(".hurl").then_some(place.file)
}

/// Reads `Success api/tags.hurl (12 request(s) in 454 ms)`, and `api/tags.hurl: Success (12 request(s) in 454 ms)`.
fn file(text: &str) -> Option<(&str, bool)> {
    let (told, numbers) = text.trim_end().strip_suffix(" ms)")?.rsplit_once(" (")?;
    let (requests, time) = numbers.split_once(" request(s) in ")?;
    scan::whole_number(requests)?;
    scan::whole_number(time)?;
    let word = |word: &str| match word {
        "Success" => Some(true),
        "Failure" => Some(false),
        _ => None,
    };
    if let Some((first, file)) = told.split_once(' ')
        && let Some(success) = word(first)
    {
        return Some((file, success));
    }
    let (file, last) = told.rsplit_once(": ")?;
    Some((file, word(last)?))
}

/// What a line of an error says: `|      ^^^ actual value is <409>`, `|   actual:   string <Alice>`.
fn reason(content: &str) -> Option<&str> {
    let said = content.strip_prefix('|')?.trim_start_matches([' ', '^']).trim_end();
    let told = content.contains('^') || said.starts_with("actual:") || said.starts_with("expected:");
    (told && !said.is_empty()).then_some(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Hurl::default(), text).join("\n")
    }

    const ERROR: &str = "error: Assert status code\n  --> api/tags.hurl:25:6\n   |\n   | POST http://localhost/tags\n25 | HTTP 201\n   |      ^^^ actual value is <409>\n   |\n\n";
    const NUMBERS: &str =
        "Executed files:    2\nSucceeded files:   1 (50.0%)\nFailed files:      1 (50.0%)\nDuration: 12 ms\n";

    #[test]
    fn a_file_fails_once_with_its_errors() {
        let second = ERROR.replace(":25:6", ":31:1");
        for line in [
            "Failure api/tags.hurl (2 request(s) in 187 ms)",
            "api/tags.hurl: Failure (2 request(s) in 187 ms)",
        ] {
            let all =
                all(&format!("{ERROR}{second}{line}\nSuccess a.hurl (1 request(s) in 3 ms)\n{NUMBERS}"));
            assert_eq!(all.matches("BlockOpened(Test").count(), 1, "{all}");
            assert!(all.contains("More { name: \"api/tags.hurl\" }"), "{all}");
            assert!(all.contains("Message(\"Assert status code: actual value is <409>\")"), "{all}");
            assert!(all.contains("line: Some(25)"), "{all}");
            assert!(all.contains("passed: Some(1), failed: Some(1)"), "{all}");
        }
    }

    #[test]
    fn errors_of_a_try_above_a_file_that_succeeds_are_taken_back() {
        let all = all(&format!("{ERROR}Success api/tags.hurl (2 request(s) in 187 ms)\n"));
        assert!(
            all.contains("Withdrawn") && all.contains("outcome: Passed") && !all.contains("Declared"),
            "{all}"
        );
    }

    #[test]
    fn errors_and_numbers_of_others_are_not_hurls() {
        for text in [
            "error: expected `;`\n  --> src/main.rs:3:4\n   |\n",
            "Success is near (3 request(s) in a day)",
            "Succeeded files:   1 (50.0%)\nFailed files:      1 (50.0%)\n",
            "Failure to moor (2 ms)",
            "Executed files: all of them",
        ] {
            assert!(!all(text).contains("Started"), "{text}");
        }
    }
}
