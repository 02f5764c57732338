//! `completions/`, `man/` and the table in docs/runners.md are what the program writes.
//!
//! `WEIR_REGENERATE=1 cargo test --test house generated` writes them anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

use crate::support::Plain as _;

const SCRIPTS: [(&str, &str); 5] = [
    ("bash", "weir.bash"),
    ("elvish", "weir.elv"),
    ("fish", "weir.fish"),
    ("powershell", "_weir.ps1"),
    ("zsh", "_weir"),
];

fn weir(words: &[&str]) -> Vec<u8> {
    let output =
        Command::cargo_bin("weir").unwrap().plain().args(words).assert().success().get_output().clone();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    output.stdout
}

fn in_package(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

/// Every file of a folder by its name.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap()))
        .collect()
}

/// Compares what the program wrote with what is committed, or commits it when asked to.
fn hold(folder: &str, written: &BTreeMap<String, String>) {
    let committed = in_package(folder);
    if std::env::var_os("WEIR_REGENERATE").is_some() {
        for (name, text) in written {
            fs::write(committed.join(name), text).unwrap();
        }
    }
    let committed = files(&committed);
    assert_eq!(
        committed.keys().collect::<Vec<_>>(),
        written.keys().collect::<Vec<_>>(),
        "files in {folder}/"
    );
    for (name, text) in written {
        let first = committed[name].lines().zip(text.lines()).find(|(old, new)| old != new);
        assert!(
            committed[name] == *text,
            "{folder}/{name} is out of date, first at {first:?}; \
             `WEIR_REGENERATE=1 cargo test --test house generated` writes it anew"
        );
    }
}

#[test]
fn the_committed_completions_are_those_of_the_program() {
    let written = SCRIPTS
        .map(|(shell, file)| (file.to_owned(), String::from_utf8(weir(&["completions", shell])).unwrap()));
    hold("completions", &BTreeMap::from(written));
}

#[test]
fn the_committed_manual_pages_are_those_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("made/on/the/way");
    assert_eq!(weir(&["man", new.to_str().unwrap()]), b"");
    hold("man", &files(&new));
}

/// How the table of runners begins, with which docs/runners.md ends.
const TABLE: &str = "| family | name | what is read |\n|---|---|---|\n";

#[test]
fn the_table_of_runners_is_what_the_program_lists() {
    let list: Value = serde_json::from_slice(&weir(&["runners", "--format", "json"])).unwrap();
    let mut forms: BTreeMap<[&str; 2], Vec<&str>> = BTreeMap::new();
    for row in list["runners"].as_array().unwrap() {
        let [family, name, reads] = ["family", "name", "reads"].map(|key| row[key].as_str().unwrap());
        forms.entry([family, name]).or_default().push(reads);
    }
    let page = fs::read_to_string(in_package("docs/runners.md")).unwrap();
    let (before, table) = page.split_once(TABLE).unwrap();
    let rows =
        forms.iter().map(|([family, name], reads)| format!("| {family} | {name} | {} |\n", reads.join("; ")));
    let written = rows.collect::<String>();
    if std::env::var_os("WEIR_REGENERATE").is_some() {
        fs::write(in_package("docs/runners.md"), format!("{before}{TABLE}{written}")).unwrap();
    } else {
        assert_eq!(table, written, "`WEIR_REGENERATE=1 cargo test --test house generated` writes it anew");
    }
}

#[test]
fn every_page_has_the_usual_sections_and_names_pages_that_exist() {
    let pages = files(&in_package("man"));
    for (name, page) in &pages {
        let sections: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
        for section in
            ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "\"EXIT STATUS\"", "EXAMPLES", "\"SEE ALSO\""]
        {
            assert!(sections.contains(&section), "{name}: {section} in {sections:?}");
        }
        let names = page.lines().filter_map(|line| line.strip_prefix("\\fBweir")?.split_once("\\fR(1)"));
        let mut count = 0;
        for (rest, _) in names {
            let named = format!("weir{}.1", rest.replace("\\-", "-"));
            assert!(pages.contains_key(&named), "{name}: {named}");
            count += 1;
        }
        assert!(count > 0, "{name}");
    }
    for (name, sections) in [
        ("weir.1", ["ENVIRONMENT", "FILES", "SUBCOMMANDS"]),
        ("weir-proxy.1", ["ENVIRONMENT", "FILES", "SUBCOMMANDS"]),
    ] {
        for section in sections {
            assert!(pages[name].contains(&format!("\n.SH {section}\n")), "{name}: {section}");
        }
    }
}

#[test]
fn mandoc_finds_nothing_wrong_in_any_page() {
    let pages: Vec<PathBuf> =
        files(&in_package("man")).into_keys().map(|name| in_package("man").join(name)).collect();
    let linted =
        std::process::Command::new("mandoc").args(["-T", "lint", "-W", "style"]).args(&pages).output();
    match linted {
        Ok(output) => {
            let found = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(found.lines().next(), None, "of {}", found.lines().count());
        }
        Err(_) => eprintln!("left out: there is no mandoc on this machine"),
    }
}

#[test]
fn a_manual_that_cannot_be_written_is_exit_74() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("taken");
    fs::write(&file, "").unwrap();
    let assert = Command::cargo_bin("weir").unwrap().plain().arg("man").arg(&file).assert().code(74);
    let printed = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(printed.starts_with("weir: failed to write to '") && printed.lines().count() == 1, "{printed}");
}
