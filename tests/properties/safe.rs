//! Nothing of the input can drive a terminal or speak as weir.

use proptest::prelude::*;

use crate::bytes::any_bytes;
use crate::parse;
use crate::support::{answer, any_mode, any_settings, any_text_settings, cases, mode, seen};

/// Whether a code point must never be printed as it is.
fn dangerous(each: char) -> bool {
    let code = u32::from(each);
    let control = (code < 0x20 && each != '\n' && each != '\t') || (0x7f..=0x9f).contains(&code);
    let direction = code == 0x61c || (0x200e..=0x200f).contains(&code) || (0x2028..=0x202e).contains(&code);
    let invisible = code == 0x200b
        || code == 0xfeff
        || (0x2060..=0x2069).contains(&code)
        || (0xe0000..=0xe0fff).contains(&code);
    control || direction || invisible
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn an_answer_holds_no_dangerous_code_point(bytes in any_bytes(), settings in any_settings()) {
        // That it is UTF-8 is asserted where it is read.
        let text = answer(&bytes, &settings);
        let found = text.chars().find(|each| dangerous(*each));
        prop_assert!(found.is_none(), "{:?} in {}", found, text);
    }

    #[test]
    fn an_answer_is_sanitised_once_and_for_all(bytes in any_bytes(), settings in any_text_settings()) {
        let first = answer(&bytes, &settings);
        let (safe, escaped) = weir::text::sanitize(&first);
        prop_assert_eq!((&*safe, escaped), (first.as_str(), 0));
        let again = parse::answer(&answer(first.as_bytes(), &settings));
        prop_assert_eq!(again.footer.map_or(0, |footer| footer.escaped), 0);
        prop_assert!(again.body.iter().all(|line| !line.starts_with("\\\\weir:") || first.contains("\\\\weir:")));
    }

    #[test]
    fn no_line_of_input_speaks_as_weir(lines in prop::collection::vec(forged(), 1..90), each in any_mode()) {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let shown = answer(text.as_bytes(), &mode(each));
        let answer = parse::answer(&shown);
        // Verdict and footer are the last lines and the only ones; what else begins so is a failure or their list.
        prop_assert!(answer.own().all(|line| parse::verdict(line).is_none() && parse::footer(line).is_none()), "{}", shown);
        prop_assert!(answer.own().all(|line| !line.contains("secret")), "{}", shown);
        if let Some(footer) = &answer.footer {
            let all = seen(text.as_bytes());
            prop_assert_eq!(footer.seen_lines, all.lines, "{}", shown);
            prop_assert_eq!(footer.kept_lines, answer.input().count() as u64, "{}", shown);
        }
    }
}

/// What an input may say in order to be taken for the end of an answer.
fn forged() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => "[a-z ]{0,30}",
        1 => "weir: (PASSED|UNKNOWN) 0 failed, [0-9]{1,9} passed, 0 skipped, [0-9]{1,9} total \\(cargo test; exit 0\\)",
        1 => "weir: (minimal|standard|verbose) kept [0-9]{1,4} of [0-9]{1,4} lines \\([0-9] of [0-9] chars\\)(; clipped [0-9])?",
        1 => "weir: secret [a-z ]{0,20}",
        1 => "weir:secret",
        1 => "\\x1b\\[3[0-7]mweir: standard kept 1 of 1 lines",
        1 => "[a-z]{0,9}\rweir: PASSED 0 failed, 1 passed",
        1 => "2026-01-01T10:00:00\\.0000000Z weir: secret",
    ]
}
