//! Further small linters whose findings begin with no `PATH:LINE`: told as `linter`.
//!
//! brakeman: rows `PATH  LINE  category  kind  message  confidence` between tabs, and in its report `Confidence:`,
//! `Category:`, `Message:`, `File:`, `Line:` on lines of their own. puppet-lint: `PATH - ERROR: message on line N`. tslint:
//! `PATH[LINE, COLUMN]: message`, since version 5.8 `ERROR: PATH:LINE:COLUMN - message`. remark: a file's path, then rows
//! `LINE:COLUMN  warning  message  rule  remark-lint`. scalastyle: `error file=PATH message=TEXT line=N column=M`.
//! What only warns does not fail the run: puppet-lint's, tslint's and scalastyle's warnings, all that remark calls one.

use crate::event::{Block, Class, Event, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::finding::{Finding, Weight, ends_in, position};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// The longest path that is held, in bytes.
const PATH_BYTES: usize = 1024;
/// How sure brakeman is.
const CONFIDENCES: [&str; 3] = ["High", "Medium", "Weak"];

/// What was read last.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// A file of remark's: its rows follow.
    File(Box<str>),
    /// brakeman said how sure it is; its message follows.
    Sure,
    /// brakeman's message was read; the file that it is about may be known.
    Warning(Box<str>),
}

/// Further small linters.
#[derive(Debug, Default)]
pub struct MoreLinters {
    open: Open,
}

impl Recognizer for MoreLinters {
    fn runner(&self) -> Runner {
        Runner("linter")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &["Confidence: ", "error file=", "warning file=", "ERROR: ", "WARNING: "],
            inside: &[".pp - ", ".ts["],
            passes: &[
                PassShape { start: "", end: " remark-lint" },
                PassShape { start: "", end: "\tHigh" },
                PassShape { start: "", end: "\tMedium" },
                PassShape { start: "", end: "\tWeak" },
                PassShape { start: "/", end: " High" },
                PassShape { start: "/", end: " Medium" },
                PassShape { start: "/", end: " Weak" },
                PassShape { start: "", end: ".md" },
            ],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        if matches!(self.open, Open::Nothing) { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        match std::mem::take(&mut self.open) {
            Open::Nothing => {}
            Open::File(file) => {
                if let Some(finding) = row(&file, text) {
                    let class = finding.tell(&format!("{file} {}", text.trim()), sink);
                    self.open = Open::File(file);
                    return Seen::Mine(class);
                }
            }
            Open::Sure => {
                if let Some(message) = text.strip_prefix("Message: ") {
                    let place = Place { file: "", line: None };
                    sink.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message }));
                    sink.emit(Event::Heading);
                    self.open = Open::Warning("".into());
                    return Seen::Mine(Class::Detail);
                }
                if ["Category: ", "Check: "].iter().any(|key| text.starts_with(key)) {
                    self.open = Open::Sure;
                    return Seen::Mine(Class::Noise);
                }
            }
            Open::Warning(file) => {
                if let Some(seen) = self.warning(&file, text, sink) {
                    return seen;
                }
            }
        }
        if let Some(sure) = text.strip_prefix("Confidence: ")
            && CONFIDENCES.contains(&sure)
        {
            self.open = Open::Sure;
            return Seen::Mine(Class::Noise);
        }
        let found = brakeman(text).or_else(|| puppet(text)).or_else(|| tslint(text)).or_else(|| scala(text));
        if let Some(finding) = found {
            return Seen::Mine(finding.tell(text, sink));
        }
        let alone = !text.starts_with(' ') && !text.contains([' ', ':', '\t']) && text.len() < PATH_BYTES;
        if alone && ends_in(text, &["md", "mdx", "markdown"]) {
            self.open = Open::File(text.into());
            return Seen::Inside(Class::Noise);
        }
        Seen::No
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        if let Open::Warning(_) = std::mem::take(&mut self.open) {
            sink.emit(Event::BlockClosed);
        }
    }
}

impl MoreLinters {
    /// A line of brakeman's report below a message.
    fn warning(&mut self, file: &str, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(file) = text.strip_prefix("File: ") {
            sink.emit(Event::At { place: Place { file, line: None }, better: true });
            sink.emit(Event::Text(Part::Why));
            self.open = Open::Warning(crate::text::head(file, PATH_BYTES).into());
            return Some(Seen::Mine(Class::Detail));
        }
        if let Some(line) = text.strip_prefix("Line: ").and_then(scan::whole_number) {
            sink.emit(Event::At { place: Place { file, line: Some(line) }, better: true });
            sink.emit(Event::Text(Part::Why));
            sink.emit(Event::BlockClosed);
            return Some(Seen::Mine(Class::Detail));
        }
        if text.starts_with("Code: ") {
            sink.emit(Event::Text(Part::Why));
            self.open = Open::Warning(file.into());
            return Some(Seen::Mine(Class::Detail));
        }
        sink.emit(Event::BlockClosed);
        None
    }
}

/// A row of brakeman's.
fn brakeman(text: &str) -> Option<Finding<'_>> {
    let (_, sure) = text.rsplit_once(['\t', ' '])?;
    if !CONFIDENCES.contains(&sure) {
        return None;
    }
    let gap = |text: &str| text.find(['\t', ' ']);
    let (file, rest) = text.split_at_checked(gap(text)?)?;
    let (line, rest) = scan::number(rest.trim_start())?;
    // Columns are apart by tabs, or by what a terminal made of them.
    let apart = rest.starts_with('\t') || rest.starts_with("  ");
    let message = rest.trim_start();
    let own = apart && ends_in(file, &["rb", "erb", "haml", "slim", "rake"]) && !message.is_empty();
    let place = Place { file, line: Some(line) };
    own.then_some(Finding { place, column: None, weight: Weight::Fails, message })
}

/// puppet-lint's line.
fn puppet(text: &str) -> Option<Finding<'_>> {
    let (file, rest) = text.split_once(" - ")?;
    let weight = match rest.split_once(": ")?.0 {
        "ERROR" => Weight::Fails,
        "WARNING" => Weight::Warns,
        _ => return None,
    };
    let (_, behind) = rest.rsplit_once(" on line ")?;
    let (line, after) = scan::number(behind)?;
    let own = ends_in(file, &["pp"]) && (after.is_empty() || after.starts_with([' ', ',']));
    own.then_some(Finding { place: Place { file, line: Some(line) }, column: None, weight, message: rest })
}

/// tslint's line, of both forms.
fn tslint(text: &str) -> Option<Finding<'_>> {
    const FILES: [&str; 6] = ["ts", "tsx", "js", "jsx", "mts", "cts"];
    let graded = [("ERROR: ", Weight::Fails), ("WARNING: ", Weight::Warns)];
    let (weight, rest) = graded
        .iter()
        .find_map(|(word, weight)| Some((*weight, text.strip_prefix(word)?)))
        .unwrap_or((Weight::Fails, text));
    if let Some((file, rest)) = rest.split_once('[')
        && ends_in(file, &FILES)
        && !file.contains(' ')
    {
        let (line, rest) = scan::number(rest)?;
        let (column, rest) = scan::number(rest.strip_prefix(", ")?)?;
        let message = rest.strip_prefix("]: ")?;
        let place = Place { file, line: Some(line) };
        return Some(Finding { place, column: Some(column), weight, message });
    }
    let (place, column, message) =
        position(text.strip_prefix("ERROR: ").or(text.strip_prefix("WARNING: "))?)?;
    let message = message.strip_prefix(" - ")?;
    ends_in(place.file, &FILES).then_some(Finding { place, column, weight, message })
}

/// scalastyle's line.
fn scala(text: &str) -> Option<Finding<'_>> {
    let (word, rest) = text.split_once(" file=")?;
    let weight = match word {
        "error" => Weight::Fails,
        "warning" => Weight::Warns,
        _ => return None,
    };
    let (file, message) = rest.split_once(" message=")?;
    let line = message.rsplit_once(" line=").and_then(|(_, behind)| Some(scan::number(behind)?.0));
    let own = ends_in(file, &["scala", "sbt"]);
    own.then_some(Finding { place: Place { file, line }, column: None, weight, message })
}

/// A row of remark's.
fn row<'a>(file: &'a str, text: &'a str) -> Option<Finding<'a>> {
    let (line, rest) = scan::number(text.trim_start())?;
    let (column, rest) = scan::number(rest.strip_prefix(':')?)?;
    // A range goes on to its end.
    let rest = rest.strip_prefix('-').map_or(rest, |end| end.trim_start_matches(|c: char| c != ' '));
    let (word, message) = rest.trim_start().split_once(' ')?;
    let weight = match word {
        "error" => Weight::Fails,
        "warning" => Weight::Warns,
        _ => return None,
    };
    let own =
        rest.starts_with(' ') && message.rsplit_once(' ').is_some_and(|(_, tool)| tool.starts_with("remark"));
    let place = Place { file, line: Some(line) };
    own.then_some(Finding { place, column: Some(column), weight, message: message.trim() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    #[test]
    fn one_line_of_each_is_a_finding() {
        for text in [
            "app/models/package.rb\t13\tCommand Injection\tGeneral\tPossible command injection\tHigh",
            "/app/models/package.rb      13      Command Injection       General Possible   High",
            "manifests/init.pp - ERROR: docker not in autoload module layout on line 7",
            "manifests/init.pp - WARNING: line has more than 140 characters on line 9 (check: 140chars)",
            "src/a.ts[418, 38]: ' should be \"",
            "ERROR: src/a.ts:418:38 - missing semicolon",
            "error file=/p/a.scala message=File length exceeds 5 lines",
            "warning file=/p/a.scala message=Object name line=6 column=7",
        ] {
            let row = &drive(&mut MoreLinters::default(), text)[0];
            let tells = row.contains("Diagnostic {") || row.contains("Warning {");
            assert!(tells, "{text}: {row}");
        }
    }

    #[test]
    fn what_is_merely_alike_is_nobodys() {
        for text in [
            "Priority set to High",
            "/var/log 12 High",
            "deploy - ERROR: it broke on line 7",
            "items.ts[0]: x",
            "list.ts[1, 2] is here",
            "ERROR: could not connect",
            "ERROR: a.py:3:4 - no",
            "error file=a.txt message=no",
            "Confidence: Total",
            "12:3  warning  x  y  remark-lint",
        ] {
            assert_eq!(drive(&mut MoreLinters::default(), text)[0], "1 No ", "{text}");
        }
    }

    #[test]
    fn a_report_of_brakeman_has_message_and_place_on_lines_of_their_own() {
        let text = "Confidence: High\nCategory: SQL Injection\nMessage: Possible SQL injection\nCode: q\nFile: app/a.rb\nLine: 12\n\n";
        let rows = drive(&mut MoreLinters::default(), text);
        assert!(rows[2].contains("message: \"Possible SQL injection\""), "{rows:?}");
        assert!(rows[5].contains("At { place: Place { file: \"app/a.rb\", line: Some(12) }"), "{rows:?}");
    }

    #[test]
    fn rows_of_remark_stand_below_their_file() {
        let text = "docs/a.md\n  25:3  warning  Incorrect indent  list-item-indent  remark-lint\n 26:1-26:5 error No  x remark-lint\n\nother\n";
        let rows = drive(&mut MoreLinters::default(), text);
        assert!(rows[1].contains("Warning { key: \"docs/a.md 25:3  warning"), "{rows:?}");
        assert!(rows[2].contains("place: Place { file: \"docs/a.md\", line: Some(26) }"), "{rows:?}");
        assert_eq!(rows[4], "5 No ");
    }
}
