//! How the report after the run is read: its banners, names and errors.

use super::report::{Error, head};
use super::totals;
use super::vitest::{NAMES, Vitest, Zone};
use super::vitest_lines::{self, SEPARATOR, divider, module, printed};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Opened, Place, Seen, TestId};
use crate::recognize::kit::Run;
use crate::recognize::kit::clip::{clipped, key};
use crate::recognize::kit::frames::v8::{frame, library};
use crate::recognize::runners::javascript::shared::Body;

/// So many lines below the last frame of an error its divider is: the source round the frame is between them.
const FRAME_LINES: u64 = 12;

impl Vitest {
    /// A banner of the report. `None` when it is not vitest's.
    pub(super) fn banner(&mut self, banner: &str, run: &mut Run<'_>) -> Option<Seen> {
        let (words, number) = banner.rsplit_once(' ').unwrap_or((banner, ""));
        let number = number.parse::<u64>().ok();
        let zone = match (words, number) {
            ("Failed Tests" | "Failed Typechecks", Some(_)) => {
                Zone::Names(FailureKind::Test, Error::default())
            }
            ("Failed Suites", Some(number)) => {
                self.suites = number;
                Zone::Names(FailureKind::Collection, Error::default())
            }
            ("Async Leaks", Some(_)) => Zone::Unhandled,
            _ if divider(banner).is_some() => {
                if self.is_cut() && matches!(self.zone, Zone::Run) {
                    // The log begins inside of the report.
                    self.of = Some(0);
                    self.begin(run, Opened::Own);
                    self.end_of_a_cut_report(run);
                    self.zone = Zone::Names(FailureKind::Test, Error::default());
                }
                if let Some(of) = &mut self.of {
                    *of = divider(banner).unwrap_or(0).max(*of);
                }
                let (Zone::Error(kind, _) | Zone::Names(kind, _)) = self.zone else { return None };
                self.leave(run);
                self.zone = Zone::Names(kind, Error::default());
                return Some(Seen::Mine(Class::Noise));
            }
            _ => match banner {
                // Version 0 heads each error like the list of them.
                "Unhandled Errors" if matches!(self.zone, Zone::Unhandled) => {
                    Zone::Awaited("Unhandled Error".to_owned())
                }
                "Unhandled Errors" | "Unhandled Source Errors" | "Source Errors" => Zone::Unhandled,
                "Unhandled Error"
                | "Unhandled Rejection"
                | "Uncaught Exception"
                | "Unhandled Source Error"
                | "Typecheck Error"
                | "Startup Error"
                | "Collect Error" => Zone::Awaited(banner.to_owned()),
                "" if matches!(self.zone, Zone::Outside(..) | Zone::Unhandled | Zone::Awaited(_)) => {
                    Zone::Run
                }
                _ => return None,
            },
        };
        self.leave(run);
        if self.is_cut() && !matches!(zone, Zone::Run) {
            self.begin(run, Opened::Own);
        }
        if matches!(zone, Zone::Names(..)) {
            self.messages.clear();
        }
        self.zone = zone;
        Some(Seen::Mine(Class::Noise))
    }

    /// Keeps the frame of an error whose heading the log does not hold.
    pub(super) fn frame_of_a_cut_report(&mut self, text: &str) {
        if !self.is_cut() || !text.trim_start().starts_with('\u{276f}') {
            return;
        }
        if let Some(place) = frame(text).filter(|place| !place.file.is_empty() && !library(place.file)) {
            self.frame = Some((self.number, clipped(place.file), place.line));
        }
    }

    /// The divider below such an error: a failure ends with it, of which nothing but its place is known.
    fn end_of_a_cut_report(&mut self, run: &mut Run<'_>) {
        let near = self.frame.take().filter(|(at, ..)| self.number.saturating_sub(*at) <= FRAME_LINES);
        let Some((_, file, line)) = near else { return };
        let name = line.map_or_else(|| file.clone(), |line| format!("{file}:{line}"));
        self.reported.up(1);
        self.failures = true;
        run.instead(&name);
        run.fail(TestId::bare(&name));
        run.at(Place { file: &file, line });
        run.emit(Event::LastLines { since: 0, until: None });
        run.close();
    }

    /// Whether nothing of a run was seen so far.
    pub(super) fn is_cut(&self) -> bool {
        !self.open && self.known.is_empty() && self.listed.is_empty()
    }

    /// A name of the report, or the first line of the error below names.
    pub(super) fn named(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Zone::Names(kind, mut error) = std::mem::take(&mut self.zone) else { return Seen::No };
        if let Some(head) = head(text) {
            let fresh = self.known.len() < NAMES && self.known.insert(key(&head.name));
            let mut alias = String::new();
            let mut means = kind;
            if kind != FailureKind::Test {
                if head.name != head.file {
                    means = FailureKind::Setup;
                    alias.clone_from(&head.file);
                }
            } else if fresh {
                self.reported.up(1);
            }
            if kind == FailureKind::Test && fresh && !self.confirm(&head.name) {
                // A file's list names its tests without their describe blocks.
                let last = head.name.rsplit(SEPARATOR).next().unwrap_or_default();
                let short = format!("{}{SEPARATOR}{last}", head.file);
                if self.confirm(&short) {
                    alias = short;
                }
            }
            self.failures = true;
            error.open(&head, means, &alias, run);
            self.zone = Zone::Names(kind, error);
            return Seen::Mine(Class::Detail);
        }
        if text.trim().is_empty() {
            self.zone = Zone::Names(kind, error);
            return Seen::Mine(Class::Noise);
        }
        if totals::files(text).is_some()
            || totals::snapshots(text)
            || module(text).is_some()
            || printed(text)
            || vitest_lines::test(text).is_some()
        {
            run.close();
            return self.run(text, run);
        }
        let class = error.line(text, run);
        self.zone = Zone::Error(kind, error);
        Seen::Mine(class)
    }

    /// Whether a file's list reported this name.
    pub(super) fn confirm(&mut self, name: &str) -> bool {
        self.unconfirmed.remove(&key(name));
        self.listed.remove(&key(name))
    }

    /// The first line of an error outside of tests.
    pub(super) fn outside(&mut self, kind: &str, text: &str, run: &mut Run<'_>) {
        self.begin(run, Opened::Headless);
        let name = clipped(&format!("{kind}: {}", text.trim()));
        self.unhandled_lines.up(1);
        self.unhandled.insert(key(&name));
        let means = if kind == "Startup Error" { FailureKind::Setup } else { FailureKind::Crash };
        run.instead(&name);
        run.fail_whole(&name, means);
        run.message(text);
        self.zone = Zone::Outside(Body::reported(), text.contains("Worker "));
    }
}
