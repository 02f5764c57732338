//! The answer's size: characters, lines, line length, the ceiling; and where a line is clipped.

use proptest::prelude::*;
use unicode_segmentation::UnicodeSegmentation as _;
use weir::budget::{CEILING_BYTES, Limits, Mode};
use weir::settings::{AnswerFormat, Settings};

use crate::bytes::any_bytes;
use crate::parse;
use crate::runs::any_log;
use crate::support::{answer, any_mode, any_settings, cases, mode, seen, settings};

/// No answer is longer than its input and the two lines that close it.
fn assert_no_longer(bytes: &[u8], each: Mode) {
    let text = answer(bytes, &mode(each));
    let marked = |line: &&String| line.chars().count() + 1 + usize::from(line.starts_with("weir:"));
    let seen = seen(bytes);
    let input: usize = seen.texts.iter().map(|line| marked(&line)).sum();
    let body: usize = parse::answer(&text).body.iter().map(|line| line.chars().count() + 1).sum();
    assert!(body <= input, "{each}: {body} chars of {input}:\n{text}\n====\n{}", seen.texts.join("\n"));
}

fn assert_bounded(bytes: &[u8], settings: &Settings) {
    let text = answer(bytes, settings);
    let Limits { chars, lines, line_chars } = settings.limits;
    assert!(text.is_empty() || text.ends_with('\n'));
    let count = text.chars().count() as u64;
    assert!(count <= chars, "{count} of {chars} chars: {text}");
    if settings.format == AnswerFormat::Json {
        assert_eq!(text.lines().count(), 1, "{text}");
        serde_json::from_str::<serde_json::Value>(&text).expect("one line of JSON");
        return;
    }
    let count = text.matches('\n').count() as u64;
    assert!(count <= lines, "{count} of {lines} lines: {text}");
    for line in text.split('\n') {
        let count = line.chars().count() as u64;
        assert!(count <= line_chars, "{count} of {line_chars} chars: {line}");
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn an_answer_is_never_longer_than_its_input_and_two_lines(log in any_log(), each in any_mode()) {
        assert_no_longer(log.text.as_bytes(), each);
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn an_answer_to_any_bytes_holds_its_limits(bytes in any_bytes(), settings in any_settings()) {
        assert_bounded(&bytes, &settings);
    }
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn an_answer_to_runs_holds_its_limits(log in any_log(), settings in any_settings()) {
        assert_bounded(log.text.as_bytes(), &settings);
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn an_answer_holds_its_bytes_besides(
        log in any_log(),
        bytes in any_bytes(),
        settings in any_settings(),
        most in 400_u64..12_000,
    ) {
        // As a reader's ceiling does: the chars are never more than the bytes.
        let limits = Limits { chars: settings.limits.chars.min(most), ..settings.limits };
        let settings = Settings { limits, bytes: Some(most), ..settings };
        for input in [log.text.as_bytes(), &bytes, "größe 漢字 😀 FAILED\n".repeat(300).as_bytes()] {
            assert_bounded(input, &settings);
            let length = answer(input, &settings).len() as u64;
            prop_assert!(length <= most, "{} of {} bytes", length, most);
        }
    }
}

#[test]
fn json_holds_the_lowest_limits() {
    let lowest = weir::budget::LOWEST;
    for bytes in [&b""[..], b"\n", b"error: no\n", b"test a ... FAILED\n", &b"\xff\"\\\n".repeat(300)] {
        for mode in Mode::ALL {
            assert_bounded(bytes, &settings(mode, lowest, AnswerFormat::Json));
        }
    }
}

#[test]
fn no_limit_raises_the_ceiling() {
    let most = Limits { chars: CEILING_BYTES, lines: CEILING_BYTES, line_chars: CEILING_BYTES };
    let wide = format!("{}\n", "\u{1f600}".repeat(1000)).repeat(400);
    let failing: String =
        (0..400).map(|number| format!("src/{}.c:{number}:1: error: no\n", "\u{1f600}".repeat(900))).collect();
    for text in [wide, failing] {
        for (mode, format) in [(Mode::Standard, AnswerFormat::Text), (Mode::Verbose, AnswerFormat::Json)] {
            let length = answer(text.as_bytes(), &settings(mode, most, format)).len() as u64;
            assert!(length <= CEILING_BYTES, "{length} bytes");
        }
    }
}

/// Clusters of one to many code points, none of them beyond what is spared.
fn cluster() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "a",
        "b ",
        "é",
        "e\u{301}",
        "漢",
        "한",
        "\u{1112}\u{1161}\u{11ab}",
        "🇩🇪",
        "👩\u{200d}👩\u{200d}👧\u{200d}👦",
        "👍🏽",
        "\u{915}\u{94d}\u{937}",
        "1\u{fe0f}\u{20e3}",
        "o\u{302}\u{323}\u{308}",
    ])
    .prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn a_line_is_clipped_between_characters(
        clusters in prop::collection::vec(cluster(), 30..400),
        ending in prop::sample::select(vec!["", " ... FAILED", " ok", " (12 ms)"]),
        mode in any_mode(),
        line_chars in 60_u64..200,
    ) {
        // A blank at the end of a clipped line is not shown.
        let line = format!("{}{ending}", clusters.concat()).trim_end().to_owned();
        let limits = Limits { line_chars, ..mode.limits() };
        let text = answer(format!("{line}\n").as_bytes(), &settings(mode, limits, AnswerFormat::Text));
        let shown = text.lines().next().unwrap();
        if (line.chars().count() as u64) <= line_chars {
            prop_assert_eq!(shown, &line);
        } else {
            let at = shown.find("...").unwrap();
            let (front, back) = (&shown[..at], &shown[at + 3..]);
            let boundaries: Vec<usize> = line.grapheme_indices(true).map(|(at, _)| at).chain([line.len()]).collect();
            prop_assert!(line.starts_with(front) && boundaries.contains(&front.len()), "{}", shown);
            prop_assert!(line.ends_with(back) && boundaries.contains(&(line.len() - back.len())), "{}", shown);
            prop_assert!(shown.chars().count() as u64 + 16 > line_chars, "clipped too short: {}", shown);
        }
    }
}
