//! Usage errors of docker, kubectl, helm and other tools that are built alike (cobra): a flag or a command that is not there.
//!
//! `unknown shorthand flag: 'd' in -d`, `Error: unknown command "moor" for "helm"`, with how the tool is used below. Scripts try whether
//! docker knows a command, so `docker: 'compose' is not a docker command.` is none.

use crate::event::{Class, Event, FailureKind, Runner, Seen, Sink};
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::{Line, head};

/// The longest name of a failure, in bytes.
const NAME_BYTES: usize = 240;

/// Usage errors.
#[derive(Debug, Default)]
pub struct Usage(Option<(String, u64)>);

/// How they begin.
const STARTS: [&str; 4] =
    ["unknown flag: --", "unknown shorthand flag: '", "unknown command \"", "\"docker "];

impl Recognizer for Usage {
    fn runner(&self) -> Runner {
        Runner("usage")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "unknown flag: --",
                "unknown shorthand flag: '",
                "unknown command \"",
                "\"docker ",
                "Error: unknown ",
                "error: unknown ",
            ],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        if self.0.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if text.is_empty() && self.0.is_some() {
            return Seen::Mine(Class::Noise);
        }
        let held = self.0.take();
        if let Some((name, number)) = held.filter(|_| is_below(text)) {
            sink.emit(Event::Consequence { name: &name, kind: FailureKind::Build });
            sink.emit(Event::Instead(&name));
            sink.emit(Event::Heading);
            sink.emit(Event::Message(&name));
            sink.emit(Event::LastLines { since: 0, until: Some(number) });
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
