//! Well-known secrets: hidden wherever they are, and nothing else changes.

use proptest::prelude::*;
use weir::budget::Mode;
use weir::settings::{Redaction, Settings};
use weir::store::redact::Redactor;

use crate::bytes::any_bytes;
use crate::runs::any_log;
use crate::shared::sweep::side_by_side;
use crate::support::{answer, any_settings, cases, mode};

/// A token, made of pieces so that no scanner takes this file for a leak.
fn token(body: &str) -> String {
    ["gh", "p_", body].concat()
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn hiding_keeps_every_line_end_and_is_done_once(bytes in any_bytes()) {
        let once = Redactor::default().block(&bytes).into_owned();
        let ends = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count();
        prop_assert_eq!(ends(&bytes), ends(&once));
        let twice = Redactor::default().block(&once).into_owned();
        prop_assert_eq!(&once, &twice);
    }

    #[test]
    fn an_input_without_secrets_has_the_same_answer(log in any_log(), settings in any_settings()) {
        let kept = Settings { redaction: Redaction::Keep, ..settings.clone() };
        prop_assert_eq!(answer(log.text.as_bytes(), &settings), answer(log.text.as_bytes(), &kept));
    }

    #[test]
    fn a_token_is_in_no_answer(
        log in any_log(), body in "[A-Za-z0-9]{35}[0-9]", before in "[ a-z:=\"_\\\\]{0,20}", at in 0_usize..40, settings in any_settings(),
    ) {
        let secret = token(&body);
        let mut lines: Vec<String> = log.text.lines().map(str::to_owned).collect();
        let at = at.min(lines.len());
        lines.insert(at, format!("error: {before}{secret} is wrong"));
        let shown = answer(lines.join("\n").as_bytes(), &settings);
        prop_assert!(!shown.contains(&body), "{}", shown);
    }
}

#[test]
fn a_hidden_secret_is_counted_in_the_footer() {
    let secret = token("aB3dE6gH9jaB3dE6gH9jaB3dE6gH9jaB3dE6");
    let input = format!("push with {secret}\nfetch postgres://u:hunter2secretpw@h/db\n");
    assert_eq!(
        answer(input.as_bytes(), &mode(Mode::Standard)),
        "push with [redacted:github-token]\nfetch postgres://u:[redacted:url-password]@h/db\n\
         weir: UNKNOWN\n\
         weir: 2 of 2 lines shown; redacted 2\n"
    );
    let kept = Settings { redaction: Redaction::Keep, ..mode(Mode::Standard) };
    assert_eq!(answer(input.as_bytes(), &kept), input);
}

#[test]
fn sides_of_a_comparison_that_differ_in_a_secret_still_differ() {
    let log = "running 1 test\ntest a::b ... FAILED\n\nfailures:\n\n---- a::b stdout ----\n\
        thread 'a::b' panicked at src/a.rs:1:2:\nassertion `left == right` failed\n  left: \"password=s3cr3t-pass\"\n \
        right: \"password=s3cr3t-past\"\n\nfailures:\n    a::b\n\n\
        test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
    for each in Mode::ALL {
        let shown = answer(log.as_bytes(), &mode(each));
        assert!(shown.contains("left: \"password=[redacted:password#1]\""), "{shown}");
        assert!(shown.contains("right: \"password=[redacted:password#2]\""), "{shown}");
    }
}

#[test]
fn equal_secrets_have_the_same_mark_in_the_whole_answer() {
    let (one, other) =
        (token("aB3dE6gH9jaB3dE6gH9jaB3dE6gH9jaB3dE6"), token("zB3dE6gH9jaB3dE6gH9jaB3dE6gH9jaB3dE6"));
    let input = format!("push with {one}\nfetch with {other}\npull with x{one}\n");
    let shown = answer(input.as_bytes(), &mode(Mode::Standard));
    assert!(
        shown.starts_with(
            "push with [redacted:github-token#1]\nfetch with [redacted:github-token#2]\n\
             pull with x[redacted:github-token#1]\n"
        ),
        "{shown}"
    );
}

#[test]
fn a_mark_that_the_input_printed_is_no_hidden_secret() {
    let input = "a [redacted:password] b\n";
    assert_eq!(answer(input.as_bytes(), &mode(Mode::Minimal)), input);
}

#[test]
fn a_secret_in_the_name_and_in_the_message_of_a_failure_is_hidden() {
    let secret = token("aB3dE6gH9jaB3dE6gH9jaB3dE6gH9jaB3dE6");
    let mut log = String::from("running 2 tests\ntest a::ok ... ok\n");
    log.push_str(&format!("test a::t_{secret} ... FAILED\ntest a::b ... FAILED\n\nfailures:\n\n"));
    log.push_str(&format!(
        "---- a::b stdout ----\nthread 'a::b' panicked at src/a.rs:1:2:\nlogin {secret} refused\n\n"
    ));
    log.push_str(&format!("failures:\n    a::b\n    a::t_{secret}\n\ntest result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\n"));
    let padded = format!("{log}{}", "a line\n".repeat(60));
    for text in [&log, &padded] {
        for each in Mode::ALL {
            let shown = answer(text.as_bytes(), &mode(each));
            assert!(shown.contains("login [redacted:github-token] refused"), "{shown}");
            assert!(shown.contains("redacted "), "{shown}");
            // A word that only contains the prefix is a name of its own.
            assert!(shown.contains("a::b"), "{shown}");
        }
    }
}

#[test]
fn no_log_among_the_fixtures_is_shown_differently() {
    let mut logs = Vec::new();
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata"))];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                logs.push(path);
            }
        }
    }
    assert!(logs.len() > 100);
    let changed = side_by_side(&logs, |path| {
        let bytes = std::fs::read(path).unwrap();
        let hidden = Redactor::default().block(&bytes).into_owned();
        (hidden != bytes).then(|| format!("{}: {}", path.display(), String::from_utf8_lossy(&hidden)))
    });
    assert_eq!(changed.into_iter().flatten().collect::<Vec<_>>(), [""; 0]);
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn a_json_document_is_one_without_its_secrets_too(
        key in "[a-z_]{0,6}(password|token|secret|api_key|note)", value in "[ -~é\\\\\"]{0,40}", other in "[a-z0-9]{0,30}",
    ) {
        let pem = format!("-----BEGIN PRIVATE KEY-----\n{other}\n{value}");
        let document = serde_json::json!({ key: value, "pem": pem, "list": [value, other], "url": format!("http://u:{other}@h") });
        for text in [document.to_string(), serde_json::to_string_pretty(&document).unwrap()] {
            let hidden = Redactor::default().block(text.as_bytes()).into_owned();
            prop_assert!(serde_json::from_slice::<serde_json::Value>(&hidden).is_ok(), "{}", String::from_utf8_lossy(&hidden));
        }
    }
}
