//! tox 4 and tox 3.
//!
//! tox 4: `ENV: commands[N]> COMMAND`, the command's output, `ENV: exit CODE (N seconds) PLACE> COMMAND pid=N` when it
//! failed, and at the end a row per environment, `  ENV: FAIL code N (...)`, and `evaluation failed :(` or
//! `congratulations :)`. tox 3: `ENV run-test: commands[N] | COMMAND`, `ERROR: InvocationError for command ... (exited with
//! code N)`, a `summary` ruler with rows `ERROR:   ENV: commands failed`. An environment that failed is a consequence of
//! what failed inside it; when nothing that is known did, it is a failure itself, and the last lines of its command
//! tell why. A command whose outcome is ignored fails nothing. Source: tox's `tox_env/api.py`, `session/cmd/run`, and
//! `session/__init__.py` of version 3.

use crate::event::{Class, Ended, Event, FailureKind, Opened, Seen, TestId};
use crate::recognize::kit::last_words::LastWords;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// The most environments whose failure is held.
const ENVIRONMENTS: usize = 256;
/// How tox 4 says that it ends an environment, after Ctrl-C.
const INTERRUPTS: &str = "ROOT: interrupt tox environment: ";
/// The longest name of an environment, in bytes.
const NAME_BYTES: usize = 120;

/// tox.
#[derive(Debug, Default)]
pub struct Tox {
    /// The environment that runs.
    running: Option<String>,
    /// Whether any environment ran, so that its end is to come.
    ran: bool,
    /// Environments whose failure was reported, with its name.
    failed: Vec<(String, String)>,
    printed: LastWords,
    /// It was interrupted: what it says of environments afterwards is that it ended them.
    interrupted: bool,
}

/// What a line of tox is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step<'a> {
    /// A command of an environment begins.
    Command(&'a str),
    /// A command ended with this code.
    Exit(&'a str, &'a str),
    /// The last command's outcome is ignored.
    Ignored(&'a str),
    /// The environment ended, or something else that tox says of it.
    Other,
    /// A row of the summary: an environment that failed, with what is printed of it.
    Failed(&'a str, &'a str),
    /// A row of the summary of any other environment.
    Row,
}

impl Runner for Tox {
    const SPEC: Spec = Spec {
        name: "tox",
        reads: "tox 4 and 3", // Only the first environments of version 3 have one blank more.
        starts: &[
            "evaluation failed :(",
            "congratulations :)",
            "ERROR:  ",
            INTERRUPTS,
            "ERROR: got KeyboardInterrupt",
        ],
        inside: &[": commands[", ": FAIL code ", ": install_deps> "],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.ran
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(seen) = self.last(text, run) {
            return seen;
        }
        if invocation(text) {
            return self.invocation(run);
        }
        if text.starts_with(INTERRUPTS) || text.starts_with("ERROR: got KeyboardInterrupt") {
            if !std::mem::replace(&mut self.interrupted, true) {
                run.emit(Event::Interrupted);
                run.instead("interrupted: KeyboardInterrupt");
                run.warn_at_once("interrupted: KeyboardInterrupt");
            }
            return Seen::Mine(Class::Warning);
        }
        let Some(step) = step(text, self.ran) else {
            if self.running.is_some() {
                self.printed.hear(text);
            }
            return Seen::No;
        };
        match step {
            Step::Command(name) => {
                self.begin(name, run);
                Seen::Mine(Class::Noise)
            }
            Step::Exit(_, "0") | Step::Other | Step::Row => Seen::Mine(Class::Noise),
            Step::Exit(..) | Step::Failed(..) if self.interrupted => Seen::Mine(Class::Noise),
            Step::Exit(name, code) => {
                let shown = format!("{name}: FAIL code {code}");
                self.fail(name, &shown, run);
                self.printed.tell(run);
                Seen::Mine(Class::Detail)
            }
            Step::Ignored(name) => {
                self.forgive(name, run);
                Seen::Mine(Class::Noise)
            }
            Step::Failed(name, words) => {
                self.running = None;
                self.row(name, words, run);
                Seen::Mine(Class::Detail)
            }
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if self.ran {
            // The end that every run has is missing.
            run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        }
        *self = Self::default();
    }
}

impl Tox {
    /// The end of the run.
    fn last(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let bare = text.trim_start();
        if bare.starts_with("congratulations :)") {
            *self = Self::default();
            run.emit(Event::SectionEnded(Ended::Replaced));
            run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            run.emit(Event::SectionEnded(Ended::Passed));
            return Some(Seen::Mine(Class::Totals));
        }
        if bare.starts_with("evaluation failed :(") && self.interrupted {
            *self = Self::default();
            return Some(Seen::Mine(Class::Totals));
        }
        if bare.starts_with("evaluation failed :(") {
            run.emit(Event::ScopeEnds);
            run.consequence("evaluation failed :(", FailureKind::Build);
            run.emit(Event::SectionEnded(Ended::Failed));
            *self = Self::default();
            return Some(Seen::Mine(Class::Totals));
        }
        if scan::ruled(text, '_') == Some("summary") {
            // In version 3 nothing follows the rows when one failed.
            self.running = None;
            self.ran = false;
            return Some(Seen::Mine(Class::Noise));
        }
        None
    }

    fn begin(&mut self, name: &str, run: &mut Run<'_>) {
        self.ran = true;
        self.printed.forget();
        if self.running.as_deref() != Some(name) {
            self.running = Some(name.to_owned());
            run.emit(Event::ScopeBegins);
        }
    }

    /// An environment failed, which what failed since its beginning explains.
    fn fail(&mut self, name: &str, shown: &str, run: &mut Run<'_>) {
        self.ran = true;
        run.consequence(shown, FailureKind::Suite);
        if self.failed.len() < ENVIRONMENTS && !self.failed.iter().any(|(known, _)| known == name) {
            self.failed.push((name.to_owned(), shown.to_owned()));
        }
        self.running = None;
    }

    /// The last failure of an environment does not count.
    fn forgive(&mut self, name: &str, run: &mut Run<'_>) {
        if let Some(at) = self.failed.iter().position(|(known, _)| known == name) {
            let (_, shown) = self.failed.swap_remove(at);
            run.emit(Event::Withdrawn(TestId::bare(&shown)));
        }
    }

    /// A row of the summary that says that an environment failed.
    fn row(&mut self, name: &str, words: &str, run: &mut Run<'_>) {
        let known = self.failed.iter().find(|(known, _)| known == name);
        if let Some((_, shown)) = known {
            run.more(shown);
            run.emit(Event::Heading);
            run.close();
            return;
        }
        if self.ran || !self.failed.is_empty() {
            // Nothing ran in it that could explain it.
            run.emit(Event::ScopeBegins);
        }
        let shown = format!("{name}: {}", words.split(" (").next().unwrap_or(words));
        self.fail(name, &shown, run);
    }

    /// tox 3: a command failed.
    fn invocation(&mut self, run: &mut Run<'_>) -> Seen {
        let Some(name) = self.running.clone() else { return Seen::No };
        self.fail(&name, &format!("{name}: commands failed"), run);
        self.printed.tell(run);
        Seen::Mine(Class::Detail)
    }
}

/// Whether the text tells that a command failed: `ERROR: InvocationError for command ... (exited with code 2)`, and
/// `ERROR: InvocationError: '/p/pytest'` in the first versions.
fn invocation(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("ERROR: InvocationError") else { return false };
    rest.strip_prefix(" for command ").is_some_and(|rest| rest.contains("exited with code"))
        || rest.starts_with(": '") && rest.ends_with('\'')
}

/// Reads a line of tox. `ran` tells that it was heard before: some of its lines are too plain to open a run.
fn step(text: &str, ran: bool) -> Option<Step<'_>> {
    let bare = text.trim_start();
    if let Some(rest) = bare.strip_prefix("ERROR:").map(str::trim_start) {
        let (name, words) = rest.split_once(": ")?;
        let failed = words == "commands failed"
            || words.starts_with("InterpreterNotFound: ")
            || words.starts_with("could not install deps ")
            || words.starts_with("InvocationError for command ")
            || words.starts_with("InvocationError: ")
            || words.starts_with("parallel child exit code ");
        return (failed && is_name(name) && text.starts_with("ERROR:  "))
            .then_some(Step::Failed(name, words));
    }
    let (name, words) = bare.split_once(": ")?;
    if !is_name(name) {
        return old(text);
    }
    if text.starts_with("  ") {
        if words.starts_with("FAIL code ") {
            return Some(Step::Failed(name, words));
        }
        let row = words.starts_with("OK (")
            || words.starts_with("SKIP (")
            || words.starts_with("commands succeeded");
        return (row && ran).then_some(Step::Row);
    }
    let command = words.starts_with("commands[") || words.starts_with("commands_pre[");
    if command || words.starts_with("install_deps> ") {
        return words.contains("> ").then_some(Step::Command(name));
    }
    if !ran {
        return None;
    }
    if let Some(rest) = words.strip_prefix("exit ") {
        let (code, rest) = rest.split_once(" (")?;
        let own = rest.contains(" seconds) ")
            && code.trim_start_matches('-').bytes().all(|each| each.is_ascii_digit());
        return own.then_some(Step::Exit(name, code));
    }
    if words.starts_with("command failed but is marked ignore outcome") {
        return Some(Step::Ignored(name));
    }
    let ended = ["FAIL \u{2716}", "OK \u{2714}", "SKIP \u{26a0}"].iter().any(|end| words.starts_with(end));
    ended.then_some(Step::Other)
}

/// `py36 run-test: commands[0] | pytest` of version 3.
fn old(text: &str) -> Option<Step<'_>> {
    let (name, rest) = text.split_once(' ')?;
    let (phase, rest) = rest.split_once(": commands[")?;
    let known = ["run-test", "runtests", "run-test-pre", "run-test-post"].contains(&phase);
    (known && rest.contains("] | ") && is_name(name)).then_some(Step::Command(name))
}

/// Whether the text can be an environment's name.
fn is_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'+');
    !text.is_empty() && text.len() <= NAME_BYTES && text.bytes().all(plain)
}
