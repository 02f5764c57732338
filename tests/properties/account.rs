//! The account: a footer when something is not shown and only then, and numbers that add up.

use std::collections::HashMap;

use proptest::prelude::*;
use serde_json::Value;
use weir::budget::{Amount, ClassIndex, Ledger, Mode};

use crate::bytes::any_bytes;
use crate::parse;
use crate::runs::{Fate, any_log, closed_log};
use crate::support::{
    Pieces, Seen, answer, any_limits, any_mode, any_text_settings, cases, everything, mode, seen, settings,
    written,
};

/// Whether the input begins like a document, which is not read as lines.
fn may_be_a_document(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.iter().find(|byte| !byte.is_ascii_whitespace()).is_some_and(|byte| b"{[<".contains(byte))
}

/// Whether every line of `input` is in `shown`, as often as it does there; a group's heading may be there oftener.
fn all_are_in<'a>(input: impl Iterator<Item = &'a str>, shown: impl Iterator<Item = &'a str>) -> bool {
    let mut times: HashMap<&str, i64> = HashMap::new();
    shown.for_each(|line| *times.entry(line).or_insert(0) += 1);
    input.for_each(|line| *times.entry(line).or_insert(0) -= 1);
    times.values().all(|times| *times >= 0)
}

fn assert_footer_is_due(bytes: &[u8], text: &str) {
    let Seen { texts, altered, .. } = seen(bytes);
    let answer = parse::answer(text);
    let footers = text.lines().filter(|line| parse::footer(line).is_some()).count();
    let in_verdict = text.lines().last().is_some_and(|line| parse::verdict(line).is_some());
    assert_eq!(footers, usize::from(answer.footer.is_some() && !in_verdict), "{text}");
    match answer.footer {
        None => {
            assert!(!altered, "altered without a word: {text}");
            let marked: Vec<String> = texts
                .iter()
                .map(|text| if text.starts_with("weir:") { format!("\\{text}") } else { text.clone() })
                .collect();
            // A failure's first line is continued on further lines where it is longer than a line.
            let wrapped = marked.iter().any(|line| line.chars().count() > 200);
            let whole = all_are_in(marked.iter().map(String::as_str), answer.input());
            assert!(wrapped || whole, "{text}");
        }
        Some(footer) => {
            let cut = footer.kept_lines < footer.seen_lines;
            let unnamed = footer.failures.is_some_and(|[.., counted]| counted > 0);
            let changed = footer.clipped > 0 || footer.escaped > 0 || footer.redacted > 0;
            let changed = changed || footer.normalized.is_some();
            assert!(cut || unnamed || changed, "a footer without a cause: {text}");
        }
    }
}

fn assert_adds_up(bytes: &[u8], text: &str) {
    let answer = parse::answer(text);
    let Some(footer) = &answer.footer else { return };
    let all = seen(bytes);
    if !may_be_a_document(bytes) {
        assert_eq!(footer.seen_lines, all.lines, "{text}");
        assert!(footer.kept_lines <= footer.seen_lines, "{text}");
    }
    let hidden: u64 = footer.hidden.values().sum();
    assert!(hidden <= footer.seen_lines - footer.kept_lines, "{text}");
    // One kind alone may be all for which there was room.
    assert!(footer.hidden.len() != 2 || hidden == footer.seen_lines - footer.kept_lines, "{text}");
    assert!(footer.kept_lines <= answer.input().count() as u64, "{text}");
    if let Some([all, whole, in_part, by_name, counted]) = footer.failures {
        assert_eq!(all, whole + in_part + by_name + counted, "{text}");
        // Those for whose names there is no room are counted in a line; those that nobody named are in the footer alone.
        assert!(counted >= answer.more(), "{text}");
    }
}

proptest! {
    #![proptest_config(cases(250))]

    #[test]
    fn a_footer_is_at_there_when_something_is_missing_and_only_then(bytes in any_bytes(), each in any_mode()) {
        assert_footer_is_due(&bytes, &answer(&bytes, &mode(each)));
    }

    #[test]
    fn kept_and_cut_are_what_was_seen(bytes in any_bytes(), settings in any_text_settings()) {
        assert_adds_up(&bytes, &answer(&bytes, &settings));
    }
}

proptest! {
    #![proptest_config(cases(80))]

    #[test]
    fn a_footer_of_runs_is_due_and_adds_up(log in any_log(), each in any_mode(), limits in any_limits()) {
        let bytes = log.text.as_bytes();
        assert_footer_is_due(bytes, &answer(bytes, &mode(each)));
        let narrow = settings(each, limits, weir::settings::AnswerFormat::Text);
        assert_adds_up(bytes, &answer(bytes, &narrow));
    }

    #[test]
    fn a_small_input_passes_whole(lines in prop::collection::vec("[a-z :.=]{0,45}", 1..40), each in any_mode()) {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let shown = answer(text.as_bytes(), &mode(each));
        prop_assert!(shown.starts_with(&text), "{}", shown);
        prop_assert!(parse::answer(&shown).footer.is_none(), "{}", shown);
    }

    #[test]
    fn an_interrupted_stream_says_so(bytes in any_bytes(), each in any_mode()) {
        let text = String::from_utf8(written(&mut Pieces::new(&bytes, &[]).interrupted(), &mode(each))).unwrap();
        let answer = parse::answer(&text);
        prop_assert!(answer.verdict.expect("a verdict").interrupted, "{}", text);
    }

    #[test]
    fn shown_and_named_and_unlisted_failures_are_all(log in closed_log(0), settings in any_text_settings()) {
        let text = answer(log.text.as_bytes(), &settings);
        let answer = parse::answer(&text);
        let verdict = answer.verdict.as_ref().expect("a verdict");
        let failed = log.count(Fate::Fails);
        prop_assert_eq!((verdict.failed, verdict.at_least), (failed, false), "{}", text);
        if let Some([all, .., counted]) = answer.footer.as_ref().and_then(|footer| footer.failures) {
            prop_assert_eq!((all, counted), (failed, answer.more()), "{}", text);
        }
    }

    #[test]
    fn the_numbers_of_the_json_add_up(log in any_log(), each in any_mode(), limits in any_limits()) {
        let json = weir::settings::AnswerFormat::Json;
        for settings in [everything(), settings(each, each.limits(), json), settings(each, limits, json)] {
            let value: Value = serde_json::from_str(&answer(log.text.as_bytes(), &settings)).unwrap();
            if let Some(chars) = value["seen"]["chars"].as_u64() {
                prop_assert_eq!(chars, seen(log.text.as_bytes()).chars);
                prop_assert!(value["kept"]["chars"].as_u64().is_none_or(|kept| kept <= chars), "{}", value);
            }
            let length = |name: &str| value[name].as_array().unwrap().len() as u64;
            let listed = length("failures") + length("named") + value["unlisted"].as_u64().unwrap();
            prop_assert_eq!(listed, value["counts"]["failed"].as_u64().unwrap_or(0), "{}", value);
            if let Some(cut) = value.get("cut") {
                let cut: u64 = cut.as_object().unwrap().values().map(|each| each.as_u64().unwrap()).sum();
                prop_assert_eq!(value["kept"]["lines"].as_u64().unwrap() + cut, log.text.lines().count() as u64);
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_ledger_balances_whatever_is_booked(
        bookings in prop::collection::vec((0_usize..8, amount(), 0_u64..=100), 0..40),
    ) {
        let mut ledger = Ledger::default();
        for (class, amount, share) in bookings {
            ledger.saw(ClassIndex(class), amount);
            // A renderer shows only what was seen and is not shown yet.
            let left = ledger.rest(ClassIndex(class)).amount;
            let part = |whole: u64| u64::try_from(u128::from(whole) * u128::from(share) / 100).unwrap();
            ledger.show(ClassIndex(class), Amount { lines: part(left.lines), chars: part(left.chars) });
        }
        for class in 0..8 {
            let rest = ledger.rest(ClassIndex(class));
            ledger.settle(rest);
        }
        prop_assert!(ledger.balanced(), "{:?}", ledger);
        prop_assert_eq!(ledger.shown().plus(ledger.all_cut()), ledger.seen());
    }
}

fn amount() -> impl Strategy<Value = Amount> {
    let size = || prop_oneof![0_u64..1000, u64::MAX - 1000..=u64::MAX, any::<u64>()];
    (size(), size()).prop_map(|(lines, chars)| Amount { lines, chars })
}

#[test]
fn an_empty_input_is_printed_to_be_one() {
    for each in Mode::ALL {
        assert_eq!(answer(b"", &mode(each)), "weir: UNKNOWN nothing was read; was it 2>&1?\n");
    }
}

#[test]
fn an_unfinished_test_beside_an_input_that_nearly_fills_the_page_is_reported() {
    let input = format!("=== RUN   TestA\n{}", "a\n".repeat(17));
    for lines in 17..22 {
        let limits = weir::budget::Limits { lines, ..Mode::Standard.limits() };
        let text =
            answer(input.as_bytes(), &settings(Mode::Standard, limits, weir::settings::AnswerFormat::Text));
        assert_adds_up(input.as_bytes(), &text);
        assert!(text.contains("TestA"), "{text}");
    }
}

#[test]
fn every_line_of_a_document_is_counted_also_where_its_last_one_does_not_end() {
    let json = settings(Mode::Standard, Mode::Standard.limits(), weir::settings::AnswerFormat::Json);
    for (text, lines) in [
        ("<testsuite>\n<testcase name='a'/>\n</testsuite>", 3),
        ("a\n<testsuite>\n<testcase name='a'/></testsuite>", 3),
        ("a\n<testsuite \nb: ", 3),
        ("<testsuite><testcase name='a'/></testsuite> b\n", 1),
        ("<testsuite><testcase name='a'/></testsuite>\n\n", 2),
    ] {
        let value: Value = serde_json::from_str(&answer(text.as_bytes(), &json)).unwrap();
        assert_eq!(value["seen"]["lines"], lines, "{text}");
    }
}
