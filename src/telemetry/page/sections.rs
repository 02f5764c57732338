//! The parts of the page.

use serde_json::Value;

use super::charts::{bar, interval, pair, percent};
use super::figures::Over;
use super::html::{Doc, Form, escaped, row_head, table};

/// Tools on the page.
const TOOLS: usize = 50;

/// A part of the page, with a head that can be linked to.
pub(super) fn section(id: &str, class: &str, title: &str, inside: &str) -> String {
    format!(
        "<section id=\"{id}\" class=\"{class}\" aria-labelledby=\"{id}-head\">\n<h2 id=\"{id}-head\">{title}</h2>\n{inside}</section>\n"
    )
}

/// The first numbers.
pub(super) fn cards(doc: Doc<'_>) -> String {
    let card = |title: &str, path: &str, form: Form, more: &[(&str, &str, Form)]| {
        let more: String = more
            .iter()
            .map(|(words, path, form)| {
                format!("<small>{words} <span{}</span></small>", doc.shown(path, *form))
            })
            .collect();
        format!("<div><dt>{title}</dt><dd><span{}</span>{more}</dd></div>\n", doc.shown(path, form))
    };
    let mut cards =
        card("Calls", "/calls", Form::Count, &[("answered by a page", "/paginationAdoption", Form::Share)]);
    cards +=
        &card("Over their budget", "/oversized", Form::Count, &[("of all", "/oversizedShare", Form::Share)]);
    cards += &card("Errors", "/errors", Form::Count, &[("of all", "/errorShare", Form::Share)]);
    cards += &card(
        "Tokens saved",
        "/savedTokens",
        Form::Count,
        &[("of what clients would have shown", "/reductionPct", Form::Percent)],
    );
    cards += &card(
        "Fetched later",
        "/fetches",
        Form::Count,
        &[("tokens, taken off what was saved", "/fetchedTokens", Form::Count)],
    );
    cards += &card(
        "Added, p95 in ms",
        "/overhead/p95",
        Form::Milliseconds,
        &[("p50", "/overhead/p50", Form::Milliseconds)],
    );
    format!("<dl class=\"cards\">\n{cards}</dl>\n")
}

/// Traffic and outcomes.
pub(super) fn traffic(doc: Doc<'_>) -> String {
    let all = doc.number("/calls");
    let names = doc.at("/outcomes").and_then(Value::as_object);
    let rows: Vec<String> = names
        .into_iter()
        .flatten()
        .map(|(name, count)| {
            let path = format!("/outcomes/{}", name.replace('~', "~0").replace('/', "~1"));
            let many = count.as_f64().unwrap_or(0.0);
            let share = format!("<td>{:.1}%</td>", percent(many, all));
            row_head(name) + &doc.cell(&path, Form::Count) + &share + &bar("single", many, all)
        })
        .collect();
    Over::Outcomes.figure(doc) + &table("Calls by outcome", &["outcome", "calls", "of all", ""], &rows)
}

/// Before and after.
pub(super) fn sizes(doc: Doc<'_>) -> String {
    let row = |name: &str, before: &str, after: &str, later: &str, form| {
        let (was, is) = (doc.number(before), doc.number(after) + doc.number(later));
        row_head(name)
            + &doc.cells(&[before, after, later].map(|path| (path.to_owned(), form)))
            + &pair(was, is, was.max(is))
    };
    let sums = [
        row("tokens, estimated", "/estimatedTokens", "/finalTokens", "/fetchedTokens", Form::Count),
        row(
            "tokens that clients would have shown",
            "/seenTokens",
            "/finalTokens",
            "/fetchedTokens",
            Form::Count,
        ),
        row("bytes", "/responseBytes", "/finalBytes", "/fetchedBytes", Form::Bytes),
    ];
    let at = |name: &str, path: &str| {
        let paths = ["p50", "p95", "p99"].map(|place| (format!("{path}/{place}"), Form::Bytes));
        row_head(name) + &doc.cells(&paths)
    };
    let average = |name: &str, path: &str| row_head(name) + &doc.cell(path, Form::Tenth);
    Over::Tokens.figure(doc)
        + &table(
            "Before, after, and fetched later",
            &["", "before", "after", "fetched later", "before / after"],
            &sums,
        )
        + &table(
            "Bytes of an answer",
            &["", "p50", "p95", "p99"],
            &[at("before", "/responseSize"), at("after", "/finalSize")],
        )
        + &table(
            "Bytes of an answer, on average",
            &["", "bytes"],
            &[average("before", "/averageOriginalBytes"), average("after", "/averageResponseBytes")],
        )
}

/// Tools by tokens.
pub(super) fn tools(doc: Doc<'_>) -> String {
    let tools = doc.list("/tools");
    let most = tools.iter().filter_map(|tool| tool.get("seenTokens")?.as_f64()).fold(0.0, f64::max);
    let row = |index: usize| {
        let at = |field: &str| format!("/tools/{index}/{field}");
        let got = doc.number(&at("finalTokens")) + doc.number(&at("fetchedTokens"));
        let cells = [
            ("calls", Form::Count),
            ("oversized", Form::Count),
            ("errors", Form::Count),
            ("seenTokens", Form::Count),
            ("finalTokens", Form::Count),
            ("fetchedTokens", Form::Count),
            ("reductionPct", Form::Percent),
            ("finalSize/p95", Form::Bytes),
            ("overhead/p95", Form::Milliseconds),
        ];
        row_head(doc.text(&at("tool")))
            + &pair(doc.number(&at("seenTokens")), got, most)
            + &doc.cells(&cells.map(|(field, form)| (at(field), form)))
    };
    let rows: Vec<String> = (0..tools.len().min(TOOLS)).map(row).collect();
    let heads = [
        "tool",
        "before / after",
        "calls",
        "over budget",
        "errors",
        "would have been shown",
        "sent on",
        "fetched later",
        "saved",
        "bytes p95",
        "added p95, ms",
    ];
    let more = match tools.len().saturating_sub(TOOLS) {
        0 => String::new(),
        more => format!("<p class=\"note\">{more} further tools are in weir stats --format json.</p>\n"),
    };
    table("Tools by tokens, the most first", &heads, &rows) + &more
}

/// Latency.
pub(super) fn latency(doc: Doc<'_>) -> String {
    let row = |name: &str, path: &str| {
        let paths = ["p50", "p95", "p99"].map(|place| (format!("{path}/{place}"), Form::Milliseconds));
        row_head(name) + &doc.cells(&paths)
    };
    let rows = [row("added by weir", "/overhead"), row("the server's own", "/latency")];
    Over::Added.figure(doc) + &table("Milliseconds", &["", "p50", "p95", "p99"], &rows)
}

/// Arms beside each other.
pub(super) fn arms(doc: Doc<'_>) -> String {
    if doc.at("/ab").is_none_or(Value::is_null) {
        return "<p>There was no trial. Mode ab leaves half of the sessions or calls as they are, and compares.</p>\n"
            .to_owned();
    }
    let names = ["hardened", "control"];
    let high = |arm: &str| {
        doc.number(&format!("/ab/{arm}/tokensPerCall/high"))
            .max(doc.number(&format!("/ab/{arm}/tokensPerCall/mean")))
    };
    let most = names.iter().map(|arm| high(arm)).fold(0.0, f64::max);
    let row = |arm: &str| {
        let at = |field: &str| format!("/ab/{arm}/{field}");
        let mean = doc.number(&at("tokensPerCall/mean"));
        let end = |field: &str| doc.at(&at(field)).and_then(Value::as_f64).unwrap_or(mean);
        let cells = [
            ("calls", Form::Count),
            ("tokensPerCall/mean", Form::Tenth),
            ("tokensPerCall/low", Form::Tenth),
            ("tokensPerCall/high", Form::Tenth),
            ("oversizedShare", Form::Share),
            ("errorShare", Form::Share),
            ("fetches", Form::Count),
            ("latency/p95", Form::Milliseconds),
        ];
        row_head(arm)
            + &interval(end("tokensPerCall/low"), mean, end("tokensPerCall/high"), most)
            + &doc.cells(&cells.map(|(field, form)| (at(field), form)))
    };
    let heads = [
        "arm",
        "mean and interval",
        "calls",
        "tokens a call",
        "from",
        "to",
        "over budget",
        "errors",
        "fetched later",
        "p95, ms",
    ];
    let span = |path: &str| format!("<span{}</span>", doc.shown(path, Form::Tenth));
    let ends = ["/ab/difference/low", "/ab/difference/high"];
    let sure = match ends.map(|path| doc.at(path).and_then(Value::as_f64)) {
        [Some(low), Some(high)] if low > 0.0 || high < 0.0 => "This is more than chance.",
        [Some(_), Some(_)] => "This may be chance.",
        _ => "There is too little to tell it from chance.",
    };
    let difference = format!(
        "<p>Hardened less control: {} tokens a call; the 95 % interval is from {} to {}, with each {} as one piece of evidence. {sure}</p>\n",
        span("/ab/difference/mean"),
        span("/ab/difference/low"),
        span("/ab/difference/high"),
        escaped(doc.text("/ab/unit"))
    );
    table("Arms, what was fetched later included", &heads, &names.map(row)) + &difference
}

/// What else there is.
pub(super) fn more(doc: Doc<'_>) -> String {
    let row = |name: &str, path: &str, form| row_head(name) + &doc.cell(path, form);
    let rows = [
        row("calls that were only observed", "/observed/calls", Form::Count),
        row("their tokens", "/observed/tokens", Form::Count),
        row("what these would have been", "/observed/wouldBeTokens", Form::Count),
        row("saved at most, before anything is fetched", "/observed/mostReductionPct", Form::Percent),
        row("estimates that were counted", "/counted", Form::Count),
        row("off on average", "/estErrorPct", Form::Percent),
        row("within 20 %", "/within20PctShare", Form::Share),
        row("runs of weir pack", "/pack/runs", Form::Count),
        row("of them, with dropped chunks", "/pack/runsWithDrops", Form::Count),
        row("chunks dropped", "/pack/droppedChunks", Form::Count),
        row("budget that 95 of 100 runs fit in whole", "/pack/neededTokens/p95", Form::Count),
        row("changes of the configuration", "/configChanges", Form::Count),
        row("lines that are no records", "/unread", Form::Count),
    ];
    table("Observed calls, estimates, weir pack", &["", "number"], &rows)
}

/// Answers over their budget.
pub(super) fn oversized(doc: Doc<'_>) -> String {
    Over::Oversized.figure(doc)
        + "<p class=\"note\">What a server sent over its budget. How it was answered is its outcome; who sends most is in the table of tools.</p>\n"
}
