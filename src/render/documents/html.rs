//! One HTML page with everything in it, the verdict and the causes first. Without scripts it shows all; with scripts it
//! can be searched.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::annotations::{clipped_to_line, others, reason};
use super::escape::text;
use super::fit::Fit;
use super::limits::Limit;
use super::model::{Entry, Model};

/// The most bytes of a name or a reason in a heading.
const LINE_BYTES: usize = 500;

/// The page up to its title. It may not load anything.
const BEGINNING: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
"#;

/// The style, light and dark, from 400 px on.
const STYLE: &str = "<style>
:root{color-scheme:light dark;--line:#d0d7de;--soft:#59636e;--bad:#b3261e;--good:#1a7f37;--back:#f6f8fa}
@media(prefers-color-scheme:dark){:root{--line:#3d444d;--soft:#9198a1;--bad:#ff8379;--good:#56d364;--back:#151b23}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;padding:1rem;max-width:70rem;overflow-wrap:anywhere}
h1{font-size:1.3rem;border-left:.4rem solid var(--bad);padding-left:.7rem}
h1.passed{border-color:var(--good)}
ul{padding-left:1.2rem;white-space:pre-wrap}
details{border-top:1px solid var(--line);padding:.5rem 0}
summary{cursor:pointer}
summary b{font-family:ui-monospace,monospace;font-size:.9rem;word-break:break-all}
small{color:var(--soft);display:block}
pre{background:var(--back);border:1px solid var(--line);padding:.6rem;overflow-x:auto;font-size:.8rem}
input{font:inherit;width:100%;padding:.4rem}
</style>
";

/// The search: it is visible only where it works.
const SCRIPT: &str = "<script>
(function () {
  var box = document.getElementById('search'), all = document.querySelectorAll('details');
  box.hidden = false;
  box.addEventListener('input', function () {
    var word = box.value.toLowerCase();
    all.forEach(function (each) { each.hidden = each.textContent.toLowerCase().indexOf(word) < 0; });
  });
})();
</script>
";

pub(super) fn write(model: &Model<'_>, limit: &Limit, out: &mut dyn Write) -> io::Result<()> {
    let taken = top(model, u64::MAX).len().saturating_add(SCRIPT.len()).saturating_add(200);
    let fit = Fit::of(model, limit, taken, |entry| one(entry).len());
    out.write_all(top(model, fit.left_out).as_bytes())?;
    for entry in fit.entries(model, limit) {
        out.write_all(one(&entry).as_bytes())?;
    }
    out.write_all(b"</main>\n")?;
    if !fit.whole.is_empty() {
        out.write_all(SCRIPT.as_bytes())?;
    }
    out.write_all(b"</body>\n</html>\n")
}

/// The page up to its failures.
fn top(model: &Model<'_>, left_out: u64) -> String {
    let mut page = BEGINNING.to_owned();
    page.push_str("<title>weir: ");
    text(&model.headline, &mut page);
    page.push_str("</title>\n");
    page.push_str(STYLE);
    let class = if model.passed() { " class=\"passed\"" } else { "" };
    let _ = write!(page, "</head>\n<body>\n<h1{class}>weir: ");
    text(&model.headline, &mut page);
    page.push_str("</h1>\n");
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
    if let Some(rerun) = &model.rerun {
        item("run again what failed", rerun);
    }
    if !items.is_empty() {
        let _ = write!(page, "<ul>\n{items}</ul>\n");
    }
    if !model.is_empty() {
        page.push_str("<input id=\"search\" type=\"search\" placeholder=\"Search the failures\" aria-label=\"Search the failures\" hidden>\n");
    }
    page.push_str("<main>\n");
    page
}

/// One failure, as HTML.
fn one(entry: &Entry<'_>) -> String {
    let mut part = "<details><summary><b>".to_owned();
    text(&clipped_to_line(&entry.name, LINE_BYTES), &mut part);
    part.push_str("</b><small>");
    let mut facts = Vec::new();
    if let Some(file) = &entry.file {
        facts.push(format!("{file}{}", entry.line.map(|line| format!(":{line}")).unwrap_or_default()));
    }
    facts.push(entry.kind.to_owned());
    facts.push(entry.suite.to_string());
    if entry.others > 0 {
        facts.push(others(entry.others));
    }
    facts.retain(|fact| !fact.is_empty());
    text(&clipped_to_line(&facts.join(", "), LINE_BYTES), &mut part);
    part.push_str("</small>");
    text(&clipped_to_line(&reason(entry), LINE_BYTES), &mut part);
    part.push_str("</summary>");
    if let Some(lines) = entry.text.as_ref().filter(|lines| !lines.is_empty()) {
        part.push_str("<pre>");
        text(lines, &mut part);
        part.push_str("</pre>");
    }
    part.push_str("</details>\n");
    part
}
