//! The pages that users read: README.md and what is below docs/, their headings, tables and links.

use std::fs;
use std::path::{Path, PathBuf};

/// Pages whose commands other parts of the project try: `.ci/dist` and `benches/conformance`.
#[cfg(unix)]
const TRIED_ELSEWHERE: [&str; 2] = ["docs/install.md", "docs/comparison.md"];

/// The root of the package.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a page, by its path from the root.
pub fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The pages below docs/, by their paths from the root.
pub fn docs() -> Vec<String> {
    let entries = fs::read_dir(root().join("docs")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut pages: Vec<String> = names
        .filter(|name| Path::new(name).extension().is_some_and(|ending| ending == "md"))
        .map(|name| format!("docs/{name}"))
        .collect();
    pages.sort();
    assert!(pages.len() > 10, "{pages:?}");
    pages
}

/// README and the pages below docs/, without those that are tried elsewhere.
#[cfg(unix)]
pub fn own_pages() -> Vec<String> {
    let docs = docs().into_iter().filter(|name| !TRIED_ELSEWHERE.contains(&name.as_str()));
    std::iter::once("README.md".to_owned()).chain(docs).collect()
}

/// A row of a table, and the headings above it, the outermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub page: String,
    pub headings: Vec<String>,
    /// The words in the first cell that are set as code, each up to its first blank.
    pub names: Vec<String>,
    /// The first cell as it is.
    pub first: String,
    pub text: String,
}

/// The level and the text of a heading.
fn heading(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    text.strip_prefix(' ').filter(|_| level > 0).map(|text| (level, text))
}

/// The lines of a page that are not in a block of code.
fn prose(text: &str) -> Vec<&str> {
    let mut inside = false;
    let outside = |line: &&str| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    };
    text.lines().filter(outside).collect()
}

/// All rows of all tables of a page.
pub fn rows(name: &str, text: &str) -> Vec<Row> {
    let mut above: Vec<(usize, &str)> = Vec::new();
    let mut rows = Vec::new();
    for line in prose(text) {
        if let Some((level, title)) = heading(line) {
            above.retain(|(outer, _)| *outer < level);
            above.push((level, title));
        } else if let Some(cells) = line.strip_prefix("| ") {
            let first = cells.split(" |").next().unwrap();
            let code = first.split('`').skip(1).step_by(2);
            rows.push(Row {
                page: name.to_owned(),
                headings: above.iter().map(|(_, title)| (*title).to_owned()).collect(),
                names: code.map(|word| word.split(' ').next().unwrap().to_owned()).collect(),
                first: first.to_owned(),
                text: line.to_owned(),
            });
        }
    }
    rows
}

/// All headings of a page.
pub fn headings(text: &str) -> Vec<&str> {
    prose(text).into_iter().filter_map(heading).map(|(_, title)| title).collect()
}

/// The anchor that a heading has on a page.
fn anchor(title: &str) -> String {
    let kept = title.chars().filter(|char| char.is_alphanumeric() || matches!(char, ' ' | '-' | '_'));
    kept.map(|char| if char == ' ' { '-' } else { char.to_ascii_lowercase() }).collect()
}

/// The targets of the links and pictures of a page.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text).join("\n");
    prose.split("](").skip(1).map(|rest| rest.split(')').next().unwrap().to_owned()).collect()
}

/// Links of a page that lead nowhere.
fn broken(name: &str, text: &str) -> Vec<String> {
    let leads = |link: &str| {
        let (path, part) = link.split_once('#').unwrap_or((link, ""));
        let target = if path.is_empty() {
            name.to_owned()
        } else {
            let folder = Path::new(name).parent().unwrap().join(path);
            folder.to_string_lossy().replace("docs/../", "")
        };
        let there = root().join(&target).exists();
        there && (part.is_empty() || headings(&page(&target)).iter().any(|title| anchor(title) == part))
    };
    links(text).into_iter().filter(|link| !link.contains("://") && !leads(link)).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut count = 0;
    let others = [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "docs/dev/architecture.md",
        "docs/dev/adding-a-tool.md",
        "docs/dev/releasing.md",
    ]
    .map(str::to_owned);
    for name in docs().into_iter().chain(others) {
        let text = page(&name);
        count += links(&text).len();
        assert_eq!(broken(&name, &text), [""; 0], "{name}");
    }
    assert!(count > 40, "{count}");
}

/// The figures are measured by `benches/conformance`, which writes the page; README shows its short table.
#[test]
fn readme_has_the_short_table_of_the_comparison() {
    let readme = page("README.md");
    let comparison = page("docs/comparison.md");
    let (_, table) = comparison.split_once("<!-- table: begin -->\n").unwrap();
    let (table, _) = table.split_once("<!-- table: end -->").unwrap();
    let place = format!("\n<!-- comparison -->\n{table}");
    assert!(readme.contains(&place), "README.md does not have, as docs/comparison.md has it:{place}");
}

#[test]
fn a_link_that_leads_nowhere_is_found() {
    let text = "[a](run.md) [b](nowhere.md) [c](run.md#exit-codes) [d](run.md#nothing) [e](../README.md)";
    assert_eq!(broken("docs/answers.md", text), ["nowhere.md", "run.md#nothing"]);
}

#[test]
fn rows_have_the_headings_above_them() {
    let text = "# A\n## b\n| `--c D`, `-e` | f |\n```\n| `--no` | |\n# no\n```\n### g\n## h\n| i `j` | k |\n";
    let row = |headings: &[&str], names: &[&str], first: &str, text: &str| Row {
        page: "p".to_owned(),
        headings: headings.iter().map(|title| (*title).to_owned()).collect(),
        names: names.iter().map(|name| (*name).to_owned()).collect(),
        first: first.to_owned(),
        text: text.to_owned(),
    };
    let found = [
        row(&["A", "b"], &["--c", "-e"], "`--c D`, `-e`", "| `--c D`, `-e` | f |"),
        row(&["A", "h"], &["j"], "i `j`", "| i `j` | k |"),
    ];
    assert_eq!(rows("p", text), found);
}
