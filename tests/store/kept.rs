//! Stored runs through the binary: kept when something was cut, private, shown again, and never the answer's trouble.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use crate::support::Plain as _;
use crate::support::stored::{answer, reported, store, weir};
use assert_cmd::Command;

/// A run with `failing` failures among passes.
fn log(failing: usize, passing: usize) -> String {
    crate::support::stored::log(failing, passing, "")
}

/// The id in the last line of an answer.
fn id(text: &str) -> String {
    let last = text.lines().last().unwrap();
    let (_, command) = last.split_once(": weir show ").unwrap();
    command.split(' ').next().unwrap().to_owned()
}

fn files(store: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(store) else { return Vec::new() };
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn a_run_that_is_shown_whole_is_not_stored_and_one_that_is_cut_is() {
    let (_folder, store) = store();
    assert_eq!(answer(&store, &[], "plain\n"), ("plain\n".into(), String::new(), 0));
    assert_eq!(files(&store), Vec::<PathBuf>::new());
    let (text, printed, code) = answer(&store, &[], &log(2, 500));
    assert_eq!((printed.as_str(), code), ("", 1));
    assert_eq!(files(&store), [store.join(format!("{}.snapshot", id(&text)))]);
}

#[test]
fn equal_answers_have_equal_ids_and_each_is_stored_once() {
    let (_folder, store) = store();
    let input = log(3, 9000);
    let ids = || -> Vec<String> {
        let modes = ["minimal", "standard", "verbose"].iter();
        modes.map(|mode| id(&answer(&store, &["-m", mode], &input).0)).collect()
    };
    let first = ids();
    assert!(first.iter().all(|each| each.len() == 8), "{first:?}");
    // What an answer leaves out depends on its mode: what is stored of it says in which it was printed.
    assert!(first[0] != first[1] && first[1] != first[2], "{first:?}");
    assert_eq!(ids(), first);
    assert_eq!(id(&answer(&store, &[], &input).0), first[1]);
    assert_eq!(files(&store).len(), 3);
}

#[test]
fn the_answer_is_shown_again_in_any_mode_and_the_original_too() {
    let (_folder, store) = store();
    let input = log(40, 20_000);
    let first = answer(&store, &["-m", "minimal"], &input).0;
    let id = id(&first);
    for mode in ["minimal", "standard", "verbose"] {
        let direct = answer(&store, &["-m", mode], &input).0;
        let own = self::id(&direct);
        let direct = direct.replace(&own, &id);
        assert_eq!(answer(&store, &["show", &id, "-m", mode], ""), (direct, String::new(), 0));
    }
    assert_eq!(answer(&store, &["show", &id, "--raw"], "").0, input);
    let json: serde_json::Value =
        serde_json::from_str(&answer(&store, &["show", &id, "--format", "json"], "").0).unwrap();
    assert_eq!((json["snapshot"].as_str(), json["counts"]["failed"].as_u64()), (Some(&*id), Some(40)));
}

#[test]
fn the_command_in_every_footer_works() {
    let (_folder, store) = store();
    let input = log(600, 3000);
    for mode in ["minimal", "standard", "verbose"] {
        let text = answer(&store, &["-m", mode], &input).0;
        for (_, command) in text.lines().filter_map(|line| line.split_once(": weir show ")) {
            let words: Vec<_> = std::iter::once("show").chain(command.split(' ')).collect();
            let (shown, printed, code) = answer(&store, &words, "");
            assert_eq!((printed.as_str(), code), ("", 0), "{words:?}");
            assert!(!shown.is_empty(), "{words:?}");
        }
    }
}

#[test]
fn runs_are_listed_with_what_is_known_of_them_and_removed_when_asked() {
    let (folder, store) = store();
    assert_eq!(answer(&store, &["show"], "").0, "weir: no stored runs\n");
    let path = folder.path().join("build.log");
    fs::write(&path, log(7, 900)).unwrap();
    let id = id(&answer(&store, &["-m", "minimal", path.to_str().unwrap()], "").0);
    let list = answer(&store, &["show"], "").0;
    assert_eq!(list.lines().count(), 2);
    let list = list.lines().nth(1).unwrap();
    assert!(
        list.starts_with(&id)
            && list.contains(" failed ")
            && list.contains("7 failed")
            && list.contains("build.log")
    );
    let json: serde_json::Value =
        serde_json::from_str(&answer(&store, &["show", "--format", "json"], "").0).unwrap();
    assert_eq!((json["runs"][0]["id"].as_str(), json["runs"][0]["failed"].as_u64()), (Some(&*id), Some(7)));
    assert_eq!(answer(&store, &["show", "--purge", &id], "").0, "weir: removed 1 stored run\n");
    assert_eq!(answer(&store, &["show", &id], "").2, 3);
    answer(&store, &[], &log(1, 900));
    answer(&store, &[], &log(2, 900));
    assert_eq!(answer(&store, &["show", "--purge", "--yes"], "").0, "weir: removed 2 stored runs\n");
    assert_eq!(files(&store), Vec::<PathBuf>::new());
}

#[test]
fn what_is_not_there_is_printed_and_exits_with_3() {
    let (folder, store) = store();
    answer(&store, &[], &log(1, 900));
    fs::write(folder.path().join("passwd"), "root:").unwrap();
    for id in ["aaaaaaaa", "../passwd", "/etc/passwd", "..", "AAAAAAAA", &"a".repeat(5000), "\u{1b}[2J"] {
        let (text, printed, code) = answer(&store, &["show", "--", id], "");
        assert_eq!((text.as_str(), code), ("", 3), "{id:?}");
        assert!(
            printed.contains("no stored run has the id")
                && !printed.contains('\u{1b}')
                && printed.len() < 200,
            "{printed}"
        );
    }
}

#[test]
fn a_damaged_run_is_printed_to_be_and_harms_no_other() {
    let (_folder, store) = store();
    let input = log(2, 20_000);
    let id = id(&answer(&store, &[], &input).0);
    let path = store.join(format!("{id}.snapshot"));
    let whole = fs::read(&path).unwrap();
    for damage in 0..60 {
        let mut bytes = whole.clone();
        let at = bytes.len() * damage / 60;
        if damage % 3 == 0 {
            bytes.truncate(at)
        } else {
            bytes[at] ^= 1 << (damage % 8)
        }
        fs::write(&path, &bytes).unwrap();
        let (text, printed, code) = answer(&store, &["show", &id, "--raw"], "");
        assert!((code == 3 && printed.contains("damaged")) || text == input, "{damage}: {code} {printed}");
        assert_eq!(answer(&store, &["show"], "").2, 0);
    }
    // What nobody can read is written anew.
    fs::write(&path, "").unwrap();
    assert_eq!(self::id(&answer(&store, &[], &input).0), id);
    assert_eq!(answer(&store, &["show", &id, "--raw"], "").0, input);
}

#[test]
#[cfg(unix)] // needs modes of files
fn folder_and_files_are_private_whatever_the_mask_is() {
    let (_folder, store) = store();
    let line = "umask 000; \"$0\" -m minimal < \"$1\" > /dev/null; true";
    let input = store.with_file_name("log");
    fs::create_dir_all(input.parent().unwrap()).unwrap();
    fs::write(&input, log(2, 90_000)).unwrap();
    let mut shell = std::process::Command::new("bash");
    shell
        .plain()
        .args(["-c", line])
        .arg(assert_cmd::cargo::cargo_bin("weir"))
        .arg(&input)
        .env("WEIR_STORE", &store);
    assert!(shell.status().unwrap().success());
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let files = files(&store);
    assert_eq!((mode(&store), files.len(), mode(&files[0])), (0o700, 1, 0o600));
}

#[test]
#[cfg(unix)] // needs modes of files
fn a_store_that_cannot_be_used_changes_no_answer_and_is_printed_once() {
    let (folder, good) = store();
    let input = log(2, 90_000);
    let expected = answer(&good, &["--no-store"], &input);
    assert_eq!((expected.1.as_str(), expected.2), ("", 1));
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let open = folder.path().join("open");
    fs::create_dir(&open).unwrap();
    fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
    let link = folder.path().join("link");
    symlink(folder.path(), &link).unwrap();
    for bad in [file.as_path(), &open, &link, Path::new("/dev/null/x"), Path::new("/proc/x")] {
        let (text, printed, code) = answer(bad, &[], &input);
        assert_eq!((text, code), (expected.0.clone(), 1));
        assert_eq!(printed.lines().count(), 1, "{printed}");
        assert!(printed.starts_with("weir: warning: the input was not stored: "), "{printed}");
        assert_eq!(answer(bad, &[], "plain\n"), ("plain\n".into(), String::new(), 0));
    }
    assert_eq!(fs::read(&file).unwrap(), b"");
}

#[test]
#[cfg_attr(windows, ignore = "needs limits of a process")]
fn a_limit_on_the_size_of_files_changes_no_answer() {
    let (_folder, store) = store();
    let line = "ulimit -f 16; \"$0\" -m minimal; echo $?";
    let mut shell = Command::new("bash");
    shell.plain().args(["-c", line]).arg(assert_cmd::cargo::cargo_bin("weir")).env("WEIR_STORE", &store);
    let noise: String =
        (0..60_000_u64).map(|n| format!("{:x}\n", n.wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect();
    let (text, printed, _) = reported(shell.write_stdin(noise + "test a ... FAILED\n").output().unwrap());
    assert!(text.ends_with("\n1\n") || text.ends_with("\n3\n"), "{text}");
    assert!(printed.contains("the input was not stored"), "{printed}");
    assert_eq!(files(&store), Vec::<PathBuf>::new());
}

#[test]
#[cfg(unix)] // needs links
fn a_planted_link_is_not_followed() {
    let (folder, store) = store();
    let input = log(2, 900);
    let id = id(&answer(&store, &[], &input).0);
    let name = store.join(format!("{id}.snapshot"));
    let victim = folder.path().join("victim");
    fs::write(&victim, "precious").unwrap();
    fs::remove_file(&name).unwrap();
    symlink(&victim, &name).unwrap();
    let other = self::id(&answer(&store, &[], &input).0);
    assert!(other.starts_with(&id) && other.len() == 9, "{other}");
    assert_eq!(fs::read(&victim).unwrap(), b"precious");
    assert_eq!(answer(&store, &["show", &id], "").2, 3);
    assert_eq!(answer(&store, &["show", &other, "--raw"], "").0, input);
}

#[test]
fn secrets_are_neither_shown_nor_stored_unless_asked_for() {
    let (_folder, store) = store();
    let secret = ["gh", "p_", "aB3dE6gH9jaB3dE6gH9jaB3dE6gH9jaB3dE6"].concat();
    // One of them lies across the end of a block.
    let padding = "x".repeat(1_048_500);
    let input = format!("{padding}\ntoken {secret}\n{}", format!("again {secret}\n").repeat(4000));
    let text = answer(&store, &[], &input).0;
    let raw = answer(&store, &["show", &id(&text), "--raw"], "").0;
    assert!(!text.contains(&secret) && !raw.contains(&secret));
    // The first has a telling name before it.
    let hidden = |kind: &str| raw.matches(kind).count();
    let kinds = (hidden("[redacted:secret]"), hidden("[redacted:github-token]"));
    assert_eq!((raw.lines().count(), kinds), (4002, (1, 4000)));
    let shown = answer(&store, &["show", &id(&text), "-m", "standard"], "").0;
    let above = |text: &str| {
        text.lines().filter(|line| !line.contains(" lines shown")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(above(&shown), above(&text));
    let text = answer(&store, &["--no-redact"], &input).0;
    assert_eq!(answer(&store, &["show", &id(&text), "--raw"], "").0, input);
}

#[test]
fn the_quota_holds_for_a_run_of_nothing_but_failures_and_what_has_no_record_is_reported() {
    let (_folder, store) = store();
    let name = |number: u64| format!("t::test_{:x}", number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut input = "\nrunning 6000 tests\n".to_owned();
    input.extend((0..6000).map(|number| format!("test {} ... FAILED\n", name(number))));
    input.push_str("\nfailures:\n\n");
    input.extend((0..6000).map(|number| {
        let (name, message) = (name(number), number.wrapping_mul(0xc2b2_ae3d_27d4_eb4f));
        format!("---- {name} stdout ----\n\nthread '{name}' panicked at src/lib.rs:3:5:\nno {message:x}\n\n")
    }));
    input.push_str("\ntest result: FAILED. 0 passed; 6000 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s\n");
    let output = weir(&store, &[]).env("WEIR_STORE_QUOTA", "200K").write_stdin(input).output().unwrap();
    let id = id(&reported(output).0);
    let bytes: u64 = files(&store).iter().map(|path| fs::metadata(path).unwrap().len()).sum();
    assert!(bytes <= 200 * 1024, "{bytes}");
    let list = answer(&store, &["show", &id, "--failures", "--from", "9999"], "").0;
    assert!(list.contains(" of 6000 failures, ") && list.contains(" without a record"), "{list}");
}

#[test]
fn the_quota_holds_and_the_newest_stays() {
    let (_folder, store) = store();
    let mut last = String::new();
    for number in 0..30_u64 {
        let noise: String = (0..9000_u64)
            .map(|n| format!("{:x}\n", (n + number * 9000).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
            .collect();
        let output = weir(&store, &[]).env("WEIR_STORE_QUOTA", "300K").write_stdin(noise).output().unwrap();
        last = id(&reported(output).0);
    }
    let bytes: u64 = files(&store).iter().map(|path| fs::metadata(path).unwrap().len()).sum();
    assert!(bytes <= 300 * 1024, "{bytes}");
    assert_eq!(answer(&store, &["show", &last], "").2, 0);
}

#[test]
fn many_writers_at_once_leave_a_store_that_can_be_read() {
    let (_folder, store) = store();
    std::thread::scope(|scope| {
        for number in 1..25 {
            let store = &store;
            scope.spawn(move || assert_eq!(answer(store, &[], &log(number % 6 + 1, 400)).2, 1));
        }
    });
    assert_eq!(answer(&store, &["show"], "").0.lines().count(), 7);
    assert_eq!(files(&store).len(), 6);
}

/// Follows the commands at the ends until there is none; gives everything that was shown before them.
fn walk(store: &Path, words: &[&str]) -> Vec<String> {
    let mut words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let mut all = Vec::new();
    for _ in 0..1000 {
        let refs: Vec<&str> = words.iter().map(String::as_str).collect();
        let (text, printed, code) = answer(store, &refs, "");
        assert_eq!((printed.as_str(), code), ("", 0), "{words:?}");
        assert!(text.chars().count() <= 5000 && text.lines().count() <= 100, "{words:?}");
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        let last = lines.pop().unwrap();
        all.extend(lines);
        let Some((_, command)) = last.split_once("rest: weir ") else { return all };
        words = command.split(' ').map(|word| word.trim_matches('\'').to_owned()).collect();
    }
    panic!("no end");
}

#[test]
fn every_line_of_the_original_is_reached_once_page_by_page() {
    let (_folder, store) = store();
    let input = log(5, 600);
    let id = id(&answer(&store, &[], &input).0);
    let numbered: Vec<_> =
        input.lines().enumerate().map(|(at, line)| format!("{}: {line}", at + 1)).collect();
    assert_eq!(walk(&store, &["show", &id, "--lines", "1:", "-m", "minimal"]), numbered);
    assert_eq!(walk(&store, &["show", &id, "--lines", "300+250", "-m", "minimal"]), numbered[299..549]);
    let calm: Vec<_> = numbered.iter().filter(|line| line.contains("calm_1")).cloned().collect();
    assert_eq!(walk(&store, &["show", &id, "--grep", "calm_1", "-m", "minimal"]), calm);
    let round = walk(&store, &["show", &id, "--grep", "breaks_0.....FAILED", "-C", "2", "-m", "minimal"]);
    assert_eq!(round, numbered[599..604]);
}

#[test]
fn lines_far_inside_of_a_long_run_are_shown() {
    let (_folder, store) = store();
    let input: String = (1..=900_000).map(|number| format!("line {number}\n")).collect();
    let id = id(&answer(&store, &[], &input).0);
    let (text, _, _) = answer(&store, &["show", &id, "--lines", "654321:654322"], "");
    assert_eq!(text, "654321: line 654321\n654322: line 654322\nweir: 2 of 900000 stored lines\n");
}

#[test]
fn every_failure_is_reached_page_by_page_and_shown_by_its_name() {
    let (_folder, store) = store();
    let text = answer(&store, &["-m", "minimal"], &log(900, 10)).0;
    assert!(
        text.lines().any(|line| line.starts_with("weir: and ") && line.contains(": weir show ")),
        "{text}"
    );
    let id = id(&text);
    let failures = walk(&store, &["show", &id, "--failures", "-m", "minimal"]);
    assert_eq!(failures.len(), 900);
    for (number, line) in failures.iter().enumerate() {
        assert!(
            line.starts_with(&format!("weir: FAIL deep::water::breaks_{number} (src/water.rs:{number})")),
            "{line}"
        );
    }
    let (one, printed, code) = answer(&store, &["show", &id, "--failure", "deep::water::breaks_17"], "");
    assert!(one.contains("the dam broke") && one.ends_with("weir: 1 of 1 failures of this name\n"), "{one}");
    assert_eq!((printed.as_str(), code), ("", 0));
    assert_eq!(answer(&store, &["show", &id, "--failure", "nobody"], "").2, 3);
    assert_eq!(answer(&store, &["show", &id, "--lines", "5:3"], "").2, 2);
    assert_eq!(answer(&store, &["show", &id, "--grep", "("], "").2, 2);
}
