//! Linters of scripts, pages and texts that people of the web use: told as `linter`.
//!
//! JSHint: `PATH: line 3, col 17, message`. HTMLHint: a page's path, then two rows for each finding, `L1 |<html>` and
//! `^ message (rule)`. cspell: `PATH:LINE:COL - Unknown word (x)`. xo and tsd, whose rows are eslint-formatter-pretty's:
//! `PATH:LINE:COL` alone, then `✖  3:17  message  rule`. markdown-link-check: `[✖] LINK → Status: 404`, below `FILE: PATH` or
//! `ERROR: 1 dead link found in PATH !`. What only warns does not fail the run.

use crate::event::{Class, Event, Place, Runner, Seen, Sink};
use crate::recognize::kit::lint::finding::{
    Finding, Weight, all_is_well, count, declared, ends_in, position,
};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// The longest path that is held, in bytes.
const PATH_BYTES: usize = 1024;
/// Files of which cspell and JSHint tell and that other linters read too.
const ENDINGS: [&str; 6] = ["js", "mjs", "cjs", "ts", "tsx", "jsx"];
/// What heads the files of markdown-link-check.
const FILE: &str = "FILE: ";

/// What was read last.
#[derive(Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// A page, and the line of it that was shown last.
    Page(Box<str>, Option<u64>),
    /// A file whose rows have a mark, and how many were told.
    Marked(Box<str>, u64),
    /// A file whose links are told.
    Links(Box<str>),
}

/// Linters of scripts, pages and texts.
#[derive(Debug, Default)]
pub struct WebLinters {
    open: Open,
    /// Whether a finding was told since the last totals.
    told: bool,
}

impl Recognizer for WebLinters {
    fn runner(&self) -> Runner {
        Runner("linter")
    }

    fn signs(&self) -> Signs {
        Signs {
            // The path of a page that begins with a slash is shown to eslint: the row below it begins one too.
            starts: &[
                "CSpell: Files checked: ",
                "Scanned ",
                FILE,
                "ERROR: ",
                "L1",
                "L2",
                "L3",
                "L4",
                "L5",
                "L6",
                "L7",
                "L8",
                "L9",
            ],
            inside: &[", col "],
            passes: &[PassShape { start: "", end: ".html" }, PassShape { start: "", end: ".htm" }],
            path: true,
            ..Signs::default()
        }
    }

    fn reads(&self, ending: &str) -> bool {
        ENDINGS.contains(&ending)
    }

    fn attention(&self) -> Attention {
        if matches!(self.open, Open::Nothing) { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        let bare = text.trim_start();
        if let Some(seen) = self.row(text, bare, sink) {
            return seen;
        }
        if let Some(finding) = jshint(text).or_else(|| cspell(text)) {
            self.told = true;
            return Seen::Mine(finding.tell(text, sink));
        }
        if let Some(file) = bare.strip_prefix(FILE).or_else(|| dead(bare)) {
            self.open = Open::Links(held(file));
            return Seen::Inside(Class::Noise);
        }
        if let Some(seen) = self.totals(bare, sink) {
            return seen;
        }
        let page = text.starts_with("   ") && ends_in(bare, &["html", "htm"]) && !bare.contains(": ");
        // It is shown with its first row.
        if text.starts_with("      ")
            && let Some(line) = shown(bare)
        {
            self.open = Open::Page(Box::default(), Some(line));
        } else if page {
            self.open = Open::Page(held(bare), None);
        } else if let Some(file) = place_alone(text) {
            self.open = Open::Marked(held(file), 0);
        } else {
            return Seen::No;
        }
        Seen::Inside(Class::Noise)
    }
}

impl WebLinters {
    /// A row below what heads it; `None` ends them.
    fn row(&mut self, text: &str, bare: &str, sink: &mut dyn Sink) -> Option<Seen> {
        match std::mem::take(&mut self.open) {
            Open::Nothing => None,
            Open::Page(file, line) => {
                if let Some(line) = shown(bare) {
                    self.open = Open::Page(file, Some(line));
                    return Some(Seen::Mine(Class::Noise));
                }
                let message = bare.strip_prefix("^ ").filter(|message| message.ends_with(')'))?;
                let place = Place { file: &file, line };
                Finding { place, column: None, weight: Weight::Fails, message }
                    .tell(&format!("{file} {message}"), sink);
                self.told = true;
                self.open = Open::Page(file, line);
                Some(Seen::Mine(Class::Detail))
            }
            Open::Marked(file, told) => {
                if let Some((weight, line, column, message)) = marked(bare) {
                    let place = Place { file: &file, line: Some(line) };
                    if told == 0 {
                        // The path heads its first finding, as it does in the tool's own report.
                        sink.emit(Event::Instead(&file));
                    }
                    let class = Finding { place, column: Some(column), weight, message }.tell(text, sink);
                    self.told = true;
                    self.open = Open::Marked(file, told.saturating_add(1));
                    return Some(Seen::Mine(class));
                }
                let ended = told > 0 && (count(bare, "error").is_some() || count(bare, "warning").is_some());
                ended.then_some(Seen::Mine(Class::Totals))
            }
            Open::Links(file) => {
                if let Some(link) = bare.strip_prefix("[\u{2716}] ") {
                    // Without its status it is told once more.
                    if !link.contains(" \u{2192} Status: ") {
                        self.open = Open::Links(file);
                        return Some(Seen::Mine(Class::Noise));
                    }
                    let place = Place { file: &file, line: None };
                    Finding { place, column: None, weight: Weight::Fails, message: link }.tell(text, sink);
                    self.open = Open::Links(file);
                    return Some(Seen::Mine(Class::Detail));
                }
                let among = bare.is_empty()
                    || bare.starts_with("[\u{2713}] ")
                    || count(bare, "link").is_some_and(|(_, rest)| rest == " checked.")
                    || bare.strip_prefix("ERROR: ").is_some_and(|rest| rest.ends_with(" found!"));
                among.then(|| {
                    self.open = Open::Links(file);
                    Seen::Mine(Class::Noise)
                })
            }
        }
    }

    /// The numbers of cspell and of HTMLHint.
    fn totals(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let errors = if let Some(rest) = text.strip_prefix("CSpell: Files checked: ") {
            let (_, rest) = scan::number(rest)?;
            scan::number(rest.strip_prefix(", Issues found: ")?)?.0
        } else {
            let (_, rest) = count(text.strip_prefix("Scanned ")?, "file")?;
            let rest = rest.strip_prefix(", ")?;
            if rest.starts_with("no errors found") {
                0
            } else {
                count(rest.strip_prefix("found ")?, "error")?.0
            }
        };
        if errors == 0 {
            all_is_well(sink);
        } else if std::mem::take(&mut self.told) {
            declared(errors, sink);
        } else {
            sink.emit(Event::Consequence { name: text, kind: crate::event::FailureKind::Build });
        }
        Some(Seen::Mine(Class::Totals))
    }
}

/// `L7 |<html>`: the line of a page that is shown.
fn shown(bare: &str) -> Option<u64> {
    let (line, rest) = bare.strip_prefix('L').and_then(scan::number)?;
    rest.starts_with(" |").then_some(line)
}

fn held(path: &str) -> Box<str> {
    crate::text::head(path, PATH_BYTES).into()
}

/// `bad.js: line 3, col 17, Missing semicolon.`, but not eslint's `Error - message`.
fn jshint(text: &str) -> Option<Finding<'_>> {
    let (file, rest) = scan::split_once(text, ": line ")?;
    let (line, rest) = scan::number(rest)?;
    let (column, rest) = scan::number(rest.strip_prefix(", col ")?)?;
    let message = rest.strip_prefix(", ")?;
    let graded = ["Error - ", "Warning - "].iter().any(|grade| message.starts_with(grade));
    let place = Place { file, line: Some(line) };
    let own = !graded && ends_in(file, &["js", "mjs", "cjs", "html", "htm"]);
    own.then_some(Finding { place, column: Some(column), weight: Weight::Fails, message })
}

/// `a.md:1:3 - Unknown word (Titel) fix: (Title)`.
fn cspell(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text)?;
    let message = rest.strip_prefix(" - ")?;
    let own = ["Unknown word (", "Misspelled word (", "Forbidden word ("]
        .iter()
        .any(|own| message.starts_with(own));
    own.then_some(Finding { place, column, weight: Weight::Fails, message })
}

/// `  bad.js:1:1`: a place and nothing else.
fn place_alone(text: &str) -> Option<&str> {
    let bare = text.strip_prefix("  ")?;
    let mut parts = bare.rsplitn(3, ':');
    let numbers = [parts.next()?, parts.next()?];
    let file = parts.next()?;
    let numbered =
        numbers.iter().all(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
    (numbered && !file.starts_with(' ') && ends_in(file, &ENDINGS)).then_some(file)
}

/// `✖  3:17  Unexpected debugger statement.  no-debugger`.
fn marked(bare: &str) -> Option<(Weight, u64, u64, &str)> {
    let (weight, rest) = match bare.split_at_checked(3)? {
        ("\u{2716}", rest) => (Weight::Fails, rest),
        ("\u{26a0}", rest) => (Weight::Warns, rest),
        _ => return None,
    };
    let (line, rest) = scan::number(rest.trim_start())?;
    let (column, rest) = scan::number(rest.strip_prefix(':')?)?;
    rest.starts_with(' ').then(|| (weight, line, column, rest.trim()))
}

/// `ERROR: 1 dead link found in a.md !`.
fn dead(bare: &str) -> Option<&str> {
    let (_, rest) = count(bare.strip_prefix("ERROR: ")?, "dead link")?;
    rest.strip_prefix(" found in ")?.strip_suffix(" !")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut WebLinters::default(), text).join("\n")
    }

    #[test]
    fn rows_of_one_line_are_findings() {
        let all =
            all("a.js: line 3, col 17, Missing semicolon.\na.md:1:3 - Unknown word (Titel) fix: (Title)\n");
        assert!(all.contains("file: \"a.js\", line: Some(3)"), "{all}");
        assert!(all.contains("file: \"a.md\", line: Some(1)"), "{all}");
        for text in ["a.js: line 3, col 17, Error - no (semi)", "a.md:1:3 - boats", "a.md: line 3, col 1, no"]
        {
            assert!(!self::all(text).contains("Diagnostic"), "{text}");
        }
    }

    #[test]
    fn a_page_has_the_line_that_is_shown_above_its_finding() {
        let all = all(
            "   /p/a.html\n      L7 |<html>\n          ^ no title (title-require)\n\nScanned 1 files, found 1 errors in 1 files (14 ms)\n",
        );
        assert!(all.contains("file: \"/p/a.html\", line: Some(7)"), "{all}");
        assert!(all.contains("errors: Some(1)"), "{all}");
    }

    #[test]
    fn rows_with_a_mark_stand_below_a_place() {
        let all = all("  a.js:1:1\n  ✖  1:5   no var  no-var\n  ⚠  2:10  unused  no-unused\n\n  1 error\n");
        assert_eq!(all.matches("Diagnostic").count(), 1, "{all}");
        assert!(all.contains("Column(5)") && all.contains("Mine(Warning)"), "{all}");
        assert!(!self::all("  ✖  1:5   no var  no-var\n").contains("Diagnostic"));
    }

    #[test]
    fn a_dead_link_counts_once() {
        let all = all(
            "FILE: a.md\n  [✖] b.md\n\n  1 links checked.\n\n  ERROR: 1 dead links found!\n  [✖] b.md → Status: 400\n",
        );
        assert_eq!(all.matches("Diagnostic").count(), 1, "{all}");
    }

    #[test]
    fn numbers_alone_fail_or_pass_a_run() {
        assert!(all("CSpell: Files checked: 3, Issues found: 2 in 1 file.").contains("Consequence"));
        assert!(
            all("CSpell: Files checked: 3, Issues found: 0 in 0 files.").contains("SectionEnded(Passed)")
        );
        assert!(all("Scanned 3 files, no errors found (5 ms).").contains("SectionEnded(Passed)"));
        assert!(!all("Scanned 3 pages").contains("Section"));
    }
}
