//! Tells the screen what the report knows: each failure at once, numbers and a name as they change.

use std::time::{Duration, Instant};

use super::faces::{Bar, Lines, Signs};
use super::rare::Rare;
use super::screen::{PATIENCE, PATIENCE_OF_A_TERMINAL, Screen};
use super::when::Watching;
use crate::budget::Count as _;
use crate::cli::in_agent::heard::Heard;
use crate::filter::Progress;
use crate::report::{Report, State, Witness};
use crate::settings::Redaction;
use crate::store::redact::Redactor;
use crate::text::{clip, sanitize};

/// The most failures that get a line of their own; the others are only counted here, and reported in the answer.
const LINES: usize = 200;
/// Chars of a name.
const NAME_CHARS: usize = 200;
/// How often the numbers are summed up over many sections.
const PAUSE: Duration = Duration::from_millis(100);
/// So many sections are summed up every time.
const FEW: usize = 16;

/// Progress on standard error; perhaps nobody watches.
#[derive(Debug)]
pub(in crate::cli) struct Display {
    screen: Option<Screen>,
    redactor: Option<Redactor>,
    /// Records that were looked at.
    looked_at: usize,
    /// Lines that were printed.
    lines: usize,
    summed_up: Option<Instant>,
    heard: Option<Heard>,
}

impl Display {
    /// Shows nothing yet.
    pub(in crate::cli) fn new(watching: Watching, redaction: Redaction) -> Self {
        let screen = match watching {
            Watching::Nobody => None,
            Watching::Bar | Watching::BarBesideAnswer => {
                Screen::start(PATIENCE_OF_A_TERMINAL, || Box::new(Bar::new()))
            }
            Watching::Lines => Screen::start(PATIENCE, || Box::new(Lines::on_stderr())),
            Watching::Signs => Screen::start(PATIENCE, || Box::new(Signs(Lines::on_stderr()))),
            Watching::Rare => Screen::start(PATIENCE, || Box::new(Rare::on_stderr())),
        };
        let redactor = (redaction == Redaction::Redact).then(Redactor::default);
        Self { screen, redactor, looked_at: 0, lines: 0, summed_up: None, heard: None }
    }

    /// The same, and somebody counts the failures.
    pub(in crate::cli) fn heard_by(mut self, heard: Option<Heard>) -> Self {
        self.heard = heard;
        self
    }

    /// The screen, for who writes to the same terminal.
    pub(super) const fn screen(&self) -> Option<&Screen> {
        self.screen.as_ref()
    }

    /// A name as it can be printed: names come from anybody.
    fn safe(&mut self, name: &str) -> String {
        let hidden = self.redactor.as_mut().and_then(|redactor| {
            redactor.restart();
            redactor.text(name)
        });
        let text = hidden.as_deref().unwrap_or(name).replace(['\n', '\t'], " ");
        let safe = sanitize(&text).0.into_owned();
        clip(&safe, NAME_CHARS).text.into_owned()
    }

    fn tell_failures(&mut self, screen: &Screen, report: &Report) {
        let records = report.failures().records();
        for failure in records.get(self.looked_at..).unwrap_or_default() {
            if failure.state != State::Live || self.lines > LINES {
                continue;
            }
            self.lines.up(1);
            let text = match self.lines {
                ..=LINES => format!("FAIL {}", self.safe(report.failures().shown(failure))),
                _ => "weir: further failures are only counted here; the answer names them".to_owned(),
            };
            screen.line(text);
        }
        self.looked_at = records.len();
    }
}

impl Progress for Display {
    fn after_block(&mut self, report: &mut Report) {
        let Some(screen) = self.screen.clone() else { return };
        if report.failures().records().len() > self.looked_at {
            self.tell_failures(&screen, report);
        }
        let due = self.summed_up.is_none_or(|last| last.elapsed() >= PAUSE);
        if due || report.sections().len() <= FEW {
            self.summed_up = due.then(Instant::now).or(self.summed_up);
            let so_far = report.so_far();
            let name = report.latest_test().map(|name| self.safe(&name));
            screen.update(|now| {
                now.so_far = so_far;
                now.name = name.unwrap_or_else(|| std::mem::take(&mut now.name));
            });
        }
    }

    fn finished(&mut self, report: &Report, _: Witness) {
        if let Some(heard) = &self.heard {
            heard.failures(report);
        }
    }

    fn ended(&mut self) {
        if let Some(screen) = self.screen.take() {
            screen.end();
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        self.ended();
    }
}
