//! The architecture, held: floors, empty `mod.rs` files, short files, no printing, nothing left lying at the top.
//!
//! A module of `src/` uses only modules on floors below its own. The scan reads the source text: comments, strings and
//! test code are taken out, then every path that begins with `crate::` or climbs with `super::` is followed.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The floors, from the ground up. Modules on one floor do not see each other.
const FLOORS: &[(u8, &[&str])] = &[
    (0, &["budget"]),
    (1, &["text", "source", "settings"]),
    (2, &["event"]),
    (3, &["recognize", "report"]),
    (4, &["render", "store", "config", "telemetry", "agents"]),
    (5, &["filter", "pack", "page", "digest", "chunk"]),
    // The upper half of 5: jobs that use the jobs of the lower half.
    (6, &["batch", "compile"]),
    (7, &["mcp"]),
    (8, &["cli"]),
];

/// Lines of a file without its tests: one idea each, and under this.
const LONGEST_FILE: usize = 800;

/// Lines of `main.rs`.
const LONGEST_MAIN: usize = 40;

const PRINTING: [&str; 5] = ["print!", "println!", "eprint!", "eprintln!", "dbg!"];

fn floor(module: &str) -> Option<u8> {
    FLOORS.iter().find(|(_, modules)| modules.contains(&module)).map(|(floor, _)| *floor)
}

/// `text` with comments, strings and chars blanked out; line ends stay.
pub(crate) fn code_of(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = raw_string(rest, &code) {
            length
        } else if first == '"' {
            quoted(rest, '"')
        } else if first == '\'' && is_char(rest) {
            quoted(rest, '\'')
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        code.extend(rest[..skipped].chars().map(|char| if char == '\n' { '\n' } else { ' ' }));
        rest = &rest[skipped..];
    }
    code
}

/// The length of the raw string at the start of `rest`.
fn raw_string(rest: &str, before: &str) -> Option<usize> {
    let part_of_a_word = before.chars().last().is_some_and(|char| char.is_alphanumeric() || char == '_');
    let open = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r')).filter(|_| !part_of_a_word)?;
    let hashes = open.chars().take_while(|char| *char == '#').count();
    let body = open[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let end = body.find(&close).map_or(body.len(), |end| end + close.len());
    Some(rest.len() - body.len() + end)
}

/// The length of the string or char at the start of `rest`.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (position, char) in rest.char_indices().skip(1) {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if char == quote => return position + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Whether the apostrophe at the start of `rest` opens a char and not a lifetime.
fn is_char(rest: &str) -> bool {
    let mut chars = rest.chars().skip(1);
    match chars.next() {
        Some('\\') => true,
        Some(_) => chars.next() == Some('\''),
        None => false,
    }
}

/// `code` without the items under `#[cfg(test)]`.
pub(crate) fn without_tests(code: &str) -> String {
    let mut kept = String::new();
    let mut rest = code;
    while let Some(start) = rest.find("#[cfg(test)]") {
        kept.push_str(&rest[..start]);
        rest = &rest[start + item_length(&rest[start..])..];
    }
    kept.push_str(rest);
    kept
}

/// The length of an item: up to the `;` or the closing brace of its first block.
fn item_length(code: &str) -> usize {
    let mut depth = 0_usize;
    for (position, char) in code.char_indices() {
        match char {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => {
                depth -= 1;
                if depth == 0 && char == '}' {
                    return position + 1;
                }
            }
            ';' if depth == 0 => return position + 1,
            _ => {}
        }
    }
    code.len()
}

/// The first names after a path's root: one, or those of a group in braces.
fn names_after(path: &str) -> Vec<String> {
    let name = |text: &str| {
        text.trim_start()
            .chars()
            .take_while(|char| char.is_alphanumeric() || *char == '_')
            .collect::<String>()
    };
    let Some(group) = path.trim_start().strip_prefix('{') else { return vec![name(path)] };
    let mut names = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (position, char) in group.char_indices() {
        match char {
            '{' => depth += 1,
            '}' if depth == 0 => {
                names.push(name(&group[start..position]));
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                names.push(name(&group[start..position]));
                start = position + 1;
            }
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// The top-level modules that the code of the module `place` (its path from the crate's root) names.
fn uses(code: &str, place: &[&str]) -> Vec<String> {
    let mut used = Vec::new();
    let root = if place == ["main"] { "weir::" } else { "crate::" };
    for (position, _) in code.match_indices(root) {
        if starts_a_word(code, position) {
            used.extend(names_after(&code[position + root.len()..]));
        }
    }
    for (position, _) in code.match_indices("super::") {
        if !starts_a_word(code, position) || code[..position].ends_with("super::") {
            continue;
        }
        let mut path = &code[position..];
        let mut climbed = 0;
        while let Some(rest) = path.strip_prefix("super::") {
            path = rest;
            climbed += 1;
        }
        // From a/b one step up is a, two are the root.
        if climbed >= place.len() {
            used.extend(names_after(path));
        }
    }
    used.retain(|name| !matches!(name.as_str(), "" | "self" | "super"));
    used
}

pub(crate) fn starts_a_word(code: &str, position: usize) -> bool {
    !code[..position].ends_with(|char: char| char.is_alphanumeric() || char == '_' || char == ':')
}

/// What is wrong with one file, a line each. `path` is below `src/`.
fn faults(path: &str, text: &str) -> String {
    let mut faults = String::new();
    let mut fault = |what: String| writeln!(faults, "src/{path}: {what}").unwrap();
    let code = without_tests(&code_of(text));
    let stem = path.strip_suffix(".rs").unwrap_or(path);
    let place: Vec<&str> = stem.strip_suffix("/mod").unwrap_or(stem).split('/').collect();
    let names_only = matches!(stem.rsplit('/').next(), Some("mod" | "lib"));

    match (place[0], floor(place[0])) {
        ("lib", _) => {}
        ("main", _) => {
            let lines = text.lines().count();
            if lines >= LONGEST_MAIN {
                fault(format!("{lines} lines, the bound is {LONGEST_MAIN}"));
            }
            for used in uses(&code, &place).iter().filter(|used| *used != "cli") {
                fault(format!("uses {used}: only cli stands below main"));
            }
        }
        (module, None) => fault(format!("module {module} stands on no floor")),
        (module, Some(own)) => {
            for used in uses(&code, &place) {
                match floor(&used) {
                    _ if used == module => {}
                    Some(other) if other < own => {}
                    Some(other) => fault(format!("floor {own} uses {used} on floor {other}")),
                    None => fault(format!("uses crate::{used}, which stands on no floor")),
                }
            }
        }
    }
    if names_only && code.split(|char: char| !char.is_alphanumeric() && char != '_').any(|word| word == "fn")
    {
        fault("holds a function".to_owned());
    }
    let lines = code.trim_end().lines().count();
    if lines > LONGEST_FILE {
        fault(format!("{lines} lines without tests, the bound is {LONGEST_FILE}"));
    }
    for printing in PRINTING {
        if code.match_indices(printing).any(|(position, _)| starts_a_word(&code, position)) {
            fault(format!("prints with {printing}"));
        }
    }
    if path.starts_with("recognize/runners/") && keeps_whole(&code) {
        fault("keeps a whole text where a char lies across its bound: text::head cuts before it".to_owned());
    }
    faults
}

/// Whether `text.get(..BOUND).unwrap_or(text)` is in the code: nothing is cut where a char lies across the bound.
fn keeps_whole(code: &str) -> bool {
    let compact: String = code.split_whitespace().collect();
    compact.split(".get(..").skip(1).any(|rest| {
        let after = rest.trim_start_matches(|each: char| {
            each.is_ascii_uppercase() || each == '_' || each.is_ascii_digit()
        });
        after.len() < rest.len() && after.starts_with(").unwrap_or(")
    })
}

/// Every Rust file below `folder`, in order.
pub(crate) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        if entry.is_dir() {
            files.extend(rust_files(&entry));
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            files.push(entry);
        }
    }
    files
}

/// The files that the file at `path` below `src/` takes in for tests alone: `#[cfg(test)] mod NAME;`.
pub(crate) fn test_files(path: &str, text: &str) -> Vec<String> {
    let stem = path.strip_suffix(".rs").unwrap_or(path);
    let folder = match stem.rsplit_once('/') {
        Some((folder, "mod")) => folder,
        _ if stem == "lib" => "",
        _ => stem,
    };
    let code = code_of(text);
    code.match_indices("#[cfg(test)]")
        .filter_map(|(position, mark)| {
            let item = code[position + mark.len()..].trim_start().strip_prefix("mod ")?;
            let (name, _) = item.split_once(';').filter(|(name, _)| !name.contains('{'))?;
            Some(format!("{folder}/{}.rs", name.trim()).trim_start_matches('/').to_owned())
        })
        .collect()
}

#[test]
fn every_module_uses_only_floors_below_its_own() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = rust_files(&source);
    assert!(files.len() > 20, "the sources were not found");
    let texts: Vec<(String, String)> = files
        .iter()
        .map(|file| {
            let path = file.strip_prefix(&source).unwrap().to_str().unwrap().replace('\\', "/");
            (path, fs::read_to_string(file).unwrap())
        })
        .collect();
    let tests: Vec<String> = texts.iter().flat_map(|(path, text)| test_files(path, text)).collect();
    let all: String = texts
        .iter()
        .filter(|(path, _)| !tests.contains(path))
        .map(|(path, text)| faults(path, text))
        .collect();
    assert_eq!(all, "");
}

#[test]
fn a_path_that_points_up_or_sideways_is_found() {
    for (path, text, found) in [
        ("event.rs", "use crate::report::Report;", "floor 2 uses report on floor 3"),
        ("event.rs", "use super::render::Page;", "floor 2 uses render on floor 4"),
        ("text/line.rs", "fn f(s: &crate::source::Input) {}", "floor 1 uses source on floor 1"),
        ("text/mod.rs", "use super::{budget, cli::{self, args}};", "floor 1 uses cli on floor 8"),
        (
            "recognize/runners/a/b.rs",
            "use super::super::super::super::report;",
            "floor 3 uses report on floor 3",
        ),
        ("recognize/kit/scan.rs", "use crate::{text, report::{A, B}};", "floor 3 uses report on floor 3"),
        ("settings.rs", "use crate::{\n    budget::Mode,\n    filter,\n};", "floor 1 uses filter on floor 5"),
        ("newcomer.rs", "", "module newcomer stands on no floor"),
        ("cli/job.rs", "use crate::newcomer::X;", "uses crate::newcomer, which stands on no floor"),
        ("main.rs", "use weir::filter::run;", "uses filter: only cli stands below main"),
    ] {
        assert_eq!(faults(path, text), format!("src/{path}: {found}\n"), "{text}");
    }
}

#[test]
fn a_path_that_points_down_or_stays_inside_is_none() {
    for (path, text) in [
        ("event.rs", "use crate::budget::Mode; use super::text::Line;"),
        ("text/mod.rs", "mod line; pub use line::Line; pub use self::line::Row;"),
        (
            "recognize/runners/a/b.rs",
            "use super::super::X; use crate::recognize::scan; use super::super::super::kit::scan;",
        ),
        ("cli/args.rs", "use super::exit::Problem; use crate::filter; mycrate::report();"),
        ("main.rs", "use weir::cli::{args, exit};"),
        ("recognize/dispatch/registry.rs", "use super::super::runners::{build::make::Make, ci::weir::Weir};"),
        (
            "event.rs",
            "// crate::report\n/* crate::cli */ const A: &str = \"crate::report println!\"; const B: char = '\"';",
        ),
        ("event.rs", "const A: &str = r#\"\" crate::report \"#; fn f<'a>(x: &'a str) {}"),
        (
            "event.rs",
            "fn f() {}\n#[cfg(test)]\nmod tests { use crate::cli; fn g() { println!(\"}\"); } }\nfn h() {}",
        ),
    ] {
        assert_eq!(faults(path, text), "", "{text}");
    }
}

#[test]
fn a_test_item_hides_nothing_after_it() {
    let text = "#[cfg(test)]\nuse crate::cli;\n#[cfg(test)]\nfn f() { { } }\nuse crate::report;";
    assert_eq!(faults("event.rs", text), "src/event.rs: floor 2 uses report on floor 3\n");
}

#[test]
fn a_file_of_tests_is_known_by_the_line_that_takes_it_in() {
    let text =
        "mod a;\n#[cfg(test)]\nmod tests;\n#[cfg(test)]\nmod inline { mod b; }\n// #[cfg(test)] mod c;";
    assert_eq!(test_files("text/mod.rs", text), ["text/tests.rs"]);
    assert_eq!(test_files("text/line.rs", text), ["text/line/tests.rs"]);
    assert_eq!(test_files("lib.rs", text), ["tests.rs"]);
    assert_eq!(test_files("text/mod.rs", "mod tests;"), [""; 0]);
}

#[test]
fn a_function_in_a_file_of_names_is_found() {
    assert_eq!(faults("text/mod.rs", "mod line;\nfn f() {}"), "src/text/mod.rs: holds a function\n");
    assert_eq!(faults("lib.rs", "pub mod text;\nimpl A { fn f() {} }"), "src/lib.rs: holds a function\n");
    assert_eq!(faults("lib.rs", "//! a fn\npub mod text;"), "");
}

#[test]
fn a_long_file_is_found_at_its_bound_and_its_tests_are_free() {
    let lines = "fn f() {}\n".repeat(800);
    let tests = format!("#[cfg(test)]\nmod tests {{\n{lines}}}\n");
    assert_eq!(faults("event.rs", &format!("{lines}{tests}")), "");
    let found = "src/event.rs: 801 lines without tests, the bound is 800\n";
    assert_eq!(faults("event.rs", &format!("{lines}fn f() {{}}\n{tests}")), found);
    assert_eq!(faults("main.rs", &"\n".repeat(39)), "");
    assert_eq!(faults("main.rs", &"\n".repeat(40)), "src/main.rs: 40 lines, the bound is 40\n");
}

#[test]
fn printing_is_found() {
    for printing in PRINTING {
        let found = format!("src/text/line.rs: prints with {printing}\n");
        assert_eq!(faults("text/line.rs", &format!("fn f() {{ {printing}(\"\") }}")), found);
    }
}

#[test]
fn a_bound_that_a_char_may_lie_across_is_found() {
    let found = "src/recognize/runners/a.rs: keeps a whole text where a char lies across its bound: text::head cuts before it\n";
    let code = "fn f(a: &str) -> &str { a\n    .get(..MOST_BYTES)\n    .unwrap_or(a) }";
    assert_eq!(faults("recognize/runners/a.rs", code), found);
    for well in ["a.get(..MOST).unwrap_or_default()", "a.get(..at).unwrap_or(a)", "text::head(a, MOST)"] {
        assert_eq!(faults("recognize/runners/a.rs", &format!("fn f() {{ {well}; }}")), "", "{well}");
    }
}

/// What is at the top of the repository. What a tool or a person leaves there besides is not part of it.
const TOP: &[&str] = &[
    ".cargo_vcs_info.json", // Cargo puts it into a package, and the manifest as it was written.
    ".cargo",
    ".ci",
    ".github",
    ".gitattributes",
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "Cargo.toml.orig",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "action.yml",
    "benches",
    "clippy.toml",
    "completions",
    "deny.toml",
    "docs",
    "fuzz",
    "man",
    "packaging",
    "pyproject.toml",
    "rustfmt.toml",
    "src",
    "testdata",
    "tests",
];

/// The names among `found` that neither belong to the top nor are left out by `ignored`, git's list of patterns.
fn strangers<'a>(found: &'a [String], ignored: &str) -> Vec<&'a str> {
    let left_out = |name: &str| {
        ignored.lines().map(str::trim).any(|pattern| {
            let pattern = pattern.trim_end_matches('/');
            match pattern.strip_prefix('*') {
                Some(ending) => !ending.is_empty() && name.ends_with(ending),
                None => pattern.strip_prefix('/').unwrap_or(pattern) == name,
            }
        })
    };
    found
        .iter()
        .map(String::as_str)
        .filter(|name| *name != ".git" && !TOP.contains(name) && !left_out(name))
        .collect()
}

#[test]
fn nothing_is_at_at_the_top_that_does_not_belong_there() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found: Vec<String> = fs::read_dir(top)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert!(found.iter().any(|name| name == "src"), "the top was not found");
    let ignored = fs::read_to_string(top.join(".gitignore")).unwrap();
    assert_eq!(strangers(&found, &ignored), [""; 0]);
}

#[test]
fn a_stranger_at_the_top_is_found() {
    let found = [".git", "src", "target", "out.log", "x.pending-snap", "scratch"].map(str::to_owned);
    assert_eq!(strangers(&found, "/target\n*.pending-snap\n/src/x\n"), ["out.log", "scratch"]);
}
