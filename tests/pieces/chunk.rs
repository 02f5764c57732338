//! Rows of the specification that `weir chunk` shows, through the binary.

use crate::support::desk::Desk;
use serde_json::Value;

fn numbers(to: u64) -> String {
    (1..=to).map(|number| format!("{number}\n")).collect()
}

/// All chunks by their cursors.
fn walk(desk: &Desk, words: &[&str], input: &str) -> Vec<Value> {
    let mut chunks = vec![desk.json(&[&["chunk"], words].concat(), input)];
    while let Some(cursor) = chunks.last().unwrap()["nextCursor"].as_str().map(str::to_owned) {
        chunks.push(desk.follow("chunk", &cursor));
    }
    chunks
}

fn content(chunks: &[Value]) -> String {
    chunks.iter().map(|chunk| chunk["content"].as_str().unwrap()).collect()
}

#[test]
fn row_us4_1_10000_lines_begin_with_200_a_cursor_and_the_total() {
    let chunk = Desk::new().json(&["chunk"], numbers(10_000));
    assert_eq!(
        (&chunk["startLine"], &chunk["endLine"], &chunk["totalLines"]),
        (&1.into(), &200.into(), &10_000.into())
    );
    assert!(chunk["nextCursor"].is_string() && chunk["content"] == numbers(200));
}

#[test]
fn row_us4_2_a_stack_trace_and_a_sentence_are_not_parted() {
    let entry = |number: u32| {
        format!(
            "2024-05-06T07:08:{number:02}Z ERROR no\njava.lang.E: x\n{}",
            "\tat a.b.C.d(C.java:1)\n".repeat(30)
        )
    };
    let log: String = (0..40).map(entry).collect();
    for chunk in walk(&Desk::new(), &[], &log) {
        let text = chunk["content"].as_str().unwrap();
        assert!(
            text.starts_with("2024-") && text.ends_with("(C.java:1)\n") && text.lines().count() % 32 == 0
        );
    }
    let prose = "This is one sentence of a text that has no other line ends. ".repeat(300);
    for chunk in walk(&Desk::new(), &["--boundary", "sentence"], &prose) {
        assert!(chunk["content"].as_str().unwrap().ends_with("ends. "));
    }
}

#[test]
fn row_us4_3_a_range_of_lines_is_that_range_alone() {
    let chunk = Desk::new().json(&["chunk", "--lines", "100:200"], numbers(10_000));
    assert_eq!(chunk["content"].as_str().unwrap().lines().count(), 101);
    assert_eq!(
        (&chunk["startLine"], &chunk["endLine"], &chunk["totalChunks"]),
        (&100.into(), &200.into(), &1.into())
    );
    let chunks = walk(&Desk::new(), &["--lines", "100:1000"], &numbers(10_000));
    assert_eq!(content(&chunks), (100..=1000).map(|number| format!("{number}\n")).collect::<String>());
    assert_eq!(chunks.last().unwrap()["endLine"], 1000);
}

#[test]
fn row_us4_4_a_small_text_is_printed_as_it_came() {
    let desk = Desk::new();
    for input in
        [b"".as_slice(), b"a\r\nb", b"\xff\xfe\x80\0", "é\u{1b}[31m\n".as_bytes(), numbers(800).as_bytes()]
    {
        assert_eq!(desk.run(&["chunk"], input).out, input);
    }
}

#[test]
fn row_fr_020_2000_tokens_are_whole_and_one_more_is_two_chunks() {
    let desk = Desk::new();
    let text = |chars: usize| "x".repeat(chars);
    // 2000 tokens are 6666 chars.
    assert_eq!(desk.run(&["chunk"], text(6666)).text(), text(6666));
    assert_eq!(desk.json(&["chunk"], text(6667))["totalChunks"], 2);
}

#[test]
fn row_fr_021_chunks_put_together_are_the_input() {
    let samples = [
        "a line\r\n".repeat(3000),
        format!("{}last without an end", "Two words. And a sentence? Yes!\n\n".repeat(500)),
        "é漢😀 ".repeat(6000),
        format!("{}\n{}", "x".repeat(50_000), "2024-01-01 entry\n\tat y\n".repeat(400)),
    ];
    for sample in samples {
        for boundary in ["auto", "entry", "paragraph", "sentence", "line"] {
            let desk = Desk::new();
            assert_eq!(content(&walk(&desk, &["--boundary", boundary], &sample)), sample);
        }
    }
    let bytes: Vec<u8> = (0..60_000_u32).map(|at| (at * 31 % 256) as u8).collect();
    let desk = Desk::new();
    let file = desk.file("bytes", &bytes);
    let chunk = desk.json(&["chunk", &file], "");
    assert!(chunk["meta"]["invalidBytes"].as_u64().unwrap() > 0);
    let mut all = Vec::new();
    for index in 0..chunk["totalChunks"].as_u64().unwrap() {
        all.extend(
            desk.run(&["chunk", "--format", "text", "--no-store", "--index", &index.to_string(), &file], "")
                .out,
        );
    }
    assert!(all == bytes);
}

#[test]
fn row_fr_022_cursors_count_the_chunks_from_first_to_last() {
    let chunks = walk(&Desk::new(), &["--max-lines", "50"], &numbers(2500));
    let indexes: Vec<u64> = chunks.iter().map(|chunk| chunk["chunkIndex"].as_u64().unwrap()).collect();
    assert_eq!(indexes, (0..50).collect::<Vec<_>>());
    assert!(chunks.iter().all(|chunk| chunk["totalChunks"] == 50 && chunk["totalLines"] == 2500));
    assert!(chunks[49].get("nextCursor").is_none());
    assert_eq!(
        Desk::new().json(&["chunk", "--index", "7", "--max-lines", "50"], numbers(2500))["content"],
        chunks[7]["content"]
    );
}

#[test]
fn row_fr_023_a_range_beyond_the_input_is_clamped_and_reported() {
    let desk = Desk::new();
    let chunk = desk.json(&["chunk", "--lines", "9990:10010"], numbers(10_000));
    assert_eq!((&chunk["startLine"], &chunk["endLine"]), (&9990.into(), &10_000.into()));
    assert_eq!(chunk["meta"]["note"], "lines 9990:10010 clamped, the input has 10000 lines");
    let same = desk.json(&["chunk", "--start-line", "9990", "--end-line", "10010"], numbers(10_000));
    assert_eq!(same["content"], chunk["content"]);
    let beyond = desk.json(&["chunk", "--start-line", "20000"], numbers(10_000));
    assert_eq!((&beyond["content"], &beyond["totalLines"]), (&"".into(), &10_000.into()));
    for words in [
        ["--lines", "5:3"],
        ["--start-line", "0"],
        ["--index", "x"],
        ["--tokens", "0"],
        ["--boundary", "page"],
        ["--cursor", "xx"],
    ] {
        assert_eq!(desk.run(&["chunk", words[0], words[1]], "a\n").code, 2, "{words:?}");
    }
}

#[test]
fn row_ke_4_a_chunk_knows_its_place_its_boundary_and_the_next() {
    let desk = Desk::new();
    let map = desk.json(&["chunk", "--map"], numbers(10_000));
    let chunks = walk(&desk, &[], &numbers(10_000));
    let listed = map["chunks"].as_array().unwrap();
    assert_eq!((listed.len(), chunks.len(), &map["meta"]["unlisted"]), (50, 50, &0.into()));
    for (listed, chunk) in listed.iter().zip(&chunks) {
        for name in ["chunkIndex", "startLine", "endLine"] {
            assert_eq!(listed[name], chunk[name]);
        }
        assert_eq!((&listed["bytes"], &chunk["meta"]["boundary"]), (&chunk["meta"]["bytes"], &"auto".into()));
    }
    assert_eq!(
        desk.json(&["chunk", "--map", "--index", "48"], numbers(10_000))["chunks"].as_array().unwrap().len(),
        2
    );
}

#[test]
fn the_text_form_is_the_bytes_and_the_next_command_goes_to_standard_error() {
    let desk = Desk::new();
    let printed = desk.run(&["chunk", "--format", "text"], numbers(10_000));
    assert_eq!(printed.text(), numbers(200));
    let next = printed.err.split_once("next: ").unwrap().1.trim_end();
    assert!(printed.err.contains("chunk 1 of 50, lines 1 to 200 of 10000"), "{}", printed.err);
    assert_eq!(desk.obey(next).text(), (201..=400).map(|number| format!("{number}\n")).collect::<String>());
}

#[test]
fn secrets_are_hidden_and_lines_keep_their_number() {
    let token = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
    let input = format!("{}token {token}\n{}", numbers(150), numbers(3000));
    let desk = Desk::new();
    let chunks = walk(&desk, &[], &input);
    assert!(!content(&chunks).contains(&token) && content(&chunks).contains("[redacted:"));
    assert_eq!(chunks[0]["totalLines"], 3151);
    assert!(content(&walk(&desk, &["--no-redact"], &input)) == input);
}

#[test]
fn controls_are_escaped_in_json_and_come_back_as_they_were() {
    let input = "\u{1b}]0;title\u{7} \u{202e} \u{e0041} x\n".repeat(800);
    let desk = Desk::new();
    let printed = desk.run(&["chunk"], &input);
    assert!(
        printed
            .text()
            .chars()
            .all(|char| char == '\n' || !char.is_control() && char != '\u{202e}' && char != '\u{e0041}')
    );
    assert_eq!(content(&walk(&desk, &[], &input)), input);
}
