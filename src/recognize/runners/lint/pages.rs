//! Checks of web pages: reported as `linter`.
//!
//! Lighthouse CI: `Checking assertions against 2 URL(s), 2 total run(s)`, below `3 result(s) for URL :` what is asserted, `✘  image-alt
//! failure for minScore assertion`, with what was expected and found, then `Assertion failed. Exiting with status code 1.` or `All
//! results processed!`. pa11y: `Results for URL: URL`, below it `• Error: message` with a rule, a selector and the element, then
//! `2 Errors`, or `No issues found!`. pa11y-ci: `> URL - 2 errors` for each page, below `Errors in URL:` what is wrong, then
//! `✘ 1/2 URLs passed`. What only warns fails no run. Source of the formats: @lhci/cli 0.15, `assert.js`; pa11y 9 and
//! pa11y-ci 4, their `cli.js`.

use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Level, Part, Place, Seen, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::lint::finding::{Weight, count};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

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
    /// The class of the lines of the last finding, and how many were read.
    below: Option<(Class, u8)>,
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
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(tool) = begins(text) {
            self.leave(run);
            self.tool = tool;
            return run.begin(None);
        }
        if text == "Healthcheck failed!" {
            let seen = run.fail_whole(text, FailureKind::Setup);
            run.close();
            return seen;
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
    /// Ends a run that did not say how it ended.
    fn leave(&mut self, run: &mut Run<'_>) {
        run.close();
        for page in std::mem::take(&mut self.pages) {
            run.instead(&page);
            run.fail_whole(&page, FailureKind::Suite);
            run.close();
        }
        *self = Self::default();
    }

    /// The run says how it ended.
    fn finish(&mut self, ended: Ended, text: &str, run: &mut Run<'_>) -> Seen {
        run.close();
        // The pages of a run that ended were reported.
        if self.failed > 0 {
            self.pages.clear();
        }
        if ended == Ended::Failed {
            if self.failed == 0 {
                run.consequence(text, FailureKind::Build);
            }
            let totals = Totals { errors: Some(self.failed.max(1)), ..Totals::default() };
            run.emit(Event::Declared { totals, level: Level::Section });
        }
        run.end(ended);
        Seen::Mine(Class::Totals)
    }

    fn tell(&mut self, weight: Weight, message: &str, text: &str, run: &mut Run<'_>) -> Seen {
        let heading =
            if self.page.is_empty() { text.to_owned() } else { format!("{}: {message}", self.page) };
        if weight == Weight::Fails {
            self.failed.up(1);
            self.below = Some((Class::Detail, 0));
            run.instead(&heading);
            return run.diagnostic(Place { file: &self.page, line: None }, "", message);
        }
        self.below = Some((Class::Warning, 0));
        run.warn_earlier(&heading, &heading)
    }

    /// A line of Lighthouse CI's.
    fn asserted(&mut self, text: &str, bare: &str, run: &mut Run<'_>) -> Option<Seen> {
        if text.starts_with("Assertion failed. Exiting with status code ") {
            return Some(self.finish(Ended::Failed, text, run));
        }
        if text == "All results processed!" {
            let ended = if self.failed == 0 { Ended::Passed } else { Ended::Failed };
            return Some(self.finish(ended, text, run));
        }
        if let Some(page) =
            scan::number(text).and_then(|(_, rest)| rest.strip_prefix(" result(s) for ")?.strip_suffix(" :"))
        {
            run.close();
            self.page = clipped(page);
            return Some(Seen::Mine(Class::Noise));
        }
        let (mark, reported) = bare.split_once("  ")?;
        let reported = reported.trim_start().strip_suffix(" assertion")?;
        let weight = match mark {
            "\u{2718}" | "\u{d7}" if reported.contains(" failure for ") => Weight::Fails,
            _ if reported.contains(" warning for ") => Weight::Warns,
            _ if reported.contains(" passing for ") => {
                run.close();
                return Some(Seen::Mine(Class::Passed));
            }
            _ => return None,
        };
        Some(self.tell(weight, reported, text, run))
    }

    /// A line of pa11y's.
    fn page(&mut self, text: &str, bare: &str, run: &mut Run<'_>) -> Option<Seen> {
        if let Some(page) = bare.strip_prefix("Results for URL: ") {
            self.page = clipped(page);
            return Some(Seen::Mine(Class::Noise));
        }
        if text == "No issues found!" {
            return Some(self.finish(Ended::Passed, text, run));
        }
        if !run.is_open() && bare.starts_with("Error: ") {
            let seen = self.tell(Weight::Fails, bare, text, run);
            self.finish(Ended::Failed, text, run);
            return Some(seen);
        }
        if let Some((number, rest)) = scan::number(text)
            && [" Errors", " Warnings", " Notices"].contains(&rest)
        {
            // By `--level` what only warns fails the run as well, and no line says so.
            let fails = rest == " Errors" && number > 0;
            return Some(self.finish(if fails { Ended::Failed } else { Ended::Replaced }, text, run));
        }
        let found = bare.strip_prefix(BULLET)?;
        let (grade, message) = found.split_once(": ")?;
        let weight = match grade {
            "Error" => Weight::Fails,
            "Warning" | "Notice" => Weight::Warns,
            _ => return None,
        };
        Some(self.tell(weight, message, text, run))
    }

    /// A line of pa11y-ci's.
    fn pages(&mut self, text: &str, bare: &str, run: &mut Run<'_>) -> Option<Seen> {
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
            run.close();
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
            return Some(self.finish(ended, text, run));
        }
        let message = bare.strip_prefix(BULLET).filter(|_| !self.page.is_empty())?;
        Some(self.tell(Weight::Fails, message, text, run))
    }

    /// A line below a finding.
    fn below(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some((class, lines)) = self.below.filter(|_| run.is_open()) else { return Seen::No };
        if text.is_empty() || lines >= LINES {
            return Seen::Inside(Class::Noise);
        }
        if !text.starts_with("  ") {
            run.close();
            return Seen::No;
        }
        self.below = Some((class, lines.saturating_add(1)));
        run.text(Part::Why);
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
