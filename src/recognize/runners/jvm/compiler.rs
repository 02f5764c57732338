//! javac, kotlinc and scalac by themselves, under Ant and under Gradle. (Maven and sbt mark every line: `maven`, `sbt`.)
//!
//! All three print `FILE:LINE[:COL]: error: MESSAGE`, the line of source, a caret, and indented details; kotlinc under Gradle
//! prints `e: FILE...` without source, scalac 3 a ruled heading. They share one machine; a [`Language`] reads the headings.
//! The file's ending decides whose a line is. Source below a heading can be anything, so it is taken only right below it.

use std::fmt::Debug;
use std::marker::PhantomData;

use super::shared::compiler_lines::{
    BEYOND_SHOWN, bars, beyond_shown, carets, closing, errors_found, unmarked,
};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Level, Part, Place, Seen, Totals};
use crate::recognize::kit::diagnostics::Severity;
use crate::recognize::kit::lint::finding::declared;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec, diagnostics, scan};

/// Endings of the files of each language.
const JAVA: &[&str] = &["java"];
const KOTLIN: &[&str] = &["kt", "kts"];
const SCALA: &[&str] = &["scala", "sc", "sbt"];

/// One of the languages.
pub trait Language: Debug + Default {
    /// Its compiler's name, and which lines it has to see.
    const SPEC: Spec;
    /// Whether its headings tell columns.
    const COLUMNS: bool;

    /// Reads a heading without the marks of build tools.
    fn heading(text: &str) -> Option<Heading<'_>>;
}

/// A diagnostic's first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heading<'a> {
    /// Where; `None` when the compiler says none.
    pub place: Option<Place<'a>>,
    /// How bad.
    pub severity: Severity,
    /// The compiler's code, or empty.
    pub code: &'a str,
    /// The message.
    pub message: &'a str,
    /// What may follow.
    pub follows: Follows,
}

/// What follows a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// Source, a caret, indented details.
    Source,
    /// Further lines of the message, indented.
    Details,
    /// Lines with a bar (`3 |  code`).
    Bars,
}

/// What the last line of the open block was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    Heading(Follows),
    Source,
    Caret,
}

/// A compiler.
#[derive(Debug, Default)]
pub struct Compiler<L> {
    /// The class of the open block's lines, and what the last one was.
    last: Option<(Class, After)>,
    /// Where the open block's error is, until the caret below its source tells the column.
    place: Option<(String, Option<u64>)>,
    /// Errors that were reported: the compiler's number of them may be larger.
    reported: u64,
    language: PhantomData<L>,
}

impl<L: Language> Runner for Compiler<L> {
    const SPEC: Spec = Spec { every_line: EveryLine::BelowFailure, equal_names: EqualNames::Same, ..L::SPEC };

    type Zone = ();

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let text = unmarked(run.line().judged());
        if let Some(heading) = L::heading(text) {
            return self.begin(&heading, text, run);
        }
        if let Some(seen) = self.below(text, run) {
            return seen;
        }
        self.tell_place(run);
        run.close();
        let open = self.last.take().is_some();
        if let Some(errors) = beyond_shown(text) {
            let totals = Totals { errors: Some(errors), ..Totals::default() };
            run.emit(Event::Declared { totals, level: Level::Section });
            return Seen::Mine(Class::Totals);
        }
        let reported = std::mem::take(&mut self.reported);
        let number = errors_found(text);
        if let Some(errors) = number.filter(|errors| (1..*errors).contains(&reported)) {
            declared(errors, run);
            return Seen::Mine(Class::Totals);
        }
        self.reported = if number.is_some() { 0 } else { reported };
        if open && closing(text) {
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.tell_place(run);
    }
}

impl<L: Language> Compiler<L> {
    fn begin(&mut self, heading: &Heading<'_>, text: &str, run: &mut Run<'_>) -> Seen {
        if heading.severity == Severity::Note {
            if let Some((class, trailing)) = &mut self.last {
                run.text(Part::Where);
                *trailing = After::Heading(heading.follows);
                return Seen::Mine(*class);
            }
            return Seen::Mine(Class::Noise);
        }
        self.tell_place(run);
        let Heading { code, message, follows, .. } = *heading;
        let (class, seen) = if heading.severity.fails() {
            self.reported.up(1);
            let seen = match heading.place {
                // Of two names on a line that are unknown javac says the same, and only the caret tells which is which.
                Some(Place { file, line }) if follows == Follows::Source && !L::COLUMNS => {
                    self.place = Some((file.to_owned(), line));
                    run.diagnostic(Place { file: "", line: None }, code, message)
                }
                Some(place) => run.diagnostic(place, code, message),
                None => run.fail_whole(message, FailureKind::Build),
            };
            (Class::Detail, seen)
        } else {
            (Class::Warning, run.warn(text))
        };
        self.last = Some((class, After::Heading(follows)));
        seen
    }

    /// Tells where the open block's error is, unless that was reported.
    fn tell_place(&mut self, run: &mut Run<'_>) {
        if let Some((file, line)) = self.place.take() {
            run.emit(Event::At { place: Place { file: &file, line }, better: true });
        }
    }

    /// A line below a heading; `None` when it is not part of it.
    fn below(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let (class, trailing) = self.last.as_mut()?;
        let class = *class;
        let blank = text.trim().is_empty();
        let indented = text.starts_with("  ") || text.starts_with('\t');
        let (next, part, seen) = match *trailing {
            After::Heading(Follows::Source) if carets(text) => (After::Caret, Part::Where, Seen::Mine(class)),
            After::Heading(Follows::Source) if !blank && !closing(text) => {
                (After::Source, Part::Where, Seen::Inside(class))
            }
            After::Source if carets(text) => (After::Caret, Part::Where, Seen::Mine(class)),
            After::Caret if indented && !blank => (After::Caret, Part::Why, Seen::Mine(class)),
            // A message of several lines is before the source.
            After::Source if indented && !blank => (After::Source, Part::Why, Seen::Inside(class)),
            After::Heading(Follows::Details) if indented && !blank => {
                (After::Heading(Follows::Details), Part::Why, Seen::Mine(class))
            }
            After::Heading(Follows::Bars) if bars(text) => {
                let message = text
                    .split_once('|')
                    .is_some_and(|(left, right)| left.trim().is_empty() && !carets(right));
                let part = if message { Part::Why } else { Part::Where };
                (After::Heading(Follows::Bars), part, Seen::Mine(class))
            }
            _ => return None,
        };
        *trailing = next;
        if next == After::Caret && self.place.is_some() {
            let before = text.chars().take_while(|each| *each != '^').count();
            run.emit(Event::Column(u64::try_from(before).unwrap_or(0).saturating_add(1)));
            self.tell_place(run);
        }
        run.text(part);
        Some(seen)
    }
}

/// `FILE:LINE[:COL]: SEVERITY: MESSAGE` on a file of these endings.
fn plain<'a>(text: &'a str, endings: &[&str]) -> Option<Heading<'a>> {
    if text.starts_with([' ', '\t']) {
        return None;
    }
    let read = diagnostics::parse(text)?;
    let own = endings.contains(&diagnostics::extension(read.place.file));
    let (code, message) = match read.message.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
        Some((code, message)) if !code.contains(' ') => (code, message),
        _ => (read.code, read.message),
    };
    own.then_some(Heading {
        place: Some(read.place),
        severity: read.severity,
        code,
        message,
        follows: Follows::Source,
    })
}

/// Java.
#[derive(Debug, Default)]
pub struct Java;

impl Language for Java {
    const SPEC: Spec = Spec {
        name: "javac",
        reads: "javac, alone and under Ant and Gradle",
        starts: &["[javac] ", BEYOND_SHOWN],
        inside: &[": error: "],
        places: Some(JAVA),
        ..Spec::NONE
    };
    const COLUMNS: bool = false;

    fn heading(text: &str) -> Option<Heading<'_>> {
        plain(text, JAVA)
    }
}

/// Kotlin.
#[derive(Debug, Default)]
pub struct Kotlin;

impl Language for Kotlin {
    const SPEC: Spec = Spec {
        name: "kotlinc",
        reads: "kotlinc, alone and under Gradle",
        starts: &["e: ", "w: ", "[kotlinc] "],
        places: Some(KOTLIN),
        ..Spec::NONE
    };
    const COLUMNS: bool = true;

    fn heading(text: &str) -> Option<Heading<'_>> {
        let (severity, rest) = match text.strip_prefix("e: ") {
            Some(rest) => (Severity::Error, rest),
            None => match text.strip_prefix("w: ") {
                Some(rest) => (Severity::Warning, rest),
                None => return plain(text, KOTLIN),
            },
        };
        let follows = Follows::Details;
        if let Some((place, message)) = kotlin_place(rest) {
            let message = ["error: ", "warning: "]
                .iter()
                .find_map(|word| message.strip_prefix(word))
                .unwrap_or(message);
            return Some(Heading { place: Some(place), severity, code: "", message, follows });
        }
        // A letter and a colon begin much: without a place only the compiler's own words are taken.
        let own = [
            "warnings found and -Werror specified",
            "java.lang.",
            "org.jetbrains.kotlin",
            "Supertypes of the following",
            "Could not ",
            "Internal compiler error",
            "Compilation failed",
            "Daemon compilation failed",
            "[ksp]",
            "[kapt]",
            "Module was compiled",
        ];
        own.iter().any(|words| rest.starts_with(words)).then_some(Heading {
            place: None,
            severity,
            code: "",
            message: rest,
            follows,
        })
    }
}

/// `file:///a/B.kt:3:5 message`, `/a/B.kt: (3, 5): message`, `/a/B.kt:3:5: error: message`, `/a/B.kt: message`.
fn kotlin_place(text: &str) -> Option<(Place<'_>, &str)> {
    let text = text.strip_prefix("file://").unwrap_or(text);
    let end = [".kt:", ".kts:", ".java:"]
        .iter()
        .filter_map(|ending| Some(text.find(ending)?.saturating_add(ending.len())))
        .min()?;
    let file = text.get(..end.saturating_sub(1))?;
    let rest = text.get(end..)?;
    if file.len() > 1024 {
        return None;
    }
    if let Some(round) = rest.strip_prefix(" (") {
        let (line, rest) = scan::number(round)?;
        let (_, rest) = scan::number(rest.strip_prefix(", ")?)?;
        let message = rest.strip_prefix(')')?.trim_start_matches(':').trim_start();
        return Some((Place { file, line: Some(line) }, message));
    }
    match scan::number(rest) {
        Some((line, rest)) => {
            let rest = rest.strip_prefix(':').and_then(scan::number).map_or(rest, |(_, rest)| rest);
            Some((Place { file, line: Some(line) }, rest.trim_start_matches(':').trim_start()))
        }
        None => Some((Place { file, line: None }, rest.trim_start())),
    }
}

/// Scala.
#[derive(Debug, Default)]
pub struct Scala;

impl Language for Scala {
    const SPEC: Spec = Spec {
        name: "scalac",
        reads: "scalac",
        starts: &["-- [E", "-- Error: ", "-- Warning: ", "[scalac] "],
        places: Some(SCALA),
        ..Spec::NONE
    };
    const COLUMNS: bool = false;

    fn heading(text: &str) -> Option<Heading<'_>> {
        ruled(text).or_else(|| plain(text, SCALA))
    }
}

/// scalac 3's heading: `-- [E007] Type Mismatch Error: a/B.scala:3:5 ----------`.
pub fn ruled(text: &str) -> Option<Heading<'_>> {
    let rest = text.strip_prefix("-- ")?;
    let (code, rest) = match rest.strip_prefix('[') {
        Some(open) => open.split_once("] ")?,
        None => ("", rest),
    };
    let (kind, place) = rest.split_once(": ")?;
    let place = place.trim_end_matches('-').trim_end();
    let (place, after) = scan::place(place)?;
    let severity = match kind {
        _ if kind.ends_with("Error") => Severity::Error,
        _ if kind.ends_with("Warning") => Severity::Warning,
        _ => return None,
    };
    let own = SCALA.contains(&diagnostics::extension(place.file)) && after.is_empty();
    own.then_some(Heading { place: Some(place), severity, code, message: kind, follows: Follows::Bars })
}

/// javac.
pub type Javac = Compiler<Java>;
/// kotlinc.
pub type Kotlinc = Compiler<Kotlin>;
/// scalac.
pub type Scalac = Compiler<Scala>;
