//! The numbers as one page that asks nothing of any other host: no script, no font, no picture.

use std::fmt::Write as _;

use crate::telemetry::{Histogram, Tally, largest};

/// Tools on the page.
const TOOLS: usize = 50;

/// The look of the page.
const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:64rem;padding:0 1rem;color:#1c1c1c;background:#fff}\
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}table{border-collapse:collapse;width:100%}\
td,th{padding:.25rem .6rem;text-align:right;border-bottom:1px solid #ddd}td:first-child,th:first-child{text-align:left;word-break:break-all}\
@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}td,th{border-color:#333}}";

/// The page.
pub(in crate::cli) fn page(tally: &Tally) -> String {
    let sums = tally.sums;
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>weir: recorded calls</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>Recorded calls</h1>\n"
    );
    let share = tally.share(sums.oversized) * 100.0;
    table(
        &mut html,
        "",
        &["calls", "over their budget", "tokens", "sent on", "saved", "bytes an answer"],
        &[vec![
            sums.calls.to_string(),
            format!("{} ({share:.1}%)", sums.oversized),
            sums.estimated_tokens.to_string(),
            sums.final_tokens.to_string(),
            percent(sums.reduction()),
            format!("{:.0}", tally.average_bytes()),
        ]],
    );
    let outcomes = tally.outcomes.iter().map(|(name, count)| {
        vec![name.clone(), count.to_string(), format!("{:.1}%", tally.share(*count) * 100.0)]
    });
    table(&mut html, "Outcomes", &["outcome", "calls", "share"], &outcomes.collect::<Vec<_>>());
    let row = |name: &str, times: &Histogram| {
        let at = |share| times.quantile(share).map_or_else(|| "-".to_owned(), milliseconds);
        vec![name.to_owned(), at(0.5), at(0.95), at(0.99)]
    };
    let mut times = vec![row("server", &tally.latency), row("added", &tally.overhead)];
    times.extend(tally.arms.iter().map(|(name, arm)| row(&format!("arm {name}"), &arm.latency)));
    table(&mut html, "Milliseconds", &["", "p50", "p95", "p99"], &times);
    if let Some(error) = tally.error() {
        let near = tally.near.saturating_mul(100).checked_div(tally.counted).unwrap_or(0);
        let rows = [vec![tally.counted.to_string(), format!("{error:.1}%"), format!("{near}%")]];
        table(&mut html, "Estimates", &["counted", "off on average", "within 20%"], &rows);
    }
    let tools = largest(tally, TOOLS).into_iter().map(|(name, tool)| {
        let sums = tool.sums;
        let (calls, oversized) = (sums.calls.to_string(), sums.oversized.to_string());
        let (tokens, sent) = (sums.estimated_tokens.to_string(), sums.final_tokens.to_string());
        vec![name, calls, oversized, tokens, sent, percent(sums.reduction())]
    });
    let heads = ["tool", "calls", "over budget", "tokens", "sent on", "saved"];
    table(&mut html, "Tools", &heads, &tools.collect::<Vec<_>>());
    html + "</body>\n</html>\n"
}

/// A table of texts.
fn table(html: &mut String, title: &str, heads: &[&str], rows: &[Vec<String>]) {
    if !title.is_empty() {
        let _ = writeln!(html, "<h2>{title}</h2>");
    }
    let cells: String = heads.iter().map(|head| format!("<th>{head}</th>")).collect();
    let _ = writeln!(html, "<table>\n<tr>{cells}</tr>");
    for row in rows {
        let cell = |cell: &String| format!("<td>{}</td>", escaped(cell));
        let _ = writeln!(html, "<tr>{}</tr>", row.iter().map(cell).collect::<String>());
    }
    let _ = writeln!(html, "</table>");
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{share:.1}%"))
}

fn milliseconds(time: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "shown to a tenth")]
    let time = time as f64 / 1000.0;
    format!("{time:.1}")
}

/// A text that is only text on a page.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ if crate::text::is_unsafe(char) => escaped.extend(char.escape_unicode()),
            _ => escaped.push(char),
        }
    }
    escaped
}
