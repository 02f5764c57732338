//! cppcheck: `PATH:LINE:COLUMN: severity: message [id]` with an excerpt, the older `[PATH:LINE]: (severity) message`, and XML.
//!
//! Errors are failures, as in its own colours; style, performance, portability and information are warnings. A good run
//! says nothing but which files it checked. Its ids hold no hyphen, so the first form is distinguished from that of gcc
//! (`[-Wunused]`) and of clang-tidy (`[bugprone-x]`), which the recognizer for compilers reads. Source: cppcheck's
//! `lib/errorlogger.cpp`, 1.80 to 2.16.

use crate::event::{Block, Class, Event, Part, Place, Seen};
use crate::recognize::kit::lint::finding::{Finding, Weight, ends_in, position, weight};
use crate::recognize::kit::linter::{Findings, Follows, Linter};
use crate::recognize::kit::rows::{Table, table};
use crate::recognize::kit::scan;
use crate::recognize::kit::unescape::unescape;

/// Endings of files that cppcheck reads.
const ENDINGS: [&str; 16] =
    ["c", "C", "cc", "cpp", "cxx", "c++", "h", "H", "hh", "hpp", "hxx", "ipp", "tpp", "txx", "inl", "ino"];

/// The severities that fail no run.
const WARNS: [&str; 6] = ["warning", "style", "performance", "portability", "information", "debug"];

/// What the next line may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum After {
    /// Nothing of a finding's.
    #[default]
    Nothing,
    /// A line of source, or a note.
    Heading(Class),
    /// The caret below a line of source, or a note.
    Source(Class),
    /// A note.
    Caret(Class),
    /// Lines of an XML element; whether its place came.
    Element(bool),
}

/// cppcheck.
#[derive(Debug, Default)]
pub struct Cppcheck {
    trailing: After,
    /// Files are being checked: the older form may come.
    checking: bool,
}

impl Linter for Cppcheck {
    const TABLE: Table = table!("cppcheck.rows");

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some(finding) = gcc_like(text).or_else(|| bracketed(text)) {
            let seen = findings.open_for(&finding, text, Follows::Own);
            self.trailing = After::Heading(class_of(finding.weight));
            return Some(seen);
        }
        let seen = self.below(text, findings);
        if seen.is_none() {
            self.trailing = After::Nothing;
        }
        seen
    }

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if is_checking(text) {
            self.checking = true;
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some(done) = progress(text).filter(|_| self.checking) {
            self.checking = !done;
            return Some(Seen::Mine(Class::Noise));
        }
        self.element(text, findings)
    }

    fn sees_every_line(&self) -> bool {
        self.checking
    }
}

impl Cppcheck {
    /// A line below a finding; `None` when it is not part of it.
    fn below(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let note = position(text)
            .is_some_and(|(place, _, rest)| ends_in(place.file, &ENDINGS) && rest.starts_with(" note: "));
        let (trailing, class) = match self.trailing {
            After::Nothing => return None,
            After::Element(placed) => return self.in_element(placed, text, findings),
            After::Heading(class) | After::Source(class) | After::Caret(class) if note => {
                (After::Heading(class), class)
            }
            After::Source(class) if text.trim_start() == "^" => (After::Caret(class), class),
            // A line of source is alone above its caret, which is not seen yet.
            After::Heading(class) if !text.trim().is_empty() && !text.starts_with("Checking ") => {
                (After::Source(class), class)
            }
            _ => return None,
        };
        self.trailing = trailing;
        findings.emit(Event::Text(Part::Where));
        Some(if matches!(trailing, After::Source(_)) { Seen::Inside(class) } else { Seen::Mine(class) })
    }

    /// `<error id="nullPointer" severity="error" msg="Null pointer dereference: q" ...>`
    fn element(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let bare = text.trim_start();
        let (id, _) = bare.strip_prefix("<error id=\"")?.split_once('"')?;
        let (severity, message) = (attribute(bare, "severity")?, attribute(bare, "msg")?);
        let shown = format!("{severity}: {} [{id}]", unescape(message));
        let fails = severity == "error";
        if fails {
            findings.emit(Event::Instead(&shown));
            let place = Place { file: "", line: None };
            findings.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message: &shown }));
            findings.emit(Event::Heading);
        } else {
            findings.emit(Event::BlockOpened(Block::Warning { key: bare }));
            findings.emit(Event::Decoded { part: Part::Why, text: &shown });
        }
        let class = if fails { Class::Detail } else { Class::Warning };
        if bare.ends_with("/>") {
            findings.follow(class, Follows::Nothing);
        } else {
            findings.follow(class, Follows::Own);
            self.trailing = After::Element(!fails);
        }
        Some(Seen::Mine(class))
    }

    fn in_element(&mut self, placed: bool, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let bare = text.trim();
        if bare == "</error>" {
            self.trailing = After::Nothing;
            findings.close();
            return Some(Seen::Mine(Class::Noise));
        }
        if !bare.starts_with("<location ") && !bare.starts_with("<symbol>") {
            return None;
        }
        let place = attribute(bare, "file").zip(attribute(bare, "line").and_then(scan::whole_number));
        if let Some((file, line)) = place.filter(|_| !placed) {
            self.trailing = After::Element(true);
            let file = unescape(file);
            findings.emit(Event::At { place: Place { file: &file, line: Some(line) }, better: true });
            findings.emit(Event::Decoded { part: Part::Why, text: &format!("{file}:{line}") });
        }
        Some(Seen::Mine(Class::Noise))
    }
}

const fn class_of(weight: Weight) -> Class {
    match weight {
        Weight::Fails => Class::Detail,
        Weight::Warns => Class::Warning,
    }
}

/// `Checking src/cart.cpp ...`, `Checking src/cart.cpp: DEBUG=1...`
fn is_checking(text: &str) -> bool {
    let path = text.strip_prefix("Checking ").and_then(|rest| rest.strip_suffix("..."));
    path.map(|path| path.split_once(": ").map_or(path.trim_end(), |(path, _)| path))
        .is_some_and(|path| ends_in(path, &ENDINGS))
}

/// `cart.cpp:9:13: error: Null pointer dereference: q [nullPointer]`
fn gcc_like(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text)?;
    let (word, message) = rest.strip_prefix(' ')?.split_once(": ")?;
    let (_, id) = message.strip_suffix(']')?.rsplit_once(" [")?;
    let known = ends_in(place.file, &ENDINGS) || place.file == "nofile";
    let own = id.starts_with(|first: char| first.is_ascii_lowercase())
        && id.len() <= 80
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let weight = weight(word, &["error"], &WARNS)?;
    (known && own && column.is_some()).then_some(Finding { place, column, weight, message })
}

/// `[cart.cpp:9]: (error) Null pointer dereference: q`, with the way to it before: `[cart.cpp:5] -> [cart.cpp:9]: (error) ...`
fn bracketed(text: &str) -> Option<Finding<'_>> {
    let (places, rest) = text.strip_prefix('[')?.split_once("]: (")?;
    let (words, message) = rest.split_once(") ")?;
    let last = places.rsplit("] -> [").next()?;
    let (file, line) = last.rsplit_once(':')?;
    let place = Place { file, line: Some(scan::whole_number(line)?) };
    let weight = weight(words.split(", inconclusive").next()?, &["error"], &WARNS)?;
    ends_in(file, &ENDINGS).then_some(Finding { place, column: None, weight, message })
}

/// `2/3 files checked 89% done`: whether these are all.
fn progress(text: &str) -> Option<bool> {
    let (done, rest) = scan::number(text)?;
    let (all, rest) = scan::number(rest.strip_prefix('/')?)?;
    (rest.starts_with(" files checked ") && rest.ends_with("% done")).then_some(done >= all)
}

/// The value of an attribute, as written.
fn attribute<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, after) = rest.split_at_checked(at)?;
        let after = after.get(name.len()..)?;
        if before.ends_with(' ')
            && let Some(value) = after.strip_prefix("=\"")
        {
            return value.split('"').next();
        }
        rest = after;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_other_tools_are_left_to_them() {
        let read = |text| gcc_like(text).map(|finding| finding.weight);
        assert_eq!(read("a.c:9:13: error: No: q [nullPointer]"), Some(Weight::Fails));
        assert_eq!(read("a.c:9:13: style: No [unusedFunction]"), Some(Weight::Warns));
        for text in [
            "a.c:9:13: warning: no [-Wunused]",
            "a.c:9:13: error: no [bugprone-x]",
            "a.py:9:13: error: no [misc]",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_file_that_is_checked_is_one_of_c() {
        assert!(is_checking("Checking src/a.cpp ...") && is_checking("Checking a.c: DEBUG=1;X=..."));
        assert!(!is_checking("Checking test dependency graph...") && !is_checking("Checking a.c"));
    }

    #[test]
    fn the_last_place_of_the_older_form_is_where_it_is() {
        let read = bracketed("[a.c:5] -> [b.c:9]: (error) Null: q");
        let place = Place { file: "b.c", line: Some(9) };
        assert_eq!(read.map(|finding| (finding.place, finding.message)), Some((place, "Null: q")));
        assert!(bracketed("[INFO]: (error) x").is_none() && bracketed("[a.c:5]: (x) y").is_none());
    }
}
