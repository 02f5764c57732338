//! Service messages of TeamCity: the failures as tests, everything else that is wrong as problems of the build.
//!
//! Source: jetbrains.com, TeamCity, service messages.

use std::io::{self, Write};

use super::annotations::{clipped_to_line, others, reason};
use super::escape::teamcity;
use super::fit::Fit;
use super::limits::Limit;
use super::model::{Entry, Model};
use super::of_report::clipped;
use super::unique::Unique;

/// The most chars of the description of a build problem; used as bytes, of which a text has at least as many.
const DESCRIPTION: usize = 4000;
/// The most bytes of a name.
const NAME_BYTES: usize = 1000;

pub(super) fn write(model: &Model<'_>, limit: &Limit, out: &mut dyn Write) -> io::Result<()> {
    let taken = DESCRIPTION.saturating_mul(10);
    let fit = Fit::of(model, limit, taken, |entry| messages(entry, &entry.name).len().saturating_add(12));
    let mut unique = Unique::default();
    for entry in fit.entries(model, limit) {
        let name = unique.name(&[&entry.suite], &entry.name);
        out.write_all(messages(&entry, &name).as_bytes())?;
    }
    for name in &model.flaky {
        let name = teamcity(&clipped_to_line(&unique.name(&["flaky"], name), NAME_BYTES));
        writeln!(out, "##teamcity[testStarted name='{name}']")?;
        writeln!(out, "##teamcity[testIgnored name='{name}' message='flaky: it failed and then passed']")?;
        writeln!(out, "##teamcity[testFinished name='{name}']")?;
    }
    for problem in model.problems(fit.left_out) {
        let text = teamcity(&clipped(format!("weir: {}", problem.whole()), DESCRIPTION));
        writeln!(out, "##teamcity[buildProblem description='{text}' identity='weir-{}']", problem.name)?;
    }
    let headline = teamcity(&clipped_to_line(&format!("weir: {}", model.headline), DESCRIPTION));
    if model.passed() {
        writeln!(out, "##teamcity[message text='{headline}']")
    } else {
        writeln!(out, "##teamcity[message text='{headline}' status='ERROR']")
    }
}

/// The messages of one failure.
fn messages(entry: &Entry<'_>, name: &str) -> String {
    let suite = teamcity(&clipped_to_line(&entry.suite, NAME_BYTES));
    let name = teamcity(&clipped_to_line(name, NAME_BYTES));
    let why = teamcity(&clipped_to_line(&reason(entry), NAME_BYTES));
    let mut details = entry.text.clone().unwrap_or_default();
    if entry.others > 0 {
        details = format!("{details}\n{}", others(entry.others));
    }
    let details = teamcity(details.trim_matches('\n'));
    let duration = entry.took_ms.map(|took| format!(" duration='{took}'")).unwrap_or_default();
    format!(
        "##teamcity[testSuiteStarted name='{suite}']\n\
         ##teamcity[testStarted name='{name}']\n\
         ##teamcity[testFailed name='{name}' message='{why}' details='{details}']\n\
         ##teamcity[testFinished name='{name}'{duration}]\n\
         ##teamcity[testSuiteFinished name='{suite}']\n"
    )
}
