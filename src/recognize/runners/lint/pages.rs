//! Checks of web pages: reported as `linter`.
//!
//! Lighthouse CI: `Checking assertions against 2 URL(s), 2 total run(s)`, below `3 result(s) for URL :` what is asserted, `✘  image-alt
//! failure for minScore assertion`, with what was expected and found, then `Assertion failed. Exiting with status code 1.` or `All
//! results processed!`. pa11y: `Results for URL: URL`, below it `• Error: message` with a rule, a selector and the element, then
//! `2 Errors`, or `No issues found!`. pa11y-ci: `> URL - 2 errors` for each page, below `Errors in URL:` what is wrong, then
//! `✘ 1/2 URLs passed`. What only warns fails no run. Source of the formats: @lhci/cli 0.15, `assert.js`; pa11y 9 and
//! pa11y-ci 4, their `cli.js`.

use crate::budget::Count as _;
use crate::event::{Block, Class, Ended, Event, FailureKind, Level, Opened, Part, Place, Seen, Sink, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::lint::finding::{Finding, Weight, count, whole};
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// How the runs begin.
const ASSERTIONS: &str = "Checking assertions against ";
const WELCOME: &str = "Welcome to Pa11y";
const PAGES: &str = "Running Pa11y on ";
/// The most pages with errors that are remembered until they are reported.
const MOST_PAGES: usize = 256;
/// The most lines below one finding that are shown.
const LINES: u8 = 12;
/// What is before what was found.
const BULLET: &str = "\u{2022} ";

/// Whose run is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tool {
    #[default]
    None,
    Lighthouse,
    Pa11y,
    Pa11yCi,
}

/// Checks of web pages.
#[derive(Debug, Default)]
pub struct PageLinters {
    tool: Tool,
    /// The page that is reported.
    page: String,
    /// A finding is reported: the class of its lines, and how many were read.
    open: Option<(Class, u8)>,
    /// Findings that fail.
    failed: u64,
    /// Pages with errors that are not reported yet.
    pages: Vec<String>,
}

impl Runner for PageLinters {
    const SPEC: Spec = Spec {
        name: "linter",
        reads: "Lighthouse CI, pa11y, pa11y-ci",
        starts: &[ASSERTIONS, WELCOME, PAGES, "Healthcheck failed!"],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.tool != Tool::None
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(tool) = begins(text) {
            self.begin(tool, run);
            return Seen::Mine(Class::Noise);
        }
        if text == "Healthcheck failed!" {
            whole(text, FailureKind::Setup, run);
            run.emit(Event::BlockClosed);
            return Seen::Mine(Class::Detail);
        }
        let bare = text.trim_start();
        let seen = match self.tool {
            Tool::None => None,
            Tool::Lighthouse => self.asserted(text, bare, run),
            Tool::Pa11y => self.page(text, bare, run),
            Tool::Pa11yCi => self.pages(text, bare, run),
        };
        seen.unwrap_or_else(|| self.below(text, run))
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.leave(run);
    }
}

impl PageLinters {
    fn begin(&mut self, tool: Tool, sink: &mut dyn Sink) {
        self.leave(sink);
        self.tool = tool;
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
    }

    /// Ends a run that did not say how it ended.
    fn leave(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        for page in std::mem::take(&mut self.pages) {
            sink.emit(Event::Instead(&page));
            whole(&page, FailureKind::Suite, sink);
            sink.emit(Event::BlockClosed);
        }
        *self = Self::default();
    }

    /// Ends the finding that is reported.
    fn close(&mut self, sink: &mut dyn Sink) {
        if self.open.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }

    /// The run says how it ended.
    fn finish(&mut self, ended: Ended, text: &str, sink: &mut dyn Sink) -> Seen {
        self.leave_reported(sink);
        if ended == Ended::Failed {
            if self.failed == 0 {
                sink.emit(Event::Consequence { name: text, kind: FailureKind::Build });
            }
            let totals = Totals { errors: Some(self.failed.max(1)), ..Totals::default() };
            sink.emit(Event::Declared { totals, level: Level::Section });
        }
        sink.emit(Event::SectionEnded(ended));
        *self = Self::default();
        Seen::Mine(Class::Totals)
    }

    /// The pages of a run that ended were reported.
    fn leave_reported(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        if self.failed > 0 {
            self.pages.clear();
        }
    }

    fn tell(&mut self, weight: Weight, message: &str, text: &str, sink: &mut dyn Sink) -> Seen {
        self.close(sink);
        if weight == Weight::Fails {
            self.failed.up(1);
        }
        let place = Place { file: &self.page, line: None };
        let heading =
            if self.page.is_empty() { text.to_owned() } else { format!("{}: {message}", self.page) };
        let class = if weight == Weight::Fails {
            sink.emit(Event::Instead(&heading));
            Finding { place, column: None, weight, message }.open(text, sink)
        } else {
            sink.emit(Event::BlockOpened(Block::Warning { key: &heading }));
            sink.emit(Event::Decoded { part: Part::Why, text: &heading });
            Class::Warning
        };
        self.open = Some((class, 0));
        Seen::Mine(class)
    }

    /// A line of Lighthouse CI's.
    fn asserted(&mut self, text: &str, bare: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if text.starts_with("Assertion failed. Exiting with status code ") {
            return Some(self.finish(Ended::Failed, text, sink));
        }
        if text == "All results processed!" {
            let ended = if self.failed == 0 { Ended::Passed } else { Ended::Failed };
            return Some(self.finish(ended, text, sink));
        }
        if let Some(page) =
            scan::number(text).and_then(|(_, rest)| rest.strip_prefix(" result(s) for ")?.strip_suffix(" :"))
        {
            self.close(sink);
            self.page = clipped(page);
            return Some(Seen::Mine(Class::Noise));
        }
        let (mark, reported) = bare.split_once("  ")?;
        let reported = reported.trim_start().strip_suffix(" assertion")?;
        let weight = match mark {
            "\u{2718}" | "\u{d7}" if reported.contains(" failure for ") => Weight::Fails,
            _ if reported.contains(" warning for ") => Weight::Warns,
            _ if reported.contains(" passing for ") => {
                self.close(sink);
                return Some(Seen::Mine(Class::Passed));
            }
            _ => return None,
        };
        Some(self.tell(weight, reported, text, sink))
    }

    /// A line of pa11y's.
    fn page(&mut self, text: &str, bare: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(page) = bare.strip_prefix("Results for URL: ") {
            self.page = clipped(page);
            return Some(Seen::Mine(Class::Noise));
        }
        if text == "No issues found!" {
            return Some(self.finish(Ended::Passed, text, sink));
        }
        if self.open.is_none() && bare.starts_with("Error: ") {
            let seen = self.tell(Weight::Fails, bare, text, sink);
            self.finish(Ended::Failed, text, sink);
            return Some(seen);
        }
        if let Some((number, rest)) = scan::number(text)
            && [" Errors", " Warnings", " Notices"].contains(&rest)
        {
            // By `--level` what only warns fails the run as well, and no line says so.
            let fails = rest == " Errors" && number > 0;
            return Some(self.finish(if fails { Ended::Failed } else { Ended::Replaced }, text, sink));
        }
        let found = bare.strip_prefix(BULLET)?;
        let (grade, message) = found.split_once(": ")?;
        let weight = match grade {
            "Error" => Weight::Fails,
            "Warning" | "Notice" => Weight::Warns,
            _ => return None,
        };
        Some(self.tell(weight, message, text, sink))
    }

    /// A line of pa11y-ci's.
    fn pages(&mut self, text: &str, bare: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(row) = bare.strip_prefix("> ") {
            let (page, reported) = row.rsplit_once(" - ")?;
            let bad = reported == "Failed to run"
                || count(reported, "error").is_some_and(|(errors, rest)| errors > 0 && rest.is_empty());
            if bad && self.pages.len() < MOST_PAGES {
                self.pages.push(clipped(page));
            }
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some(page) = text.strip_prefix("Errors in ").and_then(|page| page.strip_suffix(':')) {
            self.close(sink);
            self.page = clipped(page);
            self.pages.retain(|each| *each != self.page);
            return Some(Seen::Mine(Class::Noise));
        }
        let passed = bare.strip_suffix(" URLs passed").and_then(|reported| {
            let (mark, numbers) = reported.split_once(' ')?;
            let (passed, total) = numbers.split_once('/')?;
            (mark == "\u{2714}" || mark == "\u{2718}").then_some(passed == total)
        });
        if let Some(passed) = passed {
            let ended = if passed && self.failed == 0 { Ended::Passed } else { Ended::Failed };
            return Some(self.finish(ended, text, sink));
        }
        let message = bare.strip_prefix(BULLET).filter(|_| !self.page.is_empty())?;
        Some(self.tell(Weight::Fails, message, text, sink))
    }

    /// A line below a finding.
    fn below(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let Some((class, lines)) = self.open else { return Seen::No };
        if text.is_empty() || lines >= LINES {
            return Seen::Inside(Class::Noise);
        }
        if !text.starts_with("  ") {
            self.close(sink);
            return Seen::No;
        }
        self.open = Some((class, lines.saturating_add(1)));
        sink.emit(Event::Text(Part::Why));
        Seen::Inside(class)
    }
}

/// Whose run begins.
fn begins(text: &str) -> Option<Tool> {
    if text == WELCOME {
        return Some(Tool::Pa11y);
    }
    if let Some(rest) = text.strip_prefix(PAGES) {
        let (_, rest) = scan::number(rest)?;
        return (rest == " URLs:").then_some(Tool::Pa11yCi);
    }
    let (_, rest) = scan::number(text.strip_prefix(ASSERTIONS)?)?;
    let (_, rest) = scan::number(rest.strip_prefix(" URL(s), ")?)?;
    (rest == " total run(s)").then_some(Tool::Lighthouse)
}
