//! The directions inside of `src/recognize/`, held: which of its areas uses which, and that no runner uses another.
//!
//! Every path that begins with `crate::` or climbs with `super::` is followed, groups in braces included; what
//! `recognize/mod.rs` re-exports belongs to the area it comes from.

use std::fs;
use std::path::Path;

use crate::floors::{code_of, rust_files, starts_a_word, test_files, without_tests};

/// Each area below `src/recognize/`, and the other areas that it uses. `recognizer` is what all recognizers implement.
const AREAS: &[(&str, &[&str])] = &[
    ("recognizer", &[]),
    ("rows", &["recognizer", "kit"]),
    ("patterns", &["rows"]),
    ("rerun", &[]),
    ("kit", &["recognizer"]),
    ("runners", &["recognizer", "kit"]),
    ("unknown", &["kit"]),
    ("documents", &["recognizer", "kit"]),
    ("dispatch", &["recognizer", "kit", "runners", "unknown", "documents"]),
    ("channel", &["kit", "unknown", "dispatch", "patterns"]),
];

/// What `recognize/mod.rs` re-exports, and the area it belongs to.
const RE_EXPORTS: &[(&str, &str)] = &[
    ("Ahead", "recognizer"),
    ("PassShape", "recognizer"),
    ("Message", "kit"),
    ("scan", "kit"),
    ("Scanner", "dispatch"),
    ("registry", "dispatch"),
    ("Streams", "channel"),
];

/// Uses against the directions that are more than a move away: who, whom, and why. One that is gone is taken out here.
const KNOWN: &[(&str, &str, &str)] = &[
    ("documents", "dispatch", "a form counts only when the registry holds its runner"),
    (
        "runners::ci::service",
        "unknown",
        "a line that a service marks as an error may be a total of no errors",
    ),
    (
        "runners::apple::xcodebuild",
        "runners::infra::tools",
        "an error of fastlane's after others is their consequence",
    ),
    (
        "runners::apple::xctest",
        "runners::apple::swift_testing",
        "a verdict of Swift Testing names a failed test of the run",
    ),
    ("runners::go::ginkgo", "runners::go::go_test", "wraps it: a suite may be a test of go test"),
    ("runners::jvm::sbt", "runners::jvm::compiler", "sbt puts its mark before scalac's ruled headings"),
    ("runners::ruby::rspec", "runners::functional::exunit", "both print the same points; a heading decides"),
];

/// The full paths that `code`, of the module `place`, names: `recognize::kit::scan`, a list for each.
fn paths(code: &str, place: &[&str]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (position, root) in code.match_indices("crate::") {
        // `pub(in crate::a)` uses nothing.
        if starts_a_word(code, position) && !code[..position].trim_end().ends_with("(in") {
            follow(&code[position + root.len()..], &mut Vec::new(), &mut found);
        }
    }
    for (position, _) in code.match_indices("super::") {
        if !starts_a_word(code, position) || code[..position].ends_with("super::") {
            continue;
        }
        let mut rest = &code[position..];
        let mut parent = place;
        while let Some(after) = rest.strip_prefix("super::") {
            rest = after;
            parent = parent.split_last().map_or(&[], |(_, above)| above);
        }
        follow(rest, &mut parent.iter().map(|&name| name.to_owned()).collect(), &mut found);
    }
    found
}

/// Follows the path at the start of `rest` after the names of `above`, and gives back what comes after it.
fn follow<'a>(rest: &'a str, above: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> &'a str {
    let rest = rest.trim_start();
    if let Some(mut inside) = rest.strip_prefix('{') {
        loop {
            inside = inside.trim_start();
            if let Some(trailing) = inside.strip_prefix('}') {
                return trailing;
            }
            let before = inside.len();
            inside = follow(inside, &mut above.clone(), found);
            // What follows a name: ` as other`, a comma.
            inside = inside.trim_start_matches(|char: char| char != ',' && char != '}');
            inside = inside.strip_prefix(',').unwrap_or(inside);
            if inside.len() == before {
                return "";
            }
        }
    }
    let end = rest.find(|char: char| !char.is_alphanumeric() && char != '_').unwrap_or(rest.len());
    let (name, trailing) = rest.split_at(end);
    if !name.is_empty() && name != "self" {
        above.push(name.to_owned());
    }
    match trailing.strip_prefix("::") {
        Some(trailing) if !trailing.starts_with('<') => follow(trailing, above, found),
        _ => {
            found.push(above.clone());
            trailing
        }
    }
}

/// The area that a path names, and the runner with its family when it is one.
fn area_of(path: &[String]) -> Option<(&str, Option<(&str, &str)>)> {
    let [root, name, rest @ ..] = path else { return None };
    if root != "recognize" {
        return None;
    }
    let area = RE_EXPORTS.iter().find(|(each, _)| each == name).map_or(name.as_str(), |(_, area)| area);
    let runner = match rest {
        [family, runner, ..] if area == "runners" => Some((family.as_str(), runner.as_str())),
        _ => None,
    };
    Some((area, runner))
}

/// The uses against the directions by one file, each as who and whom. `path` is below `src/`.
fn faults(path: &str, text: &str) -> Vec<(String, String)> {
    let code = without_tests(&code_of(text));
    let stem = path.strip_suffix(".rs").unwrap_or(path);
    let place: Vec<&str> = stem.strip_suffix("/mod").unwrap_or(stem).split('/').collect();
    let own: Vec<String> = place.iter().map(|&name| name.to_owned()).collect();
    let Some((area, runner)) = area_of(&own) else { return Vec::new() };
    let Some((_, below)) = AREAS.iter().find(|(name, _)| *name == area) else {
        return vec![(area.to_owned(), "no row of the table".to_owned())];
    };
    let mut faults = Vec::new();
    for used in paths(&code, &place) {
        let Some((other, others)) = area_of(&used) else { continue };
        let who = runner.map_or(area.to_owned(), |(family, name)| format!("runners::{family}::{name}"));
        if other != area {
            if !below.contains(&other) {
                faults.push((who, other.to_owned()));
            }
        } else if let (Some(one), Some(two)) = (runner, others)
            && one != two
            && (one.0 != two.0 || two.1 != "shared")
        {
            faults.push((who, format!("runners::{}::{}", two.0, two.1)));
        }
    }
    faults.sort();
    faults.dedup();
    faults
}

fn is_known(fault: &(String, String)) -> bool {
    KNOWN.iter().any(|(who, whom, _)| *who == fault.0 && *whom == fault.1)
}

#[test]
fn every_area_uses_only_those_of_its_row_and_no_runner_another() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let texts: Vec<(String, String)> = rust_files(&source.join("recognize"))
        .iter()
        .map(|file| {
            let path = file.strip_prefix(&source).unwrap().to_str().unwrap().replace('\\', "/");
            (path, fs::read_to_string(file).unwrap())
        })
        .collect();
    assert!(texts.len() > 200, "the sources were not found");
    let tests: Vec<String> = texts.iter().flat_map(|(path, text)| test_files(path, text)).collect();
    let mut seen = Vec::new();
    let mut wrong = String::new();
    for (path, text) in texts.iter().filter(|(path, _)| !tests.contains(path)) {
        for fault in faults(path, text) {
            if is_known(&fault) {
                seen.push(fault);
            } else {
                wrong += &format!("src/{path}: {} uses {}\n", fault.0, fault.1);
            }
        }
    }
    assert_eq!(wrong, "");
    for (who, whom, _) in KNOWN {
        let found = seen.iter().any(|fault| fault.0 == *who && fault.1 == *whom);
        assert!(found, "{who} no longer uses {whom}: take it out of KNOWN");
    }
}

#[test]
fn a_use_against_the_directions_is_found() {
    for (path, text, who, whom) in [
        ("recognize/kit/emit.rs", "use crate::recognize::runners::go::go_test::X;", "kit", "runners"),
        ("recognize/kit/frames/go.rs", "use super::super::super::unknown::counts;", "kit", "unknown"),
        ("recognize/kit/emit.rs", "fn f() { crate::recognize::Scanner::new() }", "kit", "dispatch"),
        ("recognize/recognizer.rs", "use super::{Ahead, kit::scan};", "recognizer", "kit"),
        ("recognize/newcomer/a.rs", "", "newcomer", "no row of the table"),
        (
            "recognize/runners/go/a.rs",
            "use crate::recognize::{kit::{scan, run::Run}, dispatch::Prefilter as Other};",
            "runners::go::a",
            "dispatch",
        ),
        ("recognize/runners/go/a.rs", "use super::b;", "runners::go::a", "runners::go::b"),
        (
            "recognize/runners/go/a.rs",
            "use super::{shared::X, b::{self, C}};",
            "runners::go::a",
            "runners::go::b",
        ),
        ("recognize/runners/go/a/lines.rs", "use super::super::b::X;", "runners::go::a", "runners::go::b"),
        (
            "recognize/runners/go/a.rs",
            "use super::super::php::shared::X;",
            "runners::go::a",
            "runners::php::shared",
        ),
        (
            "recognize/runners/go/shared/a.rs",
            "use super::super::b::X;",
            "runners::go::shared",
            "runners::go::b",
        ),
    ] {
        assert_eq!(faults(path, text), [(who.to_owned(), whom.to_owned())], "{path} {text}");
    }
}

#[test]
fn a_use_with_the_directions_is_none() {
    for (path, text) in [
        (
            "recognize/kit/emit.rs",
            "use super::names::Names; use crate::{event::Event, recognize::PassShape};",
        ),
        ("recognize/mod.rs", "mod kit; pub use kit::scan; pub use channel::streams::Streams;"),
        ("recognize/runners/go/mod.rs", "pub mod a; pub mod shared;"),
        ("recognize/runners/go/a.rs", "use super::shared::{X, y::Z}; use crate::recognize::{Ahead, scan};"),
        ("recognize/runners/go/a/mod.rs", "mod lines; pub use lines::A;"),
        (
            "recognize/runners/go/a/lines.rs",
            "use super::recognizer::A; pub(in crate::recognize::unknown) fn f() {}",
        ),
        ("recognize/runners/go/shared/a.rs", "use super::b::X; use crate::recognize::kit::{self, run};"),
        ("recognize/runners/go/a.rs", "#[cfg(test)]\nmod tests { use crate::recognize::dispatch::X; }"),
        ("recognize/dispatch/registry.rs", "use crate::recognize::{documents, runners};"),
        ("report/section.rs", "use crate::recognize::registry;"),
    ] {
        assert!(faults(path, text).is_empty(), "{path} {text}");
    }
}
