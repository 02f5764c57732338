//! weir's own answers, met as input: `weir ... | tee log`, a log of CI that is filtered again.
//!
//! The lines that an answer took over from the runner are that runner's: its own recognizer reads them. Here are read
//! the lines that begin with `weir:`. The names that they tell are failures; a verdict can only make things worse:
//! FAILED and INCOMPLETE keep the result from being green, PASSED and UNKNOWN prove nothing. The footer tells nothing
//! about the run. A name that was wrapped is put together again; one that was clipped stays as it is.

mod weir_lines;

use crate::recognize::kit::{Run, Runner, Spec};
use weir_lines::{and_more, failure, is_footer, is_group, verdict};

use crate::budget::Count as _;
use crate::event::{Block, Class, Ended, Event, FailureKind, Grade, Opened, Outcome, Seen, Sink};
use crate::event::{Level, TestId, Totals};
use crate::recognize::kit::scan;

/// What every line of weir's own begins with.
const OWN: &str = "weir: ";
/// How a folded list begins.
const ALSO: &str = "also failed: ";
/// How the names of those begin that have one cause, after their number.
const CAUSE: &str = " failures with this cause";
/// How lines begin that count what is folded.
const FOLDED: &str = "... ";
/// The most bytes of a name that is put together from several lines.
const NAME_BYTES: usize = 8 * 1024;
/// What a failure's line says in place of a message.
const NOTES: [(&str, FailureKind); 3] = [
    ("did not finish", FailureKind::Unfinished),
    ("timed out", FailureKind::Timeout),
    ("crashed", FailureKind::Crash),
];

/// weir's own answers, met as input.
#[derive(Debug, Default)]
pub struct Weir {
    telling: Telling,
    /// The number of the last line of weir's own.
    last: u64,
    /// Names that the present answer reported.
    named: u64,
}

/// What the next line of weir's own may go on with.
#[derive(Debug, Default)]
enum Telling {
    #[default]
    Nothing,
    /// A failure whose name may be longer than its line.
    Name(String),
    /// A folded list whose last line ended with a delimiter.
    Fold(Fold),
    /// Names that are alone, each on its line.
    Alone,
}

/// Where in a folded list a line ended.
#[derive(Clone, Debug, Default)]
struct Fold {
    /// Module and separator of the open brace.
    prefix: Option<String>,
    /// Names since the brace.
    members: u64,
    /// The names of one cause that are to come, when these are some: the first one is reported before them.
    cause: Option<(u64, First)>,
}

/// Whether the first name of a cause was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
    Comes,
    WasRead,
}

/// The names of `test_query[0-119]`, when there are as many as are to come at most.
fn range(name: &str, most: u64) -> Option<impl Iterator<Item = String>> {
    let (before, numbers) = name.strip_suffix(']')?.rsplit_once('[')?;
    let (from, to) = numbers.split_once('-')?;
    let (from, to) = (scan::whole_number(from)?, scan::whole_number(to)?);
    let count = to.checked_sub(from)?.saturating_add(1);
    (count > 2 && count <= most).then(|| (from..=to).map(move |number| format!("{before}[{number}]")))
}

impl Fold {
    /// The names of one line as (module with separator, name); `None` when this is no folded list.
    fn read<'a>(&mut self, line: &'a str) -> Option<Vec<(String, &'a str)>> {
        let mut names = Vec::new();
        let mut rest = line;
        while !rest.is_empty() {
            let Some(at) = rest.find([',', ';', '{', '}']) else {
                if self.prefix.is_some() {
                    return None;
                }
                names.push((String::new(), rest));
                break;
            };
            let (text, after) = rest.split_at_checked(at)?;
            let mut after = after.chars();
            let mark = after.next()?;
            rest = after.as_str();
            match (mark, &self.prefix) {
                ('{', None) => {
                    self.prefix = Some(text.to_owned());
                    self.members = 0;
                    continue;
                }
                (';', None) => names.push((String::new(), text)),
                (',' | '}', Some(prefix)) => {
                    names.push((prefix.clone(), text));
                    self.members.up(1);
                    if mark == '}' {
                        let several = self.members > 1;
                        let ends = rest.is_empty() || rest.starts_with(';');
                        self.prefix = None;
                        if !(several && ends) {
                            return None;
                        }
                        rest = rest.strip_prefix(';').unwrap_or(rest);
                    }
                }
                _ => return None,
            }
            if text.is_empty() {
                return None;
            }
        }
        Some(names)
    }
}

/// A module as folded lists print it, without what separates it from the names.
fn split_module(prefix: &str) -> (&str, &str) {
    for separator in ["::", " > ", "/", ".", " "] {
        if let Some(module) = prefix.strip_suffix(separator).filter(|module| !module.is_empty()) {
            return (module, prefix.get(module.len()..).unwrap_or_default());
        }
    }
    (prefix, "")
}

/// A name after the module that its list begins with.
fn id_of<'a>(module: &'a str, separator: &'a str, name: &'a str) -> TestId<'a> {
    match module {
        "" => TestId::split_last(name, "::"),
        _ => TestId { module, separator, name },
    }
}

impl Weir {
    fn name(&mut self, id: TestId<'_>, sink: &mut dyn Sink) {
        self.named.up(1);
        let outcome = Outcome::Failed(FailureKind::Test);
        sink.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias: "" });
    }

    fn failure(&mut self, text: &str, sink: &mut dyn Sink) {
        let (name, place, message) = failure(text);
        let note = NOTES.into_iter().find(|(note, _)| *note == message);
        let kind = note.map_or(FailureKind::Test, |(_, kind)| kind);
        self.named.up(1);
        sink.emit(Event::BlockOpened(Block::Test { id: TestId::split_last(name, "::"), kind }));
        if let Some(place) = place {
            sink.emit(Event::At { place, better: true });
        }
        if note.is_none() && !message.is_empty() {
            sink.emit(Event::Message(message));
        }
        sink.emit(Event::BlockClosed);
        self.telling = if place.is_none() && message.is_empty() {
            Telling::Name(text.to_owned())
        } else {
            Telling::Nothing
        };
    }

    fn fold(&mut self, mut fold: Fold, text: &str, sink: &mut dyn Sink) {
        let Some(names) = fold.read(text) else {
            if let Some((left, First::Comes)) = fold.cause {
                fold.cause = Some((left.saturating_sub(1), First::WasRead));
            } else {
                self.name(TestId::split_last(text, "::"), sink);
            }
            self.telling = Telling::Alone;
            return;
        };
        for (prefix, name) in names {
            let (module, separator) = split_module(&prefix);
            let Some((left, first)) = fold.cause else {
                self.name(id_of(module, separator, name), sink);
                continue;
            };
            let reported = usize::from(first == First::Comes);
            let count = match range(name, left) {
                Some(names) => {
                    let mut count = 0_u64;
                    for (at, name) in names.enumerate() {
                        count.up(1);
                        if at >= reported {
                            self.name(id_of(module, separator, &name), sink);
                        }
                    }
                    count
                }
                None => {
                    if reported == 0 {
                        self.name(id_of(module, separator, name), sink);
                    }
                    1
                }
            };
            fold.cause = Some((left.saturating_sub(count), First::WasRead));
        }
        self.telling = if text.ends_with([',', ';']) { Telling::Fold(fold) } else { Telling::Alone };
    }

    fn verdict(&mut self, word: &str, failed: Option<u64>, sink: &mut dyn Sink) {
        let named = std::mem::take(&mut self.named);
        if word == "FAILED" && named > 0 {
            sink.emit(Event::SectionEnded(Ended::Failed));
        }
        match (word, failed) {
            // Reported once more, for all names that the runner's lines above or weir's own reported.
            ("FAILED", Some(failed)) if failed > 0 => {
                let totals = Totals { failed: Some(failed), ..Totals::default() };
                sink.emit(Event::Declared { totals, level: Level::Section });
            }
            ("FAILED", _) if named == 0 => {
                sink.emit(Event::SectionStarted { opened: Opened::Headless, announced: None, label: "" });
                sink.emit(Event::SectionEnded(Ended::Failed));
            }
            ("INCOMPLETE", _) => {
                sink.emit(Event::SectionStarted { opened: Opened::Headless, announced: None, label: "" });
                // Its end was never seen, and will not be.
                sink.emit(Event::SectionEnded(Ended::Replaced));
            }
            _ => {}
        }
    }

    /// What goes on from the line before.
    fn goes_on(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        match std::mem::take(&mut self.telling) {
            Telling::Nothing => return Seen::No,
            Telling::Name(before) if before.len().saturating_add(text.len()) > NAME_BYTES => return Seen::No,
            Telling::Name(before) => {
                let (name, _, _) = failure(&before);
                sink.emit(Event::Withdrawn(TestId::split_last(name, "::")));
                self.named.down(1);
                self.failure(&format!("{before}{text}"), sink);
            }
            Telling::Fold(fold) => self.fold(fold, text, sink),
            Telling::Alone => {
                self.name(TestId::split_last(text, "::"), sink);
                self.telling = Telling::Alone;
            }
        }
        Seen::Mine(Class::Detail)
    }
}

impl Runner for Weir {
    const SPEC: Spec = Spec {
        name: "weir",
        reads: "answers of weir itself, met again as input",
        starts: &[OWN],
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let Some(text) = line.judged().strip_prefix(OWN) else { return Seen::No };
        if line.number != self.last.saturating_add(1) {
            self.telling = Telling::Nothing;
        }
        self.last = line.number;
        if let Some((word, failed)) = verdict(text) {
            self.telling = Telling::Nothing;
            self.verdict(word, failed, run);
            return Seen::Mine(Class::Noise);
        }
        if is_footer(text) || is_group(text) {
            self.telling = Telling::Nothing;
            return Seen::Mine(Class::Noise);
        }
        if let Some(count) = and_more(text) {
            self.telling = Telling::Nothing;
            let failed = self.named.saturating_add(count);
            self.named = failed;
            run.emit(Event::Counted { passed: 0, failed, skipped: 0, other: 0 });
            return Seen::Mine(Class::Detail);
        }
        if let Some(text) = text.strip_prefix("FAIL ") {
            self.failure(text, run);
            return Seen::Mine(Class::Detail);
        }
        if text.starts_with(FOLDED) {
            self.telling = Telling::Nothing;
            return Seen::Mine(Class::Detail);
        }
        if let Some((count, rest)) = scan::number(text)
            && let Some(names) = rest.strip_prefix(CAUSE)
        {
            self.telling = Telling::Nothing;
            let fold = Fold { cause: Some((count, First::Comes)), ..Fold::default() };
            match names.strip_prefix(": ") {
                Some(names) => self.fold(fold, names, run),
                // The names are on lines of their own.
                None if names == ":" => self.telling = Telling::Fold(fold),
                None => {}
            }
            return Seen::Mine(Class::Detail);
        }
        if let Some(text) = text.strip_prefix(ALSO) {
            self.fold(Fold::default(), text, run);
            return Seen::Mine(Class::Detail);
        }
        self.goes_on(text, run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Place;
    use crate::recognize::kit::Driven;
    use crate::text::Line;

    /// The names that lines of an answer tell, reported twice being an error; `-` before a withdrawn one.
    fn names(text: &str) -> Vec<String> {
        struct Names(Vec<String>);
        impl Sink for Names {
            fn emit(&mut self, event: Event<'_>) {
                let (mark, id) = match event {
                    Event::Finished { id, .. } | Event::BlockOpened(Block::Test { id, .. }) => ("", id),
                    Event::Withdrawn(id) => ("-", id),
                    _ => return,
                };
                self.0.push(format!("{mark}{}{}{}", id.module, id.separator, id.name));
            }
        }
        let mut weir = Driven::<Weir>::default();
        let mut names = Names(Vec::new());
        for (number, text) in (1..).zip(text.lines()) {
            weir.read(&Line { number, ..Line::of(text) }, &mut names);
        }
        names.0
    }

    fn events(text: &str) -> Vec<String> {
        let mut weir = Driven::<Weir>::default();
        let mut events = Vec::new();
        for (number, text) in (1..).zip(text.lines()) {
            weir.read(&Line { number, ..Line::of(text) }, &mut events);
        }
        events
    }

    #[test]
    fn a_failure_is_reported_with_place_and_message() {
        assert_eq!(
            failure("a::b (src/a.rs:3): no (b:2): c"),
            ("a::b", Some(at("src/a.rs", 3)), "no (b:2): c")
        );
        assert_eq!(failure("t/a.py::b (:3): no"), ("t/a.py::b", Some(at("t/a.py", 3)), "no"));
        assert_eq!(failure("a b (c)"), ("a b (c)", None, ""));
        assert_eq!(failure("a (case 3) (x.c:7)"), ("a (case 3)", Some(at("x.c", 7)), ""));
        assert_eq!(failure("a::b: see (x.c:7)"), ("a::b", None, "see (x.c:7)"));
    }

    fn at(file: &str, line: u64) -> Place<'_> {
        Place { file, line: Some(line) }
    }

    #[test]
    fn a_folded_list_is_unfolded_over_its_lines() {
        let text = "weir: also failed: a::b::{x,y};c::z;\nweir: {top,other};d::{p,\nweir: q}\nweir: t[1,2]\nweir: u{v}";
        let reported = ["a::b::x", "a::b::y", "c::z", "top", "other", "d::p", "d::q", "t[1,2]", "u{v}"];
        assert_eq!(names(text), reported);
    }

    #[test]
    fn those_of_one_cause_are_reported_after_the_first() {
        let text = "weir: FAIL t::a[0]: no\nweir: 5 failures with this cause: t::{a[0-3],b}\nweir: ... 3 equal lines\nweir: 2 failures with this cause";
        assert_eq!(names(text), ["t::a[0]", "t::a[1]", "t::a[2]", "t::a[3]", "t::b"]);
        let two = "weir: 2 failures with this cause:\nweir: {t::a;\nweir: t::b[1-3]";
        assert_eq!(names(two), ["t::b[1-3]"]);
        assert_eq!(names("weir: 2 failures with this cause: a;b"), ["b"]);
    }

    #[test]
    fn a_name_with_a_folds_marks_on_the_first_line_is_alone() {
        assert_eq!(names("weir: also failed: m::t[a,b]\nweir: m::u,"), ["m::t[a,b]", "m::u,"]);
        assert_eq!(names("weir: also failed: m::a{b}"), ["m::a{b}"]);
    }

    #[test]
    fn a_wrapped_name_is_put_together() {
        assert_eq!(names("weir: FAIL a::long_\nweir: er (a.rs:3)"), ["a::long_", "-a::long_", "a::long_er"]);
        assert_eq!(names("weir: FAIL a::long_\na line\nweir: er"), ["a::long_"]);
    }

    #[test]
    fn only_lines_of_weirs_own_form_are_read() {
        let text = "weir: something else\n  weir: FAIL a\n\\weir: FAIL a\nweir: and more\nweir: PASSED it\nweir: all kept 1 of 2 lines";
        assert_eq!(events(text), [""; 0]);
    }

    #[test]
    fn a_verdict_only_makes_things_worse() {
        for quiet in [
            "PASSED 3 passed in 0.2 s (pytest); 3 of 3 lines left out",
            "PASSED (exit 0)",
            "UNKNOWN nothing was read; was it 2>&1?",
            "UNKNOWN (cargo test)",
            "3 of 9 lines shown; hidden: 6 passed",
            "600 skipped: needs network",
            "PASSED 0 failed, 3 passed",
            "UNKNOWN ? failed, ? passed",
        ] {
            assert_eq!(events(&format!("weir: {quiet}")), [""; 0]);
        }
        let ended = |how: &str| format!("SectionEnded({how})");
        assert_eq!(events("weir: FAILED 0 failed, 3 passed").last(), Some(&ended("Failed")));
        let reported = events("weir: FAIL a\nweir: FAILED 1 failed, 3 passed");
        assert!(
            reported.contains(&ended("Failed")) && reported.last().unwrap().starts_with("Declared"),
            "{reported:?}"
        );
        for begun in
            ["0 failed, 3 passed", "the end is missing; 3 passed so far (pytest)", "interrupted (pytest)"]
        {
            assert_eq!(events(&format!("weir: INCOMPLETE {begun}")).last(), Some(&ended("Replaced")));
        }
        for failed in [
            "(exit 65, no failure recognised)",
            "no tests ran (pytest; exit 5)",
            "3 passed in 0.1 s (go test; exit 2)",
        ] {
            assert_eq!(events(&format!("weir: FAILED {failed}")).last(), Some(&ended("Failed")));
        }
        let linted = events("weir: FAILED 5 errors, 1 warning (eslint; exit 1)");
        assert!(linted.len() == 1 && linted[0].starts_with("Declared"), "{linted:?}");
        let stray = events("weir: FAILED at least 2 failed, 3 passed");
        assert!(stray.len() == 1 && stray[0].starts_with("Declared"), "{stray:?}");
    }
}
