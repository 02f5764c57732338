use super::*;

impl Literals {
    /// How often a search for the literals stops in a text, apart from its end.
    pub fn stops(literals: &[&str], text: &str) -> usize {
        let windows = Self::new(literals).windows;
        let windows: Vec<&[u8]> = windows.iter().map(AsRef::as_ref).collect();
        let dealt: Vec<&[u8]> = dealing::deal(&windows).into_iter().map(|at| windows[at]).collect();
        dealing::tests::stopped(&dealt, text)
    }
}

fn found(literals: &Literals, text: &str) -> Vec<usize> {
    let mut numbers = Vec::new();
    literals.each(text, |number| numbers.push(number));
    assert_eq!(literals.any(text), !numbers.is_empty(), "{text}");
    numbers
}

#[test]
fn every_literal_is_found_in_short_and_in_long_texts() {
    let literals = Literals::new(&["error:", ".py::"]);
    let padding = "-".repeat(100);
    for text in ["a.py::b error: c", &format!("{padding}a.py::b{padding}error:{padding}")] {
        assert_eq!(found(&literals, text), [1, 0], "{text}");
    }
    assert_eq!(found(&literals, "error"), [] as [usize; 0]);
    assert_eq!(found(&Literals::new(&[]), "error:"), [] as [usize; 0]);
}

#[test]
fn literals_are_found_wherever_they_are_and_however_they_overlap() {
    let list = ["error:", ".py::", "rror: x", "error: ", " FAILED", "(FAILED - ", "FAIL", "\u{274c} "];
    let literals = Literals::new(&list);
    for text in ["a.py::b error: x", "(FAILED - 3) FAILED", "\u{274c} FAIL", "FAI LED", "error", ".py::.py::"]
    {
        for padding in ["", "-", "a test of many words ", "0123456789abcdef0123456789abcdef"] {
            let text = format!("{padding}{text}{padding}");
            let mut numbers = found(&literals, &text);
            numbers.sort_unstable();
            numbers.dedup();
            let expected: Vec<usize> =
                (0..list.len()).filter(|number| text.contains(list[*number])).collect();
            assert_eq!(numbers, expected, "{text}");
        }
    }
}

#[test]
fn a_line_of_a_block_is_clean_when_it_holds_no_literal() {
    let literals = Literals::new(&["error:", " FAILED"]);
    let block = "a\nb error: c\n\nd\ne FAILED\nlast\n";
    for first in 0..6 {
        let mut clean = Clean::default();
        let mut position = 1000_u64;
        let mut rest = block;
        for (number, text) in block.lines().enumerate() {
            let line = Line {
                together: Some(Together { text: rest, length: text.len(), bare: true, position }),
                ..Line::of(text)
            };
            if number >= first {
                assert_eq!(clean.holds_none(&line, &literals), !literals.any(text), "{text} from {first}");
            }
            rest = &rest[text.len() + 1..];
            position += text.len() as u64 + 1;
        }
    }
    assert!(!Clean::default().holds_none(&Line::of("a"), &literals));
}

proptest::proptest! {
    #[test]
    fn no_line_with_a_literal_is_clean_wherever_it_is_asked_about(
        blocks in proptest::collection::vec(
            proptest::collection::vec(("[a-f :]{0,90}", proptest::bool::weighted(0.1), 0_u8..3), 1..120),
            1..4,
        ),
    ) {
        let literals = Literals::new(&["error:", "d FAILED", "aFAILED"]);
        let mut clean = Clean::default();
        let mut position = 7_u64;
        for lines in blocks {
            let texts: Vec<(String, u8)> = lines
                .into_iter()
                .map(|(text, holds, asks)| (if holds { format!("{text}d FAILED{text}") } else { text }, asks))
                .collect();
            let block: String = texts.iter().flat_map(|(text, _)| [text.as_str(), "\n"]).collect();
            let mut rest = block.as_str();
            for (text, asks) in &texts {
                let together = Some(Together { text: rest, length: text.len(), bare: true, position });
                if *asks > 0 && clean.holds_none(&Line { together, ..Line::of(text) }, &literals) {
                    proptest::prop_assert!(!literals.any(text), "{text}");
                }
                rest = rest.split_at(text.len() + 1).1;
                position += text.len() as u64 + 1;
            }
            position += 3;
        }
    }
}

#[test]
fn groups_are_found_where_their_literals_overlap() {
    let grouped = Grouped::new(&[&[" Error "], &["Error"], &["Errors", "code"], &[" Err"]]);
    for (text, groups) in [
        ("an Error here", 0b1011),
        ("Errors", 0b0110),
        ("Error", 0b0010),
        (" Errors", 0b1110),
        ("no code", 0b0100),
        ("nothing", 0),
    ] {
        assert_eq!(grouped.find(&Line::of(text), &mut Clean::default()), groups, "{text}");
    }
}

#[test]
fn a_head_tells_what_a_text_begins_with() {
    let texts = [
        "",
        "e",
        "er",
        "err",
        "erro",
        "error:",
        "ok",
        "ok ",
        "✗ a",
        "errx",
        "error: x",
        "error: xy",
        "error: xyz",
    ];
    for beginning in texts {
        for text in texts {
            let begins = Head::new(beginning).begins(Head::of(text), text, beginning);
            assert_eq!(begins, text.starts_with(beginning), "{beginning:?} {text:?}");
        }
    }
}

#[test]
fn a_tail_tells_what_a_text_ends_with() {
    let texts = [
        "",
        "k",
        "ok",
        " ok",
        ".. ok",
        "... ok",
        "a ... ok",
        "aa ... ok",
        "naa ... ok",
        "not ok",
        "\u{2714}",
    ];
    for ending in texts {
        for text in texts {
            let ends = Tail::new(ending).ends(Tail::of(text), text, ending);
            assert_eq!(ends, text.ends_with(ending), "{ending:?} {text:?}");
        }
    }
}

#[test]
fn a_beginning_is_found_at_the_front_only() {
    let beginnings: Beginnings = ["error:", "error[", "✗ ", "ok"].into_iter().collect();
    for text in ["error: x", "error[E1]", "✗ a", "ok"] {
        assert!(beginnings.begin(text), "{text}");
    }
    for text in ["", "e", "error", "test", "ook", "✗"] {
        assert!(!beginnings.begin(text), "{text}");
    }
}
