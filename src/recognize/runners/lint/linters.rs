//! The many small linters whose line has a shape of its own but no more: told as `linter`.
//!
//! What each prints: haml-lint, slim-lint `PATH:LINE [W] Rule: message`; dotenv-linter `.env:LINE Rule: message`; fasterer
//! `PATH:LINE X is slower than Y.`; erb-lint, buf, luacheck and hlint `PATH:LINE:COL: message` on files that only they read;
//! misspell `PATH:LINE:COL: "x" is a misspelling of "y"`; actionlint `PATH:LINE:COL: message [rule]`; ansible-lint
//! `PATH:LINE: [rule] message` and `rule[tag]: message`; Android's lint `PATH:LINE: Error: message [Id]`; ktlint
//! `PATH:LINE:COL: message (rule)` and detekt `PATH:LINE:COL: message [Rule]` on Kotlin's files; bandit
//! `>> Issue: [B404:name] message`; sorbet a message that ends with its page; pydocstyle
//! `PATH:LINE in public function `x`:` with the message below; vulture `PATH:LINE: unused x (90% confidence)`; deptry
//! `pyproject.toml: DEP002 message` (its places in code are read as flake8's); reek and standard, indented below a heading. Each of these
//! tools fails on any finding.

use crate::event::{Block, Class, Event, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::finding::{Finding, Weight, code, declared, ends_in, position, spaced};
use crate::recognize::kit::{diagnostics, scan};
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// Endings of files in which a bare message behind a place is one of these tools'.
const ALONE: [&str; 5] = ["erb", "proto", "lua", "hs", "lhs"];
/// Endings of files that Android's lint reads.
const ANDROID: [&str; 8] = ["java", "kt", "kts", "xml", "gradle", "toml", "properties", "pro"];
/// How Android's lint begins when it shows the first error alone, and what it says below that.
const LINT_FOUND: &str = "Lint found ";
/// The same.
const LINT_REPORT: &str = "The full lint text report is located at:";
/// The longest heading that is held, in bytes.
const HELD_BYTES: usize = 1024;

/// What was read last.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// pydocstyle's place; its message comes below.
    Docstring(Box<str>),
    /// bandit's issue; its place comes below.
    Issue,
    /// Rows of reek or standard.
    Rows,
    /// The same, below a row whose message may go on, and how many lines it went on for.
    Row(u8),
    /// What hlint found, and what it suggests.
    Hint,
}

/// How many lines the message of a row may go on for.
const MESSAGE_LINES: u8 = 3;

/// Small linters.
#[derive(Debug, Default)]
pub struct Linters {
    open: Open,
    /// The errors that Android's lint counts above the first of them, until its report is named.
    counted: Option<u64>,
}

impl Recognizer for Linters {
    fn runner(&self) -> Runner {
        Runner("linter")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                LINT_FOUND,
                LINT_REPORT,
                ".env",
                ">> Issue: [B",
                "standard: Use JavaScript Standard Style",
                "standard: Run `standard --fix`",
                "Inspecting ",
                "pyproject.toml: DEP",
                "requirements.txt: DEP",
            ],
            path: true,
            ..Signs::default()
        }
    }

    fn reads(&self, ending: &str) -> bool {
        ["go", "java", "kt", "py", "rb"].contains(&ending)
    }

    fn attention(&self) -> Attention {
        if matches!(self.open, Open::Nothing) { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some((errors, rest)) = text.strip_prefix(LINT_FOUND).and_then(scan::number)
            && (rest.starts_with(" error, ") || rest.starts_with(" errors, "))
            && rest.ends_with(". First failure:")
        {
            self.counted = Some(errors);
            return Seen::Mine(Class::Totals);
        }
        if text.trim_start().starts_with(LINT_REPORT) && self.counted.is_some() {
            self.declare(sink);
            return Seen::Mine(Class::Noise);
        }
        match std::mem::take(&mut self.open) {
            Open::Docstring(heading) => {
                if let Some(seen) = docstring(&heading, text, sink) {
                    return seen;
                }
            }
            Open::Issue => {
                let bare = text.trim_start();
                if let Some(place) = bare.strip_prefix("Location: ") {
                    if let Some((place, ..)) = position(place) {
                        sink.emit(Event::At { place, better: true });
                    }
                    sink.emit(Event::Text(Part::Why));
                    sink.emit(Event::BlockClosed);
                    return Seen::Mine(Class::Detail);
                }
                if text.starts_with("   ") && !bare.is_empty() {
                    sink.emit(Event::Text(Part::Where));
                    self.open = Open::Issue;
                    return Seen::Mine(Class::Detail);
                }
                sink.emit(Event::BlockClosed);
            }
            Open::Hint => {
                if !text.is_empty() && (text.starts_with("  ") || text.ends_with(':')) {
                    sink.emit(Event::Text(Part::Where));
                    self.open = Open::Hint;
                    return Seen::Mine(Class::Detail);
                }
                sink.emit(Event::BlockClosed);
            }
            Open::Rows => {
                if let Some(seen) = self.rows(text, sink) {
                    return seen;
                }
            }
            Open::Row(lines) => {
                // The parser's error has its excerpt below it: anybody's lines.
                if !text.is_empty() && lines < MESSAGE_LINES && indented(text).is_none() {
                    sink.emit(Event::Text(Part::Why));
                    self.open = Open::Row(lines.saturating_add(1));
                    return Seen::Inside(Class::Detail);
                }
                sink.emit(Event::BlockClosed);
                if let Some(seen) = self.rows(text, sink) {
                    return seen;
                }
            }
            Open::Nothing => {}
        }
        self.outside(text, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.declare(sink);
        if let Open::Issue | Open::Hint | Open::Row(_) = std::mem::take(&mut self.open) {
            sink.emit(Event::BlockClosed);
        }
    }
}

impl Linters {
    /// The number of Android's lint, which shows the first error alone.
    fn declare(&mut self, sink: &mut dyn Sink) {
        if let Some(errors) = self.counted.take()
            && errors > 0
        {
            declared(errors, sink);
        }
    }

    /// A line among rows, if it belongs to them.
    fn rows(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(finding) = indented(text) {
            self.open = Open::Row(0);
            return Some(Seen::Mine(finding.open(text, sink)));
        }
        let more = text.is_empty() || text.starts_with("standard: ") || dots(text) || group(text);
        more.then(|| {
            self.open = Open::Rows;
            Seen::Mine(Class::Noise)
        })
    }

    fn outside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let reek = text.strip_prefix("Inspecting ").is_some_and(|rest| rest.ends_with(" file(s):"));
        if reek
            || text.starts_with("standard: Use JavaScript ")
            || text.starts_with("standard: Run `standard --fix`")
        {
            self.open = Open::Rows;
            return Seen::Mine(Class::Noise);
        }
        if let Some(rest) = text.strip_prefix(">> Issue: ") {
            sink.emit(Event::BlockOpened(Block::Diagnostic {
                place: Place { file: "", line: None },
                code: "",
                message: rest,
            }));
            sink.emit(Event::Heading);
            self.open = Open::Issue;
            return Seen::Mine(Class::Detail);
        }
        if let Some(finding) = finding(text) {
            if ends_in(finding.place.file, &["hs", "lhs"]) {
                self.open = Open::Hint;
                return Seen::Mine(finding.open(text, sink));
            }
            return Seen::Mine(finding.tell(text, sink));
        }
        if text.ends_with(':') && docstring_place(text).is_some() {
            self.open = Open::Docstring(crate::text::head(text, HELD_BYTES).into());
        }
        Seen::No
    }
}

/// A finding of one line.
fn finding(text: &str) -> Option<Finding<'_>> {
    if text.starts_with([' ', '\t']) {
        return None;
    }
    let weight = Weight::Fails;
    if let Some((place, column, message)) = spaced(text) {
        let graded = ["[W] ", "[E] ", "[F] "].iter().any(|grade| message.starts_with(grade));
        let environment = place.file.rsplit('/').next().is_some_and(|name| name.starts_with(".env"));
        let slower = message.contains(" is slower than ");
        return (graded || environment || slower).then_some(Finding { place, column, weight, message });
    }
    if let Some(found) = dependency(text) {
        return Some(found);
    }
    let (place, column, rest) = position(text)?;
    let message = rest.trim_start();
    let dead = ends_in(place.file, &["py"]) && column.is_none() && is_dead(message);
    let severe = diagnostics::severity(message).is_some() || message.is_empty();
    // hlint begins with a capital, the compiler does not.
    let hint = ["Suggestion: ", "Warning: ", "Error: "].iter().any(|grade| message.starts_with(grade))
        && ends_in(place.file, &["hs", "lhs"]);
    let alone = (ends_in(place.file, &ALONE) && !severe && column.is_some()) || hint;
    let misspelled = message.contains(" is a misspelling of ");
    let yaml = ends_in(place.file, &["yml", "yaml"]);
    let tagged = yaml
        && match message.strip_prefix('[') {
            Some(rest) => code(rest).is_some_and(|(_, rest)| rest.starts_with("] ")),
            None => message
                .split_once(": ")
                .is_some_and(|(rule, _)| rule.ends_with(']') && rule.contains('[') && !rule.contains(' ')),
        };
    let action =
        yaml && column.is_some() && message.strip_suffix(']').is_some_and(|rest| rest.contains(" ["));
    let bandit = code(message).is_some_and(|(_, rest)| rest.starts_with("[bandit]: "));
    let sorbet = place.file.ends_with(".rb")
        && message.rsplit_once(' ').is_some_and(|(_, page)| page.starts_with("https://srb.help/"));
    let kotlin = ends_in(place.file, &["kt", "kts"]) && column.is_some() && !severe && ends_in_rule(message);
    if let Some(weight) = android(message).filter(|_| ends_in(place.file, &ANDROID)) {
        return Some(Finding { place, column, weight, message });
    }
    (alone || misspelled || tagged || action || bandit || sorbet || kotlin || dead).then_some(Finding {
        place,
        column,
        weight,
        message,
    })
}

/// What deptry says of a dependency that stands in no code: `pyproject.toml: DEP002 'left' defined as a dependency ...`.
fn dependency(text: &str) -> Option<Finding<'_>> {
    let (file, message) = text.split_once(": ")?;
    let (rule, rest) = code(message)?;
    let own = ["pyproject.toml", "requirements.txt"].contains(&file) && rule.starts_with("DEP");
    let place = Place { file, line: None };
    (own && rest.starts_with(" '")).then_some(Finding { place, column: None, weight: Weight::Fails, message })
}

/// Whether vulture says this of a line: `unused import 'os' (90% confidence)`, with the number of lines when it sorts by it.
fn is_dead(message: &str) -> bool {
    let told = ["unused ", "unreachable ", "unsatisfiable ", "redundant "]
        .iter()
        .any(|word| message.starts_with(word));
    let sure = message.rsplit_once(" (").and_then(|(_, sure)| sure.split_once("% confidence"));
    told && sure.is_some_and(|(percent, rest)| {
        crate::recognize::kit::scan::whole_number(percent).is_some()
            && (rest == ")" || rest.starts_with(", "))
    })
}

/// How bad it is what Android's lint found: `Error: Missing permission [MissingPermission]`.
fn android(message: &str) -> Option<Weight> {
    let (_, id) = message.strip_suffix(']')?.rsplit_once(" [")?;
    let named = id.starts_with(|first: char| first.is_ascii_uppercase())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let graded = [("Error: ", Weight::Fails), ("Warning: ", Weight::Warns)];
    graded.iter().find(|(word, _)| named && message.starts_with(word)).map(|(_, weight)| *weight)
}

/// Whether a message ends with its rule: `(standard:indent)` of ktlint, `[MagicNumber]` of detekt.
fn ends_in_rule(message: &str) -> bool {
    let named = |open: &str, close: char| message.strip_suffix(close).and_then(|rest| rest.rsplit_once(open));
    let rule = |rule: &str| {
        !rule.is_empty() && rule.bytes().all(|byte| byte.is_ascii_alphanumeric() || b":-_".contains(&byte))
    };
    named(" (", ')').or_else(|| named(" [", ']')).is_some_and(|(_, name)| rule(name))
}

/// A row of reek or standard: `  PATH:LINE[:COL]: message`.
fn indented(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text.strip_prefix("  ")?)?;
    let message = rest.strip_prefix(' ')?;
    (!message.is_empty()).then_some(Finding { place, column, weight: Weight::Fails, message })
}

/// reek's progress.
fn dots(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| matches!(byte, b'.' | b'S'))
}

/// reek's heading of a file: `app/a.rb -- 4 warnings:`.
fn group(text: &str) -> bool {
    text.ends_with(" warnings:") || text.ends_with(" warning:")
}

/// `test.py:1 at module level:`, `test.py:27 in public function `x`:`
fn docstring_place(text: &str) -> Option<Place<'_>> {
    let (place, _, rest) = spaced(text)?;
    let own = rest.starts_with("at module level")
        || rest.starts_with("in public ")
        || rest.starts_with("in private ");
    (own && ends_in(place.file, &["py", "pyi"])).then_some(place)
}

fn docstring(heading: &str, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
    let message = text.strip_prefix("        ")?;
    code(message).filter(|(_, rest)| rest.starts_with(": "))?;
    let place = docstring_place(heading)?;
    sink.emit(Event::Instead(heading));
    let finding = Finding { place, column: None, weight: Weight::Fails, message };
    finding.open(text, sink);
    sink.emit(Event::Text(Part::Why));
    sink.emit(Event::BlockClosed);
    Some(Seen::Mine(Class::Detail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    #[test]
    fn android_counts_what_it_does_not_show() {
        let said = drive(
            &mut Linters::default(),
            "Lint found 3 errors, 1 warnings. First failure:\n\n/q/Rope.kt:4: Error: it may tear [Tear]\n\nThe full lint text report is located at:\n  /q/a.txt\n",
        )
        .join("\n");
        assert!(said.contains("errors: Some(3)") && said.contains("Rope.kt"), "{said}");
        let none =
            drive(&mut Linters::default(), "Lint found errors in the project; aborting build.\n").join("\n");
        assert!(!none.contains("Declared"), "{none}");
    }

    #[test]
    fn one_line_of_each_is_a_finding() {
        for text in [
            "app/a.html.haml:33 [W] ImplicitDiv: no",
            ".env:3 KeyWithoutValue: no",
            "/p/src/App.kt:3:1: Unused import (standard:no-unused-imports)",
            "build.gradle.kts:10:5: Unexpected indentation (4) (should be 8) (indent)",
            "/p/src/App.kt:14:23: This expression contains a magic number. [MagicNumber]",
            "app/a.rb:57 Array#select.first is slower than Array#detect.",
            "a.html.erb:9:0: Indent",
            "pet/v1/pet.proto:42:10:Field name should be lower_snake_case",
            "a.lua:5:17: trailing whitespace",
            "src/A.hs:11:18: Suggestion: Redundant bracket",
            "a.txt:1:20: \"zeebra\" is a misspelling of \"zebra\"",
            "main.yml:1: [E201] Trailing whitespace",
            "roles/a.yml:3: fqcn[action-core]: Use FQCN",
            ".github/workflows/a.yml:3:5: unexpected key \"x\" [syntax-check]",
            "sample.rb:13: Method barr does not exist https://srb.help/7003",
            "/p/a.py:5: B105[bandit]: LOW: Possible hardcoded password",
            "/p/src/main/AndroidManifest.xml:5: Error: Missing permission [MissingPermission]",
            "harbour/quay.py:8: unreachable code after 'return' (100% confidence)",
            "quay.py:4: unused function 'moor' (60% confidence, 5 lines)",
            "pyproject.toml: DEP002 'left' defined as a dependency but not used in the codebase",
        ] {
            assert!(finding(text).is_some(), "{text}");
        }
        for text in [
            "src/A.hs:11:18: error: Variable not in scope",
            "src/a.py:7: AssertionError",
            "/p/src/App.kt:3:1: error: unresolved reference (x)",
            "App.kt:7: called from (main)",
            "a.rb:3: warning: unused",
            "docker-compose.yml:3: x",
            "app/a.rb:57 is here",
            "quay.py:8: unused function 'moor' (some confidence)",
            "quay.py:8: moored with 100% confidence",
            "pyproject.toml: DEPTH of the berth",
            "Cargo.toml: DEP002 'left' is not used",
        ] {
            assert!(finding(text).is_none(), "{text}");
        }
    }

    #[test]
    fn rows_below_a_heading_are_findings() {
        let rows = drive(
            &mut Linters::default(),
            "standard: Use JavaScript Standard Style (https://standardjs.com)\n  /p/a.js:4:12: Missing space.\n\nother\n  /p/a.js:4:12: not any more",
        );
        assert!(rows[1].contains("Diagnostic"), "{rows:?}");
        assert_eq!(rows[4], "5 No ");
    }

    #[test]
    fn a_row_whose_message_goes_on_ends_no_rows() {
        let log = "standard: Use JavaScript Standard Style (https://standardjs.com)\n  /p/a.js:0:0: /p/n.js:56\n    token.value = 1;\n                  ^\nUnexpected token ILLEGAL\n  /p/b.js:0:0: /p/n.js:56\n    token.value = 1;\n                  ^\nUnexpected token ILLEGAL\n\nother\n";
        let rows = drive(&mut Linters::default(), log);
        assert_eq!(rows.iter().filter(|row| row.contains("Diagnostic")).count(), 2, "{rows:#?}");
        assert_eq!((rows[4].as_str(), rows[10].as_str()), ("5 Inside(Detail) Text(Why)", "11 No "));
    }

    #[test]
    fn findings_of_two_lines_have_place_and_message() {
        let rows =
            drive(&mut Linters::default(), "test.py:1 at module level:\n        D100: Missing docstring");
        assert!(rows[1].contains("message: \"D100: Missing docstring\""), "{rows:?}");
        let rows = drive(
            &mut Linters::default(),
            ">> Issue: [B404:blacklist] Consider implications\n   Severity: Low   Confidence: High\n   Location: ./a.py:1:0\n",
        );
        assert!(rows[2].contains("At { place: Place { file: \"./a.py\", line: Some(1) }"), "{rows:?}");
    }
}
