//! A table of contexts in which logs print secrets: each is hidden in the answer and in what is stored of it. What only looks like
//! one stays.

use crate::support::stored::{answer, store};

/// The fewest contexts: less would prove nothing.
const FEWEST: usize = 250;

/// Lines in which nothing is secret.
const STAYS: [&str; 34] = [
    "test_token_expires PASSED",
    "token_count=17",
    "password: required",
    "the password is too short",
    "password field of the form is empty",
    "expected token: Number, found token: Name",
    "error: unexpected token `}`",
    "secret: not found in namespace quay",
    "secrets: []",
    "tokens: 12",
    "api_key: string",
    "apiKey?: string;",
    "DB_PASSWORD=",
    "DB_PASSWORD=$DB_PASSWORD",
    "DB_PASSWORD=${{ secrets.DB_PASSWORD }}",
    "DB_PASSWORD=********",
    "token=null",
    "def test_password_reset(self):",
    "fn reads_the_secret_of_a_client() {}",
    "keyboard: qwerty",
    "primary key (id)",
    "public_key: absent",
    "cache-key: linux-cargo-quay",
    "key=value",
    "author: bob",
    "authorization failed for bob",
    "cookie: disabled",
    "commit 4b1d6850e387550fdab836ed7e6dc881de23001b",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "id 123e4567-e89b-42d3-a456-426614174000",
    "-----BEGIN CERTIFICATE-----",
    "git clone https://example.com/quay/rope.git",
    "+ docker login -u bob --password-stdin",
    "+ zip -r quay.zip rope",
];

/// The contexts with a value of their own in each.
fn contexts() -> Vec<(String, String)> {
    let table = include_str!("secret_contexts.txt");
    let filled = |(at, form): (usize, &str)| {
        let value = format!("Zq7vT2mK9xL{at:03}w8");
        let written = [("\\e", "\u{1b}"), ("\\r\n", "\r\n"), ("{V}", &value)];
        let text = written.iter().fold(form.to_owned(), |text, (from, to)| text.replace(from, to));
        (value, text)
    };
    table.split("\n%%\n").skip(1).map(str::trim_end).enumerate().map(filled).collect()
}

#[test]
fn a_secret_is_hidden_in_every_context_and_what_looks_like_one_stays() {
    let contexts = contexts();
    assert!(contexts.len() >= FEWEST, "{}", contexts.len());
    let mut log = String::from("running 1 test\n");
    for (at, (_, text)) in contexts.iter().enumerate() {
        // Enough lines between two that none is part of the one before.
        log.push_str(&format!(
            "test quay::a{at} ... ok\ntest quay::b{at} ... ok\ntest quay::c{at} ... ok\n{text}\n"
        ));
    }
    log.push_str("test rope::holds ... FAILED\n\n");
    log.push_str(&STAYS.map(|line| format!("{line}\n")).concat());
    let (_folder, store) = store();
    let limits = ["-m", "verbose", "--max-chars", "1000000", "--max-lines", "100000"];
    let (shown, _, _) = answer(&store, &limits, &log);
    let (_, id) = shown.lines().last().unwrap().split_once("weir show ").unwrap();
    let id = id.split(' ').next().unwrap();
    let (raw, _, _) = answer(&store, &["show", id, "--raw"], "");
    for (value, text) in &contexts {
        assert!(!shown.contains(value), "in the answer: {text}");
        assert!(!raw.contains(value), "stored: {text}");
    }
    for line in STAYS {
        assert!(raw.lines().any(|each| each == line), "spoiled: {line}");
    }
}
