//! Tools of which single lines are read, as rows: with which words they say that what they ran has failed, or that all is well.
//!
//! A file of rows is parsed when weir is compiled; a wrong one does not compile. It has the language of a user's own rows, without
//! zones:
//!
//! ```text
//! tool  just
//! reads just: recipes that failed
//!
//! error: Recipe `{name}` failed{any}    -> breaks
//! ```
//!
//! A pattern is a [`Shape`] of the whole line, without the blanks around it. A number in `{failed}` is above zero. The first row
//! that fits takes the line:
//!
//! | verb | meaning |
//! |---|---|
//! | `breaks` | what the tool ran has failed; `breaks, why` where the line says why, `breaks for NAME` where another tool says it |
//! | `well` | the tool's last word: all is well, if nothing comes below it |
//! | `below` | the tool prints this line below its last word; `{passed}` and `{all}` are equal, and above zero |
//! | `ignores` | nothing |
//!
//! A line that breaks is a consequence: what the tool ran says why, above it. When nothing does, the line is a failure, reported
//! with the last lines above it.

use super::good_end::GoodEnd;
use super::shape::{Shape, equal, find, shape};
use crate::event::{Class, Event, FailureKind, Runner, Seen, Sink};
use crate::recognize::kit::bounds::MESSAGE_BYTES;
use crate::recognize::recognizer::{Attention, Recognizer, Signs};
use crate::text::Line;

/// A tool and its rows.
#[derive(Debug)]
pub struct Words {
    /// Its name, as the verdict line prints it.
    pub name: &'static str,
    /// Which of its output is read, in a few words.
    pub reads: &'static str,
    /// How its lines begin.
    pub starts: &'static [&'static str],
    /// Its rows, in order.
    pub rows: &'static [Row],
}

/// A shape of a line, and what it says.
#[derive(Clone, Copy, Debug)]
pub struct Row(Shape, Says);

#[derive(Clone, Copy, Debug)]
enum Says {
    /// What the tool ran has failed. Whether the line says why, and the name of the tool, if it is another's.
    Breaks(bool, Option<&'static str>),
    Well,
    Below,
    Nothing,
}

/// Files of rows, each as a constant.
macro_rules! words {
    ($(#[doc = $doc:literal] $name:ident = $file:literal),* $(,)?) => {
        /// All of these files.
        #[cfg(test)]
        pub const ALL: &[&crate::recognize::kit::words::Words] = &[$(&$name),*];
        $(
        #[doc = $doc]
        pub const $name: crate::recognize::kit::words::Words = {
            use crate::recognize::kit::words::{Row, Words, head, rows, starts};
            const TEXT: &str = include_str!($file);
            const ROWS: usize = rows::<0>(TEXT).1;
            const STARTS: usize = starts::<0>(TEXT).1;
            static ALL: [Row; ROWS] = rows(TEXT).0;
            static BEGIN: [&str; STARTS] = starts(TEXT).0;
            Words { name: head(TEXT, "tool "), reads: head(TEXT, "reads "), starts: &BEGIN, rows: &ALL }
        };
    )*};
}
pub(in crate::recognize) use words;

/// The text up to a byte, and what follows the byte.
const fn around(text: &'static str, byte: u8) -> (&'static str, &'static str) {
    let at = find(text, byte);
    let (before, rest) = text.split_at(at);
    if rest.is_empty() { (before, rest) } else { (before, rest.split_at(1).1) }
}

/// The text without blanks around it.
const fn trimmed(mut text: &'static str) -> &'static str {
    while let [b' ', ..] = text.as_bytes() {
        text = text.split_at(1).1;
    }
    while let [.., b' '] = text.as_bytes() {
        text = text.split_at(text.len().saturating_sub(1)).0;
    }
    text
}

const fn begins(text: &str, start: &str) -> bool {
    text.len() >= start.len() && equal(text.split_at(start.len()).0, start)
}

/// The pattern and the meaning of a line that is a row.
const fn row(line: &'static str) -> Option<(&'static str, &'static str)> {
    if let [] | [b'#', b' ', ..] = line.as_bytes() {
        return None;
    }
    if begins(line, "tool ") || begins(line, "reads ") {
        return None;
    }
    let mut at = line.len().saturating_sub(4);
    while !begins(line.split_at(at).1, " -> ") {
        assert!(at > 0, "a row is PATTERN -> VERBS");
        at = at.saturating_sub(1);
    }
    let (pattern, meaning) = line.split_at(at);
    Some((trimmed(pattern), trimmed(meaning.split_at(4).1)))
}

const fn says(meaning: &'static str) -> Says {
    if equal(meaning, "breaks") {
        Says::Breaks(false, None)
    } else if equal(meaning, "breaks, why") {
        Says::Breaks(true, None)
    } else if begins(meaning, "breaks for ") {
        Says::Breaks(false, Some(meaning.split_at(11).1))
    } else if equal(meaning, "well") {
        Says::Well
    } else if equal(meaning, "below") {
        Says::Below
    } else {
        assert!(equal(meaning, "ignores"), "a verb is breaks, well, below or ignores");
        Says::Nothing
    }
}

/// What follows a word in the head of a file.
#[must_use]
pub const fn head(text: &'static str, word: &str) -> &'static str {
    let mut rest = text;
    while !rest.is_empty() {
        let (line, after) = around(rest, b'\n');
        if begins(line, word) {
            return trimmed(line.split_at(word.len()).1);
        }
        rest = after;
    }
    assert!(rest.len() > text.len(), "a file has the words 'tool' and 'reads'");
    ""
}

/// The rows of a file, as many as there is room for, and how many there are.
#[must_use]
pub const fn rows<const N: usize>(text: &'static str) -> ([Row; N], usize) {
    let mut rows = [Row(shape("{any}"), Says::Nothing); N];
    let (mut rest, mut count) = (text, 0_usize);
    while !rest.is_empty() {
        let (line, after) = around(rest, b'\n');
        rest = after;
        if let Some((pattern, meaning)) = row(line) {
            let (_, free) = rows.split_at_mut(if count < N { count } else { N });
            if let Some(slot) = free.first_mut() {
                *slot = Row(shape(pattern), says(meaning));
            }
            count = count.saturating_add(1);
        }
    }
    (rows, count)
}

/// How the lines of a file's rows begin, each that follows another only once, and how many there are.
#[must_use]
pub const fn starts<const N: usize>(text: &'static str) -> ([&'static str; N], usize) {
    let mut starts = [""; N];
    let (mut rest, mut count, mut last) = (text, 0_usize, "");
    while !rest.is_empty() {
        let (line, after) = around(rest, b'\n');
        rest = after;
        let Some((pattern, meaning)) = row(line) else { continue };
        let start = around(pattern, b'{').0;
        if matches!(says(meaning), Says::Below | Says::Nothing) || equal(start, last) {
            continue;
        }
        assert!(!start.is_empty(), "a row begins with text");
        last = start;
        let (_, free) = starts.split_at_mut(if count < N { count } else { N });
        if let Some(slot) = free.first_mut() {
            *slot = start;
        }
        count = count.saturating_add(1);
    }
    (starts, count)
}

impl Words {
    /// The first row that fits a line.
    fn row(&'static self, text: &str) -> Option<usize> {
        self.rows.iter().position(|Row(shape, says)| {
            shape.read(text).is_some_and(|fields| match says {
                Says::Below => fields.passed == fields.all && fields.passed != Some(0),
                _ => fields.failed != Some(0),
            })
        })
    }

    fn says(&'static self, text: &str) -> Says {
        self.row(text).and_then(|at| self.rows.get(at)).map_or(Says::Nothing, |Row(_, says)| *says)
    }

    /// Whether a line, without the blanks around it, says that what the tool ran has failed.
    pub(in crate::recognize) fn breaks(&'static self, text: &str) -> bool {
        matches!(self.says(text), Says::Breaks(..))
    }
}

/// The recognizer of a tool's words.
#[derive(Debug)]
pub struct Closing {
    words: &'static Words,
    good: GoodEnd,
    /// The tool that printed the last such line.
    tool: &'static str,
}

impl Closing {
    /// For one tool.
    #[must_use]
    pub fn new(words: &'static Words) -> Self {
        Self { words, good: GoodEnd::default(), tool: words.name }
    }
}

impl Recognizer for Closing {
    fn runner(&self) -> Runner {
        Runner(self.words.name)
    }

    fn signs(&self) -> Signs {
        Signs { starts: self.words.starts, ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.good.is_at() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim();
        let says = self.words.says(text);
        match says {
            Says::Well => {
                self.good.say();
                return Seen::Mine(Class::Totals);
            }
            Says::Below => return Seen::No,
            Says::Breaks(..) | Says::Nothing => self.good.line(text),
        }
        let Says::Breaks(why, tool) = says else { return Seen::No };
        let name = crate::text::head(text, MESSAGE_BYTES);
        let tool = tool.unwrap_or(self.words.name);
        if std::mem::replace(&mut self.tool, tool) != tool {
            sink.emit(Event::Tool(Runner(tool)));
        }
        sink.emit(Event::Consequence { name, kind: FailureKind::Build });
        if why {
            sink.emit(Event::Message(name));
        }
        sink.emit(Event::LastLines { since: 0, until: None });
        Seen::Mine(Class::Detail)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.good.end(sink);
    }
}

#[cfg(test)]
mod tests {
    use crate::recognize::runners::infra::tools::words::ALL;

    /// Every line of the logs below a folder.
    fn lines(folder: &std::path::Path, with: &mut dyn FnMut(&str)) {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                lines(&path, with);
            } else if path.extension().is_some_and(|end| end == "log" || end == "sample" || end == "txt") {
                String::from_utf8_lossy(&std::fs::read(path).unwrap())
                    .lines()
                    .for_each(|line| with(line.trim()));
            }
        }
    }

    #[test]
    fn each_row_takes_a_line_of_a_log() {
        let mut unused: Vec<(&str, usize)> =
            ALL.iter().flat_map(|words| (0..words.rows.len()).map(|at| (words.name, at))).collect();
        lines(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata"), &mut |line| {
            for words in ALL {
                if let Some(at) = words.row(line) {
                    unused.retain(|row| *row != (words.name, at));
                }
            }
        });
        assert!(unused.is_empty(), "no log has a line for {unused:?}");
    }
}
