//! ansible-playbook.
//!
//! `TASK [name] ***`, then a row per host: `ok: [host]`, `changed: [host]`, `fatal: [host]: FAILED! => {...}`, `fatal:
//! [host]: UNREACHABLE! => ...`, `failed: [host] (item=x) => {...}`; `...ignoring` takes the failure before it back. `PLAY
//! RECAP ***` ends a play with a row of counts per host. `ERROR! ...` stops before any play; since 2.19 an error comes
//! as `[ERROR]: ...` with its origin. `FAILED - RETRYING: ... (3 retries left).` is a try; the last one has a row. Molecule, which runs plays, logs between them; its test of idempotence fails where no
//! task does. Source: ansible's `plugins/callback/default.py`, and molecule's `command/idempotence.py`.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Opened, Part, Seen, TestId};
use crate::recognize::kit::lint::finding::all_is_well;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};

/// The longest name of a task, in bytes.
const NAME_BYTES: usize = 300;
/// How many failures of a play are held until its recap.
const MOST_HELD: usize = 1024;

/// A failure that was reported, until the recap says whether it was rescued.
#[derive(Debug)]
struct Reported {
    host: String,
    /// Which task it was: each item of a loop is reported, and the task counts once.
    task: u64,
    name: String,
}

/// ansible.
#[derive(Debug, Default)]
pub struct Ansible {
    task: String,
    /// How many tasks began.
    tasks: u64,
    /// The failures since the last recap.
    reported: Vec<Reported>,
    /// The name of the failure that was reported last.
    last: String,
    recap: Recap,
    /// A play began whose recap is still to come.
    playing: bool,
}

/// How the recap's rows look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Recap {
    #[default]
    None,
    Begun,
    Good,
    Bad,
}

impl Runner for Ansible {
    const SPEC: Spec = Spec {
        name: "ansible",
        reads: "ansible-playbook",
        starts: &[
            "TASK [",
            "RUNNING HANDLER [",
            "PLAY [",
            "PLAY RECAP",
            "FAILED - RETRYING: ",
            "fatal: [",
            "failed: [",
            "...ignoring",
            "ok: [",
            "changed: [",
            "skipping: [",
            "ERROR! ",
            "[ERROR]: ",
            "CRITICAL Idempotence test failed",
            "ERROR    Idempotence test failed",
            "CRITICAL Ansible return code was ",
            "ERROR    Ansible return code was ",
        ],
        every_line: EveryLine::BelowFailure,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.recap != Recap::None
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if self.recap != Recap::None {
            if let Some(seen) = self.row(text, run) {
                return seen;
            }
            // Version 1 says between the heading and the rows how to run the rest again.
            let above = text.is_empty() || text.trim_start().starts_with("to retry, use: --limit @");
            if above && self.recap == Recap::Begun {
                return Seen::Mine(Class::Noise);
            }
            self.end_recap(run);
        }
        if let Some(begin) = ["TASK [", "RUNNING HANDLER ["].iter().find_map(|begin| text.strip_prefix(begin))
        {
            run.close();
            let name = begin.rsplit_once("] *").map_or(begin, |(name, _)| name).trim_end_matches(']');
            clipped(name).clone_into(&mut self.task);
            self.tasks.up(1);
            return Seen::Mine(Class::Noise);
        }
        if text.strip_prefix("PLAY RECAP").is_some_and(|rest| rest.trim_matches([' ', '*', ':']).is_empty()) {
            run.close();
            self.recap = Recap::Begun;
            self.playing = false;
            return Seen::Mine(Class::Noise);
        }
        if text == "...ignoring" && !self.last.is_empty() {
            let id = TestId::bare(&self.last);
            run.emit(Event::Withdrawn(id));
            if self.reported.last().is_some_and(|reported| reported.name == self.last) {
                self.reported.pop();
            }
            self.last.clear();
            return Seen::Mine(Class::Noise);
        }
        if let Some(seen) = self.failure(text, run) {
            return seen;
        }
        if text.starts_with("FAILED - RETRYING: ") && text.contains(" retries left)") {
            return Seen::Mine(Class::Noise);
        }
        let row = ["ok: [", "changed: [", "skipping: ["].iter().any(|begin| text.starts_with(begin));
        let play = text.starts_with("PLAY [") && text.ends_with("***");
        self.playing |= play;
        if (row && text.contains(']') && !self.task.is_empty()) || play {
            return Seen::Mine(Class::Noise);
        }
        self.stopped(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.end_recap(run);
        if self.playing {
            // The play was cut off: what the recaps before it printed is not all.
            run.begin_as(Opened::Own, None);
        }
    }
}

impl Ansible {
    /// `fatal: [host]: FAILED! => {...}`
    fn failure(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let rest = text.strip_prefix("fatal: [").or_else(|| text.strip_prefix("failed: ["))?;
        let (host, rest) = rest.split_once(']')?;
        let host = clipped(host);
        let fatal = rest.starts_with(": FAILED! => ") || rest.starts_with(": UNREACHABLE! => ");
        let item = rest.starts_with(" (item=") && rest.contains(") => ");
        if !fatal && !item && !rest.starts_with(": FAILED!") {
            return None;
        }
        let task = if self.task.is_empty() { "task" } else { self.task.as_str() };
        let name = match rest.strip_prefix(" (").filter(|_| item) {
            Some(rest) => {
                format!("TASK [{task}] [{host}] ({})", clipped(rest.split(") => ").next().unwrap_or("")))
            }
            None => format!("TASK [{task}] [{host}]"),
        };
        run.instead(&format!("TASK [{task}]"));
        run.fail_whole(&name, FailureKind::Build);
        if let Some(message) = message(rest) {
            run.emit(Event::Message(&message));
            let why = format!("[{host}] {message}");
            run.emit(Event::Decoded { part: Part::Why, text: &why });
        }
        run.text(Part::Why);
        run.close();
        if self.reported.len() < MOST_HELD {
            // A task may run elsewhere (`web1 -> localhost`); its result is the host's all the same.
            let host = scan::split_once(host, " -> ").map_or(host, |(host, _)| host).to_owned();
            self.reported.push(Reported { host, task: self.tasks, name: name.clone() });
        }
        self.last = name;
        Some(Seen::Mine(Class::Detail))
    }

    /// `ERROR! ...`, and its origin below.
    fn stopped(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(rest) = text.strip_prefix("ERROR! ").or_else(|| text.strip_prefix("[ERROR]: ")) {
            run.close();
            if rest.starts_with("Task failed: ") {
                // The row of the host follows.
                return Seen::Mine(Class::Noise);
            }
            if text.starts_with("[ERROR]") && !self.task.is_empty() {
                return Seen::No;
            }
            self.playing = false;
            return run.fail_whole(clipped(rest), FailureKind::Build);
        }
        if let Some(printed) = text.strip_prefix("CRITICAL ").or_else(|| text.strip_prefix("ERROR    ")) {
            return self.molecule(printed, run);
        }
        if !run.is_open() {
            return Seen::No;
        }
        if let Some(task) = text.strip_prefix("*  => ").or_else(|| text.strip_prefix("* ")) {
            return run.why(&format!("not idempotent: {task}"));
        }
        let origin = text.strip_prefix("Origin: ").and_then(scan::place);
        if let Some((place, _)) = origin {
            run.emit(Event::At { place, better: true });
        }
        if origin.is_some() || text.starts_with("The error appears to be in ") {
            return run.text(Part::Why);
        }
        let source = scan::number(text.trim_start()).is_some() || text.trim_start().starts_with('^');
        if text.is_empty() || source {
            if source {
                run.text(Part::Where);
            }
            return Seen::Mine(Class::Detail);
        }
        run.close();
        Seen::No
    }

    /// What molecule logs of a step that failed.
    fn molecule(&mut self, printed: &str, run: &mut Run<'_>) -> Seen {
        run.close();
        if printed.starts_with("Ansible return code was ") {
            // Molecule goes on and takes down what it created.
            self.playing = false;
            run.consequence(printed, FailureKind::Build);
            return Seen::Mine(Class::Detail);
        }
        if !printed.starts_with("Idempotence test failed") {
            return Seen::No;
        }
        run.fail_whole("Idempotence test failed", FailureKind::Build)
    }

    /// A row of the recap: `host : ok=3 changed=1 unreachable=0 failed=1 ...`.
    fn row(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let (host, counts) = text.split_once(" : ok=").or_else(|| text.split_once(": ok="))?;
        let value = |name: &str| {
            counts
                .split_whitespace()
                .find_map(|word| word.strip_prefix(name))
                .and_then(scan::whole_number)
                .unwrap_or(0)
        };
        let host = host.trim();
        let lasting = value("failed=").saturating_add(value("unreachable="));
        self.forgive(host, value("rescued="), lasting, run);
        if lasting > 0 {
            self.recap = Recap::Bad;
            let name = format!("{host}: {}", counts.trim());
            if !self.reported.iter().any(|reported| reported.host == host) {
                // What others reported is another host's: the log does not show how this one failed.
                run.emit(Event::ScopeBegins);
            }
            run.consequence(&name, FailureKind::Build);
        } else if self.recap == Recap::Begun {
            self.recap = Recap::Good;
        }
        Some(Seen::Mine(Class::Totals))
    }

    /// Takes back what a `rescue` section caught. A host that has failed for good runs nothing more, so the failures that
    /// were rescued came first.
    fn forgive(&mut self, host: &str, rescued: u64, lasting: u64, run: &mut Run<'_>) {
        if rescued == 0 {
            return;
        }
        let mut tasks: Vec<u64> = self
            .reported
            .iter()
            .filter(|reported| reported.host == host)
            .map(|reported| reported.task)
            .collect();
        tasks.dedup();
        let count = u64::try_from(tasks.len()).unwrap_or(u64::MAX);
        let caught = if lasting == 0 {
            tasks.as_slice()
        } else if count == rescued.saturating_add(lasting) {
            usize::try_from(rescued).ok().and_then(|rescued| tasks.get(..rescued)).unwrap_or_default()
        } else {
            return;
        };
        self.reported.retain(|reported| {
            let caught = reported.host == host && caught.contains(&reported.task);
            if caught {
                run.emit(Event::Withdrawn(TestId::bare(&reported.name)));
            }
            !caught
        });
    }

    fn end_recap(&mut self, run: &mut Run<'_>) {
        let recap = std::mem::take(&mut self.recap);
        if recap != Recap::None {
            self.task.clear();
            self.reported.clear();
        }
        if recap == Recap::Good {
            all_is_well(run);
        }
    }
}

/// The value of `msg` in the result of a module, or of `stderr` when it says more.
fn message(result: &str) -> Option<String> {
    let value = |name: &str| {
        let at = result.find(&format!("\"{name}\": \""))?;
        let rest = result.get(at.saturating_add(name.len()).saturating_add(5)..)?;
        let mut text = String::new();
        let mut escaped = false;
        for each in rest.chars().take(NAME_BYTES) {
            match each {
                '"' if !escaped => break,
                '\\' if !escaped => escaped = true,
                'n' | 'r' | 't' if escaped => {
                    text.push(' ');
                    escaped = false;
                }
                _ => {
                    text.push(each);
                    escaped = false;
                }
            }
        }
        (!text.trim().is_empty()).then_some(text)
    };
    match (value("msg"), value("stderr")) {
        (Some(message), Some(stderr)) => Some(format!("{message}: {stderr}")),
        (message, stderr) => message.or(stderr),
    }
}

fn clipped(text: &str) -> &str {
    crate::text::head(text, NAME_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_host_no_more_is_held_than_is_reported() {
        let mut ansible = crate::recognize::kit::Driven::<Ansible>::default();
        let text = format!("fatal: [{}]: FAILED! => {{\"msg\": \"no\"}}", "q".repeat(5000));
        ansible.read(&crate::text::Line::of(&text), &mut Vec::new());
        let held = ansible.runner.reported.iter().map(|reported| reported.host.len() + reported.name.len());
        assert!(held.sum::<usize>() < 3 * NAME_BYTES);
    }
}
