//! Charts of boxes, which browsers scale and print; each has a table with its numbers.

use std::fmt::Write as _;

use super::html::escaped;

/// A part of a column.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The look: a class of the style sheet.
    pub(super) class: &'static str,
    /// How much it is.
    pub(super) amount: f64,
}

/// A column.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// What a pointer sees.
    pub(super) title: String,
    /// From the bottom up.
    pub(super) parts: Vec<Part>,
}

/// A chart over time.
#[derive(Clone, Debug)]
pub(super) struct Chart<'a> {
    /// What it shows, in a few words.
    pub(super) caption: &'a str,
    /// What it says, in a sentence for those who do not see it.
    pub(super) says: String,
    /// The highest value, in words.
    pub(super) top: String,
    /// Looks and their names.
    pub(super) legend: Vec<(&'static str, &'static str)>,
    /// The columns.
    pub(super) columns: Vec<Column>,
    /// The first and the last time.
    pub(super) ends: (String, String),
}

/// The percentage of a whole, for a style.
pub(super) fn percent(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { (part / whole * 100.0).clamp(0.0, 100.0) } else { 0.0 }
}

/// The chart with its table.
pub(super) fn chart(chart: &Chart<'_>, table: &str) -> String {
    let sum = |column: &Column| column.parts.iter().map(|part| part.amount).sum::<f64>();
    let most = chart.columns.iter().map(sum).fold(0.0, f64::max);
    let mut html = format!("<figure><figcaption>{}</figcaption>\n", escaped(chart.caption));
    if !chart.legend.is_empty() {
        let names: String = chart
            .legend
            .iter()
            .map(|(class, name)| format!("<li><i class=\"key {class}\"></i>{}</li>", escaped(name)))
            .collect();
        let _ = writeln!(html, "<ul class=\"legend\" aria-hidden=\"true\">{names}</ul>");
    }
    let _ = write!(
        html,
        "<div class=\"plot\" role=\"img\" aria-label=\"{}\"><span class=\"top\">{}</span><div class=\"columns\">",
        escaped(&chart.says),
        escaped(&chart.top)
    );
    for column in &chart.columns {
        let _ = write!(html, "<div title=\"{}\">", escaped(&column.title));
        for part in column.parts.iter().rev().filter(|part| part.amount > 0.0) {
            let _ = write!(
                html,
                "<i class=\"{}\" style=\"height:{:.2}%\"></i>",
                part.class,
                percent(part.amount, most)
            );
        }
        html.push_str("</div>");
    }
    let (first, last) = &chart.ends;
    let _ = write!(
        html,
        "</div></div>\n<p class=\"ends\" aria-hidden=\"true\"><span>{}</span><span>{}</span></p>\n",
        escaped(first),
        escaped(last)
    );
    let _ = writeln!(
        html,
        "<details><summary>{} as a table</summary>\n{table}</details></figure>",
        escaped(chart.caption)
    );
    html
}

/// A cell with two bars, before and after, as long as their share of `most`; what it shows is in other cells.
pub(super) fn pair(before: f64, after: f64, most: f64) -> String {
    format!(
        "<td class=\"bars\" aria-hidden=\"true\"><i class=\"before\" style=\"width:{:.2}%\"></i><i class=\"after\" style=\"width:{:.2}%\"></i></td>",
        percent(before, most),
        percent(after, most)
    )
}

/// A cell with one bar.
pub(super) fn bar(class: &str, part: f64, whole: f64) -> String {
    format!(
        "<td class=\"bars\" aria-hidden=\"true\"><i class=\"{class}\" style=\"width:{:.2}%\"></i></td>",
        percent(part, whole)
    )
}

/// A cell with an interval and its middle.
pub(super) fn interval(low: f64, mean: f64, high: f64, most: f64) -> String {
    let (left, right) = (percent(low, most), percent(high, most));
    format!(
        "<td class=\"bars\" aria-hidden=\"true\"><span class=\"range\"><i class=\"line\" style=\"left:{left:.2}%;width:{:.2}%\"></i><i class=\"dot\" style=\"left:{:.2}%\"></i></span></td>",
        right - left,
        percent(mean, most)
    )
}
