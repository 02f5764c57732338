//! Hundreds of failures of a runner that nobody knows: the name of each is in the answer, wherever the runner puts it.

use std::path::PathBuf;

use crate::support::here::Bytes;
use weir::budget::Mode;
use weir::filter;
use weir::settings::Settings;

/// How many failures each log has.
const FAILURES: usize = 200;

fn answer(log: &str, mode: Mode) -> String {
    let settings = Settings { mode, limits: mode.limits(), ..Settings::default() };
    let mut out = Vec::new();
    filter::run(&settings, &mut Bytes(log.as_bytes()), &[] as &[PathBuf], &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn name(number: usize) -> String {
    let verbs = ["moors", "hauls", "docks", "weighs", "tows", "loads", "mends", "steers"];
    let things = ["barge", "ferry", "tug", "skiff", "yawl", "sloop", "raft", "punt", "scow"];
    let times = ["at_noon", "in_fog", "at_ebb"];
    format!("{}_{}_{}", verbs[number % 8], things[number / 8 % 9], times[number / 72 % 3])
}

/// A log in which each failure is reported so.
fn log(failure: impl Fn(&str, usize) -> String) -> String {
    let mut text = "harbour 4.1: 400 drills\n".to_owned();
    for number in 0..FAILURES {
        text.push_str(&failure(&name(number), number));
        text.push_str("drill went well\n");
    }
    text.push_str("harbour is done\n");
    text
}

fn missing(log: &str, mode: Mode) -> usize {
    let answer = answer(log, mode);
    (0..FAILURES).filter(|number| !answer.contains(&name(*number))).count()
}

/// What a failure says of itself besides: signs, too, and more of them than there is room for.
const REASON: &str = "  AssertionError: the rope is too short\n    wanted 4 fathoms\n    Error: it holds 3\n      at Rope.check (rope.js:3:4)\n      at Drill.run (drill.js:8:1)\n";

#[test]
fn the_name_of_each_failure_has_room_before_the_reasons() {
    for (form, log) in [
        ("before", log(|name, _| format!("FAIL: {name}\n{REASON}"))),
        ("behind", log(|name, _| format!("drill {name} FAILED\n{REASON}"))),
        ("mark", log(|name, _| format!("  \u{2716} {name} (3ms)\n{REASON}"))),
        ("points", log(|name, _| format!("{name} ......... Failed\n{REASON}"))),
        ("list", log(|name, number| format!("{}) {name}\n{REASON}", number + 1))),
        ("next line", log(|name, number| format!("{}) Failure:\n{name} [rope.rb:3]\n{REASON}", number + 1))),
    ] {
        assert_eq!(missing(&log, Mode::Standard), 0, "{form}");
    }
}

#[test]
fn a_failure_that_is_reported_twice_takes_its_room_once() {
    // Once they fit into the room of names, twice they do not.
    let place = "the_harbour_of_the_north::all_of_its_drills_and_no_others::with_a_rope::and_two_hands::on_a_wet_deck";
    let twice = log(|name, _| {
        format!("FAIL {place}::{name} after a while\n{REASON}example {place}::{name} FAILED\n")
    });
    assert_eq!(missing(&twice, Mode::Standard), 0);
}

#[test]
fn a_name_that_rules_set_off_above_its_failure_is_shown() {
    let (rule, points) = ("~".repeat(60), ".".repeat(60));
    let mut text = "quiet\n".repeat(2_000);
    text.push_str(&format!("{rule}\nmoors a barge\n{rule}\n{points}\n{rule}\nthe rope FAILED\n"));
    text.push_str(&"quiet again\n".repeat(2_000));
    assert!(answer(&text, Mode::Minimal).contains("moors a barge"));
}

#[test]
fn names_have_room_beside_processes_that_died() {
    let died = log(|name, number| {
        format!(
            "FAIL: {name} (drills.Rope)\nTraceback (most recent call last):\n  File \"/d/rope.py\", line 3, in check\n    check(3)\nValueError: rope {number} {}\n\n",
            "is too short for this harbour and for every other one that we know ".repeat(3)
        )
    });
    let shown = FAILURES - missing(&died, Mode::Standard);
    assert!(shown >= FAILURES * 9 / 10, "{shown}");
}

/// How many drills pass beside a few that fail.
const DRILLS: usize = 3000;

/// Three failures among thousands of passes of a tool that nobody knows.
fn few(passed: &str, failed: &str) -> String {
    let line = |number: usize| {
        if number % 1000 == 500 {
            failed.replace("{}", &name(number / 1000))
        } else {
            passed.replace("{}", &format!("drill_{number}_of_the_harbour_master"))
        }
    };
    (0..DRILLS).map(|number| line(number) + "\n").collect()
}

#[test]
fn a_status_or_a_mark_of_its_own_is_found_among_thousands_of_passes() {
    for (passed, failed) in [
        ("\u{2713} {}", "NOK {}"),
        ("\u{2713} {}", "{}: 0/1"),
        ("OK {}", "KO {}"),
        ("[ ] {}", "[x] {}"),
        (". {}", "F {}"),
        ("{} AC", "{} WA"),
        ("{}", "{}: mismatch at line 3"),
        ("{}", "{}: expected 3 but got 4"),
        ("{} ... ok", "{} ... error"),
        ("{} ... ok", "{} ... FEHLGESCHLAGEN"),
        ("{} ... ok", "{} ... \u{5931}\u{8d25}"),
        ("drill={} status=passed", "drill={} status=failed"),
        ("{\"drill\":\"{}\",\"ok\":true}", "{\"drill\":\"{}\",\"ok\":false}"),
        ("{},OK,0.1", "{},FAIL,0.1"),
    ] {
        let answer = answer(&few(passed, failed), Mode::Standard);
        let verdict = answer.lines().rfind(|line| line.starts_with("weir: UNKNOWN"));
        assert!(verdict.is_some() && answer.len() <= 40_000, "{failed}");
        let missing = (0..3).filter(|number| !answer.contains(&name(*number))).count();
        assert_eq!(missing, 0, "{failed}");
    }
}
