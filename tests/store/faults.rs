//! The store under faults: killed writers, corrupted files, links, foreign folders, readers beside removers, no network.

#![allow(clippy::print_stderr, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::support::Plain as _;

fn weir(store: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("weir"));
    command.plain();
    command.env("WEIR_STORE", store).args(words).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn feed(mut command: Command, input: &[u8]) -> Output {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().unwrap()
    })
}

fn show(store: &Path, words: &[&str]) -> (String, String, i32) {
    let output = feed(weir(store, &[&["show"], words].concat()), b"");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

fn store() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    (folder, store)
}

fn names(store: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(store)
        .map(|entries| entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect())
        .unwrap_or_default();
    names.sort();
    names
}

/// A log of one failure that is always cut.
fn log(seed: u64, lines: u64) -> String {
    let mut log = format!("running {} tests\n", lines + 1);
    for number in 0..lines {
        log.push_str(&format!("test a::b_{seed}_{number} ... ok\n"));
    }
    log.push_str(&format!("test a::breaks_{seed} ... FAILED\n"));
    log.push_str(&format!("\nfailures:\n\n---- a::breaks_{seed} stdout ----\nthread 'a::breaks_{seed}' panicked at src/a.rs:1:2:\nbroken\n\n\nfailures:\n    a::breaks_{seed}\n\ntest result: FAILED. {lines} passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n"));
    log
}

fn noise(seed: u64, bytes: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut noise = Vec::with_capacity(bytes + 8);
    while noise.len() < bytes {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        noise.extend_from_slice(&state.to_le_bytes());
    }
    noise
}

#[test]
fn writers_that_are_killed_at_any_moment_leave_a_store_that_works() {
    let (_folder, store) = store();
    let input = log(0, 60_000);
    for round in 0..25_u64 {
        let mut child = weir(&store, &["-m", "minimal"]).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let killed = Instant::now() + Duration::from_millis(round * 37 % 400);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let _ = stdin.write_all(input.as_bytes());
                drop(stdin);
            });
            while Instant::now() < killed {
                std::thread::sleep(Duration::from_millis(1));
            }
            let _ = child.kill();
        });
        child.wait().unwrap();
        assert_eq!(show(&store, &[]).2, 0);
    }
    let output = feed(weir(&store, &["-m", "minimal"]), input.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    let id = text.lines().last().unwrap().rsplit(' ').next().unwrap().to_owned();
    assert_eq!(show(&store, &[&id, "--raw"]).0, input);
    // What the killed ones left is removed once it is old enough.
    for name in names(&store).into_iter().filter(|name| name.starts_with("tmp-")) {
        let file = fs::File::options().write(true).open(store.join(name)).unwrap();
        file.set_modified(std::time::SystemTime::now() - Duration::from_secs(3600)).unwrap();
    }
    feed(weir(&store, &["-m", "minimal"]), input.as_bytes());
    assert_eq!(names(&store), [format!("{id}.snapshot")]);
}

#[test]
fn corrupted_files_are_not_listed_and_harm_no_other() {
    let (_folder, store) = store();
    for seed in 0..8 {
        feed(weir(&store, &["-m", "minimal"]), log(seed, 500).as_bytes());
    }
    let all = names(&store);
    assert_eq!(all.len(), 8);
    for (at, name) in all.iter().enumerate().take(6) {
        let path = store.join(name);
        let mut bytes = fs::read(&path).unwrap();
        match at {
            0 => bytes.clear(),
            1 => bytes.truncate(bytes.len() / 2),
            2 => bytes.truncate(bytes.len() - 1),
            3 => bytes[100] ^= 1,
            4 => bytes.extend_from_slice(b"more"),
            _ => bytes = vec![b'w'; 4096],
        }
        fs::write(&path, bytes).unwrap();
    }
    let (list, printed, code) = show(&store, &[]);
    assert_eq!((list.lines().skip(1).count(), printed.as_str(), code), (2, "", 0), "{list}");
    for name in &all[..6] {
        let (text, printed, code) = show(&store, &[name.strip_suffix(".snapshot").unwrap(), "--raw"]);
        assert_eq!((text.len() < 100, code), (true, 3), "{printed}");
        assert!(printed.contains("is damaged"), "{printed}");
    }
    for seed in 0..8 {
        assert_eq!(feed(weir(&store, &["-m", "minimal"]), log(seed, 500).as_bytes()).status.code(), Some(1));
    }
    assert_eq!(show(&store, &[]).0.lines().skip(1).count(), 8);
}

#[test]
fn a_folder_that_is_a_link_open_to_others_or_somebody_elses_is_refused_and_the_answer_is_the_same() {
    let (folder, good) = store();
    let input = log(1, 500);
    let expected = feed(weir(&good, &["--no-store"]), input.as_bytes()).stdout;
    let target = folder.path().join("target");
    fs::create_dir(&target).unwrap();
    let mut bad = Vec::new();
    let link = folder.path().join("link");
    symlink(&target, &link).unwrap();
    bad.push((link, "failed"));
    for mode in [0o777, 0o770, 0o722, 0o1777] {
        let open = folder.path().join(format!("open{mode:o}"));
        fs::create_dir(&open).unwrap();
        fs::set_permissions(&open, fs::Permissions::from_mode(mode)).unwrap();
        bad.push((open, "others can write to it"));
    }
    let foreign = folder.path().join("foreign");
    fs::create_dir(&foreign).unwrap();
    // Only root can give a folder away.
    if chown(&foreign, Some(12345), Some(12345)).is_ok() {
        bad.push((foreign, "it belongs to somebody else"));
    }
    for (path, why) in bad {
        let output = feed(weir(&path, &[]), input.as_bytes());
        let printed = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.stdout == expected, output.status.code()), (true, Some(1)), "{}", path.display());
        assert!(
            printed.starts_with("weir: warning: the input was not stored: cannot use the folder "),
            "{printed}"
        );
        assert!(why == "failed" || printed.contains(why), "{printed}");
        assert_eq!((printed.lines().count(), names(&path)), (1, Vec::new()));
        assert_eq!(show(&path, &["aaaaaaaa"]).2, 3);
    }
    assert_eq!(names(&target), Vec::<String>::new());
}

#[test]
fn the_quota_holds_over_many_runs_of_a_command_and_the_newest_is_kept() {
    let (folder, store) = store();
    let file = folder.path().join("noise");
    let mut last = String::new();
    for seed in 1..=12 {
        fs::write(&file, noise(seed, 1 << 20)).unwrap();
        let mut command = weir(&store, &["run", "--", "cat", file.to_str().unwrap()]);
        command.env("WEIR_STORE_QUOTA", "4M");
        let output = feed(command, b"");
        let text = String::from_utf8(output.stdout).unwrap();
        let footer = text.lines().last().unwrap();
        last = footer.split_once("weir show ").unwrap().1.split(' ').next().unwrap().to_owned();
    }
    let bytes: u64 = names(&store).iter().map(|name| fs::metadata(store.join(name)).unwrap().len()).sum();
    assert!(bytes <= 4 << 20 && bytes > 2 << 20, "{bytes}");
    assert_eq!(show(&store, &[&last]).2, 0);
    // One input alone that is more than the quota is kept in part.
    let mut command = weir(&store, &["-m", "minimal"]);
    command.env("WEIR_STORE_QUOTA", "1M");
    feed(command, &noise(99, 6 << 20));
    let bytes: u64 = names(&store).iter().map(|name| fs::metadata(store.join(name)).unwrap().len()).sum();
    assert!(bytes <= 3 << 19, "{bytes}");
}

#[test]
fn readers_beside_one_that_removes_get_the_whole_or_nothing() {
    read_beside_one_that_removes(Duration::from_secs(4));
}

/// `cargo test --test store -- --ignored readers`
#[test]
#[ignore = "takes a minute"]
fn readers_beside_one_that_removes_get_the_whole_or_nothing_for_a_minute() {
    let (whole, gone) = read_beside_one_that_removes(Duration::from_secs(60));
    eprintln!("whole {whole} times, gone {gone} times");
}

/// Reads a run again and again while another process stores and removes it: how often it was there, and how often not.
fn read_beside_one_that_removes(long: Duration) -> (u32, u32) {
    let (_folder, store) = store();
    let input = log(7, 20_000);
    let until = Instant::now() + long;
    let id = {
        let output = feed(weir(&store, &["-m", "minimal"]), input.as_bytes());
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().last().unwrap().rsplit(' ').next().unwrap().to_owned()
    };
    let (mut whole, mut gone) = (0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while Instant::now() < until {
                feed(weir(&store, &["-m", "minimal"]), input.as_bytes());
                show(&store, &["--purge", "--yes"]);
            }
        });
        while Instant::now() < until {
            let (text, printed, code) = show(&store, &[&id, "--raw"]);
            if code == 0 {
                assert!(text == input);
                whole += 1;
            } else {
                assert_eq!((text.as_str(), code), ("", 3));
                assert!(printed.contains("no stored run has the id"), "{printed}");
                gone += 1;
            }
        }
    });
    assert!(whole > 0 && gone > 0, "{whole} {gone}");
    (whole, gone)
}

#[test]
fn a_file_of_another_version_is_refused_and_left_alone() {
    let (_folder, store) = store();
    let output = feed(weir(&store, &["-m", "minimal"]), log(1, 500).as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let name = names(&store).remove(0);
    let path = store.join(&name);
    let mut bytes = fs::read(&path).unwrap();
    let end = bytes.len();
    bytes[end - 2..].copy_from_slice(b"99");
    fs::write(&path, &bytes).unwrap();
    let (_, printed, code) = show(&store, &[name.strip_suffix(".snapshot").unwrap()]);
    assert!(code == 3 && printed.contains("was written by another version of weir"), "{printed}");
    feed(weir(&store, &["-m", "minimal"]), log(1, 500).as_bytes());
    assert_eq!((names(&store).len(), fs::read(&path).unwrap() == bytes), (2, true));
}

#[test]
fn what_is_older_than_seven_days_has_expired() {
    let (_folder, store) = store();
    feed(weir(&store, &["-m", "minimal"]), log(1, 500).as_bytes());
    let name = names(&store).remove(0);
    let file = fs::File::options().write(true).open(store.join(&name)).unwrap();
    file.set_modified(std::time::SystemTime::now() - Duration::from_secs(8 * 24 * 3600)).unwrap();
    let (text, printed, code) = show(&store, &[name.strip_suffix(".snapshot").unwrap()]);
    assert_eq!((text.as_str(), code), ("", 3));
    assert!(printed.contains("has expired") && printed.contains("weir show"), "{printed}");
    assert_eq!(show(&store, &[]).0, "weir: no stored runs\n");
}

#[test]
fn no_socket_is_opened() {
    let strace = Command::new("strace").arg("-V").stdout(Stdio::null()).status();
    if strace.is_err() {
        return;
    }
    let (folder, store) = store();
    let trace = folder.path().join("trace");
    let input = folder.path().join("log");
    fs::write(&input, log(1, 9000)).unwrap();
    let input = input.to_str().unwrap();
    for words in [vec!["-m", "minimal", input], vec!["run", "--", "cat", input], vec!["show"]] {
        let mut command = Command::new("strace");
        command.args(["-f", "-qq", "-e", "trace=network", "-o"]).arg(&trace);
        command.arg(assert_cmd::cargo::cargo_bin("weir")).args(words).env("WEIR_STORE", &store);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // Where nothing may be traced, nothing is known.
        let Ok(true) = command.status().map(|status| status.code().is_some_and(|code| code <= 3)) else {
            return;
        };
        let calls = fs::read_to_string(&trace).unwrap();
        let sockets: Vec<&str> =
            calls.lines().filter(|line| line.contains("socket(") || line.contains("connect(")).collect();
        assert_eq!(sockets, Vec::<&str>::new());
    }
}

/// `cargo test --release --test store -- --ignored faults` takes a minute or two.
#[test]
#[ignore = "runs the binary 10000 times"]
fn ten_thousand_small_runs_forty_at_a_time_leave_a_store_within_its_quota() {
    let (_folder, store) = store();
    let next = std::sync::atomic::AtomicU64::new(0);
    let began = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..40 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if seed >= 10_000 {
                        return;
                    }
                    let mut command = weir(&store, &["-m", "minimal"]);
                    command.env("WEIR_STORE_QUOTA", "1M");
                    let output = feed(command, log(seed, 120).as_bytes());
                    assert_eq!((output.status.code(), output.stderr.len()), (Some(1), 0), "{seed}");
                }
            });
        }
    });
    let names = names(&store);
    let bytes: u64 = names.iter().map(|name| fs::metadata(store.join(name)).unwrap().len()).sum();
    eprintln!("{} files, {bytes} bytes, {:?}", names.len(), began.elapsed());
    assert!(names.iter().all(|name| name.ends_with(".snapshot")) && names.len() <= 200, "{}", names.len());
    assert!(bytes <= 1 << 20, "{bytes}");
    assert_eq!(show(&store, &["-m", "verbose"]).0.lines().count(), names.len());
}
