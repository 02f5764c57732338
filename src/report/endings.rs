//! The last lines of a step or a run that failed: what was printed from its command on, up to the words with which it ended. Where
//! nothing else says why it failed, these lines do.

use std::collections::BTreeMap;

use super::chatter::is_chatter;
use super::report::Report;
use super::shelves::Window;
use super::stored::Stored;
use crate::budget::{Count as _, Mode};
use crate::event::{Class, Part, Strength};
use crate::text::Line;

/// The most ends whose last lines are kept, and how many of the first ones always stay.
const ENDINGS: (usize, usize) = (16, 8);
/// The most ends whose last lines are looked for.
const LOOKED_FOR: u32 = 256;
/// The most lines that are kept before an end.
const LINES: usize = 40;
/// How many ends, and how many lines before each, are shown of a stream that no recognizer knows.
const LAST_WORDS: (usize, usize) = (4, 8);

#[derive(Debug)]
struct Ending {
    /// The number of the line that says so.
    line: u64,
    /// The number of the line with which the step began, as far as that is known.
    since: u64,
    /// The lines before it, newest first.
    lines: Vec<Stored>,
}

/// The ends of what failed.
#[derive(Debug, Default)]
pub(super) struct Endings {
    kept: Vec<Ending>,
    looked_for: u32,
    /// The number of the last line that is the command of a step, or that is after the end of one.
    command: u64,
}

/// Whether a line is the command that a service or a package manager is to run, as it prints it.
fn is_command(text: &str) -> bool {
    let script = |rest: &str| {
        let (package, script) = rest.split_once(' ').unwrap_or_default();
        package.rfind('@').is_some_and(|at| at > 0) && !script.is_empty()
    };
    text.starts_with("$ ") || text.starts_with("[command]") || text.strip_prefix("> ").is_some_and(script)
}

/// Whether a line says that a command ended well.
fn ends_well(text: &str) -> bool {
    text.starts_with("The command \"") && text.trim_end().ends_with("\" exited with 0.")
}

impl Endings {
    /// A line that no recognizer claimed begins like a command, or like the end of one.
    #[inline(never)]
    pub(super) fn line(&mut self, line: &Line<'_>) {
        if is_command(line.text) {
            self.command = line.number;
        } else if ends_well(line.text) {
            self.command = line.number.saturating_add(1);
        }
    }

    /// Something ended with the line of this number: `newest_first` are the lines before it. Lines before `since` belong
    /// to something else.
    pub(super) fn add(&mut self, line: u64, since: u64, newest_first: impl Iterator<Item = Stored>) {
        if self.looked_for >= LOOKED_FOR {
            return;
        }
        self.looked_for.up(1);
        let since = since.max(self.command);
        // Rules and rows of points say nothing, and the text that they end is above them.
        let says = |each: &Stored| each.text.contains(char::is_alphanumeric);
        let lines = newest_first.take_while(|each| each.number >= since).filter(says).take(LINES).collect();
        // The same end may be reported by two words for it.
        self.kept.retain(|kept| kept.line != line);
        if self.kept.len() >= ENDINGS.0 {
            self.kept.remove(ENDINGS.1);
        }
        self.kept.push(Ending { line, since, lines });
    }

    /// The lines before the first ends, at most a few of each.
    pub(super) fn last_words(&self) -> impl Iterator<Item = &Stored> {
        self.kept.iter().take(LAST_WORDS.0).flat_map(|ending| ending.lines.iter().take(LAST_WORDS.1))
    }

    /// All lines, to be changed, each run of them in its order.
    pub(super) fn lines_mut(&mut self) -> impl Iterator<Item = Vec<&mut Stored>> {
        self.kept.iter_mut().map(|ending| ending.lines.iter_mut().rev().collect())
    }
}

/// Whether a line is a frame of a stack.
fn is_frame(text: &str) -> bool {
    text.starts_with("at ")
        || text.contains(": 0x")
        || text.contains("\u{2514}\u{2500}")
        || is_numbered_call(text)
}

/// `25: source_file(path)`, as R prints its frames.
fn is_numbered_call(text: &str) -> bool {
    let Some((number, call)) = text.split_once(": ") else { return false };
    let name = call.split_once('(').map(|(name, _)| name);
    let numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    numbered
        && name.is_some_and(|name| {
            !name.is_empty()
                && name.chars().all(|each| each.is_alphanumeric() || matches!(each, '.' | '_' | ':'))
        })
}

/// Of how many signs of a cause, at most, those are looked for that no located failure has.
const LAST_CAUSES: usize = 16;

/// How many lines, and how many chars of them, are shown where only a step's lines say why.
const fn room(mode: Mode) -> (usize, usize) {
    match mode {
        Mode::Minimal => (20, 1_800),
        Mode::Standard | Mode::Verbose => (40, 3_600),
    }
}

/// Lines that are chosen one after the other, as long as there is room.
struct Picked {
    lines: BTreeMap<u64, Stored>,
    left: (usize, usize),
    line_chars: usize,
}

impl Picked {
    /// Takes the first of these lines that fit into one `part`-th of the whole room.
    fn take<'a>(&mut self, lines: impl Iterator<Item = &'a Stored>, part: usize, room: (usize, usize)) {
        let share = |whole: usize| whole.checked_div(part).unwrap_or(whole);
        let mut own = (share(room.0), share(room.1));
        for line in lines {
            if self.lines.contains_key(&line.number) || line.number == 0 {
                continue;
            }
            let cost = line.text.len().min(self.line_chars).saturating_add(1);
            let fits = |left: (usize, usize)| left.0 > 0 && left.1 >= cost;
            if !fits(own) || !fits(self.left) {
                break;
            }
            let pay = |left: (usize, usize)| (left.0.saturating_sub(1), left.1.saturating_sub(cost));
            (own, self.left) = (pay(own), pay(self.left));
            self.lines.insert(line.number, line.clone());
        }
    }
}

/// How many lines after a step are shown for a sign at its end; they are the head of the next step.
const AFTER_A_SIGN: u64 = 8;

impl Report {
    /// Whether a window still counts: what is in a run that reconciled was output, and what went wrong in a step that ended
    /// well is not a reason.
    #[must_use]
    pub fn is_open(&self, window: &Window) -> bool {
        let after = if window.is_sign { 0 } else { AFTER_A_SIGN };
        self.is_outside(window.section) && !self.is_of_a_good_step(window.line.number, after)
    }

    /// The lines that say why the step failed that ended with the line of this number: the last ones, and signs of a
    /// failure from its command on with the lines around them, the strongest first.
    fn lines_of_step(&self, number: u64) -> Vec<Stored> {
        let endings = self.excerpt.endings();
        let Some(ending) = endings.kept.iter().find(|ending| ending.line == number) else {
            return Vec::new();
        };
        let room = room(self.bounds.mode);
        let line_chars = usize::try_from(self.bounds.limits.line_chars).unwrap_or(usize::MAX);
        let mut picked = Picked { lines: BTreeMap::new(), left: room, line_chars };
        let telling = |line: &Stored| line.class != Class::Noise && !is_chatter(&line.text);
        let last = || ending.lines.iter().filter(|line| telling(line));
        let windows = |strength: Strength, in_crowd: bool| {
            let windows = self.excerpt.windows_within(strength, in_crowd, ending.since..number);
            windows.filter(|window| self.is_open(window) && telling(&window.line))
        };
        let lines = |strength| windows(strength, false).map(|window| &window.line);
        let signs = |strength, in_crowd| {
            windows(strength, in_crowd).filter(|window| window.is_sign).map(|window| &window.line)
        };
        picked.take(last(), 4, room);
        picked.take(signs(Strength::Cause, false).rev(), 6, room);
        picked.take(signs(Strength::Name, false), 4, room);
        picked.take(lines(Strength::Cause).rev(), 3, room);
        picked.take(signs(Strength::Outcome, false).rev(), 6, room);
        for strength in [Strength::Name, Strength::Cause, Strength::Word, Strength::Outcome] {
            picked.take(signs(strength, false), 2, room);
            picked.take(signs(strength, true), 2, room);
        }
        picked.take(last(), 1, room);
        picked.lines.into_values().collect()
    }

    /// The last signs of a cause in what failed, beside the failures that were located there: one of these may follow from it.
    #[must_use]
    pub fn last_causes(&self, most: usize) -> Vec<&Stored> {
        let endings = self.excerpt.endings().kept.iter();
        let causes = endings.flat_map(|ending| {
            let lines = ending.since..ending.line;
            self.excerpt.windows_within(Strength::Cause, false, lines)
        });
        let causes = causes.filter(|window| window.is_sign && self.is_open(window));
        let causes: BTreeMap<u64, &Stored> =
            causes.map(|window| (window.line.number, &window.line)).collect();
        let mut last: Vec<&Stored> = causes.into_values().rev().take(LAST_CAUSES).collect();
        for detail in self.failures.records().iter().filter_map(|failure| failure.detail.as_deref()) {
            if last.is_empty() {
                break;
            }
            last.retain(|line| detail.lines.iter().all(|(_, each)| each.text != line.text));
        }
        last.truncate(most);
        last.reverse();
        last
    }

    /// Makes what its step printed the reason of a failure that nothing explains.
    pub(super) fn tell_lines_of_step(&mut self, at: usize) {
        let Some(number) = self.ends.get(&at).copied() else { return };
        let lines = self.lines_of_step(number);
        let printed = || lines.iter().map(|line| line.text.trim()).filter(|text| !is_frame(text));
        let causes = self.excerpt.windows_within(Strength::Cause, false, 0..number);
        let causes: Vec<u64> =
            causes.filter(|window| window.is_sign).map(|window| window.line.number).collect();
        let cause = { lines.iter() }
            .rev()
            .filter(|line| causes.contains(&line.number))
            .map(|line| line.text.trim())
            .find(|text| !is_frame(text));
        // What was printed before the end of anything but a step may have nothing to do with it.
        let last = || printed().next_back().filter(|_| self.guessed.contains(&at));
        let why = self.guessed.contains(&at) || cause.is_some();
        if let Some(message) = cause.or_else(last) {
            self.failures.set_message(at, message);
        }
        // When none of the lines looks like a cause, they only show where it failed.
        let part = if why { Part::Why } else { Part::Where };
        for line in lines {
            if self.failures.has_line(at, &line.text) {
                continue;
            }
            self.failures.add_line(at, part, line);
        }
    }
}
