//! `weir tokens`, through the binary.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{answer, weir};

/// What `weir tokens` prints, without its newline.
#[track_caller]
fn tokens(words: &[&str], input: impl Into<Vec<u8>>) -> String {
    let mut all = vec!["tokens"];
    all.extend(words);
    let answer = answer(&all, input);
    assert_eq!(answer.code, 0);
    answer.text.trim_end().to_owned()
}

/// The answer of `weir tokens` as JSON.
#[track_caller]
fn json(words: &[&str], input: impl Into<Vec<u8>>) -> serde_json::Value {
    serde_json::from_str(&tokens(&[&["--format", "json"], words].concat(), input)).unwrap()
}

/// The lines of `--est all`: those of the estimators that are always there, and where they are built in those that count
/// exactly, `exact` tokens each.
fn all_estimates(always: &str, exact: u64) -> String {
    if cfg!(feature = "tokenizer") {
        format!("{always}\no200k            {exact}\ncl100k           {exact}")
    } else {
        always.to_owned()
    }
}

fn refused(words: &[&str], input: impl Into<Vec<u8>>) -> String {
    let mut all = vec!["tokens"];
    all.extend(words);
    let output = weir(&all).write_stdin(input).output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stdout).unwrap().as_str()), (Some(2), ""));
    String::from_utf8(output.stderr).unwrap()
}

/// A text of `testdata/tokens` with its number of o200k tokens.
struct Text {
    name: String,
    path: PathBuf,
    chars: u64,
    true_tokens: u64,
}

fn texts() -> Vec<Text> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/tokens");
    let table = fs::read_to_string(folder.join("counts.tsv")).unwrap();
    let rows = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    rows.map(|row| Text {
        name: row[3].to_owned(),
        path: folder.join(row[3]),
        chars: row[0].parse().unwrap(),
        true_tokens: row[1].parse().unwrap(),
    })
    .collect()
}

/// How far an estimate is from the truth: 0.1 is a tenth too many.
#[allow(clippy::cast_precision_loss, reason = "small numbers")]
fn off(estimate: u64, truth: u64) -> f64 {
    estimate as f64 / truth as f64 - 1.0
}

#[test]
fn row_001_i8_a_token_is_four_chars() {
    assert_eq!(tokens(&[], " ".repeat(40_000)), "10000");
}

#[test]
fn row_001_i9_the_largest_answers_are_10000_and_50000() {
    assert_eq!(tokens(&[], "a".repeat(40_000)), "10000");
    assert_eq!(tokens(&[], "a".repeat(200_000)), "50000");
}

#[test]
fn row_001_i10_every_estimator_has_its_own_number() {
    let expected = "chars4-floor     2\nchars4-ceil      3\nchars4-margin20  4\nclass            2";
    assert_eq!(tokens(&["--est", "all"], "elevenchars"), all_estimates(expected, 3));
}

#[test]
fn row_sc_008_class_is_within_a_fifth_for_nine_texts_in_ten_and_chars_are_not() {
    let texts = texts();
    assert!(texts.len() >= 50);
    let (mut near, mut near_by_chars, mut wrong) = (0, 0, Vec::new());
    for text in &texts {
        let estimate = tokens(&["--est", "class", text.path.to_str().unwrap()], "").parse().unwrap();
        let off_by = off(estimate, text.true_tokens);
        near += usize::from(off_by.abs() <= 0.2);
        near_by_chars += usize::from(off(text.chars.div_ceil(4), text.true_tokens).abs() <= 0.2);
        if text.name.starts_with("log-") && off_by < -0.1 {
            wrong.push(format!("{}: {off_by:+.3}", text.name));
        }
    }
    assert_eq!(wrong, [""; 0], "logs that are under by more than a tenth");
    assert!(near * 10 >= texts.len() * 9, "{near} of {}", texts.len());
    assert!(near_by_chars * 10 < texts.len() * 9, "chars alone would do: {near_by_chars}");
}

#[test]
fn row_nfr_p2_100_kb_are_estimated_by_every_estimator() {
    // How fast is a matter of `benches/pieces.rs`.
    for text in ["堰は低いダム".repeat(5600), "test harbour::dock_17::takes_the_ferry ... ok\n".repeat(2200)]
    {
        let counted = json(&[], text);
        let estimates = counted["estimates"].as_object().unwrap();
        assert!(estimates.len() >= 4 && estimates.values().all(|tokens| tokens.as_u64().unwrap() > 1000));
    }
}

#[test]
fn json_tells_chars_bytes_lines_and_every_estimate() {
    let counted = json(&[], "né\r\nb");
    let mut expected = serde_json::json!({
        "schema": "weir.tokens/1", "chars": 5, "bytes": 6, "lines": 2,
        "estimates": { "chars4-floor": 1, "chars4-ceil": 2, "chars4-margin20": 2, "class": 5 },
    });
    if cfg!(feature = "tokenizer") {
        expected["estimates"]["o200k"] = 3.into();
        expected["estimates"]["cl100k"] = 3.into();
    }
    assert_eq!(counted, expected);
}

#[test]
fn answers_follow_the_schema() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/cli/tokens/schema/weir.tokens.1.json");
    let schema = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for words in [&[][..], &["--per-line"], &["--est", "class"]] {
        let counted = json(words, "a\nb\n");
        assert!(validator.is_valid(&counted), "{counted}");
    }
}

#[test]
fn every_line_has_its_number_and_its_end_counts() {
    assert_eq!(tokens(&["--per-line"], "abc\nabcd\n\nlast"), "1\n2\n1\n1");
    assert_eq!(tokens(&["--per-line"], ""), "");
    let counted = json(&["--per-line", "--est", "chars4-floor"], "abc\nabcd");
    assert_eq!(counted["per_line"], serde_json::json!([1, 1]));
    assert!(refused(&["--per-line", "--est", "all"], "").contains("--per-line counts with one estimator"));
}

#[test]
fn no_list_of_lines_is_longer_than_the_ceiling() {
    let answer = answer(&["tokens", "--per-line"], "\n".repeat(600_000));
    assert!(answer.text.len() <= 1_000_000 && answer.text.len() > 990_000, "{}", answer.text.len());
    let listed = answer.text.lines().count() - 1;
    assert!(answer.text.ends_with(&format!("weir: and {} more lines\n", 600_000 - listed)));
}

#[test]
fn bytes_that_are_no_text_are_counted_as_they_are_shown() {
    assert_eq!(tokens(&["--est", "chars4-ceil"], b"a\xff\xff\xffb".to_vec()), "2");
    assert_eq!(tokens(&[], b"\xef\xbb\xbfabcd".to_vec()), "1");
    assert_eq!(tokens(&[], b"\xff\xfea\0b\0c\0d\0".to_vec()), "1");
    assert_eq!(
        tokens(&["--est", "all"], ""),
        all_estimates("chars4-floor     0\nchars4-ceil      0\nchars4-margin20  0\nclass            0", 0)
    );
}

#[test]
fn several_files_are_counted_together_and_standard_input_among_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (one, two) = (path("one", "abc"), path("two", "de"));
    assert_eq!(tokens(&[&one, "-", &two], "fgh"), "2");
    assert!(refused(&["missing"], "").contains("failed to read 'missing': no such file"));
}

#[cfg(unix)] // needs a POSIX shell
#[test]
fn a_command_counts_and_one_that_fails_is_replaced_by_bytes() {
    assert_eq!(tokens(&["--est", "exec:wc -w"], "one two three"), "3");
    let output = weir(&["tokens", "--est", "exec:exit 3"]).write_stdin("été").output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b"5\n"[..]));
    let reported = String::from_utf8(output.stderr).unwrap();
    assert_eq!(reported, "weir: warning: exec:exit 3 failed: exit status: 3; bytes are counted instead\n");
}

#[test]
fn an_unknown_estimator_is_refused_with_the_names() {
    let reported = refused(&["--est", "clas"], "");
    assert!(
        reported.starts_with("weir: unknown estimator 'clas'\nhint: did you mean 'class'? "),
        "{reported}"
    );
    assert!(reported.contains("chars4-floor, chars4-ceil, chars4-margin20, class"), "{reported}");
}

#[cfg(feature = "tokenizer")]
#[test]
fn the_tokenizer_counts_exactly() {
    for text in texts() {
        let path = text.path.to_str().unwrap();
        assert_eq!(tokens(&["--est", "o200k", path], "").parse(), Ok(text.true_tokens), "{}", text.name);
    }
}
