//! Semgrep: findings below their file and rule, then its numbers.
//!
//! ```text
//! ┌────────────────┐
//! │ 1 Code Finding │
//! └────────────────┘
//!
//!     quay.py
//!    ❯❯❱ no-shell
//!           ❰❰ Blocking ❱❱
//!           A command runs in a shell.
//!
//!             5┆ os.system("tie " + rope)
//!
//! ✅ Scan completed successfully.
//!  • Findings: 1 (1 blocking)
//! Ran 2 rules on 3 files: 1 finding.
//! ```
//!
//! `semgrep ci` lists apart what fails the run and what does not, and says in its last line whether anything did; of other
//! scans every finding counts, as `--error` counts it. A rule that cannot be read is in no number. Source of the format: logs
//! that Semgrep 1.185 printed, and its `formatter/text.py`, `output.py` and `commands/ci.py`.

use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Level, Part, Place, Seen, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::lint::finding::{Weight, count};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// What begins the first box of a run, and the box of its numbers.
const STATUS: &str = "\u{2502} Scan Status \u{2502}";
const SUMMARY: &str = "\u{2502} Scan Summary \u{2502}";
/// What a run on a CI says last.
const BLOCKED: &str = "Has findings for blocking rules so exiting with code 1";
const FREE: &str = "No blocking findings so exiting with code 0";
const AUDITED: &str = "so exiting with code 0 even if matches found";
/// What begins the line of a rule or of its place that cannot be read.
const TROUBLE: [&str; 3] = [
    "[ERROR] Rule parse error in rule ",
    "[ERROR] WARNING: unable to find a config; ",
    "[ERROR] invalid configuration file found",
];
/// What is between the number of a line and its source.
const MARGIN: char = '\u{2506}';
/// What stands for a rule's severity.
const SEVERITY: [char; 2] = ['\u{276f}', '\u{2771}'];
/// The most lines of a message that are held, and of what is below one finding that are shown.
const LINES: u8 = 20;
/// The deepest that a file and a rule are.
const FILE_DEPTH: usize = 4;
const RULE_DEPTH: usize = 7;

/// Semgrep.
#[derive(Debug, Default)]
pub struct Semgrep {
    /// It is `semgrep ci`.
    ci: bool,
    /// In a list: what its findings weigh.
    list: Option<Weight>,
    /// How many lines of the finding's source were read.
    shown: u8,
    file: String,
    rule: String,
    /// The rule's message, and how many lines it has.
    message: String,
    lines: u8,
    /// The message is over: what is at its depth begins no other.
    reported: bool,
    /// Findings that fail which were reported, what else went wrong, and what titles announce.
    findings: u64,
    troubles: u64,
    announced: u64,
}

impl Runner for Semgrep {
    const SPEC: Spec = Spec {
        name: "semgrep",
        reads: "semgrep scan and semgrep ci",
        starts: &[
            STATUS,
            "\u{2502} 1",
            "\u{2502} 2",
            "\u{2502} 3",
            "\u{2502} 4",
            "\u{2502} 5",
            "\u{2502} 6",
            "\u{2502} 7",
            "\u{2502} 8",
            "\u{2502} 9",
            "Ran ",
            "[ERROR] ",
            BLOCKED,
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.list.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let bare = text.trim_start();
        if text == STATUS {
            self.finish_quiet(run);
            *self = Self::default();
            return run.begin(None);
        }
        if let Some((number, weight)) = title(text) {
            self.leave(run);
            self.list = Some(weight);
            self.ci = self.ci || text.contains("locking");
            if weight == Weight::Fails {
                self.announced.up(number);
            }
            return Seen::Mine(Class::Noise);
        }
        if TROUBLE.iter().any(|trouble| text.starts_with(trouble)) {
            return self.trouble(text, run);
        }
        if let Some(findings) = ran(text) {
            self.leave(run);
            self.finish(Some(findings), run);
            return Seen::Mine(Class::Totals);
        }
        if let Some(seen) = self.last(bare, run) {
            return seen;
        }
        if self.list.is_some() && !text.is_empty() && !text.starts_with("  ") && !is_box(text) {
            self.leave(run);
            if !run.is_running() {
                self.finish_quiet(run);
                return Seen::No;
            }
        }
        if self.list.is_some() {
            return self.listed(text, run);
        }
        if run.is_running() { self.summed(bare) } else { Seen::No }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.leave(run);
        self.finish_quiet(run);
    }
}

impl Semgrep {
    /// What cannot be read; without any configuration nothing runs.
    fn trouble(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        self.leave(run);
        let ends = text.starts_with(TROUBLE[2]);
        if !ends || self.troubles == 0 {
            self.troubles.up(1);
            let reported = text.strip_prefix("[ERROR] ").unwrap_or(text);
            run.fail_whole(reported.trim_end_matches(':'), FailureKind::Build);
            run.close();
        }
        if ends {
            self.finish(Some(0), run);
        }
        Seen::Mine(Class::Detail)
    }

    /// Ends a finding and the list.
    fn leave(&mut self, run: &mut Run<'_>) {
        run.close();
        self.list = None;
        self.file.clear();
        self.rule.clear();
        self.message.clear();
    }

    /// The end of a run of which only the list is printed.
    fn finish_quiet(&mut self, run: &mut Run<'_>) {
        if !run.is_running() && self.announced > 0 {
            self.finish(Some(self.announced), run);
        }
    }

    fn finish(&mut self, findings: Option<u64>, run: &mut Run<'_>) {
        if !run.is_running() && self.findings == 0 && self.troubles == 0 {
            run.begin(None);
        }
        let errors = findings.unwrap_or(self.findings).saturating_add(self.troubles);
        if errors > 0 {
            let totals = Totals { errors: Some(errors), ..Totals::default() };
            run.emit(Event::Declared { totals, level: Level::Section });
        }
        run.end(if errors > 0 { Ended::Failed } else { Ended::Passed });
        *self = Self::default();
    }

    /// The last line of a run on a CI.
    fn last(&mut self, bare: &str, run: &mut Run<'_>) -> Option<Seen> {
        if bare == BLOCKED {
            self.leave(run);
            if self.findings == 0 {
                run.consequence(bare, FailureKind::Build);
            }
            let findings = self.findings.max(1);
            self.finish(Some(findings), run);
        } else if run.is_running() && bare == FREE {
            self.finish(Some(0), run);
        } else if run.is_running() && bare.ends_with(AUDITED) {
            self.finish(None, run);
        } else {
            return None;
        }
        Some(Seen::Mine(Class::Totals))
    }

    /// A line of the numbers.
    fn summed(&mut self, bare: &str) -> Seen {
        self.ci = self.ci || bare == "\u{2705} CI scan completed successfully.";
        let own = is_box(bare)
            || bare == SUMMARY
            || bare.starts_with("\u{2022} ")
            || bare.ends_with("can completed successfully.")
            || (bare.starts_with("Scanning ") && (bare.contains(" rules") || bare.contains(" rule:")));
        if own { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    /// A line of a list of findings.
    fn listed(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let bare = text.trim_start();
        let Some(weight) = self.list else { return Seen::No };
        let class = if weight == Weight::Fails { Class::Detail } else { Class::Warning };
        if bare.is_empty() || is_box(text) {
            self.reported = !self.message.is_empty();
            return Seen::Inside(Class::Noise);
        }
        if bare.strip_prefix('\u{22ee}').is_some_and(|rest| rest.starts_with(MARGIN)) {
            run.close();
            return Seen::Mine(Class::Noise);
        }
        if run.is_open() {
            let depth = text.len().saturating_sub(bare.len());
            if depth > RULE_DEPTH && !bare.starts_with("\u{2770}\u{2770} ") {
                if self.shown >= LINES {
                    return Seen::Inside(Class::Noise);
                }
                self.shown.up(1);
                run.text(Part::Where);
                return Seen::Inside(class);
            }
            run.close();
        }
        self.heading(weight, text, run)
    }

    /// A line above the source of a finding, or its first line.
    fn heading(&mut self, weight: Weight, text: &str, run: &mut Run<'_>) -> Seen {
        let bare = text.trim_start();
        let depth = text.len().saturating_sub(bare.len());
        if let Some(line) = source(bare).filter(|_| !self.file.is_empty()) {
            return self.begin(weight, line, run);
        }
        let marked = bare.starts_with(SEVERITY);
        if marked || (FILE_DEPTH < depth && depth <= RULE_DEPTH) {
            let rule = bare.trim_start_matches(SEVERITY).trim();
            self.rule = clipped(rule);
            self.message.clear();
            (self.lines, self.reported) = (0, false);
        } else if depth <= FILE_DEPTH {
            let file = bare.split_once(" with lockfile ").map_or(bare, |(file, _)| file);
            self.file = clipped(file);
            self.rule.clear();
            self.message.clear();
            (self.lines, self.reported) = (0, false);
        } else if bare.starts_with("\u{25b6}\u{25b6}") || bare.starts_with("\u{2770}\u{2770} ") {
            return Seen::Mine(Class::Noise);
        } else if !self.reported && self.lines < LINES {
            if !self.message.is_empty() {
                self.message.push(' ');
            }
            self.message.push_str(&clipped(bare));
            self.lines.up(1);
        }
        Seen::Inside(Class::Noise)
    }

    /// The first line of the source of a finding.
    fn begin(&mut self, weight: Weight, line: u64, run: &mut Run<'_>) -> Seen {
        let place = Place { file: &self.file, line: Some(line) };
        let message = match (self.rule.as_str(), self.message.as_str()) {
            ("", message) => message.to_owned(),
            (rule, "") => rule.to_owned(),
            (rule, message) => format!("{rule}: {message}"),
        };
        let heading = format!("{}:{line}: {message}", self.file);
        let seen = if weight == Weight::Fails {
            self.findings.up(1);
            run.instead(&heading);
            run.diagnostic(place, "", &message)
        } else {
            run.warn_earlier(&heading, &heading)
        };
        run.text(Part::Where);
        (self.reported, self.shown) = (true, 1);
        seen
    }
}

/// The title of a list: `│ 3 Blocking Code Findings │`, with what its findings weigh.
fn title(text: &str) -> Option<(u64, Weight)> {
    let inside = text.strip_prefix("\u{2502} ")?.strip_suffix(" \u{2502}")?;
    let (number, kind) = scan::number(inside)?;
    let kind = kind.strip_suffix('s').unwrap_or(kind).strip_suffix(" Finding")?;
    let weight = match kind {
        " Code"
        | " Blocking Code"
        | " Reachable Supply Chain"
        | " Undetermined Supply Chain"
        | " Valid Secrets"
        | " Unvalidated Secrets"
        | " Secrets Validation Error" => Weight::Fails,
        " Non-blocking Code" | " Unreachable Supply Chain" | " Invalid Secrets" | " Generic Secrets" => {
            Weight::Warns
        }
        _ => return None,
    };
    Some((number, weight))
}

/// The findings of `Ran 2 rules on 3 files: 3 findings.`
fn ran(text: &str) -> Option<u64> {
    let (_, rest) = count(text.strip_prefix("Ran ")?, "rule")?;
    let (_, rest) = count(rest.strip_prefix(" on ")?, "file")?;
    let (findings, rest) = count(rest.strip_prefix(": ")?, "finding")?;
    (rest == ".").then_some(findings)
}

/// The number of a line of source, `12┆ os.system(`.
fn source(bare: &str) -> Option<u64> {
    let (line, rest) = scan::number(bare)?;
    rest.starts_with(MARGIN).then_some(line)
}

/// Whether it is the upper or lower side of a box.
fn is_box(text: &str) -> bool {
    text.starts_with(['\u{250c}', '\u{2514}']) && text.ends_with(['\u{2510}', '\u{2518}'])
}
