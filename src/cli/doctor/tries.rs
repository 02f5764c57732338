//! What is tried in an agent's shell, and what has to come of it.

use super::attempt::{Bench, Printed, RUN};
use super::run::Doctor;
use super::target::{Check, Target};
use crate::agents::Agent;

/// A line that shows what a shell has.
const SHOWN: &str = r#"printf '%s\n' "out=${WEIR_OUT-}" "err=${WEIR_ERR-}" "agent=${WEIR_AGENT-}" "line=${WEIR_LINE-}" "path=$PATH""#;

/// Arguments that a changed line would change.
const WORDS: &str = "--first 'two  words' '' '*' '$HOME'";
/// The same, a line each, as the tool gets them.
const ARGUMENTS: &str = "--first\ntwo  words\n\n*\n$HOME\n";

/// Tries it all.
pub(super) fn tries(job: &Doctor, target: &Target, agent: Agent) -> Vec<Check> {
    let bench = match Bench::new() {
        Ok(bench) => bench,
        Err(cause) => {
            let why = format!("nothing can be tried: {cause}");
            return ["variable", "pipe", "answer", "deny"]
                .into_iter()
                .map(|id| Check::off(id, why.clone()))
                .collect();
        }
    };
    let line = |line: &str| bench.line(job, target, line);
    let wrapped = line(&format!("pytest {WORDS}"));
    vec![
        variable(job, agent, line(SHOWN)),
        pipe(line(&format!("pytest {WORDS} | cat"))),
        answer(&wrapped),
        deny(&wrapped),
    ]
}

/// The start file sets the variables, and puts the links first.
fn variable(job: &Doctor, agent: Agent, printed: Result<Printed, String>) -> Check {
    let printed = match printed {
        Ok(printed) => printed,
        Err(why) => return Check::off("variable", why),
    };
    let of = |name: &str| {
        let lines = printed.text.lines();
        lines.filter_map(|line| line.strip_prefix(name)).next_back().unwrap_or_default().to_owned()
    };
    let mut off = Vec::new();
    for (name, wanted) in
        [("out=", printed.output.as_str()), ("err=", &printed.output), ("agent=", agent.name())]
    {
        let value = of(name);
        if value != wanted {
            let name = name.trim_end_matches('=').to_uppercase();
            off.push(if value.is_empty() {
                format!("WEIR_{name} is not set in its shell")
            } else {
                format!("WEIR_{name} is {value} in its shell and not {wanted}")
            });
        }
    }
    if of("line=").is_empty() {
        off.push("WEIR_LINE is not set in its shell".to_owned());
    }
    let shims = job.places.folders.shims();
    if !of("path=").starts_with(&*shims.to_string_lossy()) {
        off.push("the links are not in front of PATH in its shell".to_owned());
    }
    Check::of("variable", &off, "tried: its shell knows weir, and the links are in front of PATH")
}

/// A pipe gets the tool's own bytes.
fn pipe(printed: Result<Printed, String>) -> Check {
    match printed {
        Ok(printed) if printed.text == RUN => Check::well("pipe", "tried: a pipe gets the bytes of the tool"),
        Ok(_) => Check::off("pipe", "a pipe does not get the bytes of the tool"),
        Err(why) => Check::off("pipe", why),
    }
}

/// The agent gets an answer.
fn answer(printed: &Result<Printed, String>) -> Check {
    match printed {
        Ok(printed) if printed.text.lines().any(|line| line.starts_with("weir: FAILED 1 failed")) => {
            Check::well("answer", "tried: a failing run is answered with its verdict")
        }
        Ok(_) => Check::off("answer", "a failing run is not answered by weir"),
        Err(why) => Check::off("answer", why.clone()),
    }
}

/// The tool is called as it was typed.
fn deny(printed: &Result<Printed, String>) -> Check {
    match printed {
        Ok(printed) if printed.arguments.as_deref() == Some(ARGUMENTS) => Check::well(
            "deny",
            "tried: a command runs as it was typed, and rules see that; nothing of weir's rewrites it",
        ),
        Ok(printed) if printed.arguments.is_some() => {
            Check::off("deny", "the tool is called with other words than were typed")
        }
        Ok(_) => Check::off("deny", "the tool is not called at all"),
        Err(why) => Check::off("deny", why.clone()),
    }
}
