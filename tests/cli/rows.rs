//! A user's own tool as rows: what it reports, what it may not do, and the commands around it.

use std::fs;

use serde_json::Value;

use crate::support::answer::{Answer, weir};

const ROWS: &str = include_str!("../../docs/examples/quaytest.rows");
const FAILED: &str = include_str!("../../docs/examples/quaytest-failed.txt");
const PASSED: &str = include_str!("../../docs/examples/quaytest-passed.txt");
const CARGO: &str = include_str!("../../testdata/cargo-test/few-failures.log");

/// A folder with a home, and `q.rows` in it.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new(rows: &str) -> Self {
        let desk = Self(tempfile::tempdir().unwrap());
        desk.write("q.rows", rows);
        desk
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn command(&self, words: &[&str]) -> assert_cmd::Command {
        let mut command = weir(words);
        command
            .env("XDG_CONFIG_HOME", self.0.path().join("home"))
            .env("APPDATA", self.0.path().join("home"))
            .env_remove("HOME")
            .current_dir(self.0.path());
        command
    }

    fn read(&self, log: &str) -> Answer {
        Answer::of(self.command(&["--rows", "q.rows"]).write_stdin(log).output().unwrap())
    }

    fn json(&self, log: &str) -> Value {
        let output =
            self.command(&["--rows", "q.rows", "--format", "json"]).write_stdin(log).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Standard output, standard error and the exit code.
    fn said(&self, words: &[&str], input: &str) -> (String, String, i32) {
        let output = self.command(words).write_stdin(input).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr), output.status.code().unwrap())
    }
}

/// A file with these rows, which begin in its third line.
fn file_of(rows: &str) -> String {
    format!("tool mine\n[anywhere]\n{rows}")
}

#[test]
fn names_reasons_places_skips_and_totals_are_those_of_the_tool() {
    let desk = Desk::new(ROWS);
    let answer = desk.json(FAILED);
    assert_eq!(answer["verdict"], "failed");
    for (count, number) in [("passed", 2), ("failed", 1), ("skipped", 1), ("total", 4)] {
        assert_eq!(answer["counts"][count], number, "{count}");
    }
    let failure = &answer["failures"][0];
    assert_eq!(failure["id"], "harbour::moors");
    assert_eq!((&failure["file"], &failure["line"]), (&"quay/moor.q".into(), &12.into()));
    assert_eq!(failure["message"], "expected 2 ropes, got 1");
    assert_eq!(failure["runner"], "quaytest");
    assert!(
        desk.read(PASSED).text.starts_with("weir: PASSED 2 passed (quaytest)"),
        "{}",
        desk.read(PASSED).text
    );
}

#[test]
fn a_run_without_its_closing_line_is_not_passed() {
    let desk = Desk::new(ROWS);
    for end in 1..PASSED.lines().count() {
        let cut: String = PASSED.split_inclusive('\n').take(end).collect();
        let answer = desk.read(&cut);
        assert!(answer.text.contains("weir: INCOMPLETE"), "{end}: {}", answer.text);
    }
    let answer = Desk::new(&ROWS.replace("-> ends", "-> ignores")).read(PASSED);
    assert!(answer.text.contains("weir: UNKNOWN 2 passed (quaytest)"), "{}", answer.text);
}

#[test]
fn totals_that_do_not_account_for_every_test_are_no_pass() {
    let desk = Desk::new(ROWS);
    for (from, to) in [("2 good", "3 good"), ("2 good", "1 good"), ("  good harbour::closes (1 ms)\n", "")] {
        let answer = desk.read(&PASSED.replace(from, to));
        assert!(answer.text.contains("weir: INCOMPLETE"), "{from} {to}: {}", answer.text);
    }
    let answer = desk.read(&PASSED.replace("0 bad", "1 bad"));
    assert!(answer.text.contains("weir: FAILED"), "{}", answer.text);
}

/// A file with a row of each kind.
const SHORT: &str = "tool mine\n[anywhere]\nplan {total} -> begins\nrun {name} -> starts\np {name} -> passes\nf {name} -> fails\nfailed -> fails\n\
    because {message} -> why\nin {module} -> under\nfile {file} -> under\nhint {message} -> warns\nsum {passed} {failed} -> totals\n\
    /^count (?<passed>.*) (?<failed>.*)$/ -> totals\nall {total} -> adds\nleft {other} -> adds\nend -> ends\n";

#[test]
fn only_numbers_that_say_what_passed_and_agree_with_all_lines_are_a_pass() {
    let desk = Desk::new(SHORT);
    for (log, verdict) in [
        ("p a\nsum 1 0\nend\n", "PASSED"),
        ("plan 1\np a\nsum 1 0\nend\n", "PASSED"),
        ("run a\np a\nsum 1 0\nend\n", "PASSED"),
        ("p a\np b\nsum 2 0\nend\np c\nsum 1 0\nend\n", "PASSED"),
        ("all 4\nend\n", "INCOMPLETE"),
        ("all 9\nleft 5\nend\n", "INCOMPLETE"),
        ("plan 3\np a\nsum 1 0\nend\n", "INCOMPLETE"),
        ("p a\nrun b\nsum 1 0\nend\n", "FAILED"),
        ("p a\nsum 1 0\nend\nsum 5 0\nend\n", "INCOMPLETE"),
        ("p a\nf b\nsum 1 0\nend\n", "FAILED"),
        ("sum 0 2\nend\n", "FAILED"),
        ("p a\nsum 1 99999999999999999999999\nend\n", "FAILED"),
        ("p a\ncount 1 seven\nend\n", "INCOMPLETE"),
        ("plan 1\np a\nplan 1\np b\nsum 1 0\nend\n", "INCOMPLETE"),
    ] {
        let answer = desk.json(log);
        assert_eq!(answer["verdict"], verdict.to_lowercase(), "{log}{answer}");
    }
    // More tests begin at once than are remembered.
    let began: String = (0..5000).map(|test| format!("run {test}\n")).collect();
    let ended: String = (0..4900).map(|test| format!("p {test}\n")).collect();
    assert_ne!(desk.json(&format!("{began}{ended}sum 4900 0\nend\n"))["verdict"], "passed");
    let same = Desk::new(&SHORT.replace("tool mine", "tool mine\nnames same"));
    for (log, verdict) in [
        ("p a\np a\nsum 1 0\nend\n", "passed"),
        ("f a\np a\nsum 1 0\nend\n", "passed"),
        ("p a\np a\nsum 2 0\nend\n", "incomplete"),
    ] {
        assert_eq!(same.json(log)["verdict"], verdict, "{log}");
    }
}

#[test]
fn headings_and_tests_that_began_name_what_is_below_them() {
    let desk = Desk::new(SHORT);
    let log = "in harbour\nrun moors\nbecause no rope\nfailed\nrun sails\nbecause no wind\np sails\nrun hoists\nbecause of luck\np hoists\nfile a.c\nf loose knot\nhint old rope\n";
    let answer = desk.json(log);
    let failures = answer["failures"].as_array().unwrap();
    assert_eq!(failures.len(), 2, "{answer}");
    assert_eq!((&failures[0]["id"], &failures[0]["message"]), (&"harbour > moors".into(), &"no rope".into()));
    assert_eq!((&failures[1]["id"], &failures[1]["file"]), (&"loose knot".into(), &"a.c".into()));
    assert_eq!(
        failures[1]["detail"].as_array().unwrap().len(),
        1,
        "a line of a test that passed is none of it"
    );
    assert_eq!(answer["warnings"].as_array().unwrap().len(), 1, "{answer}");
}

#[test]
fn places_are_read_from_their_end() {
    for (text, file, line) in [
        ("a b/c d.c:12", "a b/c d.c", 12),
        ("a(1).c:3", "a(1).c", 3),
        ("a.c:3:7", "a.c", 3),
        ("a.c(3,7)", "a.c", 3),
        ("\"a b.c\":3", "a b.c", 3),
        ("C:\\a.c:3", "C:\\a.c", 3),
    ] {
        let desk = Desk::new("tool mine\n[anywhere]\nbad {name} at {place} -> fails\n");
        let failure = &desk.json(&format!("bad x at {text}\n"))["failures"][0];
        assert_eq!((&failure["file"], &failure["line"]), (&file.into(), &line.into()), "{text}");
    }
}

#[test]
fn a_project_cannot_stop_weir() {
    let desk = Desk::new(ROWS);
    fs::create_dir_all(desk.0.path().join(".weir/folder.rows")).unwrap();
    let (text, message, code) = desk.said(&["--rows", "q.rows", "--rows", "q.rows"], PASSED);
    assert!(
        text.contains("PASSED 2 passed") && message.contains("cannot be read") && code == 0,
        "{text}{message}"
    );
}

#[test]
fn rows_hide_no_failure_that_weir_finds() {
    let named = "tool mine\n[anywhere]\n/^(?<name>.*)$/ -> passes\n";
    for rows in [ROWS, named] {
        let desk = Desk::new(rows);
        let (before, after) = PASSED.split_at(PASSED.find("  good harbour::closes").unwrap());
        for log in [format!("{before}{CARGO}{after}"), format!("{CARGO}{PASSED}"), format!("{PASSED}{CARGO}")]
        {
            let answer = desk.read(&log);
            assert_eq!(answer.code, 1, "{}", answer.text);
            let alone = Answer::of(weir(&[]).write_stdin(CARGO).output().unwrap());
            for name in alone.text.lines().filter(|line| line.starts_with("---- ")) {
                assert!(answer.text.contains(name), "{name}: {}", answer.text);
            }
        }
    }
}

#[test]
#[cfg_attr(windows, ignore = "needs a POSIX shell")]
fn the_exit_status_decides_with_the_rows() {
    let desk = Desk::new(&ROWS.replace("-> ends", "-> ignores"));
    desk.write("log", PASSED);
    let (text, _, code) = desk.said(&["run", "--rows", "q.rows", "--", "cat", "log"], "");
    assert!(text.contains("PASSED 2 passed") && code == 0, "{text}");
    let (text, _, code) = desk.said(&["run", "--rows", "q.rows", "--", "sh", "-c", "cat log; exit 3"], "");
    assert!(text.contains("FAILED 2 passed") && code == 3, "{text}");
}

#[test]
fn what_is_wrong_in_a_file_is_said_with_line_and_column() {
    for (rows, message) in [
        ("", "line 1, column 1: the tool's name is missing"),
        ("tool mine\n", "line 1, column 1: there are no rows"),
        ("tool mine\nok {name} -> passes\n", "line 2, column 1: a row needs a zone above it"),
        ("tool mine\nsplits x\n", "line 2, column 1: 'splits' is not known here"),
        ("tool mine\nsplit ::\n", "line 2, column 7: split needs a text in double quotes"),
        ("tool mine\n[a b]\n", "line 2, column 2: a zone's name has letters"),
    ] {
        let (_, message_of, code) = Desk::new(rows).said(&["rows", "check", "q.rows"], "");
        assert!(message_of.contains(message) && code == 2, "{rows}: {message_of}");
    }
    for (rows, message) in [
        ("ok {name}\n", "line 3, column 1: a row is PATTERN -> VERBS"),
        ("ok {name -> passes\n", "line 3, column 4: a brace without its end"),
        ("ok {nome} -> passes\n", "line 3, column 5: the field 'nome' is not known"),
        ("ok {name} {name} -> passes\n", "line 3, column 12: the field 'name' comes twice"),
        ("ok {name} -> pases\n", "line 3, column 14: 'pases' is no verb"),
        ("ok {name} -> passes, to nowhere\n", "line 3, column 25: the zone 'nowhere' has no rows"),
        ("ok -> passes\n", "line 3, column 1: a result needs {name}"),
        ("ok -> starts\n", "line 3, column 1: 'starts' needs {name}"),
        ("ok {name} -> passes to x\n", "line 3, column 21: nothing may be after 'passes'"),
        ("ok {name} -> passes,\n", "line 3, column 21: a verb is missing"),
        ("ok {line} -> where\n", "line 3, column 1: {line} needs {file}"),
        ("{module} -> under\nok {line} -> where\n", "line 4, column 1: {line} needs {file}"),
        ("/x -> ends\n", "line 3, column 1: an expression is between two slashes"),
        ("ok -> under\n", "line 3, column 1: 'under' needs {module} or {file}"),
        ("ok -> totals\n", "line 3, column 1: numbers are {passed}"),
        ("ok {name} -> fails as no\n", "line 3, column 20: after it may be"),
        ("/(/ -> ignores\n", "line 3, column 1: this is no regular expression: unclosed group"),
        ("/(?<nome>a)/ -> ignores\n", "line 3, column 1: the field 'nome' is not known"),
        ("/\\w{200}{200}/ -> ignores\n", "line 3, column 1: the expression is too large"),
    ] {
        let (_, message_of, code) = Desk::new(&file_of(rows)).said(&["rows", "check", "q.rows"], "");
        assert!(message_of.contains(message) && code == 2, "{rows}: {message_of}");
    }
}

#[test]
fn files_of_a_project_are_read_when_they_are_trusted_as_they_are() {
    let desk = Desk::new(ROWS);
    desk.write(".weir/q.rows", ROWS);
    let names = |said: &(String, String, i32)| said.0.contains("(quaytest)");
    let asks = |said: &(String, String, i32)| said.1.contains("'weir trust' says");
    let first = desk.said(&[], FAILED);
    assert!(!names(&first) && asks(&first), "{first:?}");
    let (text, _, code) = desk.said(&["trust"], "");
    assert!(text.contains("is read from now on: quaytest, 13 rows") && code == 0, "{text}");
    let trusted = desk.said(&[], FAILED);
    assert!(names(&trusted) && !asks(&trusted), "{trusted:?}");
    desk.write(".weir/q.rows", &ROWS.replace("quaytest\n", "other\n"));
    let changed = desk.said(&[], FAILED);
    assert!(!names(&changed) && asks(&changed), "{changed:?}");
    assert_eq!(desk.said(&["trust"], "").2, 0);
    assert!(desk.said(&[], FAILED).0.contains("(other)"));
    assert_eq!(desk.said(&["trust", "--remove"], "").2, 0);
    assert!(asks(&desk.said(&[], FAILED)));
    desk.write("home/weir/mine.rows", ROWS);
    assert!(names(&desk.said(&[], FAILED)), "the user's own files are read");
    let elsewhere = Desk::new("");
    assert_eq!(elsewhere.said(&["trust"], "").2, 2);
}

#[test]
fn a_check_shows_each_line_with_its_row_and_the_answer() {
    let desk = Desk::new(ROWS);
    desk.write("sample.txt", FAILED);
    let (text, _, code) = desk.said(&["rows", "check", "q.rows", "sample.txt"], "");
    assert_eq!(code, 0);
    for line in [
        "quaytest, 13 rows\n",
        "  row 8 fails, to failure           |   bad harbour::moors (12 ms)\n",
        " row 19 why                         |     expected 2 ropes, got 1\n",
        "no line was for the rows in line 10, 11, 12\n",
        "weir: FAILED 1 failed, 2 passed, 1 skipped (quaytest)\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
}

/// Files of rows, logs, and what comes of them: the verdict, then failed and passed.
const VERDICTS: &[(&str, &str, &str)] = &[
    // What weir takes off a line is on it for a row that names it.
    (
        "\\[{any}] {name}: bad -> fails\nDone: {passed} good -> totals, ends",
        "[12:00:01] a: bad\nDone: 3 good\n",
        "failed 1",
    ),
    (
        "{name}: bad -> fails\nDone: {passed} good -> totals, ends",
        "[12:00:01] a: bad\n[12:00:02] Done: 3 good\n",
        "failed 1",
    ),
    (
        "\\[{word}] {name}: bad -> fails\n{any} good -> ignores",
        "[w1] los\n[w2] beta: bad\n[w1] x\n[w2] x\n3 good\n",
        "failed 1",
    ),
    // But no name begins in it.
    (
        "start {name} -> starts\n{name} ok -> passes\nok -> passes\n{passed} good -> totals, ends",
        "[12:00:01] start a\n[12:00:02] ok\n[12:00:03] 1 good\n",
        "passed 0",
    ),
    // What failed in a run does not get less.
    (
        "{word}: {failed} bad, {passed} good -> totals\nend -> ends",
        "a: 2 bad, 1 good\nb: 0 bad, 3 good\nend\n",
        "failed 2",
    ),
    ("{failed} bad -> totals\n{passed} good -> totals, ends", "2 bad\n3 good\n", "failed 2"),
    // Failures that a run counted, and no end.
    ("{word}: {failed} bad, {passed} good -> totals\nend -> ends", "b: 2 bad, 1 good\n", "failed 2"),
    ("go -> begins\n{failed} bad -> totals\nend -> ends", "go\n2 bad\ngo\n0 bad\nend\n", "failed 2"),
    // Names of tests in several files, and of what failed as a whole.
    (
        "file {file} -> under\nok {name} -> passes\nbad {name} -> fails\n{passed} good -> totals, ends",
        "file a.c\nbad t\nfile b.c\nok t\n1 good\n",
        "failed 1",
    ),
    (
        "{name} broke -> breaks\nok {name} -> passes\n{passed} good -> totals, ends",
        "a broke\nok a\n1 good\n",
        "failed 1",
    ),
    // A result without a test.
    (
        "start {name} -> starts\nok -> passes\nbad -> fails\n{passed} good -> totals, ends",
        "bad\nstart b\nok\nok\n2 good\n",
        "failed 1",
    ),
    // A line that a row takes as a good one is no sign of a failure.
    ("OK: {passed} FAILED: {failed} -> totals, ends", "OK: 3 FAILED: 0\n", "passed 0"),
    ("passed={passed} failed={failed} -> totals, ends", "passed=3 failed=0\n", "passed 0"),
    (
        "start {module}::{name} -> starts\nok -> passes\n{passed} good -> totals, ends",
        "start m::x\nok\n1 good\n",
        "passed 0",
    ),
    (
        "start {module}::{name} -> starts\nok {name} -> passes\n{passed} good -> totals, ends",
        "start m::x\nok x\n1 good\n",
        "passed 0",
    ),
];

#[test]
fn rows_lose_no_failure_and_doubt_no_pass() {
    for (rows, log, expected) in VERDICTS {
        let desk = Desk::new(&format!("tool mine\nnames same\n[anywhere]\n{rows}\n"));
        let answer = desk.json(log);
        let found = format!("{} {}", answer["verdict"].as_str().unwrap(), answer["counts"]["failed"]);
        assert_eq!(found, *expected, "{rows}\n{log}{answer}");
    }
}

#[test]
fn a_further_result_and_a_line_are_those_of_the_failure_above() {
    let desk = Desk::new(&file_of(
        "start {name} -> starts\ntry bad -> fails\nbad {file} > {name} -> fails\n at {place} -> where\n",
    ));
    let names = |log: &str| {
        let answer = desk.json(log);
        let failures = answer["failures"].as_array().unwrap().clone();
        failures
            .iter()
            .map(|each| format!("{} {}", each["id"].as_str().unwrap(), each["line"]))
            .collect::<Vec<_>>()
    };
    assert_eq!(names("start a\ntry bad\ntry bad\n"), ["a null", "a (2) null"]);
    assert_eq!(names("bad a.c > x\n at a.c:41\n"), ["x 41"]);
}

/// Samples, and what the rows that are proposed for them read: the numbers of what passed, failed and was skipped, and of the first
/// failure the name, the place and the message.
const SAMPLES: [(&str, [u64; 3], [&str; 3]); 6] = [
    (
        "\u{1b}[32mPASS\u{1b}[0m adds (3 ms)\nPASS subtracts (2 ms)\nFAIL divides (1 ms)\n  by zero\nRan: 2 passed, 1 failed in 0.3s\n",
        [2, 1, 0],
        ["divides", "", "by zero"],
    ),
    (
        "Firing 4 specs of kiln/\n[1/4] kiln.warms ...... SUCCESS (0.02s)\n[2/4] kiln.holds ...... FAILURE (1.40s)\n   wanted 900, got 850\n   \
         in kiln/heat.kl, line 33\n[3/4] kiln.opens ...... SUCCESS (0.01s)\n[4/4] kiln.locks_up ... SKIPPED (no latch)\n4 specs: 2 success, 1 failure, 1 skipped\n",
        [2, 1, 1],
        ["kiln.holds", "kiln/heat.kl:33", "wanted 900, got 850"],
    ),
    (
        "[ OK ] net.connect\n[FAIL] net.retry\n   three tries\n   at net/retry.c(33,4)\n[SKIP] net.tls: no key\nPassed: 1\nFailed: 1\nSkipped: 1\n",
        [1, 1, 1],
        ["net.retry", "net/retry.c:33", "three tries"],
    ),
    (
        "checks: 3\ndisk space: ok\nname server: failed, no answer\nclock: ok\n3 checks run, 2 ok, 1 failed\n",
        [2, 1, 0],
        ["name server", "", "no answer"],
    ),
    (
        "Case: accepts .... [PASSED]\nCase: rejects .... [FAILED] wrong token\nSummary: passed: 1 failed: 1 ran=2\n",
        [1, 1, 0],
        ["Case: rejects", "", "wrong token"],
    ),
    (
        "PASS tree grows\nFAIL apple falls: still there\nTests: 1 passed, 1 failed\n",
        [1, 1, 0],
        ["apple falls", "", "still there"],
    ),
];

#[test]
fn what_is_proposed_reads_its_sample() {
    let desk = Desk::new("");
    for (sample, numbers, [name, place, message]) in SAMPLES {
        let (rows, _, code) = desk.said(&["rows", "new"], sample);
        assert_eq!(code, 0);
        desk.write("q.rows", &rows);
        let answer = desk.json(sample);
        let counts = ["passed", "failed", "skipped"].map(|name| answer["counts"][name].as_u64().unwrap_or(0));
        assert_eq!(counts, numbers, "{rows}");
        let failure = &answer["failures"][0];
        let found = failure["file"].as_str().map(|file| format!("{file}:{}", failure["line"]));
        assert_eq!((&failure["id"], &failure["message"]), (&name.into(), &message.into()), "{rows}");
        assert_eq!(found.unwrap_or_default(), place, "{rows}");
    }
    let (rows, _, code) =
        desk.said(&["rows", "new"], "quay.js:3:7: error: no rope\nquay.js:9:1: error: two ropes\n");
    assert!(code == 0 && rows.contains("\n{place}: error: {message} -> breaks as build, to why\n"), "{rows}");
    let (rows, _, code) = desk.said(&["rows", "new"], "  # moors\n  # sails\n- sinks\n");
    desk.write("q.rows", &rows);
    assert!(code == 0 && rows.ends_with("  \\# {any} -> ignores\n"), "{rows}");
    assert_eq!(desk.said(&["rows", "check", "q.rows"], "").2, 0);
    for (line, row) in [
        ("1/4 passed, 0 skipped", "{passed}/{total} passed, {skipped} skipped -> totals, ends"),
        ("1 ok, 3 ko, 0 hung", "{passed} ok, {failed} ko, {errors} hung -> totals, ends"),
        ("total 3 pass 0 fail 3", "total {total} pass {passed} fail {failed} -> totals, ends"),
        ("A: 4 passed, 0 failed\nAll: 4 passed, 0 failed", "A: {passed} passed, {failed} failed -> totals"),
    ] {
        let (rows, _, _) = desk.said(&["rows", "new"], line);
        assert!(rows.lines().any(|each| each == row), "{rows}");
    }
    assert_eq!(desk.said(&["rows", "new"], "nothing here\n").2, 1);
}

#[test]
fn bounds_hold_and_streams_are_read_apart() {
    let many = file_of(&"ok {name} -> passes\n".repeat(301));
    assert!(Desk::new(&many).said(&["rows", "check", "q.rows"], "").1.contains("more than 300 rows"));
    let long = file_of(&format!("{} -> ignores\n", "x".repeat(1000)));
    assert!(Desk::new(&long).said(&["rows", "check", "q.rows"], "").1.contains("longer than 1000 chars"));
    let large = Desk::new(&format!("tool mine\n#{}\n", "x".repeat(300_000)));
    assert!(large.said(&["rows", "check", "q.rows"], "").1.contains("larger than 262144 bytes"));
    let desk = Desk::new(ROWS);
    let alternating: String = FAILED
        .lines()
        .zip(PASSED.lines().chain(std::iter::repeat("")))
        .map(|(one, other)| format!("web-1  | {one}\nweb-2  | {other}\n"))
        .collect();
    let answer = desk.json(&alternating);
    assert_eq!((&answer["counts"]["passed"], &answer["counts"]["failed"]), (&4.into(), &1.into()));
}

/// The verdict, the numbers, and of each failure the name, file, line and message.
fn summary(answer: &Value) -> String {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let numbers = ["failed", "passed", "skipped"].map(|name| format!("{name} {}", answer["counts"][name]));
    let mut lines = vec![format!("{} {}", plain(&answer["verdict"]), numbers.join(", "))];
    for failure in answer["failures"].as_array().unwrap() {
        lines.push(["id", "file", "line", "message"].map(|name| plain(&failure[name])).join(" | "));
    }
    lines.join("\n")
}

/// Formats that weir does not know, with rows that were written from the page alone. `WEIR_BLESS=1` writes the answers anew.
#[test]
fn rows_of_many_hands_read_their_tools() {
    let folders = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/rows")).unwrap();
    let folders: Vec<_> = folders.map(|folder| folder.unwrap().path()).collect();
    assert!(folders.len() >= 12);
    for folder in folders {
        let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        let desk = Desk::new(&text("tool.rows"));
        let answers = ["passed", "failed", "died"].map(|log| {
            let answer = desk.json(&text(&format!("{log}.txt")));
            format!("{log}.txt: {}\n", summary(&answer))
        });
        if std::env::var_os("WEIR_BLESS").is_some() {
            fs::write(folder.join("answers"), answers.concat()).unwrap();
        }
        assert_eq!(answers.concat(), text("answers"), "{}", folder.display());
    }
}
