//! One page: everything is in it, the verdict, the failures and the tests. Without a script it shows all; with one it can be
//! searched, filtered, opened and closed.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::annotations::{clipped_to_line, others, reason};
use super::escape::text;
use super::fit::Fit;
use super::json::fingerprint;
use super::limits::Limit;
use super::model::{Entry, Model};
use super::suites::{Ended, Suite, Test};
use super::unique::Unique;
use crate::budget::Count as _;
use crate::text::time::rfc3339;

/// The most bytes of a name or a reason in a heading.
const LINE_BYTES: usize = 500;
/// So many failures are open at first.
const OPEN: usize = 20;
/// The most tests in the list of the slowest.
const SLOWEST: usize = 20;

/// The page up to its title. It may not load anything.
const BEGINNING: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
"#;

/// How it looks, in light and in dark, from 400 px on.
const STYLE: &str = concat!("<style>\n", include_str!("page.css"), "</style>\n");
/// What a script adds: it shows itself only where it works.
const SCRIPT: &str = concat!("<script>\n", include_str!("page.js"), "</script>\n");

pub(super) fn write(model: &Model<'_>, limit: &Limit, out: &mut dyn Write) -> io::Result<()> {
    let slowest = slowest(model);
    let taken = top(model, u64::MAX, 0).len().saturating_add(SCRIPT.len()).saturating_add(slowest.len());
    let suites = model.suites.list.iter().fold(0_usize, |sum, suite| {
        sum.saturating_add(suite.name.len().saturating_mul(6)).saturating_add(200)
    });
    let taken = taken.saturating_add(suites).saturating_add(1000);
    let id = "0".repeat(12);
    let fit = Fit::of(model, limit, taken, |entry| one(entry, &id, true).len());
    out.write_all(top(model, fit.left_out, fit.whole.len()).as_bytes())?;
    out.write_all(b"<main>\n")?;
    let mut unique = Unique::default();
    if !fit.whole.is_empty() {
        out.write_all(b"<h2>Failures</h2>\n")?;
    }
    for (at, entry) in fit.entries(model, limit).enumerate() {
        let number = unique.number(&[&entry.suite, &entry.name]);
        let id = fingerprint(&[&entry.suite, &entry.name], number);
        out.write_all(one(&entry, crate::text::head(&id, 12), at < OPEN).as_bytes())?;
    }
    out.write_all(slowest.as_bytes())?;
    let mut room = fit.room;
    for suite in &model.suites.list {
        out.write_all(tests(model, suite, &mut room).as_bytes())?;
    }
    room = write_warnings(model, room, out)?;
    let _ = room;
    out.write_all(b"<p id=\"none\" hidden>Nothing matches.</p>\n</main>\n")?;
    out.write_all(SCRIPT.as_bytes())?;
    out.write_all(b"</body>\n</html>\n")
}

/// The page up to its failures.
fn top(model: &Model<'_>, left_out: u64, listed: usize) -> String {
    let mut page = BEGINNING.to_owned();
    page.push_str("<title>weir: ");
    text(&model.headline, &mut page);
    page.push_str("</title>\n");
    page.push_str(STYLE);
    let class = if model.passed() { " class=\"passed\"" } else { "" };
    let _ = write!(page, "</head>\n<body>\n<header>\n<h1{class}>weir: ");
    text(&model.headline, &mut page);
    page.push_str("</h1>\n");
    page.push_str("<dl>\n");
    let mut fact = |name: &str, value: Option<String>| {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            let _ = write!(page, "<div><dt>{name}</dt><dd>");
            text(&value, &mut page);
            page.push_str("</dd></div>\n");
        }
    };
    let began = i64::try_from(model.began_ms).ok().filter(|began| *began > 0);
    fact("command", model.command.clone());
    fact("log", Some(model.input.clone()).filter(|_| model.command.is_none()));
    fact("date", began.map(|began| rfc3339(began).replace('T', " ").replace(".000Z", " UTC")));
    fact("took", model.duration_ms.map(took));
    fact("exit code", model.exit.map(|exit| exit.to_string()));
    fact("since the last run", model.compared.clone());
    fact("weir", Some(env!("CARGO_PKG_VERSION").to_owned()));
    page.push_str("</dl>\n");
    let mut items = String::new();
    let mut item = |name: &str, value: &str| {
        let _ = write!(items, "<li><strong>{name}</strong>: ");
        text(value, &mut items);
        items.push_str("</li>\n");
    };
    for problem in model.problems(left_out) {
        item(problem.name, &problem.whole());
    }
    if !model.flaky.is_empty() {
        item("flaky", &model.flaky.join(", "));
    }
    if !items.is_empty() {
        let _ = write!(page, "<ul>\n{items}</ul>\n");
    }
    if let Some(rerun) = &model.rerun {
        page.push_str("<p class=\"rerun\">Run again what failed: <code>");
        text(rerun, &mut page);
        page.push_str("</code> <button class=\"copy\" hidden>Copy</button></p>\n");
    }
    page.push_str("</header>\n<nav aria-label=\"Filter\" hidden>\n");
    page.push_str("<input id=\"search\" type=\"search\" placeholder=\"Search\" aria-label=\"Search\">\n");
    let numbers = |of: fn(&Suite<'_>) -> u64| {
        model.suites.list.iter().fold(0_u64, |sum, suite| sum.saturating_add(of(suite)))
    };
    let flaky = u64::try_from(model.flaky.len()).unwrap_or(u64::MAX);
    let passed = numbers(|suite| suite.passed).saturating_sub(flaky);
    let skipped = numbers(|suite| suite.skipped.saturating_add(suite.other));
    let failed = model.counts.failed.unwrap_or(0).max(u64::try_from(listed).unwrap_or(u64::MAX));
    let warnings = u64::try_from(model.warnings.len()).unwrap_or(u64::MAX);
    let kinds = [
        ("failed", failed),
        ("flaky", flaky),
        ("skipped", skipped),
        ("passed", passed),
        ("warning", warnings),
    ];
    for (kind, number) in kinds.into_iter().filter(|(_, number)| *number > 0) {
        let _ = writeln!(
            page,
            r#"<button data-kind="{kind}" aria-pressed="true"><i class="{kind}"></i>{number} {kind}</button>"#
        );
    }
    page.push_str(
        "<button id=\"open\">Open all</button>\n<span id=\"count\" role=\"status\"></span>\n</nav>\n",
    );
    page
}

/// Milliseconds for a reader.
fn took(ms: u64) -> String {
    match ms {
        0..1000 => format!("{ms} ms"),
        _ => format!("{}.{:02} s", ms.div_euclid(1000), ms.rem_euclid(1000).div_euclid(10)),
    }
}

/// One failure.
fn one(entry: &Entry<'_>, id: &str, open: bool) -> String {
    let open = if open { " open" } else { "" };
    let mut part =
        format!("<details class=\"item failed\" data-kind=\"failed\" id=\"f-{id}\"{open}><summary><b>");
    text(&clipped_to_line(&entry.name, LINE_BYTES), &mut part);
    part.push_str("</b><small>");
    let mut facts = Vec::new();
    if let Some(file) = &entry.file {
        facts.push(format!("{file}{}", entry.line.map(|line| format!(":{line}")).unwrap_or_default()));
    }
    facts.push(entry.kind.to_owned());
    facts.push(entry.suite.to_string());
    facts.extend(entry.took_ms.map(|ms| took(u64::from(ms))));
    facts.extend(entry.fresh.map(|fresh| if fresh { "new" } else { "still failing" }.to_owned()));
    if entry.others > 0 {
        facts.push(others(entry.others));
    }
    facts.retain(|fact| !fact.is_empty());
    text(&clipped_to_line(&facts.join(", "), LINE_BYTES), &mut part);
    part.push_str("</small>");
    text(&clipped_to_line(&reason(entry), LINE_BYTES), &mut part);
    part.push_str("</summary>");
    let _ = write!(part, "<p class=\"link\"><a href=\"#f-{id}\">Link to this failure</a></p>");
    if let Some(lines) = entry.text.as_ref().filter(|lines| !lines.is_empty()) {
        // Who has no mouse scrolls it by keys.
        part.push_str("<pre tabindex=\"0\">");
        for line in lines.lines() {
            match class(line) {
                Some(class) => {
                    let _ = write!(part, "<span class=\"{class}\">");
                    text(line, &mut part);
                    part.push_str("</span>\n");
                }
                None => {
                    text(line, &mut part);
                    part.push('\n');
                }
            }
        }
        part.push_str("</pre>");
    }
    part.push_str("</details>\n");
    part
}

/// What a line of a failure is: what tells why, a difference, the line of source that failed, or what points at it.
fn class(line: &str) -> Option<&'static str> {
    let begun = line.trim_start();
    let underlined = begun.trim_start_matches(['|', ' ']);
    match begun.as_bytes() {
        [b'E', b' ', ..] => Some("why"),
        [b'>', ..] => Some("mark"),
        [b'+', b' ', ..] => Some("more"),
        [b'-', b' ', ..] => Some("less"),
        _ if begun.starts_with("error") || begun.starts_with("panicked at") => Some("why"),
        _ if underlined.starts_with(['^', '~']) => Some("mark"),
        _ => None,
    }
}

/// The tests of which a time is known, the slowest first.
fn slowest(model: &Model<'_>) -> String {
    let failed = (0..model.len()).map(|at| model.entry(at, 0));
    let failed = failed.filter_map(|entry| Some((entry.took_ms?, entry.name.into_owned())));
    let others = model.suites.all().filter_map(|(_, test)| Some((test.took_ms?, test.name.into_owned())));
    let mut all: Vec<(u32, String)> = failed.chain(others).filter(|(ms, _)| *ms > 0).collect();
    all.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    let mut list = String::new();
    for (ms, name) in all.into_iter().take(SLOWEST) {
        let _ = write!(list, "<li><span>");
        text(&clipped_to_line(&name, LINE_BYTES), &mut list);
        let _ = writeln!(list, "</span> <time>{}</time></li>", took(u64::from(ms)));
    }
    if list.is_empty() {
        return list;
    }
    format!("<details class=\"list\"><summary><b>Slowest tests</b></summary><ol>\n{list}</ol></details>\n")
}

/// The tests of a suite that did not fail.
fn tests(model: &Model<'_>, suite: &Suite<'_>, room: &mut usize) -> String {
    if suite.number() == 0 {
        return String::new();
    }
    let mut part = "<details class=\"list\"><summary><b>".to_owned();
    text(&clipped_to_line(&suite.name, LINE_BYTES), &mut part);
    let numbers =
        [(suite.passed, "passed"), (suite.skipped, "skipped"), (suite.other, "neither passed nor failed")];
    let numbers = numbers.into_iter().filter(|(number, _)| *number > 0);
    let numbers: Vec<String> = numbers.map(|(number, word)| format!("{number} {word}")).collect();
    let _ = writeln!(part, "</b><small>{}</small></summary><ul>", numbers.join(", "));
    let mut listed = 0_u64;
    for test in model.suites.tests(suite) {
        let row = row(&test);
        let Some(left) = room.checked_sub(row.len()) else { break };
        *room = left;
        part.push_str(&row);
        listed.up(1);
    }
    let more = suite.number().saturating_sub(listed);
    if more > 0 {
        let _ = writeln!(part, "<li>{more} more that are only counted</li>");
    }
    part.push_str("</ul></details>\n");
    part
}

/// A test that did not fail.
fn row(test: &Test<'_>) -> String {
    let kind = match test.ended {
        Ended::Passed => "passed",
        Ended::Flaky => "flaky",
        Ended::Skipped | Ended::Other => "skipped",
    };
    let mut row = format!("<li class=\"item {kind}\" data-kind=\"{kind}\"><span>");
    text(&clipped_to_line(&test.name, LINE_BYTES), &mut row);
    row.push_str("</span>");
    if !test.reason.is_empty() {
        row.push_str(" <em>");
        text(&clipped_to_line(&test.reason, LINE_BYTES), &mut row);
        row.push_str("</em>");
    }
    if let Some(ms) = test.took_ms {
        let _ = write!(row, " <time>{}</time>", took(u64::from(ms)));
    }
    row.push_str("</li>\n");
    row
}

/// The warnings of compilers and linters. Gives the room that is left.
fn write_warnings(model: &Model<'_>, room: usize, out: &mut dyn Write) -> io::Result<usize> {
    let mut room = room;
    if model.warnings.is_empty() {
        return Ok(room);
    }
    out.write_all(b"<details class=\"list\"><summary><b>Warnings</b></summary><ul>\n")?;
    for warning in &model.warnings {
        let mut row = "<li class=\"item warning\" data-kind=\"warning\"><span>".to_owned();
        text(&clipped_to_line(&warning.message, LINE_BYTES), &mut row);
        row.push_str("</span>");
        if let Some(file) = &warning.file {
            row.push_str(" <em>");
            let line = warning.line.map(|line| format!(":{line}")).unwrap_or_default();
            text(&clipped_to_line(&format!("{file}{line}"), LINE_BYTES), &mut row);
            row.push_str("</em>");
        }
        row.push_str("</li>\n");
        let Some(left) = room.checked_sub(row.len()) else { break };
        room = left;
        out.write_all(row.as_bytes())?;
    }
    out.write_all(b"</ul></details>\n")?;
    Ok(room)
}
