use super::*;
use crate::budget::Estimator;

const EXACT: Estimator = Estimator::Chars4Ceil;

fn bounds(tokens: u64, lines: u64, boundary: Boundary) -> Bounds {
    Bounds { tokens, lines, boundary, ..Bounds::default() }
}

/// All chunks of a text that comes in blocks of `block` bytes: their lines and bytes.
fn chunks(input: &[u8], bounds: Bounds, block: usize, measure: &dyn Measure) -> Vec<(u64, u64, Vec<u8>)> {
    let mut chunker = Chunker::new(bounds, measure, 1);
    let mut found = Vec::new();
    let mut take = |chunker: &mut Chunker<'_>| {
        while let Some(chunk) = chunker.next_chunk() {
            assert_eq!(chunk.index, found.len() as u64);
            found.push((chunk.start_line, chunk.end_line, chunk.bytes.to_vec()));
        }
    };
    for block in input.chunks(block.max(1)) {
        chunker.push(block);
        take(&mut chunker);
    }
    chunker.end();
    take(&mut chunker);
    found
}

fn texts(input: &str, bounds: Bounds) -> Vec<String> {
    let found = chunks(input.as_bytes(), bounds, 7, &EXACT);
    found.into_iter().map(|(_, _, bytes)| String::from_utf8(bytes).unwrap()).collect()
}

#[test]
fn lines_are_counted_and_a_whole_text_within_the_tokens_is_one_chunk() {
    let numbers = |to: u64| (1..=to).map(|number| format!("{number}\n")).collect::<String>();
    let found = chunks(numbers(10_000).as_bytes(), Bounds::default(), 4096, &Estimator::Chars4Margin20);
    assert_eq!(found.len(), 50);
    assert_eq!((found[0].0, found[0].1, found[49].0, found[49].1), (1, 200, 9801, 10_000));
    let found = chunks(numbers(500).as_bytes(), Bounds::default(), 100, &EXACT);
    assert_eq!(found.iter().map(|each| (each.0, each.1)).collect::<Vec<_>>(), [(1, 500)]);
}

#[test]
fn the_bound_of_tokens_is_held_to_the_char() {
    let found = |chars: usize| chunks("x".repeat(chars).as_bytes(), Bounds::default(), 999, &EXACT).len();
    assert_eq!((found(8000), found(8001)), (1, 2));
}

#[test]
fn an_entry_takes_its_stack_trace_along() {
    let entry =
        |number: u32| format!("2024-05-06 07:08:{number:02} failed\n{}", "\tat a.b.C(C.java:1)\n".repeat(30));
    let input: String = (0..20).map(entry).collect();
    for boundary in [Boundary::Auto, Boundary::Entry] {
        for text in texts(&input, bounds(3_000, 100, boundary)).iter().take(6) {
            assert_eq!(text.lines().count(), 93);
            assert!(text.starts_with("2024"));
        }
    }
}

#[test]
fn a_paragraph_a_sentence_and_a_line_are_kept_whole() {
    let input = "One is here.\nTwo is\nthere. Three\n\nFour comes. Five\nends it. Six is long\n";
    assert_eq!(texts(input, bounds(12, 99, Boundary::Auto))[0], "One is here.\nTwo is\nthere. Three\n\n");
    assert_eq!(
        texts(input, bounds(12, 99, Boundary::Paragraph))[0],
        "One is here.\nTwo is\nthere. Three\n\n"
    );
    assert_eq!(
        texts(input, bounds(12, 99, Boundary::Sentence))[0],
        "One is here.\nTwo is\nthere. Three\n\nFour comes. "
    );
    assert_eq!(texts(input, bounds(7, 99, Boundary::Line))[0], "One is here.\nTwo is\n");
    assert_eq!(texts(input, bounds(7, 99, Boundary::Sentence))[0], "One is here.\nTwo is\nthere. ");
}

#[test]
fn a_line_that_is_too_long_is_cut_within() {
    let input = format!("short\n{}\r\nlast\n", "one two three. ".repeat(10));
    let found = texts(&input, bounds(10, 99, Boundary::Auto));
    assert_eq!(found[0], "short\n");
    assert_eq!(found[1], "one two three. one two three. ");
    assert_eq!(found.concat(), input);
    assert_eq!(texts("ab\r\ncd", bounds(1, 1, Boundary::Line)), ["ab\r\n", "cd"]);
}

#[test]
fn a_cut_that_ends_with_a_blank_still_fits() {
    let input = format!("\0{}Traceback (most recent call last):\n", "x".repeat(50));
    for found in chunks(input.as_bytes(), bounds(13, 1, Boundary::ALL[0]), usize::MAX, &Estimator::Class) {
        assert!(Estimator::Class.tokens(&String::from_utf8_lossy(&found.2)) <= 13, "{found:?}");
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(400))]
    #[test]
    fn chunks_put_together_are_the_input_however_it_comes(
        pieces in proptest::collection::vec(
            proptest::sample::select(vec![&b"\n"[..], b"\r\n", b"word. ", b"2024-01-01 x\n", b"\tat a\n", b"\xff", b"\xe2\x82", "é漢😀".as_bytes(), b"e\xcc\x81", b"\x1b[1m", b"xxxxxxxxxxxxxxxxxxxxxxxxx", b"\0", b"Traceback (most recent call last):\n"]), 0..120),
        tokens in 1_u64..60, lines in 1_u64..12, which in 0_usize..5, block in 1_usize..400, class in proptest::bool::ANY,
    ) {
        let input = pieces.concat();
        let bounds = bounds(tokens, lines, Boundary::ALL[which]);
        let measure: &dyn Measure = if class { &Estimator::Class } else { &Estimator::Chars4Margin20 };
        let found = chunks(&input, bounds, block, measure);
        proptest::prop_assert_eq!(found.iter().flat_map(|each| each.2.clone()).collect::<Vec<u8>>(), input.clone());
        proptest::prop_assert_eq!(&found, &chunks(&input, bounds, usize::MAX, measure));
        for (at, (start, end, bytes)) in found.iter().enumerate() {
            let text = String::from_utf8_lossy(bytes);
            let one_char = text.chars().count() <= 2;
            proptest::prop_assert!(measure.tokens(&text) <= tokens || one_char, "{} {:?}", measure.tokens(&text), text);
            proptest::prop_assert!(end - start < lines || at == 0 && found.len() == 1);
        }
    }
}
