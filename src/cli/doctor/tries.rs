//! What is tried in an agent's shell, and what has to come of it.

use super::attempt::{Bench, PASS, Printed, RUN};
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
            let beside = is_reported(target).then_some("beside");
            return ["variable", "pipe", "answer", "deny"]
                .into_iter()
                .chain(beside)
                .map(|id| Check::off(id, why.clone()))
                .collect();
        }
    };
    let line = |line: &str| bench.line(job, target, line);
    let wrapped = line(&format!("pytest {WORDS}"));
    let mut checks = vec![
        variable(job, agent, line(SHOWN)),
        pipe(line(&format!("pytest {WORDS} | cat")), is_reported(target)),
        answer(&wrapped),
        deny(&wrapped),
    ];
    if is_reported(target) {
        checks.push(beside(&line));
    }
    checks
}

/// Whether runs beside the agent's output are to be reported.
fn is_reported(target: &Target) -> bool {
    target.record.as_ref().is_some_and(|record| record.beside)
}

/// Forms of a line in which output of the tool goes elsewhere, and what they print after it.
const BESIDE: [(&str, &str); 3] = [
    ("pytest CALL | cat; echo \"code ${PIPESTATUS[*]-}${pipestatus[*]-}\"", "code CODE 0\n"),
    ("pytest CALL > file; code=$?; cat file; echo \"code $code\"", "code CODE\n"),
    ("x=$(pytest CALL); code=$?; printf '%s\\n' \"$x\"; echo \"code $code\"", "code CODE\n"),
];

/// A run that fails beside the agent's output is reported in one line, and one that passes in none.
fn beside(line: &impl Fn(&str) -> Result<Printed, String>) -> Check {
    let mut off = Vec::new();
    for (form, after) in BESIDE {
        for (call, text, code, reported) in [("--fail", RUN, "1", 1), ("--pass", PASS, "0", 0)] {
            let form = form.replace("CALL", call);
            let printed = match line(&form) {
                Ok(printed) => printed.text,
                Err(why) => return Check::off("beside", why),
            };
            let (rest, lines) = without_reports(&printed);
            if rest != format!("{text}{}", after.replace("CODE", code)) {
                off.push(format!("the bytes or the codes of '{form}' change"));
            }
            if lines != reported {
                off.push(format!("'{form}' is reported in {lines} lines and not in {reported}"));
            }
        }
    }
    Check::of(
        "beside",
        &off,
        "tried: a failed run in a pipe, a file and a substitution is reported in one line",
    )
}

/// What was printed without the lines that report a failed run, and their number.
fn without_reports(printed: &str) -> (String, usize) {
    let is_report = |line: &&str| line.starts_with("weir: FAILED 1 failed, 1 passed");
    let (reports, rest): (Vec<&str>, Vec<&str>) = printed.split_inclusive('\n').partition(is_report);
    (rest.concat(), reports.len())
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
fn pipe(printed: Result<Printed, String>, reported: bool) -> Check {
    let is_the_tools = |text: &str| text == RUN || reported && without_reports(text).0 == RUN;
    match printed {
        Ok(printed) if is_the_tools(&printed.text) => {
            Check::well("pipe", "tried: a pipe gets the bytes of the tool")
        }
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
