//! Everything that the program offers is defined in exactly one place of docs/: subcommands, options and their values,
//! environment variables, exit codes, formats of documents, kinds of lines that a footer counts. The lists are the program's own.
//!
//! A subcommand is defined by a heading that is its name, `weir pack` say. An option is defined by a row of a table whose
//! first cell has it as code: below the heading of its subcommand, or else, when it means the same in several of them,
//! below a heading that is no subcommand's. Whatever else is in prose is a mention, and allowed.

use std::collections::BTreeSet;

use weir::event::Class;
use weir::render::documents::Format;

use crate::pages::{Row, docs, headings, page, root, rows};

/// Variables that are for tests alone.
const OF_TESTS: [&str; 1] = ["WEIR_NOW"];

/// The fewest of each that there must be: less would prove nothing.
const FEWEST_OPTIONS: usize = 150;
const FEWEST_VARIABLES: usize = 40;

/// A command of the program: its words after `weir`, and the options that it has, with their possible values.
#[derive(Debug)]
struct Command {
    words: String,
    options: Vec<(String, Vec<String>)>,
    /// It does something by itself, and does not only hold subcommands.
    acts: bool,
}

impl Command {
    fn has(&self, option: &str) -> bool {
        self.options.iter().any(|(name, _)| name == option)
    }
}

fn collect(command: &clap::Command, words: &str, all: &mut Vec<Command>) {
    let mut options = Vec::new();
    for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
        let Some(long) = argument.get_long() else { continue };
        // Every subcommand has help; it is defined once.
        if !words.is_empty() && long == "help" {
            continue;
        }
        let values = argument.get_possible_values();
        let shown =
            values.iter().filter(|value| !value.is_hide_set() && argument.get_action().takes_values());
        options.push((format!("--{long}"), shown.map(|value| value.get_name().to_owned()).collect()));
    }
    let acts = !options.is_empty() || !command.has_subcommands();
    all.push(Command { words: words.to_owned(), options, acts });
    for subcommand in
        command.get_subcommands().filter(|each| each.get_name() != "help" && !each.is_hide_set())
    {
        collect(subcommand, format!("{words} {}", subcommand.get_name()).trim(), all);
    }
}

fn commands() -> Vec<Command> {
    let mut command = weir::cli::args::bare_command();
    command.build();
    let mut all = Vec::new();
    collect(&command, "", &mut all);
    assert!(all.len() > 20, "{all:?}");
    all
}

fn all_rows() -> Vec<Row> {
    docs().iter().flat_map(|name| rows(name, &page(name))).collect()
}

/// The command below whose heading a row is.
fn owner<'a>(row: &Row, commands: &'a [Command]) -> Option<&'a Command> {
    let named = |title: &String| {
        let words = title.trim_matches('`').strip_prefix("weir ")?;
        commands.iter().find(|command| command.words == words)
    };
    row.headings.iter().rev().find_map(named)
}

/// What is wrong with the definitions of options, a line each.
fn wrong_options(commands: &[Command], rows: &[Row]) -> Vec<String> {
    let owned: Vec<(Option<&str>, &Row)> = rows
        .iter()
        .filter(|row| row.names.iter().any(|name| name.starts_with("--")))
        .map(|row| (owner(row, commands).map(|command| &*command.words), row))
        .collect();
    let of = |owner: Option<&str>, option: &String| {
        let rows = owned.iter().filter(|(whose, row)| *whose == owner && row.names.contains(option));
        rows.map(|(_, row)| *row).collect::<Vec<_>>()
    };
    let mut wrong = Vec::new();
    for command in commands {
        for (option, values) in &command.options {
            let own = of(Some(&command.words), option);
            let places = if own.is_empty() { of(None, option) } else { own };
            let [row] = *places else {
                let pages: Vec<_> = places.iter().map(|row| &row.page).collect();
                wrong.push(format!("weir {} {option}: {} places {pages:?}", command.words, places.len()));
                continue;
            };
            let missing: Vec<_> =
                values.iter().filter(|value| !row.text.contains(&format!("`{value}`"))).collect();
            if !missing.is_empty() {
                wrong.push(format!("weir {} {option}: no {missing:?} in {}", command.words, row.page));
            }
        }
    }
    for (whose, row) in &owned {
        for option in row.names.iter().filter(|name| name.starts_with("--")) {
            let known = commands
                .iter()
                .any(|command| whose.is_none_or(|words| command.words == words) && command.has(option));
            if !known {
                wrong.push(format!("{}: {whose:?} has no {option}", row.page));
            }
        }
    }
    wrong
}

/// Those of these names that are the first cell of a row, or a part of it, in none or several places.
fn not_once<'a>(names: impl IntoIterator<Item = &'a str>, rows: &[Row]) -> Vec<String> {
    let mut wrong = Vec::new();
    for name in names {
        let places: Vec<_> = rows.iter().filter(|row| row.names.iter().any(|each| each == name)).collect();
        if places.len() != 1 {
            wrong.push(format!("{name}: {:?}", places.iter().map(|row| &row.page).collect::<Vec<_>>()));
        }
    }
    wrong
}

#[test]
fn every_subcommand_has_one_heading() {
    let pages: Vec<String> = docs().iter().map(|name| page(name)).collect();
    let titles: Vec<&str> = pages.iter().flat_map(|text| headings(text)).collect();
    for command in commands().iter().filter(|command| command.acts && !command.words.is_empty()) {
        let name = format!("weir {}", command.words);
        let places = titles.iter().filter(|title| title.trim_matches('`') == name).count();
        assert_eq!(places, 1, "headings of {name}");
    }
}

#[test]
fn every_option_and_each_of_its_values_is_defined_once() {
    let commands = commands();
    let count: usize = commands.iter().map(|command| command.options.len()).sum();
    assert!(count >= FEWEST_OPTIONS, "{count}");
    let wrong = wrong_options(&commands, &all_rows());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_variable_is_defined_once() {
    let names: BTreeSet<&str> = weir::cli::variables().filter(|name| !OF_TESTS.contains(name)).collect();
    assert!(names.len() >= FEWEST_VARIABLES, "{names:?}");
    assert_eq!(not_once(names, &all_rows()), [""; 0]);
}

#[test]
fn every_format_of_documents_is_defined_once() {
    assert_eq!(not_once(Format::ALL.map(Format::name), &all_rows()), [""; 0]);
}

#[test]
fn every_kind_of_hidden_lines_is_defined_once() {
    assert_eq!(not_once(Class::ALL.map(Class::name), &all_rows()), [""; 0]);
}

/// The exit codes that the source names, but for the one that is a signal's number and more.
fn exit_codes() -> BTreeSet<i64> {
    let source = std::fs::read_to_string(root().join("src/cli/exit.rs")).unwrap();
    let constant = |line: &str| {
        let (name, value) = line.trim().split_once("const ")?.1.split_once(": u8 = ")?;
        (name != "SIGNAL").then(|| value.trim_end_matches(';').parse().ok())?
    };
    let named = source.lines().filter_map(constant);
    named.chain([0, i64::from(weir::source::TIMED_OUT)]).collect()
}

#[test]
fn every_exit_code_is_defined_once() {
    let codes = exit_codes();
    assert!(codes.is_superset(&[0, 1, 2, 3, 70, 74, 124, 126, 127, 130].into()), "{codes:?}");
    let rows = all_rows();
    let below = |row: &&Row| row.headings.iter().any(|title| title == "Exit codes");
    let mut defined: Vec<i64> =
        rows.iter().filter(below).filter_map(|row| row.first.trim().parse().ok()).collect();
    defined.sort_unstable();
    assert_eq!(defined, codes.into_iter().collect::<Vec<_>>());
}

#[test]
fn readme_has_the_exit_codes_of_weir_in_one_table() {
    let readme = rows("README.md", &page("README.md"));
    let of_the_filter = rows("docs/answers.md", &page("docs/answers.md"));
    let codes = |rows: &[Row]| -> Vec<i64> { rows.iter().filter_map(|row| row.first.parse().ok()).collect() };
    assert_eq!(codes(&readme), codes(&of_the_filter));
}

#[test]
fn what_is_missing_or_twice_or_gone_is_found() {
    let command = |words: &str, options: &[(&str, &[&str])]| Command {
        words: words.to_owned(),
        options: options
            .iter()
            .map(|(name, values)| {
                ((*name).to_owned(), values.iter().map(|value| (*value).to_owned()).collect())
            })
            .collect(),
        acts: true,
    };
    let commands = [
        command("", &[("--mode", &["a", "b"]), ("--lost", &[])]),
        command("pack", &[("--mode", &["c"]), ("--shared", &[])]),
    ];
    let text = "# Options\n| `--mode M` | `a` |\n| `--shared` | x |\n| `--gone` | x |\n## weir pack\n| `-m`, `--mode` | `c` |\n| `--lost` | |\n";
    let wrong = [
        "weir  --mode: no [\"b\"] in p",
        "weir  --lost: 0 places []",
        "p: None has no --gone",
        "p: Some(\"pack\") has no --lost",
    ];
    assert_eq!(wrong_options(&commands, &rows("p", text)), wrong);
    let twice = rows("p", "| `A`, `B` | |\n| `B` | |\n");
    assert_eq!(not_once(["A", "B", "C"], &twice), ["B: [\"p\", \"p\"]", "C: []"]);
}
