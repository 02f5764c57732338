//! docker build: BuildKit's plain progress and the legacy builder.
//!
//! BuildKit: `#12 [build 4/5] RUN make`, `#12 0.312 output`, `#12 ERROR: process "/bin/sh -c make" did not complete
//! successfully: exit code: 2`; at the end the failed step once more between rulers (` > [build 4/5] RUN make:`, its last
//! lines), the place in the Dockerfile, and `ERROR: failed to solve: ...`. The legacy builder says `The command '...'
//! returned a non-zero code: 2`. What failed inside the step explains it, when that is known. One build fails once: the step's error is the failure, what is printed at the end belongs
//! to it. Source: buildkit's `util/progress/progressui` and `solver/errdefs`, docker's `builder/dockerfile`.

use crate::event::{Class, Event, FailureKind, Part, Place, Seen, Sink};
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::last_words::LastWords;
use crate::recognize::kit::lint::finding::all_is_well;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// The longest name of a failure, in bytes.
const NAME_BYTES: usize = 400;
/// The most lines of the report of a failed step.
const REPORT_LINES: u8 = 80;

/// What is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Open {
    #[default]
    Nothing,
    /// The failure was reported; its report may follow, of which so many lines came.
    Failed(u8),
    /// In the last lines of the failed step.
    Step(u8),
    /// In the excerpt of the Dockerfile.
    Dockerfile(u8),
}

/// docker build.
#[derive(Debug, Default)]
pub struct Docker {
    open: Open,
    /// Whether a build runs: what fails from its beginning on explains its end.
    building: bool,
    printed: LastWords,
    /// The step of which only the last lines are printed, once more, until these were read: they may tell why it failed.
    reprinted: Option<String>,
    /// The image was written, and the step that did it.
    exported: Option<u64>,
    good: GoodEnd,
}

impl Runner for Docker {
    const SPEC: Spec = Spec {
        name: "docker build",
        reads: "docker build, BuildKit plain and legacy",
        starts: &[
            "#1",
            "#2",
            "#3",
            "#4",
            "#5",
            "#6",
            "#7",
            "#8",
            "#9",
            "ERROR: failed to ",
            "ERROR: executor failed running [",
            "error: failed to ",
            "The command '",
            "> [",
            "failed to solve",
            "executor failed running [",
            "target ",
            "Step 1/",
            "Successfully built ",
        ],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.open != Open::Nothing || self.good.is_at()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if !text.starts_with("View build details: ") {
            self.good.line(text);
        }
        if let Some((number, rest)) = step(text) {
            self.export(number, rest);
            return self.step(rest, run);
        }
        let legacy = text.starts_with("The command '") && text.contains("' returned a non-zero code: ");
        if text.starts_with("Step 1/") && text.contains(" : ") {
            self.begin(run);
            return Seen::Mine(Class::Noise);
        }
        if legacy {
            self.building = false;
            open(text, run);
            run.emit(Event::BlockClosed);
            return Seen::Mine(Class::Detail);
        }
        if self.building && text.starts_with("Successfully built ") && self.open == Open::Nothing {
            // The legacy builder's last step.
            self.building = false;
            run.emit(Event::ScopeEnds);
            all_is_well(run);
            return Seen::Mine(Class::Totals);
        }
        if let Some(solved) = ended(text) {
            return self.last(solved, run);
        }
        match self.open {
            Open::Nothing => {
                if text.starts_with(" > [") && text.ends_with(':') {
                    self.begin(run);
                    let name = text.trim_start_matches(" > ").trim_end_matches(':');
                    self.reprinted = Some(crate::text::head(name, NAME_BYTES).to_owned());
                    self.printed.forget();
                    self.open = Open::Step(0);
                    return Seen::Mine(Class::Detail);
                }
                Seen::No
            }
            open => self.report(open, text, run),
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.tell_reprinted(run);
        self.good.end(run);
        if self.open != Open::Nothing {
            run.emit(Event::BlockClosed);
        }
        self.open = Open::Nothing;
    }
}

impl Docker {
    fn begin(&mut self, sink: &mut dyn Sink) {
        if !self.building {
            self.building = true;
            sink.emit(Event::ScopeBegins);
        }
    }

    /// Takes note of the image: a build that wrote it went well when the step that did so is done and nothing comes below.
    fn export(&mut self, number: u64, rest: &str) {
        let written = ["exporting to ", "writing image sha256:", "naming to ", "exporting manifest "];
        if written.iter().any(|begin| rest.starts_with(begin)) {
            self.exported = Some(number);
        }
        if self.exported == Some(number) && rest.starts_with("DONE ") && self.open == Open::Nothing {
            self.good.say();
        }
    }

    /// The last lines of a step were printed once more: what failed in them explains it, or they tell why.
    fn tell_reprinted(&mut self, sink: &mut dyn Sink) {
        if let Some(name) = self.reprinted.take() {
            open(&name, sink);
            self.printed.tell(sink);
        }
    }

    /// A line of BuildKit's progress, without its number.
    fn step(&mut self, rest: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(error) = rest.strip_prefix("ERROR: ") {
            open(error, sink);
            self.printed.tell(sink);
            self.open = Open::Failed(0);
            return Seen::Mine(Class::Detail);
        }
        let output = scan::number(rest)
            .and_then(|(_, rest)| scan::number(rest.strip_prefix('.')?))
            .and_then(|(_, rest)| rest.strip_prefix(' '));
        match output {
            Some(output) => {
                self.printed.hear(output);
                Seen::No
            }
            None => {
                let known = rest.starts_with('[')
                    || [
                        "CACHED",
                        "DONE ",
                        "sha256:",
                        "transferring ",
                        "extracting ",
                        "exporting ",
                        "naming to ",
                        "resolve ",
                        "writing image ",
                        "CANCELED",
                    ]
                    .iter()
                    .any(|begin| rest.starts_with(begin));
                if rest.starts_with('[') {
                    self.begin(sink);
                    self.printed.forget();
                }
                if known { Seen::Mine(Class::Noise) } else { Seen::No }
            }
        }
    }

    /// `failed to solve: ...`, the end of a build.
    fn last(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        self.tell_reprinted(sink);
        if self.open == Open::Nothing {
            open(text, sink);
        } else {
            sink.emit(Event::Text(Part::Why));
        }
        sink.emit(Event::BlockClosed);
        self.open = Open::Nothing;
        self.building = false;
        Seen::Mine(Class::Detail)
    }

    /// A line of the report of a failed step.
    fn report(&mut self, open: Open, text: &str, sink: &mut dyn Sink) -> Seen {
        let (Open::Failed(lines) | Open::Step(lines) | Open::Dockerfile(lines)) = open else {
            return Seen::No;
        };
        if lines >= REPORT_LINES {
            self.tell_reprinted(sink);
            sink.emit(Event::BlockClosed);
            self.open = Open::Nothing;
            return Seen::No;
        }
        let lines = lines.saturating_add(1);
        let ruler = scan::is_ruler(text, '-', 5);
        if text.is_empty() || ruler {
            if ruler {
                self.tell_reprinted(sink);
            }
            let after = if ruler && matches!(open, Open::Step(_)) { Open::Failed(lines) } else { open };
            self.open = with(after, lines);
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with(" > [") && text.ends_with(':') {
            sink.emit(Event::Text(Part::Why));
            self.open = Open::Step(lines);
            return Seen::Mine(Class::Detail);
        }
        if let Some((place, "")) = scan::place(text).filter(|(place, _)| !place.file.contains(' ')) {
            sink.emit(Event::At { place: Place { file: place.file, line: place.line }, better: true });
            sink.emit(Event::Text(Part::Where));
            self.open = Open::Dockerfile(lines);
            return Seen::Mine(Class::Detail);
        }
        match open {
            Open::Step(_) if self.reprinted.is_some() => self.printed.hear(after_seconds(text)),
            Open::Step(_) => sink.emit(Event::Text(Part::Why)),
            Open::Dockerfile(_) if text.contains('|') => sink.emit(Event::Text(Part::Where)),
            _ => {
                self.open = open;
                return Seen::No;
            }
        }
        self.open = with(open, lines);
        Seen::Inside(Class::Detail)
    }
}

fn with(open: Open, lines: u8) -> Open {
    match open {
        Open::Nothing => Open::Nothing,
        Open::Failed(_) => Open::Failed(lines),
        Open::Step(_) => Open::Step(lines),
        Open::Dockerfile(_) => Open::Dockerfile(lines),
    }
}

fn open(name: &str, sink: &mut dyn Sink) {
    let name = crate::text::head(name, NAME_BYTES);
    sink.emit(Event::Consequence { name, kind: FailureKind::Build });
}

/// The words that end a build: `ERROR: failed to solve: ...`, `error: ` in front of it from buildctl, `target NAME: ` in
/// docker compose, `failed to solve with frontend ...` and the executor's words alone in the first versions.
fn ended(text: &str) -> Option<&str> {
    let solved = text.strip_prefix("ERROR: ").or_else(|| text.strip_prefix("error: ")).unwrap_or(text);
    let service = solved.strip_prefix("target ").and_then(|rest| rest.split_once(": "));
    let printed = service.map_or(solved, |(_, printed)| printed);
    let own = printed.starts_with("failed to solve: ")
        || printed.starts_with("failed to build: failed to solve: ")
        || printed.starts_with("failed to solve with frontend ")
        || printed.starts_with("executor failed running [") && printed.contains("]: ");
    own.then_some(solved)
}

/// Cuts `0.412 ` off.
fn after_seconds(text: &str) -> &str {
    let fraction = scan::number(text).and_then(|(_, rest)| scan::number(rest.strip_prefix('.')?));
    fraction.and_then(|(_, rest)| rest.strip_prefix(' ')).unwrap_or(text)
}

/// Splits `#12 ` off.
fn step(text: &str) -> Option<(u64, &str)> {
    let (number, rest) = scan::number(text.strip_prefix('#')?)?;
    Some((number, rest.strip_prefix(' ')?))
}
