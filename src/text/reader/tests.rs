use super::*;
use crate::text::TAIL_BYTES;
use crate::text::Together;
use crate::text::input::SPACE_BYTES;
use proptest::prelude::*;

/// A line as an owned value: text, tail, number, chars, whether it is the last row, escaped.
type Row = (String, String, u64, u64, bool, u64);

fn each(plain: Plain<'_>, mut line: impl FnMut(&Line<'_>)) {
    match plain {
        Plain::Line(plain) => line(plain),
        Plain::Blanks { first, count } => {
            for number in first..first + count {
                line(&Line { number, chars: 1, ..Line::of("") });
            }
        }
    }
}

#[test]
fn many_empty_lines_are_borrowed_as_one() {
    let mut reader = LineReader::new();
    let text = b"a\n\n\n\nb\n\n\n\n\nc\n\n\n\n\n";
    reader.space()[..text.len()].copy_from_slice(text);
    reader.filled(text.len());
    reader.next_line().unwrap();
    let mut borrowed = Vec::new();
    reader.plain_lines(|plain| {
        borrowed.push(match plain {
            Plain::Line(line) => (line.number, 1),
            Plain::Blanks { first, count } => (first, count),
        });
        After::default()
    });
    assert_eq!(borrowed, [(2, 1), (3, 1), (4, 1), (5, 1), (6, 4), (10, 1), (11, 4)]);
    assert_eq!((reader.totals().lines, reader.totals().chars), (14, 17));
}

#[test]
fn lines_after_a_borrowed_one_are_not_borrowed_when_they_are_dealt_with_together() {
    let mut reader = LineReader::new();
    let text = b"first\na 1\nb 22\nb 333\n\n\n\n\nc\nlast";
    reader.space()[..text.len()].copy_from_slice(text);
    reader.filled(text.len());
    reader.next_line().unwrap();
    let mut borrowed = Vec::new();
    reader.plain_lines(|plain| {
        let Plain::Line(line) = plain else { return After::default() };
        let Together { text, length, position, .. } = line.together.unwrap();
        borrowed.push((line.text.to_owned(), line.number, position));
        let taken = text[length + 1..].lines().take_while(|after| after.starts_with('b'));
        let (lines, bytes) = taken.fold((0, 0), |(lines, bytes), line| (lines + 1, bytes + line.len() + 1));
        After { lines, bytes }
    });
    assert_eq!(borrowed, [("a 1".to_owned(), 2, 0), ("c".to_owned(), 9, 19)]);
    assert_eq!((reader.totals().lines, reader.totals().chars), (9, 27));
}

#[test]
fn after_a_stamped_line_every_line_is_measured() {
    let mut reader = LineReader::new();
    let text = format!("{}2026-01-02T03:04:05.678Z stamped\nbare\nmore\n", "line\n".repeat(2000));
    reader.space()[..text.len()].copy_from_slice(text.as_bytes());
    reader.filled(text.len());
    reader.next_line().unwrap();
    let mut bare = Vec::new();
    reader.plain_lines(|plain| {
        let Plain::Line(line) = plain else { return After::default() };
        bare.push((line.text.to_owned(), line.together.unwrap().bare));
        After::default()
    });
    let last: Vec<_> = bare.iter().rev().take(4).map(|(text, bare)| (text.as_str(), *bare)).collect();
    assert_eq!(last, [("more", true), ("bare", true), ("stamped", false), ("line", true)]);
}

#[test]
fn the_places_of_borrowed_lines_never_come_again_and_show_what_follows() {
    let mut reader = LineReader::new();
    let mut text = String::new();
    for number in 0..4000 {
        text.push_str(match number % 97 {
            3 => "\u{1b}[1mcoloured\u{1b}[0m",
            50 => "2026-01-02T03:04:05.678Z stamped",
            70 => "\n\n\n\n\n",
            _ => "an ordinary line",
        });
        text.push_str(&format!(" {number}\n"));
        if number % 1500 == 1499 {
            text.push_str(&"x".repeat(HELD_BYTES + 10));
            text.push('\n');
        }
    }
    let (mut last, mut borrowed, mut rest) = (0_u64, 0, text.as_bytes());
    while !rest.is_empty() {
        let space = reader.space();
        let count = space.len().min(rest.len()).min(9000);
        space[..count].copy_from_slice(&rest[..count]);
        reader.filled(count);
        rest = &rest[count..];
        loop {
            reader.plain_lines(|plain| {
                let Plain::Line(line) = plain else { return After::default() };
                let together = line.together.unwrap();
                let (whole, after) = together.text.split_at(together.length);
                assert!(whole.ends_with(line.text) && after.starts_with('\n'), "{whole}");
                assert!(together.position >= last, "{whole}");
                last = together.position + together.length as u64 + 1;
                borrowed += 1;
                After::default()
            });
            if reader.next_line().is_none() {
                break;
            }
        }
    }
    assert!(borrowed > 3000, "{borrowed}");
}

fn drain(reader: &mut LineReader, rows: &mut Vec<Row>) {
    let row = |line: &Line<'_>| -> Row {
        assert!(line.text.len() <= HELD_BYTES && line.tail.len() <= TAIL_BYTES);
        (line.text.to_owned(), line.tail.to_owned(), line.number, line.chars, line.last_row, line.escaped)
    };
    loop {
        reader.plain_lines(|plain| {
            each(plain, |line| rows.push(row(line)));
            After::default()
        });
        let Some(line) = reader.next_line() else { return };
        rows.push(row(&line));
    }
}

#[test]
fn plain_lines_are_those_before_the_first_other_byte() {
    let mut reader = LineReader::new();
    let text = b"a\n\nb\tc\n[12:01:02] d\ne \xc3\xa9\nf\n";
    reader.space()[..text.len()].copy_from_slice(text);
    reader.filled(text.len());
    let mut lines = Vec::new();
    reader.plain_lines(|plain| {
        each(plain, |line| lines.push((line.text.to_owned(), line.number, line.chars)));
        After::default()
    });
    assert_eq!(lines, [], "the encoding is not known yet");
    assert_eq!(reader.next_line().map(|line| line.text), Some("a"));
    reader.plain_lines(|plain| {
        each(plain, |line| lines.push((line.text.to_owned(), line.number, line.chars)));
        After::default()
    });
    assert_eq!(lines, [(String::new(), 2, 1), ("b\tc".into(), 3, 4), ("d".into(), 4, 13)]);
    assert_eq!(reader.next_line().map(|line| line.text), Some("e é"));
    assert_eq!(reader.totals().decoration, 11);
}

fn read_in(bytes: &[u8], piece: usize) -> (Vec<Row>, Totals) {
    let mut reader = LineReader::new();
    let mut rows = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let space = reader.space();
        assert!(space.len() >= SPACE_BYTES);
        let count = rest.len().min(piece).min(space.len());
        space[..count].copy_from_slice(&rest[..count]);
        reader.filled(count);
        rest = &rest[count..];
        drain(&mut reader, &mut rows);
    }
    reader.finish();
    drain(&mut reader, &mut rows);
    (rows, reader.totals())
}

fn read(bytes: &[u8]) -> Vec<Row> {
    read_in(bytes, usize::MAX).0
}

/// Text and escapes of each row; rows that were drawn over are marked with `~`.
fn shown(text: impl AsRef<[u8]>) -> Vec<String> {
    read(text.as_ref())
        .into_iter()
        .map(|(text, _, _, _, last, escaped)| {
            let over = if last { "" } else { "~" };
            let escaped = if escaped == 0 { String::new() } else { format!(" +{escaped}") };
            format!("{over}{text}{escaped}")
        })
        .collect()
}

#[test]
fn lines_are_split_and_counted() {
    assert_eq!(
        read(b"ab\n\n\tc\xc3\xa9\r\nlast"),
        [
            ("ab".into(), String::new(), 1, 3, true, 0),
            (String::new(), String::new(), 2, 1, true, 0),
            ("\tcé".into(), String::new(), 3, 5, true, 0),
            ("last".into(), String::new(), 4, 4, true, 0),
        ]
    );
    assert_eq!(read(b""), []);
    assert_eq!(read(b"\n"), [(String::new(), String::new(), 1, 1, true, 0)]);
}

#[test]
fn colour_goes_without_a_trace() {
    assert_eq!(shown("a \x1b[1;31mFAILED\x1b[0m b\x1b(B\x1b[m\n"), ["a FAILED b"]);
    let (rows, totals) = read_in(b"\x1b[1mab\x1b[m\n", 1);
    assert_eq!(rows[0].3, 10);
    assert_eq!(totals, Totals { lines: 1, chars: 10, decoration: 7 });
}

#[test]
fn other_sequences_are_counted_and_text_around_them_stays() {
    for sequence in [
        "\x1b]52;c;Y3VybA==\x07",
        "\x1b]0;title\x1b\\",
        "\x1bP$q\"p\x1b\\",
        "\x1b_Gf=100;AAAA\x1b\\",
        "\x1b^x\u{9c}",
        "\x1bXx\x1b\\",
        "\x1b[6n",
        "\x1b[>c",
        "\x1b=",
        "\x1b#8",
        "\u{9d}0;t\u{9c}",
        "\u{90}q\x1b\\",
    ] {
        assert_eq!(shown(format!("pre {sequence}post\n")), ["pre post +1"], "{sequence:?}");
    }
    assert_eq!(shown("\x1b]8;;file:///x\x1b\\click\x1b]8;;\x1b\\\n"), ["click +2"]);
    assert_eq!(shown("a\u{9b}31mb\n"), ["ab"]);
    assert_eq!(shown(b"a\x9b31mb\n"), ["ab"]);
}

#[test]
fn progress_for_the_terminals_own_bar_is_not_counted() {
    assert_eq!(shown("\x1b[?25la\x1b]9;4;1;50\x1b\\b\x1b[?2026h\x1b[?25h\n"), ["ab"]);
    let rows = read(b"\x1b_bk;t=1690000000000\x07--- a\n");
    assert_eq!((rows[0].0.as_str(), rows[0].5), ("--- a", 0));
}

#[test]
fn an_unterminated_sequence_ends_at_its_line_and_hides_nothing() {
    for open in ["\x1b]", "\x1bP", "\x1b_", "\x1b^", "\x1bX"] {
        assert_eq!(shown(format!("a{open}52;FAILED\nlast\n")), ["a52;FAILED +1", "last"], "{open:?}");
    }
    for open in ["\x1b", "\x1b[", "\x1b[31", "\x1b("] {
        assert_eq!(shown(format!("a{open}\nlast\n")), ["a +1", "last"], "{open:?}");
    }
    assert_eq!(shown("a\u{9d}FAILED\n"), ["a<U+009D>FAILED +1"]);
    assert_eq!(shown("a\x1b]x\x1b[1mb\n"), ["axb +1"]);
    assert_eq!(shown("a\x1b]x\rb\n"), ["~ax", "b +1"]);
}

#[test]
fn the_one_character_introducer_is_only_believed_with_a_parameter() {
    assert_eq!(shown("a\u{9b}FAILED\n"), ["a<U+009B>FAILED +1"]);
    assert_eq!(shown(b"a\x9bFAILED\n"), ["a\u{fffd}FAILED +1"]);
    assert_eq!(shown(b"a\x9b12\n"), ["a\u{fffd}12 +1"]);
}

#[test]
fn dangerous_code_points_and_bad_bytes_are_visible() {
    assert_eq!(shown("a\0b\u{202e}\u{feff}c\u{200d}d\n"), ["a<U+0000>b<U+202E><U+FEFF>c\u{200d}d +3"]);
    assert_eq!(
        shown("a\u{200d}\u{200d}b\u{200c}\0c\u{fe0f}\n"),
        ["a<U+200D><U+200D>b<U+200C><U+0000>c<U+FE0F> +5"]
    );
    assert_eq!(shown("a\u{200d}\u{202e}b\u{200d}"), ["a<U+200D><U+202E>b<U+200D> +3"]);
    assert_eq!(shown("\x1b[1mb\u{200d}\x1b[m\u{2714}\u{fe0f}\n"), ["b\u{200d}\u{2714}\u{fe0f}"]);
    assert_eq!(shown(b"a\xff\xe2\x82b\xe2\x82\n"), ["a\u{fffd}\u{fffd}b\u{fffd} +3"]);
    assert_eq!(shown(b"a\xe2\x82"), ["a\u{fffd} +1"]);
    assert_eq!(shown("a\x08b\x0bc\x0cd\x7f\u{85}\n"), ["a<U+0008>b<U+000B>c<U+000C>d<U+007F><U+0085> +5"]);
}

#[test]
fn a_row_ends_where_something_is_drawn_over_it() {
    assert_eq!(shown("10%\r50%\r100%\n"), ["~10%", "~50%", "100%"]);
    assert_eq!(shown("10%\r\r\r100%\r\r\n"), ["~10%", "100%"]);
    assert_eq!(shown("10%\r\x1b[K\n"), ["~10%", ""]);
    assert_eq!(shown("a\x1b[2Kb\n"), ["~a", "b"]);
    assert_eq!(shown("a\x1b[1A\x1b[2Kb\n"), ["~a", "b"]);
    assert_eq!(shown("a\x1b[1G\x1b[32mb\x1b[m\n"), ["~a", "b"]);
    assert_eq!(shown("\r\x1b[K\r\x1b[1A\r\x1b[K FAIL a\r\n"), [" FAIL a"]);
    assert_eq!(shown("a\r\x1b]0;t\x07\n"), ["a +1"]);
}

#[test]
fn erasing_at_the_rows_end_erases_nothing() {
    let gcc = "\x1b[01m\x1b[Ka.c:1:2:\x1b[m\x1b[K \x1b[01;31m\x1b[Kerror: \x1b[m\x1b[Kno\n";
    assert_eq!(shown(gcc), ["a.c:1:2: error: no"]);
    let indented = format!("|{}\x1b[01;31m\x1b[K^~~\x1b[m\x1b[K\n", " ".repeat(30));
    assert_eq!(shown(indented), [format!("|{}^~~", " ".repeat(30))]);
}

#[test]
fn in_a_line_with_cursor_movements_a_run_of_blanks_ends_a_row() {
    let gap = " ".repeat(20);
    assert_eq!(shown(format!("\x1b[2Ka{gap}  b  c{gap}\n")), ["~a", "b  c"]);
    assert_eq!(shown(format!("a{gap}b\x1b[1Ac\n")), ["~a", "~b", "c"]);
    assert_eq!(shown(format!("a{gap}b\rc{gap}d\n")), [format!("~a{gap}b"), format!("c{gap}d")]);
    assert_eq!(shown(format!("\x1b[2Ka{}b\n", &gap[1..])), [format!("a{}b", &gap[1..])]);
    assert_eq!(shown("a\x1b[3Cb\x1b[30Cc\n"), ["~a   b", "c"]);
}

#[test]
fn a_cis_prefix_is_stripped_from_each_line() {
    assert_eq!(
        shown(
            "2026-01-02T03:04:05.6Z \x1b[1mtest\x1b[m\n2026-01-02T03:04:05.7Z ##[error]ERROR x\n##[group]a\n"
        ),
        ["test", "ERROR x", "a"]
    );
    assert_eq!(shown("a\n\u{feff}2026-01-02T03:04:05.6Z test\n\u{feff}b\n"), ["a", "test", "b +1"]);
}

#[test]
fn the_fields_of_a_job_log_are_stripped_and_its_byte_order_marks_are_none_of_the_text() {
    let log = "é\tb\t\u{feff}2026-01-02T03:04:05.6Z a\né\tb\t2026-01-02T03:04:05.6Z \u{1b}[1mb\u{1b}[m\n\
               é\tb\tc\td\né\tb\t\ne\tb\tf\n";
    assert_eq!(shown(log), ["a", "b", "c\td", "", "e\tb\tf"]);
    let (_, totals) = read_in(log.as_bytes(), 3);
    let kept = "a\nb\nc\td\n\ne\tb\tf\n".len() as u64;
    assert_eq!(totals.chars - totals.decoration, kept);
    assert_eq!(slow(log.as_bytes()), read(log.as_bytes()));
}

#[test]
fn an_applications_stamped_lines_stay_and_a_cis_do_not() {
    assert_eq!(shown("a\n2026-01-02T03:04:05Z INFO b\n"), ["a", "2026-01-02T03:04:05Z INFO b"]);
    let stamped = "2026-01-02T03:04:05Z a\n\n2026-01-02T03:04:05Z INFO b\n";
    assert_eq!(shown(stamped), ["a", "", "INFO b"]);
}

#[test]
fn byte_order_marks_decide_on_the_encoding() {
    assert_eq!(shown(b"\xef\xbb\xbfFAILED\n"), ["FAILED"]);
    assert_eq!(shown(b"\xef\xbb"), ["\u{fffd} +1"]);
    let low: Vec<u8> = "\u{feff}é\nb🦀\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let high: Vec<u8> = "\u{feff}é\nb🦀\r\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [low, high] {
        for piece in [1, 2, 3, 100] {
            let (rows, totals) = read_in(&bytes, piece);
            let texts: Vec<&str> = rows.iter().map(|row| row.0.as_str()).collect();
            assert_eq!(texts, ["é", "b🦀"]);
            assert_eq!(totals.chars, 6);
        }
    }
    let mut cut = "\u{feff}a".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    cut.push(0x3d);
    assert_eq!(shown(cut), ["a\u{fffd}"]);
}

#[test]
fn a_separation_ends_a_line_and_a_mark_may_follow() {
    let mut reader = LineReader::new();
    let mut rows = Vec::new();
    for file in [&b"a"[..], b"\xef\xbb\xbfb\n", b"", b"\xff\xfec\x00"] {
        let space = reader.space();
        space[..file.len()].copy_from_slice(file);
        reader.filled(file.len());
        drain(&mut reader, &mut rows);
        reader.separate();
        drain(&mut reader, &mut rows);
    }
    let texts: Vec<(&str, u64)> = rows.iter().map(|row| (row.0.as_str(), row.2)).collect();
    assert_eq!(texts, [("a", 1), ("b", 2), ("c", 3)]);
}

#[test]
fn a_line_at_the_bound_is_held_whole_and_one_above_has_a_tail() {
    let at = format!("{}\n", "x".repeat(HELD_BYTES));
    assert_eq!(read(at.as_bytes())[0].1, "");
    let above = format!("{}yé\n", "x".repeat(HELD_BYTES));
    let row = &read(above.as_bytes())[0];
    assert_eq!((row.0.len(), row.3), (HELD_BYTES, 65_536 + 3));
    assert_eq!(row.1, format!("{}yé", "x".repeat(TAIL_BYTES - 3)));
}

#[test]
fn an_endless_line_takes_no_more_memory() {
    let mut reader = LineReader::new();
    for _ in 0..200 {
        let space = reader.space();
        assert!(space.len() >= SPACE_BYTES && space.len() <= 4 * SPACE_BYTES);
        space.fill(b'a');
        let count = space.len();
        reader.filled(count);
        assert!(reader.next_line().is_none());
    }
    reader.finish();
    let line = reader.next_line().unwrap();
    assert_eq!((line.text.len(), line.tail.len()), (HELD_BYTES, TAIL_BYTES));
    assert!(line.chars > 30_000_000);
}

#[test]
fn rows_come_in_the_middle_of_an_endless_line() {
    let mut reader = LineReader::new();
    let mut rows = 0;
    for _ in 0..20 {
        let space = reader.space();
        for byte in space.chunks_exact_mut(4) {
            byte.copy_from_slice(b"ab \r");
        }
        let count = space.len() / 4 * 4;
        reader.filled(count);
        while let Some(line) = reader.next_line() {
            assert_eq!((line.text, line.last_row, line.number), ("ab ", false, 1));
            rows += 1;
        }
    }
    assert!(rows > 100_000);
}

#[test]
fn many_stops_in_a_long_line_are_read_in_linear_time() {
    for unit in [&b"\xc2\x9b"[..], b"\xff", b"\x1b", b"\xc2\x9d", b"\x9b1", b"\0", b"\xc2\x85"] {
        let line = unit.repeat(300_000);
        assert!(read(&line)[0].5 > 100_000);
    }
}

fn awkward() -> impl Strategy<Value = Vec<u8>> {
    let parts: Vec<&'static [u8]> = vec![
        b"a",
        b"FAILED",
        b" ",
        b"\t",
        b"\n",
        b"\r",
        b"\r\n",
        b"\x1b",
        b"\x1b[",
        b"\x1b[31m",
        b"\x1b[K",
        b"\x1b[2K",
        b"\x1b[1A",
        b"\x1b[3C",
        b"\x1b]0;",
        b"\x07",
        b"\x1b\\",
        b"\x1bP",
        b"1",
        b";",
        b"m",
        b"\x9b",
        b"\xc2\x9b",
        b"\xc2\x9d",
        b"\xc2\x9c",
        b"\x9c",
        b"\xc3\xa9",
        b"\xe2\x9c\x93",
        b"\xe2\x80\xae",
        b"\xe2\x82",
        b"\xf0\x9f\xa6\x80",
        b"\xff",
        b"\xfe",
        b"\xef\xbb\xbf",
        b"\0",
        b"                    ",
        b"2026-01-02T03:04:05Z ",
        b"a\tb\t",
        b"\x18",
        b"9;4;",
        b"\xf0\x9f",
    ];
    prop::collection::vec(prop::sample::select(parts), 0..60).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn the_split_into_reads_does_not_matter(bytes in awkward(), piece in 1_usize..9) {
        prop_assert_eq!(read_in(&bytes, usize::MAX), read_in(&bytes, piece));
    }

    #[test]
    fn nor_does_it_for_any_bytes(bytes in any::<Vec<u8>>(), piece in 1_usize..9) {
        prop_assert_eq!(read_in(&bytes, usize::MAX), read_in(&bytes, piece));
    }

    #[test]
    fn rows_are_clean_and_lines_are_counted(bytes in awkward()) {
        let (rows, totals) = read_in(&bytes, 7);
        for row in &rows {
            prop_assert!(!row.0.chars().chain(row.1.chars()).any(|c| safe::is_unsafe(c) || c == '\n'));
        }
        let sixteen = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
        if !sixteen {
            let lines = String::from_utf8_lossy(&bytes);
            let lines = lines.strip_prefix('\u{feff}').unwrap_or(&lines);
            prop_assert_eq!(totals.chars, lines.chars().count() as u64);
            prop_assert_eq!(totals.lines, lines.split_inclusive('\n').count() as u64);
            prop_assert_eq!(rows.iter().filter(|row| row.4).count() as u64, totals.lines);
            prop_assert_eq!(rows.iter().map(|row| row.3).sum::<u64>(), totals.chars);
        }
        prop_assert!(totals.decoration <= totals.chars);
    }
}

/// The lines of a stream of UTF-8 without a mark, all of them on the slow way.
fn slow(bytes: &[u8]) -> Vec<Row> {
    let mut reader = LineReader::new();
    let mut rows = Vec::new();
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let space = reader.space();
        space[..line.len()].copy_from_slice(line);
        reader.filled(line.len());
        assert!(reader.input.is_known());
        reader.begin_rows(Some(line.len() - usize::from(line.ends_with(b"\n"))));
        drain(&mut reader, &mut rows);
    }
    rows
}

proptest! {
    #[test]
    fn the_quick_ways_give_what_the_slow_one_gives(bytes in awkward()) {
        let marked = [&b"\xff"[..], b"\xfe", b"\xef"].iter().any(|mark| bytes.starts_with(mark));
        prop_assume!(!marked);
        prop_assert_eq!(read(&bytes), slow(&bytes));
    }

    #[test]
    fn so_they_do_for_coloured_lines(parts in prop::collection::vec(prop::sample::select(vec![
        "a", "FAILED", " ", "\t", "\n", "\r\n", "\u{1b}[31m", "\u{1b}[K", "\u{1b}[0K", "\u{1b}[38:5;1m", "\u{1b}[1",
        "\u{1b}[2K", "é", "✓", "\u{9b}", "##[error]", "2026-01-02T03:04:05Z ", "12:01:02 ", "INFO ", "a\tb\t", "\u{feff}",
    ]), 0..40)) {
        let text = parts.concat();
        prop_assume!(!text.starts_with('\u{feff}'));
        prop_assert_eq!(read(text.as_bytes()), slow(text.as_bytes()));
    }
}

#[test]
fn a_line_of_colours_alone_tells_nothing_of_prefixes() {
    let text = "2026-01-02T03:04:05Z a\n\u{1b}[31m\n2026-01-02T03:04:05Z INFO b\n";
    assert_eq!(shown(text), ["a", "", "INFO b"]);
    assert_eq!(read(text.as_bytes()), slow(text.as_bytes()));
}

#[test]
fn the_lines_after_a_line_longer_than_the_buffer_are_lines() {
    for length in [200_000, 262_143, 262_144, 262_145, 300_000, 700_000] {
        let mut bytes = b"first\n".to_vec();
        bytes.resize(bytes.len() + length, b'x');
        bytes.extend_from_slice(b"\nsecond\nthird\n");
        for piece in [8192, 65536, 1 << 20] {
            let (rows, totals) = read_in(&bytes, piece);
            assert_eq!((rows.len(), totals.lines), (4, 4), "{length} in pieces of {piece}");
        }
    }
}

#[test]
fn a_long_awkward_line_does_not_depend_on_the_reads() {
    let unit = b"ab\xc3\xa9 \x1b[1mx\x1b[m \x1b]0;t\x07\xff";
    for ending in [&b"\n"[..], b"\rFAILED\n", b"\x1b[2KFAILED", b"\x1b]x"] {
        let mut line = unit.repeat(20_000);
        line.extend_from_slice(ending);
        let whole = read_in(&line, usize::MAX);
        for piece in [1000, 4096, 65_535, 65_537] {
            assert!(whole == read_in(&line, piece), "{ending:?} {piece}");
        }
    }
}
