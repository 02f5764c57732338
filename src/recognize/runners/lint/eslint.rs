//! eslint: the stylish, unix and compact forms, and what it says when it cannot run.
//!
//! Stylish: the file's path alone, then rows `  LINE:COL  error  message  rule`, a blank line, and at the end `✖ N
//! problems (E errors, W warnings)`. Unix: `PATH:LINE:COL: message [Error/rule]`. Compact: `PATH: line L, col C, Error -
//! message (rule)`; both end with `N problems`. Errors are failures and warnings are not, as for the exit status. A run
//! without findings prints nothing. `Oops! Something went wrong! :(` begins the report of a crash or of a bad
//! configuration. Source: eslint's `cli-engine/formatters` and `bin/eslint.js`.

use crate::event::{Class, Event, FailureKind, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::lint::finding::{Finding, Weight, count, declared, ends_in, position, whole};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// The longest path that is held, in bytes.
const PATH_BYTES: usize = 1024;
/// What `--max-warnings` says when warnings fail the run.
const TOO_MANY: &str = "ESLint found too many warnings (maximum: ";
/// The most lines of a crash that tell why.
const CRASH_LINES: u8 = 12;
/// The endings of files that eslint reads, by itself or with its usual plugins.
const ENDINGS: [&str; 14] =
    ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "vue", "svelte", "astro", "json", "html", "md"];

/// What was read last.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// A path alone, or rows of its findings.
    File(Box<str>, Rows),
    /// The report of a crash, and how many of its lines were read.
    Crash(u8),
}

/// Whether a file's path was followed by findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rows {
    None,
    Some,
}

/// eslint.
#[derive(Debug, Default)]
pub struct Eslint {
    open: Open,
    /// Whether a finding was told since the last totals.
    told: bool,
    good: GoodEnd,
}

impl Recognizer for Eslint {
    fn runner(&self) -> Runner {
        Runner("eslint")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "\u{2716} ",
                "Oops! Something went wrong! :(",
                TOO_MANY,
                "A:\\",
                "B:\\",
                "C:\\",
                "D:\\",
                "E:\\",
                "F:\\",
                "G:\\",
                "H:\\",
                "I:\\",
                "J:\\",
                "K:\\",
                "L:\\",
                "M:\\",
                "N:\\",
                "O:\\",
                "P:\\",
                "Q:\\",
                "R:\\",
                "S:\\",
                "T:\\",
                "U:\\",
                "V:\\",
                "W:\\",
                "X:\\",
                "Y:\\",
                "Z:\\",
                "a:\\",
                "b:\\",
                "c:\\",
                "d:\\",
                "e:\\",
                "f:\\",
                "g:\\",
                "h:\\",
                "i:\\",
                "j:\\",
                "k:\\",
                "l:\\",
                "m:\\",
                "n:\\",
                "o:\\",
                "p:\\",
                "q:\\",
                "r:\\",
                "s:\\",
                "t:\\",
                "u:\\",
                "v:\\",
                "w:\\",
                "x:\\",
                "y:\\",
                "z:\\",
            ],
            inside: &[", col "],
            passes: &[
                PassShape { start: "/", end: ".mts" },
                PassShape { start: "/", end: ".cts" },
                PassShape { start: "/", end: ".svelte" },
                PassShape { start: "/", end: ".astro" },
                PassShape { start: "/", end: ".json" },
                PassShape { start: "/", end: ".html" },
                PassShape { start: "/", end: ".md" },
                PassShape { start: "", end: ".js" },
                PassShape { start: "", end: ".jsx" },
                PassShape { start: "", end: ".mjs" },
                PassShape { start: "", end: ".cjs" },
                PassShape { start: "", end: ".ts" },
                PassShape { start: "", end: ".tsx" },
                PassShape { start: "", end: ".vue" },
                PassShape { start: "", end: " problems" },
                PassShape { start: "", end: " problem" },
            ],
            path: true,
            ..Signs::default()
        }
    }

    fn reads(&self, ending: &str) -> bool {
        ENDINGS.contains(&ending)
    }

    fn attention(&self) -> Attention {
        if matches!(self.open, Open::Nothing) && !self.good.stands() {
            Attention::Signs
        } else {
            Attention::Every
        }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if !text.contains(" potentially fixable with the ") && !text.starts_with("Done in ") {
            self.good.line(text);
        }
        match std::mem::take(&mut self.open) {
            Open::File(file, rows) => {
                if let Some(class) = row(&file, rows, text, sink) {
                    self.told = true;
                    self.open = Open::File(file, Rows::Some);
                    return Seen::Mine(class);
                }
                if rows == Rows::Some && goes_on(text) {
                    sink.emit(Event::Text(Part::Why));
                    self.open = Open::File(file, rows);
                    return Seen::Mine(Class::Detail);
                }
                if rows == Rows::Some {
                    sink.emit(Event::BlockClosed);
                }
            }
            Open::Crash(lines) => {
                if let Some(seen) = self.crash(lines, text, sink) {
                    return seen;
                }
            }
            Open::Nothing => {}
        }
        self.outside(text, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        if let Open::File(_, Rows::Some) | Open::Crash(_) = std::mem::take(&mut self.open) {
            sink.emit(Event::BlockClosed);
        }
        self.good.end(sink);
    }
}

impl Eslint {
    fn outside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(rest) = text.strip_prefix("\u{2716} ") {
            let Some(errors) = problems(rest) else { return Seen::No };
            if errors == 0 {
                self.told = false;
                // Warnings alone fail no run, unless there are too many of them: that is said below.
                self.good.say();
                return Seen::Mine(Class::Totals);
            }
            return self.totals(errors, text, sink);
        }
        if let Some(finding) = unix(text).or_else(|| compact(text)) {
            self.told = true;
            return Seen::Mine(finding.tell(text, sink));
        }
        if text.starts_with(TOO_MANY) {
            whole(text.trim_end(), FailureKind::Build, sink);
            sink.emit(Event::BlockClosed);
            return Seen::Mine(Class::Detail);
        }
        if text.starts_with("Oops! Something went wrong! :(") {
            whole("eslint: Oops! Something went wrong! :(", FailureKind::Crash, sink);
            self.open = Open::Crash(0);
            return Seen::Mine(Class::Detail);
        }
        // `7 problems` alone counts warnings too: it only ends what was told.
        if self.told && count(text, "problem").is_some_and(|(_, rest)| rest.trim().is_empty()) {
            self.told = false;
            return Seen::Mine(Class::Totals);
        }
        if is_path(text) {
            // It is shown with its first row.
            self.open = Open::File(text.trim_end().into(), Rows::None);
            return Seen::Inside(Class::Noise);
        }
        if is_name(text) {
            // Old versions print the path as it was given. Any tool may name a file: its rows decide.
            self.open = Open::File(text.trim_end().into(), Rows::None);
        }
        Seen::No
    }

    fn totals(&mut self, errors: u64, text: &str, sink: &mut dyn Sink) -> Seen {
        let told = std::mem::take(&mut self.told);
        if errors > 0 && told {
            declared(errors, sink);
        } else if errors > 0 {
            sink.emit(Event::Consequence { name: text.trim(), kind: FailureKind::Build });
        }
        Seen::Mine(Class::Totals)
    }

    /// The report of a crash: `ESLint: 9.1.0`, a blank line, the message, frames.
    fn crash(&mut self, lines: u8, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if lines >= CRASH_LINES {
            sink.emit(Event::BlockClosed);
            return None;
        }
        self.open = Open::Crash(lines.saturating_add(1));
        let bare = text.trim();
        if bare.is_empty() || bare.starts_with("ESLint: ") {
            return Some(Seen::Mine(Class::Noise));
        }
        let frame = bare.starts_with("at ");
        if !frame {
            sink.emit(Event::Message(bare));
        }
        sink.emit(Event::Text(if frame { Part::Where } else { Part::Why }));
        Some(Seen::Inside(Class::Detail))
    }
}

/// `7 problems (6 errors, 1 warning)`: the errors.
fn problems(text: &str) -> Option<u64> {
    let (_, rest) = count(text, "problem")?;
    let (errors, rest) = count(rest.strip_prefix(" (")?, "error")?;
    rest.starts_with(", ").then_some(errors)
}

/// A row of the stylish form.
fn row(file: &str, rows: Rows, text: &str, sink: &mut dyn Sink) -> Option<Class> {
    let begin = text.strip_prefix("  ")?.trim_start();
    let (line, rest) = scan::number(begin)?;
    let (column, rest) = scan::number(rest.strip_prefix(':')?)?;
    let rest = rest.trim_start();
    let (weight, message) = match rest.split_once(' ')? {
        ("error" | "Error" | "Error:", message) => (Weight::Fails, message),
        ("warning" | "Warning" | "Warning:", message) => (Weight::Warns, message),
        _ => return None,
    };
    let place = Place { file, line: Some(line) };
    let finding = Finding { place, column: Some(column), weight, message: message.trim() };
    let first = rows == Rows::None && weight == Weight::Fails;
    if first {
        // The path heads its first finding, as it does in the tool's own report.
        sink.emit(Event::Instead(file));
    }
    let class = finding.open(&format!("{file} {begin}"), sink);
    if first {
        sink.emit(Event::Text(Part::Why));
    }
    Some(class)
}

/// A message of several lines goes on without a place.
fn goes_on(text: &str) -> bool {
    !text.trim().is_empty() && !is_path(text) && !text.starts_with('\u{2716}')
}

/// `PATH:LINE:COL: message [Error/rule]`.
fn unix(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text)?;
    let message = rest.strip_prefix(' ')?.trim_end();
    let (_, kind) = message.strip_suffix(']')?.rsplit_once(" [")?;
    let weight = weight(kind.split_once('/').map_or(kind, |(kind, _)| kind))?;
    (column.is_some() && ends_in(place.file, &ENDINGS)).then_some(Finding { place, column, weight, message })
}

/// `PATH: line 2, col 10, Error - message (rule)`.
fn compact(text: &str) -> Option<Finding<'_>> {
    let (file, rest) = scan::split_once(text, ": line ")?;
    let (line, rest) = scan::number(rest)?;
    let (column, rest) = scan::number(rest.strip_prefix(", col ")?)?;
    let (kind, message) = rest.strip_prefix(", ")?.split_once(" - ")?;
    let place = Place { file, line: Some(line) };
    Some(Finding { place, column: Some(column), weight: weight(kind)?, message: message.trim_end() })
}

fn weight(kind: &str) -> Option<Weight> {
    match kind {
        "Error" | "error" => Some(Weight::Fails),
        "Warning" | "warning" => Some(Weight::Warns),
        _ => None,
    }
}

/// A path and nothing else.
fn is_path(text: &str) -> bool {
    let text = text.trim_end();
    let bytes = text.as_bytes();
    let drive = matches!(bytes, [letter, b':', b'\\', ..] if letter.is_ascii_alphabetic());
    let rooted = drive || text.starts_with('/') || text.starts_with("./");
    rooted && text.len() < PATH_BYTES && ends_in(text, &ENDINGS) && !text.contains(": ")
}

/// A file's name or relative path and nothing else.
fn is_name(text: &str) -> bool {
    let text = text.trim_end();
    let plain =
        |each: char| each.is_alphanumeric() || matches!(each, '/' | '.' | '-' | '_' | '@' | '[' | ']' | '\\');
    text.len() < PATH_BYTES && ends_in(text, &ENDINGS) && text.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    #[test]
    fn rows_below_a_files_name_are_findings_of_it() {
        for file in ["quay.js", "src/moor/quay.ts"] {
            let rows = said(&format!(
                "{file}\n  2:10  error  no rope  no-rope\n  3:1   error  no pier  no-pier\n\n\u{2716} 2 problems (2 errors, 0 warnings)\n"
            ));
            assert_eq!(rows.join("\n").matches("BlockOpened(Diagnostic").count(), 2, "{rows:?}");
            assert!(rows[0].contains(&format!("file: \"{file}\"")), "{rows:?}");
        }
        assert_eq!(said("quay.js\nother\n  2:10  error  no rope  no-rope\n"), Vec::<String>::new());
        assert_eq!(said("see quay.js\n  2:10  error  no rope  no-rope\n"), Vec::<String>::new());
    }

    fn said(text: &str) -> Vec<String> {
        let rows = drive(&mut Eslint::default(), text);
        rows.into_iter()
            .filter(|row| !["No", "Inside(Noise)", ""].contains(&row.split(' ').nth(1).unwrap_or("")))
            .collect()
    }

    #[test]
    fn rows_below_a_path_are_findings_of_that_file() {
        assert_eq!(
            said(
                "/p/a.js\n   2:10  error    'x' is not defined  no-undef\n  3:11  warning  Strings must use singlequote  quotes\n\n\u{2716} 2 problems (1 error, 1 warning)\n"
            ),
            [
                "2 Mine(Detail) Instead(\"/p/a.js\") | BlockClosed | Column(10) | BlockOpened(Diagnostic { place: Place { file: \"/p/a.js\", line: Some(2) }, code: \"\", message: \"'x' is not defined  no-undef\" }) | Heading | Text(Why)",
                "3 Mine(Warning) BlockOpened(Warning { key: \"/p/a.js 3:11  warning  Strings must use singlequote  quotes\" }) | Text(Why)",
                "5 Mine(Totals) Declared { totals: Totals { passed: None, failed: None, errors: Some(1), skipped: None, other: None, total: None }, level: Section } | SectionEnded(Failed)",
            ]
        );
    }

    #[test]
    fn a_path_is_one_on_any_drive() {
        for drive in ["E", "q"] {
            let path = format!("{drive}:\\quay\\moor.js");
            let rows = said(&format!(
                "{path}\n  2:1  error  no rope  no-rope\n\n\u{2716} 1 problem (1 error, 0 warnings)"
            ));
            assert!(rows[0].contains("Diagnostic"), "{rows:?}");
            assert!(Eslint::default().signs().starts.iter().any(|start| path.starts_with(start)), "{path}");
        }
    }

    #[test]
    fn the_unix_and_the_compact_form_are_read() {
        assert_eq!(said("/p/a.js:2:10: 'x' is not defined. [Error/no-undef]\n\n1 problem").len(), 2);
        assert_eq!(said("/p/a.js: line 2, col 10, Error - Missing semicolon. (semi)").len(), 1);
        assert_eq!(said("7 problems"), Vec::<String>::new());
    }

    #[test]
    fn a_crash_is_a_failure_with_its_message() {
        let rows = said(
            "Oops! Something went wrong! :(\n\nESLint: 9.1.0\n\nError: Cannot find package 'x'\n    at f (a.js:1:2)",
        );
        assert!(rows[0].contains("Crash") && rows[4].contains("Message(\"Error: Cannot find"), "{rows:?}");
    }

    #[test]
    fn warnings_alone_are_no_failure_and_no_evidence() {
        let warned = said("\u{2716} 2 problems (0 errors, 2 warnings)");
        assert!(warned.iter().any(|row| row.contains("SectionEnded(Passed)")), "{warned:?}");
        // What follows may fail, and has a number of its own.
        let more = said("\u{2716} 2 problems (0 errors, 2 warnings)\nquay moors");
        assert!(!more.iter().any(|row| row.contains("Passed")), "{more:?}");
    }

    #[test]
    fn a_path_that_no_row_follows_is_nobodys() {
        assert_eq!(said("/p/a.js\nother"), Vec::<String>::new());
    }

    #[test]
    fn too_many_warnings_fail_the_run() {
        let rows = drive(
            &mut Eslint::default(),
            "/quay/a.js\n  3:5  warning  no rope  no-rope\n\n\u{2716} 1 problem (0 errors, 1 warning)\n\nESLint found too many warnings (maximum: 0).\n",
        );
        assert!(
            rows[5].contains("Whole { name: \"ESLint found too many warnings (maximum: 0).\""),
            "{rows:#?}"
        );
    }
}
