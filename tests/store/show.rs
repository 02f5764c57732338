//! `weir show` through the binary: every part of a stored run is reached, page by page, within the limits.

use std::fs;
use std::path::Path;

use crate::support::stored::{answer, log, reported, store, weir};
use serde_json::Value;

/// The id of the newest run.
fn newest(store: &Path) -> String {
    let list: Value = serde_json::from_str(&answer(store, &["show", "--format", "json"], "").0).unwrap();
    list["runs"][0]["id"].as_str().unwrap().to_owned()
}

fn kept(store: &Path, input: &str) -> String {
    assert_eq!(answer(store, &["-m", "minimal"], input).1, "");
    newest(store)
}

/// The words of a command whose quotes are single ones, where there is no shell to read them.
fn unquoted(command: &str) -> Vec<String> {
    let (mut words, mut is_quoted, mut chars) = (vec![String::new()], false, command.chars());
    while let Some(char) = chars.next() {
        match char {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            '\\' if !is_quoted => words.last_mut().unwrap().extend(chars.next()),
            _ => words.last_mut().unwrap().push(char),
        }
    }
    words
}

/// The words of a command as a shell reads them.
fn words_of(command: &str) -> Vec<String> {
    if cfg!(windows) {
        return unquoted(command);
    }
    let output = std::process::Command::new("bash")
        .args(["-c", &format!("printf '%s\\n' {command}")])
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Follows the commands at the ends until there is none; gives everything that was shown before them.
fn walk(store: &Path, words: &[&str], limits: (usize, usize)) -> Vec<String> {
    let mut words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let mut all = Vec::new();
    for _ in 0..3000 {
        let refs: Vec<&str> = words.iter().map(String::as_str).collect();
        let (text, printed, code) = answer(store, &refs, "");
        assert_eq!((printed.as_str(), code), ("", 0), "{words:?}");
        assert!(text.chars().count() <= limits.0 && text.lines().count() <= limits.1, "{words:?} {text}");
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        let last = lines.pop().unwrap();
        all.extend(lines);
        let Some((_, command)) = last.split_once("rest: weir ") else {
            assert!(!last.contains("rest:") && !last.contains("more"), "{last}");
            return all;
        };
        words = words_of(command);
    }
    panic!("no end");
}

fn follows_schema(name: &str, value: &Value) {
    let path = format!("{}/src/cli/show/schema/{name}.1.json", env!("CARGO_MANIFEST_DIR"));
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(value).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?} {value}");
}

#[test]
#[cfg_attr(windows, ignore = "needs a POSIX shell")]
fn the_answer_comes_again_with_how_the_command_ended() {
    let (_folder, store) = store();
    for (options, end, exit) in [
        (&[][..], "exit 0", 0),
        (&[], "exit 3", 3),
        (&[], "kill -9 $$", 137),
        (&["--timeout", "1s"], "sleep 30", 124),
    ] {
        let script = format!("i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo line $i; done; {end}");
        let words = [&["run"], options, &["--", "sh", "-c", &script]].concat();
        let (first, _, code) = answer(&store, &words, "");
        assert_eq!(code, exit, "{end}");
        let id = newest(&store);
        let (again, printed, code) = answer(&store, &["show", &id, "-m", "standard"], "");
        assert_eq!((again.as_str(), printed.as_str(), code), (first.as_str(), "", 0), "{end}");
        let list: Value = serde_json::from_str(&answer(&store, &["show", "--format", "json"], "").0).unwrap();
        assert_eq!(list["runs"][0]["exit"], exit, "{end}");
    }
    // What somebody reported the end of the input comes again, too.
    let input = "a line\n".repeat(3000);
    let (first, ..) = answer(&store, &["--child-exit", "4"], &input);
    assert!(first.contains("exit 4"), "{first}");
    assert_eq!(answer(&store, &["show", &newest(&store), "-m", "standard"], "").0, first);
}

#[test]
fn what_the_answer_left_out_is_shown_and_nothing_else_what_tells_most_first() {
    let (_folder, store) = store();
    let mut input = log(30, 400, "");
    input.insert_str(0, "a line that nobody knows\n");
    for options in
        [&["-m", "minimal"][..], &[], &["-m", "verbose", "--max-lines", "90"], &["--max-chars", "3000"]]
    {
        let (first, ..) = answer(&store, options, &input);
        let footer = first.lines().last().unwrap();
        let (_, command) = footer.split_once("rest: weir ").unwrap();
        let (kept, seen) = footer
            .strip_prefix("weir: ")
            .unwrap()
            .split_once(" lines shown")
            .unwrap()
            .0
            .split_once(" of ")
            .unwrap();
        let hidden = seen.parse::<usize>().unwrap() - kept.parse::<usize>().unwrap();
        for page in [&[][..], &["--max-lines", "20"]] {
            let words: Vec<String> = words_of(command);
            let words: Vec<&str> = words.iter().map(String::as_str).chain(page.iter().copied()).collect();
            let rows = walk(&store, &words, (40_000, 800));
            assert_eq!(rows.len(), hidden, "{options:?}: {first}");
            let numbers: std::collections::BTreeSet<usize> =
                rows.iter().map(|row| row.split_once(':').unwrap().0.parse().unwrap()).collect();
            assert_eq!(numbers.len(), hidden);
            let lines: Vec<&str> = input.lines().collect();
            for row in &rows {
                let (number, text) = row.split_once(':').unwrap();
                let line = lines[number.parse::<usize>().unwrap() - 1];
                assert_eq!(text.trim_start(), line.trim_start());
            }
            // Passing tests, of which there are the most, come after all that tells more.
            let first_pass = rows.iter().position(|row| row.ends_with("... ok")).unwrap();
            let other = rows.iter().position(|row| row.contains("a line that nobody knows"));
            assert!(other.is_none_or(|other| other < first_pass), "{rows:?}");
        }
    }
}

#[test]
fn failures_are_reached_by_page_by_number_and_by_cursor() {
    let (_folder, store) = store();
    let id = kept(&store, &log(300, 5, ""));
    let all: Vec<String> = (0..300)
        .map(|number| {
            format!("weir: FAIL deep::water::breaks_{number} (src/water.rs:{number}): the dam broke")
        })
        .collect();
    assert_eq!(walk(&store, &["show", &id, "--failures", "-m", "minimal"], (5000, 100)), all);
    // Pages.
    let mut pages = Vec::new();
    for page in 1.. {
        let page = page.to_string();
        let (text, printed, code) =
            answer(&store, &["show", &id, "--failures", "--page", &page, "-m", "minimal"], "");
        assert_eq!((printed.as_str(), code), ("", 0));
        let lines: Vec<_> = text.lines().map(str::to_owned).collect();
        if lines.len() == 1 {
            assert_eq!(lines, ["weir: 0 of 300 failures"]);
            break;
        }
        pages.extend_from_slice(&lines[..lines.len() - 1]);
    }
    assert_eq!(pages, all);
    // Cursors.
    let mut words = vec!["show".to_owned(), id.clone()];
    let mut ids = Vec::new();
    loop {
        let refs: Vec<&str> = words
            .iter()
            .map(String::as_str)
            .chain(["--failures", "--format", "json", "-m", "minimal"])
            .collect();
        let (text, printed, code) = answer(&store, &refs, "");
        assert_eq!((printed.as_str(), code, text.lines().count()), ("", 0, 1));
        assert!(text.chars().count() <= 5000);
        let value: Value = serde_json::from_str(&text).unwrap();
        follows_schema("weir.failures", &value);
        assert_eq!(
            (value["total"].as_u64(), value["from"].as_u64()),
            (Some(300), Some(ids.len() as u64 + 1))
        );
        ids.extend(
            value["failures"].as_array().unwrap().iter().map(|each| each["id"].as_str().unwrap().to_owned()),
        );
        let Some(cursor) = value["nextCursor"].as_str() else { break };
        assert_eq!(value["nextFrom"].as_u64(), Some(ids.len() as u64 + 1));
        // The cursor alone knows the run.
        words = vec!["show".to_owned(), "--cursor".to_owned(), cursor.to_owned()];
    }
    let expected: Vec<String> = (0..300).map(|number| format!("deep::water::breaks_{number}")).collect();
    assert_eq!(ids, expected);
}

fn cursor(store: &Path, id: &str, now: i64) -> String {
    let mut command = weir(store, &["show", id, "--failures", "--format", "json", "-m", "minimal"]);
    command.env("WEIR_NOW", now.to_string());
    let value: Value = serde_json::from_str(&reported(command.output().unwrap()).0).unwrap();
    value["nextCursor"].as_str().unwrap().to_owned()
}

#[test]
fn a_cursor_that_is_changed_too_old_or_from_elsewhere_leads_nowhere_and_tells_nothing() {
    let (_folder, store) = store();
    let (_other_folder, other) = self::store();
    let input = log(300, 5, "");
    let id = kept(&store, &input);
    assert_eq!(kept(&other, &input), id);
    let made = cursor(&store, &id, 1_000_000);
    let read = |store: &Path, cursor: &str, now: i64, id: Option<&str>| {
        let words: Vec<&str> =
            ["show"].into_iter().chain(id).chain(["--failures", "--cursor", cursor]).collect();
        let mut command = weir(store, &words);
        command.env("WEIR_NOW", now.to_string());
        reported(command.output().unwrap())
    };
    for now in [1_000_000, 1_000_599, 999_998] {
        let (text, _, code) = read(&store, &made, now, None);
        assert!(code == 0 && text.starts_with("weir: FAIL "), "{now}: {text}");
    }
    let refused = |(text, printed, code): (String, String, i32)| {
        assert_eq!((text.as_str(), code), ("", 3), "{printed}");
        assert!(printed.contains("expired") && printed.contains("start again without a cursor"), "{printed}");
        assert!(
            printed.len() < 300 && !printed.contains("deep::water") && !printed.contains(&id),
            "{printed}"
        );
    };
    for now in [1_000_601, 1_086_400, 913_600, 0, -1, 2_147_483_648, i64::MAX, i64::MIN] {
        refused(read(&store, &made, now, None));
    }
    refused(read(&other, &made, 1_000_000, None));
    refused(read(&store, &made, 1_000_000, Some("aaaaaaaa")));
    for at in (3..made.len()).step_by(7) {
        let mut bytes = made.clone().into_bytes();
        bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
        refused(read(&store, &String::from_utf8(bytes).unwrap(), 1_000_000, None));
    }
    refused(read(&store, &made[..made.len() - 4], 1_000_000, None));
    refused(read(&store, &format!("{made}AAAA"), 1_000_000, None));
    for malformed in ["xx", "w1.", "w1.%%", "w2.AAAA", ""] {
        let (text, printed, code) = read(&store, malformed, 1_000_000, None);
        assert_eq!((text.as_str(), code), ("", 2), "{malformed}");
        assert!(printed.contains("invalid cursor format"), "{printed}");
    }
    assert_eq!(answer(&store, &["show", "--purge", "--yes"], "").2, 0);
    refused(read(&store, &made, 1_000_000, None));
    assert_eq!(read(Path::new("off"), &made, 1_000_000, None).2, 3);
    assert_eq!(read(Path::new("off"), "xx", 1_000_000, None).2, 2);
}

#[test]
fn narrow_lines_cut_no_command_and_few_chars_still_show_something() {
    let (_folder, store) = store();
    let input = log(40, 60, "");
    let id = kept(&store, &input);
    let lines = input.lines().count();
    let narrow = ["--max-line-chars", "60", "--max-chars", "400", "--max-lines", "4"];
    for part in [
        vec!["--failures"],
        vec!["--lines", "1:"],
        vec!["--failure", "breaks_3"],
        vec!["--grep", "calm_[0-9]+ .*ok", "-C", "1"],
    ] {
        let words: Vec<&str> = ["show", &id].into_iter().chain(part.clone()).chain(narrow).collect();
        let text = answer(&store, &words, "").0;
        let last = text.lines().last().unwrap();
        assert!(
            text.chars().count() <= 400 && text.lines().count() <= 4 && last.chars().count() <= 60,
            "{text}"
        );
        if let Some((_, command)) = last.split_once("rest: weir ") {
            let next: Vec<String> = words_of(command);
            let refs: Vec<&str> = next.iter().map(String::as_str).collect();
            assert_eq!(answer(&store, &refs, "").2, 0, "{command}");
        }
    }
    // A line that is longer than the whole answer may be does not stop the walk.
    let long: String = (0..100).map(|number| format!("{number} {}\n", "x".repeat(3000))).collect();
    let id = kept(&store, &long);
    let words = ["show", &id, "--lines", "1:", "--max-chars", "400", "--max-line-chars", "100000"];
    assert_eq!(walk(&store, &words, (400, 800)).len(), 100);
    assert!(lines > 100);
}

#[test]
fn failures_with_long_names_are_reached_within_the_lowest_limits() {
    let (_folder, store) = store();
    let id = kept(&store, &log(40, 60, &"_of_the_\"dam\"_門".repeat(60)));
    for words in [&["--failures"][..], &["--failure", "deep"]] {
        let words: Vec<&str> =
            ["show", &id].iter().chain(words).chain(&["--max-chars", "400"]).copied().collect();
        let headings = walk(&store, &words, (400, 800));
        let headings = headings.iter().filter(|line| line.starts_with("weir: FAIL deep::water::breaks_"));
        assert_eq!(headings.count(), 40, "{words:?}");
    }
    let (mut from, mut shown) = (1, 0);
    loop {
        let word = from.to_string();
        let words = ["show", &id, "--failures", "--format", "json", "--max-chars", "400", "--from", &word];
        let text = answer(&store, &words, "").0;
        let value: Value = serde_json::from_str(&text).unwrap();
        follows_schema("weir.failures", &value);
        assert!(text.chars().count() <= 400, "{text}");
        shown += value["failures"].as_array().unwrap().len();
        let Some(next) = value["nextFrom"].as_u64() else { break };
        assert!(next > from, "{text}");
        from = next;
    }
    assert_eq!(shown, 40);
}

#[test]
fn matching_lines_and_those_round_them_are_shown_once_page_by_page() {
    let (_folder, store) = store();
    let input: String = (1..=4000)
        .map(|number| format!("line {number}{}\n", if number % 7 == 0 { " hit" } else { "" }))
        .collect();
    let id = kept(&store, &input);
    for context in [0_usize, 1, 2, 5] {
        let near = |number: usize| {
            let from = number.saturating_sub(context).max(1);
            (from..=(number + context).min(4000)).any(|near| near % 7 == 0)
        };
        let expected: Vec<String> = (1..=4000)
            .filter(|number| near(*number))
            .map(|number| format!("{number}: line {number}{}", if number % 7 == 0 { " hit" } else { "" }))
            .collect();
        let context = context.to_string();
        let words = ["show", &id, "--grep", "hit$", "-C", &context, "-m", "minimal"];
        assert_eq!(walk(&store, &words, (5000, 100)), expected, "-C {context}");
    }
    let odd = ["show", &id, "--grep", "it's|line 1\\d{3} hit", "-m", "minimal"];
    assert_eq!(walk(&store, &odd, (5000, 100)).len(), 143);
}

#[test]
fn a_run_is_named_by_a_beginning_of_its_id_or_as_the_last_one() {
    let (_folder, store) = store();
    let old = kept(&store, &log(3, 50, "_old"));
    std::thread::sleep(std::time::Duration::from_millis(20));
    let new = kept(&store, &log(4, 60, "_new"));
    for rest in [
        &["--failures"][..],
        &["--lines", "3-5"],
        &["--lines", "3:5"],
        &["--grep", "breaks_1"],
        &[],
        &["-m", "verbose"],
    ] {
        let shown = |id: &str| answer(&store, &[&["show", id], rest].concat(), "");
        let whole = shown(&new);
        assert_eq!((whole.1.as_str(), whole.2), ("", 0), "{rest:?}");
        let least = (2..8).find(|length| !old.starts_with(&new[..*length])).unwrap();
        assert_eq!(shown(&new[..least]), whole, "{rest:?}");
        let (text, printed, code) = shown("last");
        assert_eq!((text, code), (whole.0, 0), "{rest:?}");
        assert_eq!(printed, format!("weir: {new}: standard input\n"));
    }
    let (text, printed, code) = answer(&store, &["show", "zz1"], "");
    assert_eq!((text.as_str(), code), ("", 3));
    assert!(printed.starts_with("weir: no stored run has the id zz1"), "{printed}");
    assert_eq!(answer(&store, &["show", "--purge", &old[..7]], "").0, "weir: removed 1 stored run\n");
    assert_eq!(newest(&store), new);
}

#[test]
fn a_beginning_of_several_ids_names_none() {
    let (_folder, store) = store();
    let mut ids: Vec<String> = Vec::new();
    // Two of so many begin alike.
    while !ids.iter().enumerate().any(|(at, id)| ids[..at].iter().any(|other| other[..2] == id[..2])) {
        let ending = format!("_{}", ids.len());
        ids.push(kept(&store, &log(2, 20, &ending)));
    }
    let last = ids.last().unwrap();
    let other = ids.iter().find(|other| other[..2] == last[..2]).unwrap();
    let (text, printed, code) = answer(&store, &["show", &last[..2]], "");
    assert_eq!((text.as_str(), code), ("", 3));
    assert!(printed.contains("2 stored runs have an id that begins with"), "{printed}");
    assert!(printed.contains(last.as_str()) && printed.contains(other.as_str()), "{printed}");
}

#[test]
fn all_runs_are_removed_only_when_that_is_typed() {
    let (_folder, store) = store();
    kept(&store, &log(3, 50, ""));
    let (text, printed, code) = answer(&store, &["show", "--purge"], "y\n");
    assert_eq!((text.as_str(), code), ("", 2));
    assert!(printed.contains("'weir show --purge --yes' does it"), "{printed}");
    assert_eq!(answer(&store, &["show", "--purge", "--yes"], "").0, "weir: removed 1 stored run\n");
}

#[test]
fn the_list_says_where_and_when_a_run_was() {
    let (folder, store) = store();
    assert_eq!(
        answer(&store, &["show", "last"], "").1,
        "weir: no stored run has the id last\nhint: 'weir show' lists the stored runs\n"
    );
    let mut command = weir(&store, &["-m", "minimal"]);
    command.current_dir(folder.path()).write_stdin(log(3, 50, "")).output().unwrap();
    let (list, printed, _) = answer(&store, &["show"], "");
    assert_eq!(printed, "");
    let rows: Vec<&str> = list.lines().collect();
    assert_eq!(rows.len(), 2, "{list}");
    let columns = |name: &str| rows[0].find(name).unwrap() + name.len();
    assert!(rows[1][..columns("age")].ends_with('s'), "{list}");
    assert!(rows[1][..columns("failed")].ends_with("3 failed"), "{list}");
    let name = folder.path().file_name().unwrap().to_str().unwrap();
    assert!(rows[1].contains(name) && rows[1].ends_with("standard input"), "{list}");
    let list: Value = serde_json::from_str(&answer(&store, &["show", "--format", "json"], "").0).unwrap();
    follows_schema("weir.runs", &list);
    let canonical = folder.path().canonicalize().unwrap();
    // Windows writes a canonical path in a form of its own.
    assert_eq!(list["runs"][0]["folder"], canonical.to_str().unwrap().trim_start_matches(r"\\?\"));
}

#[test]
fn the_list_is_reached_page_by_page_too() {
    let (_folder, store) = store();
    for number in 1..=30 {
        kept(&store, &log(number, 100, ""));
    }
    let rows = walk(&store, &["show", "--max-lines", "8"], (40000, 8));
    let (above, rows): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.starts_with("weir: id "));
    assert!(above.len() > 3 && above.iter().all(|row| row.ends_with("  command")), "{above:?}");
    assert_eq!(rows.iter().filter(|row| row.contains(" failed ")).count(), 30);
    let mut ids = Vec::new();
    let mut from = 1;
    loop {
        let word = from.to_string();
        let text =
            answer(&store, &["show", "--format", "json", "--max-chars", "1000", "--from", &word], "").0;
        let value: Value = serde_json::from_str(&text).unwrap();
        follows_schema("weir.runs", &value);
        assert!(text.chars().count() <= 1000);
        ids.extend(
            value["runs"].as_array().unwrap().iter().map(|run| run["id"].as_str().unwrap().to_owned()),
        );
        let Some(next) = value["nextFrom"].as_u64() else { break };
        from = next;
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 30);
}

#[test]
fn failures_whose_names_have_no_room_are_listed_too() {
    let (_folder, store) = store();
    let ending = format!("_{}", "of_the_dam".repeat(25));
    let mut input = String::from("running 20000 tests\n");
    for number in 0..20_000 {
        input.push_str(&format!("test deep::water::breaks_{number}{ending} ... FAILED\n"));
    }
    input.push_str("\nfailures:\n");
    for number in 0..20_000 {
        input.push_str(&format!("    deep::water::breaks_{number}{ending}\n"));
    }
    input.push_str("\ntest result: FAILED. 0 passed; 20000 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n");
    let id = kept(&store, &input);
    let mut ids = std::collections::BTreeSet::new();
    let mut from = 1;
    loop {
        let word = from.to_string();
        let words = [
            "show",
            &id,
            "--failures",
            "--format",
            "json",
            "-m",
            "verbose",
            "--max-chars",
            "1000000",
            "--from",
            &word,
        ];
        let value: Value = serde_json::from_str(&answer(&store, &words, "").0).unwrap();
        assert_eq!((value["total"].as_u64(), value["withoutRecord"].as_u64()), (Some(20_000), Some(0)));
        for each in value["failures"].as_array().unwrap() {
            assert!(ids.insert(each["id"].as_str().unwrap().to_owned()), "{each}");
        }
        let Some(next) = value["nextFrom"].as_u64() else { break };
        from = next;
    }
    assert_eq!(ids.len(), 20_000);
    let (text, _, code) =
        answer(&store, &["show", &id, "--failure", &format!("deep::water::breaks_19999{ending}")], "");
    assert!(code == 0 && text.contains("1 of 1 failures of this name"), "{text}");
}

#[test]
fn a_part_of_a_json_document_equals_what_was_stored() {
    let (_folder, store) = store();
    let notes: Vec<Value> =
        (0..400).map(|number| serde_json::json!({"number": number, "text": "sluice \u{202e}é"})).collect();
    let document =
        serde_json::json!({"id": 7, "financial": {"total": 12.50, "lines": notes}, "a.b": [1, [2, 3]]});
    let input = serde_json::to_string_pretty(&document).unwrap();
    let id = kept(&store, &input);
    let part = |path: &str| -> Value {
        let (text, printed, code) = answer(&store, &["show", &id, "--path", path], "");
        assert_eq!((printed.as_str(), code), ("", 0), "{path}");
        serde_json::from_str(&text).unwrap()
    };
    assert_eq!(part(".financial.total"), document["financial"]["total"]);
    assert_eq!(part("[\"a.b\"][1]"), serde_json::json!([2, 3]));
    assert_eq!(part(".financial.lines[399]"), document["financial"]["lines"][399]);
    assert_eq!(part("."), document);
    // One that is too long comes in pieces.
    let mut whole = String::new();
    let mut words: Vec<String> = ["show", &id, "--path", ".financial", "-m", "minimal"]
        .iter()
        .map(|word| (*word).to_owned())
        .collect();
    loop {
        let refs: Vec<&str> = words.iter().map(String::as_str).collect();
        let (text, _, code) = answer(&store, &refs, "");
        assert!(code == 0 && text.chars().count() <= 5000, "{text}");
        assert!(!text.contains('\u{202e}'));
        let (piece, last) = text.trim_end().rsplit_once('\n').unwrap();
        whole.push_str(piece);
        let Some((_, command)) = last.split_once("rest: weir ") else { break };
        words = words_of(command);
    }
    assert_eq!(serde_json::from_str::<Value>(&whole).unwrap(), document["financial"]);
    let (text, printed, code) = answer(&store, &["show", &id, "--path", ".financial.tax"], "");
    assert_eq!((text.as_str(), code), ("", 3));
    assert!(
        printed.contains("nothing at that path")
            && printed.contains("'total'")
            && printed.contains("'lines'"),
        "{printed}"
    );
    assert_eq!(answer(&store, &["show", &id, "--path", "..x"], "").2, 2);
    let id = kept(&store, &log(3, 200, ""));
    let (_, printed, code) = answer(&store, &["show", &id, "--path", ".x"], "");
    assert!(code == 3 && printed.contains("is not one JSON document"), "{printed}");
}

#[test]
#[cfg_attr(windows, ignore = "needs a POSIX shell")]
fn secrets_of_a_command_and_of_a_report_are_not_stored() {
    let (folder, store) = store();
    let token = ["gh", "p_", "aB3dE6gH9jaB3dE6gH9jaB3dE6gH9jaB3dE6"].concat();
    let script = folder.path().join("noise.sh");
    fs::write(&script, "seq 3000\n").unwrap();
    let words = [
        "run",
        "--",
        "bash",
        script.to_str().unwrap(),
        "-H",
        "Authorization: opaque-short",
        "--password",
        "correct",
        &token,
    ];
    assert_eq!(answer(&store, &words, "").2, 0);
    let list = answer(&store, &["show"], "").0;
    assert!(list.contains("noise.sh") && list.contains("[redacted:argument]"), "{list}");
    assert!(
        !list.contains("opaque-short") && !list.contains("correct") && !list.contains("aB3dE6"),
        "{list}"
    );
    let report = folder.path().join("report.xml");
    fs::write(
        &report,
        format!("<testsuite tests=\"1\" failures=\"1\"><testcase classname=\"a\" name=\"b\"><failure message=\"login {token} refused\">with {token}</failure></testcase></testsuite>"),
    )
    .unwrap();
    let words = ["-m", "minimal", "--report", report.to_str().unwrap()];
    let (text, printed, code) = answer(&store, &words, &"a line\n".repeat(500));
    assert_eq!((printed.as_str(), code, text.contains("aB3dE6")), ("", 1, false), "{text}");
    let id = newest(&store);
    for words in [vec!["--failures"], vec!["--failure", "b"], vec!["--failures", "--format", "json"]] {
        let words: Vec<&str> = ["show", &id].into_iter().chain(words).collect();
        let (text, _, code) = answer(&store, &words, "");
        assert!(
            code == 0 && text.contains("login [redacted:github-token] refused") && !text.contains("aB3dE6"),
            "{text}"
        );
    }
}

#[test]
fn a_log_in_utf_16_is_stored_without_its_secrets_and_with_its_lines() {
    let (_folder, store) = store();
    let token = ["gh", "p_", "aB3dE6gH9jaB3dE6gH9jaB3dE6gH9jaB3dE6"].concat();
    let text: String = (1..=3000).map(|number| format!("line {number} with {token}\r\n")).collect();
    let marked = format!("\u{feff}{text}");
    let bytes: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let output = weir(&store, &["-m", "minimal"]).write_stdin(bytes).output().unwrap();
    assert_eq!(output.stderr, b"");
    let id = newest(&store);
    let (line, _, _) = answer(&store, &["show", &id, "--lines", "2900"], "");
    assert!(line.starts_with("2900: line 2900 with [redacted:github-token]\nweir: 1 of 3000 "), "{line}");
    assert_eq!(
        answer(&store, &["show", &id, "--raw"], "").0,
        text.replace(&token, "[redacted:github-token]")
    );
}

#[test]
fn every_form_stays_within_the_bytes_of_its_reader() {
    let (_folder, store) = store();
    let id = kept(&store, &log(600, 600, &format!("_{}", "水門".repeat(40))));
    let wide: String = (0..3000).map(|number| format!("{number} {}\n", "😀".repeat(number))).collect();
    let wide = kept(&store, &wide);
    let document = serde_json::json!({"notes": "水門😀".repeat(9000), "門": {"水": "é".repeat(20_000)}});
    let document = kept(&store, &document.to_string());
    let long = ["--max-line-chars", "100000", "--max-chars", "1000000", "--max-lines", "100000"];
    let forms: [&[&str]; 12] = [
        &[&id],
        &[&id, "--format", "json"],
        &[&id, "--failures"],
        &[&id, "--failures", "--page", "2"],
        &[&id, "--failures", "--format", "json"],
        &[&id, "--failure", "breaks_5"],
        &[&id, "--lines", "1:"],
        &[&id, "--grep", "breaks.*FAILED", "-C", "2"],
        &[&wide, "--lines", "2000:2020"],
        &[&document, "--path", ".notes"],
        &[&document, "--path", ".門.水"],
        &["--format", "json"],
    ];
    let printed = |words: &[String], fit: Option<&str>| {
        let refs: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut command = weir(&store, &refs);
        if let Some(fit) = fit {
            command.env("WEIR_FIT", fit);
        }
        let (text, printed, code) = reported(command.output().unwrap());
        assert_eq!((printed.as_str(), code), ("", 0), "{words:?}");
        let what = format!("{words:?}: {} bytes, {} lines", text.len(), text.lines().count());
        assert!(text.len() <= 10_000 && text.lines().count() <= 256, "{what}");
        text
    };
    for form in forms {
        for (limits, fit) in [
            (&["--fit", "codex"][..], None),
            (&["-m", "verbose"][..], Some("codex")),
            (&long[..], Some("codex")),
        ] {
            let words = ["show"].iter().chain(form).chain(limits);
            let mut words: Vec<String> = words.map(|word| (*word).to_owned()).collect();
            let mut shown = 0;
            for _ in 0..8 {
                let text = printed(&words, fit);
                let (_, last) = text.trim_end().rsplit_once('\n').unwrap_or(("", &text));
                shown += text.len() - last.len();
                let Some((_, command)) = last.split_once("rest: weir ").filter(|_| form.len() > 1) else {
                    break;
                };
                // The command keeps the limit by itself.
                assert!(command.contains("--fit codex"), "{command}");
                words = words_of(command);
                printed(&words, None);
            }
            assert!(shown > 1000 || form.contains(&"json"), "{form:?} {limits:?}: {shown}");
        }
    }
}

#[test]
fn what_cannot_be_asked_for_is_printed() {
    let (_folder, store) = store();
    let id = kept(&store, &log(1, 200, ""));
    for words in [
        vec!["show", "--failures"],
        vec!["show", &id, "--page", "0"],
        vec!["show", &id, "--page", "1", "--from", "2"],
        vec!["show", &id, "--lines", "1:", "--from", "3"],
        vec!["show", &id, "--failures", "--page", "0"],
        vec!["show", &id, "--failures", "--page", "x"],
        vec!["show", &id, "--failures", "--page", "1", "--from", "2"],
        vec!["show", &id, "--cursor", "w1.AAAA"],
        vec!["show", &id, "--raw", "--from", "2"],
        vec!["show", &id, "--failures", "--failure", "x"],
    ] {
        let (text, printed, code) = answer(&store, &words, "");
        assert_eq!((text.as_str(), code), ("", 2), "{words:?}");
        assert!(printed.starts_with("weir: "), "{printed}");
    }
}
