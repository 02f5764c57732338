//! What `docs/windows.md` says of the tests is so: those in its table are there, and its list of what needs Unix is complete.
//!
//! `WEIR_REGENERATE=1 cargo test --test house windows` writes the list anew. That the tests of the table ran is what `.ci/windows` checks.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The programs that run on Windows.
const PROGRAMS: [&str; 5] = ["cli", "logs", "pieces", "properties", "store"];
const PAGE: &str = "docs/windows.md";
/// What is between the list and the rest of the page.
const BEGIN: &str = "<!-- What needs Unix: written by `tests/house/windows.rs`. -->\n";
const END: &str = "<!-- The end of the list. -->\n";

fn root(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The modules of a program by name, with their text.
fn modules(program: &str) -> BTreeMap<String, String> {
    let entries = fs::read_dir(root("tests").join(program)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    files
        .map(|path| {
            (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap())
        })
        .collect()
}

fn tests_in(text: &str) -> usize {
    text.lines().filter(|line| line.trim() == "#[test]").count()
}

/// The reason why what follows is not on Windows, if a line gives one; a line that should and does not is refused.
fn reason(line: &str) -> Option<&str> {
    let line = line.trim();
    if let Some(rest) = line.strip_prefix("#[cfg_attr(windows, ignore = \"") {
        return rest.strip_suffix("\")]");
    }
    line.strip_prefix("#[cfg(unix)] // ").or_else(|| line.strip_prefix("#[cfg(target_os = \"linux\")] // "))
}

/// How many tests of a module are left out for each reason.
fn left_out(program: &str) -> BTreeMap<String, BTreeMap<String, usize>> {
    let modules = modules(program);
    let mut all: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    let whole = |name: &str| {
        let main: Vec<&str> = modules["main"].lines().collect();
        let at = main.iter().position(|line| *line == format!("mod {name};"));
        at.and_then(|at| reason(main[at.checked_sub(1)?]))
    };
    for (name, text) in &modules {
        let mut add = |reason: &str, count: usize| {
            *all.entry(reason.to_owned()).or_default().entry(format!("{program} {name}")).or_default() +=
                count;
        };
        if let Some(reason) = whole(name) {
            add(reason, tests_in(text));
            continue;
        }
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let next = lines.get(at + 1).copied().unwrap_or_default();
            match reason(line) {
                // The rest of the file.
                Some(reason) if next.starts_with("mod ") && next.ends_with('{') => {
                    add(reason, tests_in(&lines[at..].join("\n")));
                    break;
                }
                Some(reason) if name != "main" => add(reason, 1),
                Some(_) => {}
                None => {
                    let gate = ["#[cfg(unix)]", "#[cfg(target_os = \"linux\")]"].contains(line);
                    let is_test = next == "#[test]" || next.starts_with("mod ") || next.starts_with("fn ");
                    assert!(!(gate && is_test), "{program} {name}: line {} has no reason", at + 1);
                }
            }
        }
    }
    all
}

#[test]
fn the_list_of_what_needs_unix_is_complete() {
    let mut all: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for program in PROGRAMS {
        for (reason, modules) in left_out(program) {
            all.entry(reason).or_default().extend(modules);
        }
    }
    let mut list = String::new();
    for (reason, modules) in &all {
        let mut line = format!("- {reason}:");
        for (at, (name, count)) in modules.iter().enumerate() {
            let part = format!("{}`{name}` {count}", if at == 0 { " " } else { ", " });
            if line.len() + part.len() > 120 {
                list += &format!("{line},\n");
                line = format!("  {}", part.trim_start_matches([',', ' ']));
            } else {
                line += &part;
            }
        }
        list += &format!("{line}\n");
    }
    let page = fs::read_to_string(root(PAGE)).unwrap();
    let (front, rest) = page.split_once(BEGIN).expect("the list begins");
    let (old, back) = rest.split_once(END).expect("the list ends");
    if std::env::var_os("WEIR_REGENERATE").is_some() {
        fs::write(root(PAGE), [front, BEGIN, &list, END, back].concat()).unwrap();
        return;
    }
    assert_eq!(old, list, "`WEIR_REGENERATE=1 cargo test --test house windows` writes it anew");
}

#[test]
fn a_checkout_on_windows_has_the_same_bytes() {
    let attributes = fs::read_to_string(root(".gitattributes")).unwrap();
    assert!(attributes.lines().any(|line| line == "* -text"), "{attributes}");
}

#[test]
fn every_test_of_the_table_is_there() {
    let page = fs::read_to_string(root(PAGE)).unwrap();
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| ") && line.matches(" | ").count() == 2)
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    let named: Vec<&Vec<&str>> = rows.iter().filter(|row| ["yes", "no"].contains(&row[2])).collect();
    assert!(named.len() >= 20, "{rows:?}");
    for row in named {
        let (program, path) = row[1].trim_matches('`').split_once(' ').expect(row[1]);
        let (module, test) = path.split_once("::").expect(path);
        assert!(PROGRAMS.contains(&program), "{program}");
        let modules = modules(program);
        let text = modules.get(module).unwrap_or_else(|| panic!("{program} {module}"));
        assert!(text.contains(&format!("fn {test}(")), "{program} {path}");
    }
}
