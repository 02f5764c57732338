//! What a CI itself writes between the lines of the commands that it runs: marks of its steps, and its verdict.
//!
//! Read: GitHub Actions and Azure Pipelines (after `##[error]`, which the reader has taken off), Travis, GitLab,
//! Jenkins, CircleCI, Buildkite, AppVeyor and TeamCity; act, and nix of its builders. A verdict of failure (`Process
//! completed with exit code 1.`) is a consequence: some command before it reported the cause, and it is a failure only when nobody
//! did. Where the steps are known only what failed in its own step explains it: another job has another cause. So a run whose
//! CI says that it failed is never reported as passed. What is marked as an error says itself what failed; several in one step are
//! several failures, unless a located one explains them all. A warning fails nothing. A CI's word that all went well counts
//! as the last word of a log, where nothing speaks against it: allowed failures are green to it.

use super::annotation::{self, Annotation, Weight};
use super::good::Good;
use super::signs::STARTS;
use super::verdict::{is_mark, is_verdict};
use crate::event::{Block, Class, Event, FailureKind, Part, Seen, Sink};
use crate::recognize::kit::{Run, Runner, Spec};
use crate::text::Line;

/// The most chars of a verdict that names a failure.
const NAME_CHARS: usize = 200;
/// The most chars of the names of a job and of its step.
const STEP_CHARS: usize = 80;

/// A CI's own lines.
#[derive(Debug, Default)]
pub struct Ci {
    /// The job and the step, as they head a failure: `build / Test: `.
    step: String,
    /// The line with which the step began.
    since: u64,
    /// A section of GitLab's runner ended.
    gitlab: bool,
    /// Something was marked as an error in it.
    reported: bool,
    /// The verdict on a step whose name comes below it, and its line.
    held: Option<(String, u64)>,
    good: Good,
}

impl Runner for Ci {
    const SPEC: Spec = Spec {
        name: "ci",
        reads: "a CI's own verdicts: GitHub, GitLab, Travis, Jenkins, Azure, CircleCI, Buildkite",
        starts: STARTS,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.good.is_at()
    }

    fn step_begins(&mut self, line: &Line<'_>, run: &mut Run<'_>) {
        self.tell_held("", run);
        self.good.step(line);
        run.emit(Event::StepBegins);
        let command = line.text.strip_prefix("Starting: ").unwrap_or(line.text).trim();
        let (job, step) = line.step().unwrap_or_default();
        let step = if step.is_empty() || step == "UNKNOWN STEP" { command } else { step };
        self.step = heading(job, step);
        (self.since, self.reported) = (line.number, false);
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged().trim();
        self.good.line(line, text, run);
        if line.is_marked_as_warning() {
            return warn(text, run);
        }
        if let Some(step) = text.strip_prefix("Finishing: ").filter(|_| line.before.ends_with("##[section]"))
        {
            self.tell_held(&heading("", step), run);
            (self.step, self.since, self.reported) = (String::new(), line.number, false);
            return Seen::Mine(Class::Noise);
        }
        if is_verdict(text) {
            self.tell_held("", run);
            if line.step().is_none() && of_azure(text) {
                self.held = Some((text.chars().take(NAME_CHARS).collect(), line.number));
            } else {
                self.verdict(text, run);
            }
            return Seen::Mine(Class::Detail);
        }
        if let Some(read) = annotation::read(text) {
            return self.annotated(&read, text, run);
        }
        self.gitlab |= text.starts_with("section_end:");
        if self.gitlab && text == "Job succeeded" {
            run.emit(Event::JobSucceeded);
            self.good.say();
        }
        if is_mark(text) || self.good.is_at() { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    fn marked(&mut self, line: &Line<'_>, run: &mut Run<'_>) -> Seen {
        let text = line.judged().trim();
        if line.is_marked_as_warning() {
            return warn(text, run);
        }
        if text.is_empty() || crate::recognize::unknown::counts::says_none(text) {
            return Seen::No;
        }
        self.error(text, run);
        Seen::Mine(Class::Detail)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.tell_held("", run);
        self.good.end(run);
    }
}

impl Ci {
    /// The step failed, and some line before says why.
    fn verdict(&mut self, text: &str, sink: &mut dyn Sink) {
        self.good.fails();
        self.tell(text, false, sink);
        self.tell_reason(text, None, sink);
    }

    /// Why it failed: what its verdict says, and the last lines above that one.
    fn tell_reason(&self, text: &str, until: Option<u64>, sink: &mut dyn Sink) {
        if let Some(reason) = reason(text) {
            sink.emit(Event::Message(reason));
        }
        sink.emit(Event::LastLines { since: self.since, until });
    }

    /// Azure's verdict on a step comes above the line that names the step, which may be another one than the last that was
    /// seen to begin: a log may be cut.
    fn tell_held(&mut self, step: &str, sink: &mut dyn Sink) {
        let Some((text, number)) = self.held.take() else { return };
        let name = format!("{step}{text}");
        sink.emit(Event::Consequence { name: &name, kind: FailureKind::Build });
        sink.emit(Event::Instead(&name));
        sink.emit(Event::Heading);
        self.tell_reason(&text, Some(number), sink);
    }

    /// The line says itself what failed.
    fn error(&mut self, text: &str, sink: &mut dyn Sink) {
        self.good.fails();
        let besides = std::mem::replace(&mut self.reported, true);
        self.tell(text, besides, sink);
        sink.emit(Event::Message(text));
        sink.emit(Event::LastLines { since: self.since, until: None });
    }

    fn tell(&self, text: &str, besides: bool, sink: &mut dyn Sink) {
        let name: String = self.step.chars().chain(text.chars().take(NAME_CHARS)).collect();
        let kind = FailureKind::Build;
        let event = if besides {
            Event::Besides { name: &name, kind }
        } else {
            Event::Consequence { name: &name, kind }
        };
        sink.emit(event);
        if !self.step.is_empty() {
            sink.emit(Event::Instead(&name));
            sink.emit(Event::Heading);
        }
    }

    fn annotated(&mut self, read: &Annotation<'_>, text: &str, sink: &mut dyn Sink) -> Seen {
        let message = annotation::first_line(read.message);
        match read.weight {
            Weight::Warning => return warn(text, sink),
            Weight::Failed => self.verdict(text, sink),
            Weight::Error if message.is_empty() => return Seen::No,
            Weight::Error => {
                self.error(message, sink);
                if let Some(place) = read.place {
                    sink.emit(Event::At { place, better: false });
                }
            }
        }
        Seen::Mine(Class::Detail)
    }
}

/// The job and the step as they head a failure.
fn heading(job: &str, step: &str) -> String {
    let clipped = |text: &str| text.trim().chars().take(STEP_CHARS).collect::<String>();
    let between = if job.is_empty() { "" } else { " / " };
    format!("{}{between}{}: ", clipped(job), clipped(step))
}

/// Whether the verdict is one of Azure's agent, which names the step below it.
fn of_azure(text: &str) -> bool {
    [
        "Bash exited with code '",
        "PowerShell exited with code '",
        "Cmd.exe exited with code '",
        "Script failed with exit code: ",
    ]
    .iter()
    .any(|start| text.starts_with(start))
}

/// What an exit code says by itself, when it is a signal's.
fn reason(text: &str) -> Option<&'static str> {
    let code = text.trim_end_matches(['.', '\'', ')']).rsplit([' ', '\'']).next()?;
    match code {
        "137" => Some("exit code 137: it was killed, mostly because memory ran out"),
        "143" => Some(
            "exit code 143: it was told to end, mostly because its time was up or the runner was shut down",
        ),
        _ => None,
    }
}

fn warn(text: &str, sink: &mut dyn Sink) -> Seen {
    if text.is_empty() {
        return Seen::Mine(Class::Noise);
    }
    sink.emit(Event::BlockOpened(Block::Warning { key: text }));
    sink.emit(Event::Text(Part::Why));
    sink.emit(Event::BlockClosed);
    Seen::Mine(Class::Warning)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::Driven;
    use crate::recognize::recognizer::Recognizer;

    fn events(
        ci: &mut Driven<Ci>,
        line: &Line<'_>,
        how: fn(&mut Driven<Ci>, &Line<'_>, &mut dyn Sink) -> Seen,
    ) -> String {
        let mut events: Vec<String> = Vec::new();
        let seen = how(ci, line, &mut events);
        format!("{seen:?} {}", events.join(" | "))
    }

    #[test]
    fn a_failure_is_headed_by_its_job_and_its_step() {
        let mut ci = Driven::<Ci>::default();
        let first = Line { before: "quay\tSeed\t2026-01-02T03:04:05Z ", number: 7, ..Line::of("begin") };
        ci.step_begins(&first, &mut Vec::new());
        let printed = events(&mut ci, &Line::of("Process completed with exit code 137."), Driven::read);
        assert!(
            printed.contains("name: \"quay / Seed: Process completed with exit code 137.\""),
            "{printed}"
        );
        assert!(
            printed.contains("memory ran out") && printed.ends_with("LastLines { since: 7, until: None }"),
            "{printed}"
        );
    }

    #[test]
    fn the_verdict_of_azure_has_the_name_of_the_step_that_ends_below_it() {
        let section = |text| Line { before: "##[section]", ..Line::of(text) };
        let mut ci = Driven::<Ci>::default();
        ci.step_begins(&section("Starting: Checkout"), &mut Vec::new());
        let verdict = Line { number: 9, ..Line::of("Bash exited with code '1'.") };
        assert_eq!(events(&mut ci, &verdict, Driven::read), "Mine(Detail) ");
        let printed = events(&mut ci, &section("Finishing: Moor"), Driven::read);
        assert!(printed.contains("name: \"Moor: Bash exited with code '1'.\""), "{printed}");
        assert!(printed.ends_with("until: Some(9) }"), "{printed}");
        events(&mut ci, &verdict, Driven::read);
        let mut printed: Vec<String> = Vec::new();
        ci.end(&mut printed);
        assert!(
            printed.join(" ").contains("Consequence { name: \"Bash exited with code '1'.\""),
            "{printed:?}"
        );
    }

    #[test]
    fn the_second_error_of_a_step_is_at_beside_the_first() {
        let mut ci = Driven::<Ci>::default();
        let line = Line { error: true, ..Line::of("no rope") };
        assert!(events(&mut ci, &line, Recognizer::marked).contains("Consequence"));
        assert!(
            events(&mut ci, &Line::of("::error file=a.js,line=3::no quay"), Driven::read).contains("Besides")
        );
        ci.step_begins(&Line { before: "##[group]", ..Line::of("Run make") }, &mut Vec::new());
        let printed = events(&mut ci, &line, Recognizer::marked);
        assert!(printed.contains("Consequence { name: \"Run make: no rope\""), "{printed}");
    }

    #[test]
    fn a_job_that_is_there_as_a_whole_and_ends_without_a_marked_line_passed() {
        let job = |lines: &[(&str, &str)]| {
            let mut ci = Driven::<Ci>::default();
            let mut events: Vec<String> = Vec::new();
            for (step, text) in lines {
                let before = format!("quay\t{step}\t2026-01-02T03:04:05Z ");
                let line = Line { before: &before, ..Line::of(text) };
                if !ci.runner.step.ends_with(&format!("{step}: ")) {
                    ci.step_begins(&line, &mut events);
                }
                ci.line(&line, &mut events);
            }
            ci.end(&mut events);
            events.concat().contains("SectionEnded(Passed)")
        };
        let (first, moor) = (("Set up job", "begin"), ("Moor", "make"));
        let last = ("Complete job", "Cleaning up orphan processes");
        assert!(job(&[first, moor, last]));
        assert!(job(&[first, moor, last, ("Complete job", "Terminate orphan process: pid (7) (java)")]));
        assert!(!job(&[moor, last]), "its beginning is missing");
        assert!(!job(&[first, moor, first, last]), "the end of the first job is missing");
        assert!(!job(&[first, ("Moor", "Process completed with exit code 1."), last]));
        assert!(!job(&[first, ("Moor", "Cleaning up orphan processes")]), "a command prints it");
        assert!(!job(&[first, moor, last, ("Complete job", "the quay sinks")]));
    }

    #[test]
    fn a_warning_fails_nothing_whatever_it_says() {
        let mut ci = Driven::<Ci>::default();
        let marked =
            Line { before: "##[warning]", ..Line::of("The process 'git' failed with exit code 128") };
        for line in
            [marked, Line::of("::warning::FAILED"), Line::of("##vso[task.logissue type=warning]FAILED")]
        {
            let printed = events(&mut ci, &line, Driven::read);
            assert!(printed.starts_with("Mine(Warning) BlockOpened(Warning"), "{printed}");
        }
    }
}
