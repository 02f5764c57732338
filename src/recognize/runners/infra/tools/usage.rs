//! Usage errors of docker, kubectl, helm and other tools that are built alike (cobra): a flag or a command that is not there.
//!
//! `unknown shorthand flag: 'd' in -d`, `Error: unknown command "moor" for "helm"`, with how the tool is used below. Scripts try whether
//! docker knows a command, so `docker: 'compose' is not a docker command.` is none.

use crate::event::{Class, Event, FailureKind, Seen};
use crate::recognize::kit::{Run, Runner, Spec};
use crate::text::head;

/// The longest name of a failure, in bytes.
const NAME_BYTES: usize = 240;

/// Usage errors.
#[derive(Debug, Default)]
pub struct Usage(Option<(String, u64)>);

/// How they begin.
const STARTS: [&str; 4] =
    ["unknown flag: --", "unknown shorthand flag: '", "unknown command \"", "\"docker "];

impl Runner for Usage {
    const SPEC: Spec = Spec {
        name: "usage",
        reads: "usage errors of docker, kubectl, helm and their like",
        starts: &[
            "unknown flag: --",
            "unknown shorthand flag: '",
            "unknown command \"",
            "\"docker ",
            "Error: unknown ",
            "error: unknown ",
        ],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.0.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        if text.is_empty() && self.0.is_some() {
            return Seen::Mine(Class::Noise);
        }
        let held = self.0.take();
        if let Some((name, number)) = held.filter(|_| is_below(text)) {
            run.emit(Event::Consequence { name: &name, kind: FailureKind::Build });
            run.emit(Event::Instead(&name));
            run.emit(Event::Heading);
            run.emit(Event::Message(&name));
            run.emit(Event::LastLines { since: 0, until: Some(number) });
            return Seen::Mine(Class::Detail);
        }
        if !is_error(text) {
            return Seen::No;
        }
        self.0 = Some((head(text, NAME_BYTES).to_owned(), line.number));
        Seen::Mine(Class::Detail)
    }
}

/// Whether the line is such an error.
fn is_error(text: &str) -> bool {
    let rest = text.strip_prefix("Error: ").or_else(|| text.strip_prefix("error: ")).unwrap_or(text);
    let Some(start) = STARTS.iter().find(|start| rest.starts_with(**start)) else { return false };
    match *start {
        "unknown shorthand flag: '" => rest.contains("' in -"),
        "unknown command \"" => rest.contains("\" for \""),
        "\"docker " => {
            rest.contains("\" requires ") && rest.contains(" argument")
                || rest.contains("\" accepts no argument")
        }
        _ => true,
    }
}

/// Whether the line says how the tool is used.
fn is_below(text: &str) -> bool {
    const BELOW: [&str; 5] = ["Usage:", "See '", "Run '", "Examples:", "Did you mean this?"];
    BELOW.iter().any(|start| text.starts_with(start))
}
