//! The whole page.

use super::html::{Doc, escaped};
use super::sections::{arms, cards, latency, more, oversized, section, sizes, tools, traffic};
use crate::telemetry::summary::summary;
use crate::telemetry::tally::Tally;

/// The look.
const STYLE: &str = include_str!("style.css");

/// Nothing is asked of anybody, whatever a name on the page says.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// The page of these numbers: equal numbers give equal bytes.
#[must_use]
pub fn dashboard(tally: &Tally) -> String {
    let summary = summary(tally);
    let doc = Doc(&summary);
    let slots = doc.list("/time/slots");
    let day = |place: usize| escaped(doc.text(&format!("/time/slots/{place}/from")).get(..10).unwrap_or("-"));
    let when = match slots.len().checked_sub(1) {
        Some(last) if day(0) == day(last) => format!("{}, UTC", day(0)),
        Some(last) => format!("{} to {}, UTC", day(0), day(last)),
        None => "no calls".to_owned(),
    };
    let parts: [(&str, &str, &str, String); 7] = [
        ("traffic", "", "Traffic and outcomes", traffic(doc)),
        ("sizes", "", "Before and after", sizes(doc)),
        ("tools", "wide", "Tools", tools(doc)),
        ("oversized", "", "Oversized answers", oversized(doc)),
        ("latency", "", "Latency", latency(doc)),
        ("arms", "wide", "Arms", arms(doc)),
        ("more", "wide", "More", more(doc)),
    ];
    let links: String =
        parts.iter().map(|(id, _, title, _)| format!("<li><a href=\"#{id}\">{title}</a></li>")).collect();
    let sections: String =
        parts.iter().map(|(id, class, title, inside)| section(id, class, title, inside)).collect();
    let cards = cards(doc);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>weir: calls, {when}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#main\">To the numbers</a>\n\
         <header><h1>weir: recorded calls</h1>\n<p>{when}</p>\n\
         <nav aria-label=\"Parts of the page\"><ul>{links}</ul></nav></header>\n\
         <main id=\"main\">\n{cards}<div class=\"sections\">\n{sections}</div>\n</main>\n\
         <footer><p>Tokens are estimates. Saved is what clients would have shown of servers' answers, less what they \
         got, less what they fetched later with the get tool. The same numbers: weir stats --format json.</p></footer>\n\
         </body>\n</html>\n"
    )
}
