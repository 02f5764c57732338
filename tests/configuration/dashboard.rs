//! The page of `weir stats --html`, as it is written and as a browser reads it.
//!
//! Where Chromium is installed (`chromium`, `chromium-browser`, `google-chrome`, or the program that `WEIR_CHROMIUM`
//! names), the numbers of the page are read from its document and held against `weir stats --format json`; elsewhere the
//! test says that it is left out. `WEIR_SCREENSHOTS=DIR` keeps pictures of the page in two widths and both themes.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::stats::{mixed, stats, write};

const CHROMIUMS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// How long a browser may take.
const LONG: Duration = Duration::from_secs(120);

fn chromium() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("WEIR_CHROMIUM") {
        return Some(PathBuf::from(named));
    }
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let programs = CHROMIUMS.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    programs.into_iter().find(|program| program.is_file())
}

/// What a browser prints; `None` when it does not end.
fn browse(program: &Path, desk: &Desk, words: &[String]) -> Option<String> {
    let out = desk.path("browser.out");
    let mut child = Command::new(program)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
        ])
        .args([
            "--no-first-run",
            "--disable-extensions",
            "--disable-background-networking",
            "--virtual-time-budget=3000",
        ])
        .arg(format!("--user-data-dir={}", desk.word("profile")))
        .args(words)
        .stdin(Stdio::null())
        .stdout(std::fs::File::create(&out).unwrap())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > LONG {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Some(std::fs::read_to_string(out).unwrap())
}

/// The path, the form and the text of every element that shows a number.
fn shown(document: &str) -> Vec<(String, String, String)> {
    let between = |text: &str, open: &str, close: &str| {
        let (_, rest) = text.split_once(open)?;
        Some(rest.split_once(close)?.0.to_owned())
    };
    let element = |text: &str| {
        let path = text.split_once('"')?.0.to_owned();
        Some((path, between(text, "data-form=\"", "\"")?, between(text, ">", "<")?))
    };
    document
        .split("data-path=\"")
        .skip(1)
        .map(|text| element(text).expect("an element with a number"))
        .collect()
}

/// Whether a text on the page is this number, as far as it is written out.
fn is_equal(text: &str, form: &str, value: Option<&Value>) -> bool {
    let Some(number) = value.and_then(Value::as_f64) else { return text == "-" };
    let plain = text.replace(',', "");
    let Ok(read) = plain.trim_end_matches('%').parse::<f64>() else { return false };
    let (number, half) = match form {
        "count" | "bytes" => (number, 0.5),
        "share" => (number * 100.0, 0.05),
        _ => (number, 0.05),
    };
    (read - number).abs() <= half + 1e-9
}

/// Holds a document against the numbers; gives how many it shows.
#[track_caller]
fn hold(document: &str, numbers: &Value) -> usize {
    let shown = shown(document);
    for (path, form, text) in &shown {
        let value = numbers.pointer(path);
        assert!(is_equal(text, form, value), "{path}: {text} on the page, {value:?} in JSON");
    }
    for path in [
        "/calls",
        "/oversized",
        "/errors",
        "/savedTokens",
        "/reductionPct",
        "/fetchedTokens",
        "/seenTokens",
        "/finalTokens",
        "/latency/p95",
        "/overhead/p99",
        "/tools/0/seenTokens",
        "/tools/3/calls",
        "/time/slots/0/calls",
        "/ab/hardened/tokensPerCall/mean",
        "/ab/difference/high",
        "/outcomes/paginated",
        "/pack/runs",
    ] {
        assert!(shown.iter().any(|(other, ..)| other == path), "{path} is not on the page");
    }
    shown.len()
}

fn page(desk: &Desk) -> (String, Value) {
    write(desk, &mixed());
    assert_eq!(stats(desk, &["--html", "page.html"]).code, 0);
    (desk.read("page.html"), stats(desk, &["--format", "json"]).json())
}

#[test]
fn the_page_holds_the_numbers_of_json_and_a_table_after_each_chart() {
    let desk = Desk::new();
    let (page, numbers) = page(&desk);
    assert!(hold(&page, &numbers) > 500);
    assert_eq!(page.matches("role=\"img\"").count(), page.matches("<details>").count());
    assert!(page.matches("<caption>").count() >= 10 && page.contains("prefers-color-scheme:dark"));
    assert_eq!(page.matches("scope=\"col\"></th>").count(), page.matches("<th scope=\"col\"></th>").count());
    // Equal records give equal bytes.
    assert_eq!(stats(&desk, &["--html", "again.html"]).code, 0);
    assert_eq!(desk.read("again.html"), page);
}

#[test]
fn the_page_asks_nothing_of_others_and_escapes_names() {
    let desk = Desk::new();
    let mut records = mixed();
    records.iter_mut().for_each(|record| record["tool"] = json!("list_<b>x\"'\u{202e}"));
    records[0]["outcome"] = json!("</table><script>x");
    write(&desk, &records);
    assert_eq!(stats(&desk, &["--html", "page.html"]).code, 0);
    let page = desk.read("page.html");
    assert!(
        page.contains("<html") && page.contains("list_&lt;b&gt;x&quot;&#39;") && !page.contains("list_<b>x")
    );
    assert!(
        !page.contains("//") && !page.contains("src=") && !page.contains("<script") && !page.contains("url(")
    );
    assert!(page.contains("default-src 'none'") && !page.contains('\u{202e}'));
    write(&desk, &[]);
    assert_eq!(stats(&desk, &["--html", "empty.html"]).code, 0);
    assert!(desk.read("empty.html").contains("No call has a time."));
}

#[test]
fn a_browser_reads_the_numbers_of_json_and_nothing_is_cut_off_at_any_width() {
    let Some(program) = chromium() else {
        eprintln!("left out: Chromium is not installed");
        return;
    };
    let desk = Desk::new();
    let (page, numbers) = page(&desk);
    let url = |name: &str| format!("file://{}", desk.word(name));
    let document =
        browse(&program, &desk, &["--dump-dom".to_owned(), url("page.html")]).expect("the browser ends");
    assert_eq!(hold(&document, &numbers), shown(&page).len());
    // A frame of each width measures the page: a document in a frame may be looked into when it is written inside.
    for width in [400, 1600] {
        let inside = page.replace('&', "&amp;").replace('"', "&quot;");
        let frame = format!(
            "<!DOCTYPE html><iframe id=f style=\"border:0;width:{width}px;height:900px\" srcdoc=\"{inside}\"></iframe><p id=w></p>\
             <script>onload=()=>{{const e=document.getElementById('f').contentDocument;\
             document.getElementById('w').textContent='wide '+e.documentElement.scrollWidth+' columns '+\
             getComputedStyle(e.querySelector('.sections')).gridTemplateColumns.split(' ').length}}</script>"
        );
        desk.write("frame.html", &frame);
        let measured =
            browse(&program, &desk, &["--dump-dom".to_owned(), url("frame.html")]).expect("the browser ends");
        let columns = if width == 400 { 1 } else { 2 };
        assert!(
            measured.contains(&format!("wide {width} columns {columns}</p>")),
            "{width}: {}",
            &measured[measured.len().saturating_sub(600)..]
        );
    }
    if let Some(folder) = std::env::var_os("WEIR_SCREENSHOTS") {
        pictures(&program, &desk, &page, Path::new(&folder));
    }
}

/// Pictures of the page in two widths and both themes.
fn pictures(program: &Path, desk: &Desk, page: &str, folder: &Path) {
    std::fs::create_dir_all(folder).unwrap();
    for (width, height) in [(400, 5200), (1600, 2600)] {
        for theme in ["light", "dark"] {
            // The page as one who prefers this theme sees it.
            let preferred = page
                .replace("(prefers-color-scheme:dark)", if theme == "dark" { " all" } else { " not all" });
            let preferred = preferred.replace("color-scheme:light dark", &format!("color-scheme:{theme}"));
            let inside = preferred.replace('&', "&amp;").replace('"', "&quot;");
            desk.write("frame.html", &format!(
                "<!DOCTYPE html><body style=\"margin:0\"><iframe style=\"border:0;width:{width}px;height:{height}px\" srcdoc=\"{inside}\"></iframe>"
            ));
            let file = folder.join(format!("{width}-{theme}.png"));
            let words = [
                format!("--screenshot={}", file.display()),
                format!("--window-size={},{height}", width.max(500)),
                format!("file://{}", desk.word("frame.html")),
            ];
            assert!(browse(program, desk, &words).is_some() && file.is_file(), "{}", file.display());
        }
    }
}
