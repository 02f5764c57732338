use super::keys::KEY_MARK;
use super::*;
use crate::report::marks;

fn shown(text: &str) -> String {
    Redactor::default().text(text).unwrap_or_else(|| text.to_owned())
}

/// Made of pieces, so that no scanner of this repository takes it for a leak.
fn joined(pieces: &[&str]) -> String {
    pieces.concat()
}

#[test]
fn known_prefixes_are_hidden_with_their_kind() {
    let letters = "aB3dE6gH9jaB3dE6gH9jaB3dE6gH9jaB3dE6";
    for (secret, kind) in [
        (joined(&["AKIA", "Q7Z3Q7Z3Q7Z3Q7Z3"]), "aws-key"),
        (joined(&["ghp_", letters]), "github-token"),
        (joined(&["glpat-", "aB3dE6gH9jaB3dE6gH9j"]), "gitlab-token"),
        (joined(&["xoxb-", "123456789012-abcdefABCDEF"]), "slack-token"),
        (joined(&["sk_live_", "aB3dE6gH9jaB3dE6gH9j"]), "stripe-key"),
        (joined(&["npm_", letters]), "npm-token"),
        (joined(&["eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0In0", ".dBjftJeZ4CVPmB92K27u"]), "jwt"),
    ] {
        assert_eq!(shown(&format!("got {secret}, then")), format!("got [redacted:{kind}], then"));
        assert_eq!(shown(&format!("\"{secret}\"")), format!("\"[redacted:{kind}]\""));
    }
}

#[test]
fn a_password_in_a_url_is_hidden_and_the_rest_of_it_stays() {
    assert_eq!(shown("postgres://u:hunter2secretpw@h/db"), "postgres://u:[redacted:url-password]@h/db");
    for plain in [
        "http://localhost:8080/a@b",
        "https://user@host/",
        "http://u:$PASS@h",
        "http://u:***@h",
        "see ://x:y@z",
    ] {
        assert_eq!(shown(plain), plain);
    }
}

#[test]
fn values_of_keys_named_as_secrets_are_hidden() {
    assert_eq!(shown("DB_PASSWORD=s3cr3t-pass next"), "DB_PASSWORD=[redacted:password] next");
    assert_eq!(
        shown("\"client_secret\": \"8fJ2kd93Lms02Qpx7\","),
        "\"client_secret\": \"[redacted:secret]\","
    );
    assert_eq!(
        shown("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCY"),
        "AWS_SECRET_ACCESS_KEY=[redacted:secret]"
    );
    assert_eq!(
        shown("Authorization: Bearer aB3dE6gH9jaB3dE6gH9j"),
        "Authorization: Bearer [redacted:bearer-token]"
    );
    assert_eq!(shown("authorization: Basic dXNlcjpwYXNz"), "authorization: Basic [redacted:basic-auth]");
}

#[test]
fn names_and_sentences_are_no_secrets() {
    for plain in [
        "test auth::token_refresh_1 ... FAILED",
        "error: unexpected token: `Identifier1`",
        "expected token = Token::Ident(\"abcdefghijklmnop1\")",
        "password == other1",
        "assert password_is_checked_8_times",
        "the password: must have 8 characters",
        "commit 9f2c6d1b7a3e8f4c5d6e7f8a9b0c1d2e3f4a5b6c",
        "AKIAs are keys",
        "secret: ${{ secrets.TOKEN_1 }}",
        "password=[redacted:password]",
    ] {
        assert_eq!(shown(plain), plain);
    }
}

#[test]
fn a_key_is_hidden_line_by_line_and_nothing_after_it() {
    let body = "MIIEpAIBAAKCAQEA".repeat(4);
    let key = format!(
        "-----BEGIN RSA PRIVATE KEY-----\n{body}\n{body}\nabc=\n-----END RSA PRIVATE KEY-----\nFAILED a test\n"
    );
    let mark = KEY_MARK;
    assert_eq!(
        shown(&key),
        format!(
            "-----BEGIN RSA PRIVATE KEY-----\n{mark}\n{mark}\n{mark}\n-----END RSA PRIVATE KEY-----\nFAILED a test\n"
        )
    );
}

#[test]
fn a_key_whose_end_is_missing_ends_where_another_begins() {
    let (one, other) = ("A1b2".repeat(16), "C3d4".repeat(16));
    let text = format!(
        "-----BEGIN RSA PRIVATE KEY-----\n{one}\n{one}\n-----BEGIN PRIVATE KEY-----\\n{other}\\n-----END PRIVATE KEY-----\nFAILED a test\n"
    );
    let shown = shown(&text);
    assert!(
        !shown.contains(&one) && !shown.contains(&other) && shown.ends_with("FAILED a test\n"),
        "{shown}"
    );
}

#[test]
fn a_forged_beginning_of_a_key_hides_no_failure() {
    let log = "-----BEGIN PRIVATE KEY-----\nFAILED\ntest a::b ... FAILED\nthread 'a' panicked at x\n";
    assert_eq!(shown(log), log);
}

#[test]
fn a_key_goes_on_from_one_line_to_the_next_and_from_one_block_to_the_next() {
    let body = "MIIEpAIBAAKCAQEA".repeat(4);
    let mut redactor = Redactor::default();
    assert_eq!(redactor.text("-----BEGIN PRIVATE KEY-----"), None);
    assert_eq!(redactor.text(&body).as_deref(), Some(KEY_MARK));
    assert_eq!(redactor.text("-----END PRIVATE KEY-----"), None);
    assert_eq!(redactor.text(&body), None);
    assert_eq!(redactor.redacted(), 1);
}

#[test]
fn a_key_on_one_line_is_hidden() {
    assert_eq!(
        shown("K=\"-----BEGIN PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----\\n\" x"),
        "K=\"-----BEGIN PRIVATE KEY-----[redacted:private-key]-----END PRIVATE KEY-----\\n\" x"
    );
}

#[test]
fn hiding_twice_changes_nothing_more_and_keeps_the_lines() {
    let log = "a\nDB_PASSWORD=s3cr3t-pass\nx postgres://u:hunter2secretpw@h/db\r\nend";
    let once = shown(log);
    assert_eq!(once.lines().count(), log.lines().count());
    assert_eq!(shown(&once), once);
    assert_eq!(marks(&once), 2);
}

#[test]
fn lines_of_a_key_whose_beginning_was_cut_are_hidden() {
    let body: Box<str> = "MIIEpAIBAAKCAQEA".repeat(4).into();
    let mut lines = ["ok".into(), body.clone(), body, Box::from("-----END PRIVATE KEY-----")];
    let mut borrowed: Vec<&mut Box<str>> = lines.iter_mut().collect();
    assert_eq!(Hide::lines(&mut Redactor::default(), &mut borrowed), 2);
    assert_eq!(lines.map(String::from), ["ok", KEY_MARK, KEY_MARK, "-----END PRIVATE KEY-----"]);
}

#[test]
fn secrets_of_known_services_are_hidden_however_they_are_printed() {
    let random = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3gH6jK9m";
    let long = random.repeat(6);
    for (secret, kind) in [
        (joined(&["ASIA", "Q7Z3Q7Z3Q7Z3Q7Z3"]), "aws-key"),
        (joined(&["gho_", &random[..36]]), "github-token"),
        (joined(&["github_pat_", &random[..22], "_", &long[..59]]), "github-token"),
        (joined(&["glpat-", &random[..20]]), "gitlab-token"),
        (joined(&["glpat-", &random[..27], ".01.", &random[..9]]), "gitlab-token"),
        (joined(&["xoxp-", "2345678901-2345678901-", &random[..24]]), "slack-token"),
        (joined(&["xoxe.xoxp-", "1-", &random[..40]]), "slack-token"),
        (joined(&["rk_live_", &random[..24]]), "stripe-key"),
        (joined(&["sk_test_", &random[..24]]), "stripe-key"),
        (joined(&["AIza", "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q"]), "google-key"),
        (joined(&["GOCSPX-", &random[..28]]), "google-secret"),
        (joined(&["npm_", &random[..36]]), "npm-token"),
        (joined(&["pypi-AgE", &long[..60]]), "pypi-token"),
        (joined(&["SG.", &random[..22], ".", &long[..43]]), "sendgrid-key"),
        (joined(&["sk-", &random[..20], "T3BlbkFJ", &random[..20]]), "openai-key"),
    ] {
        let mark = format!("[redacted:{kind}]");
        for (before, after) in [
            ("", ""),
            ("got ", ", then"),
            ("\"", "\""),
            ("key=", "&x=1"),
            ("\u{1b}[31m", "\u{1b}[0m"),
            ("(", ")."),
            ("\u{1b}[0;38;5;12m", " x"),
            ("https://h/?k=", "#a"),
        ] {
            assert_eq!(shown(&format!("{before}{secret}{after}")), format!("{before}{mark}{after}"));
        }
        for before in ["test_", "x", "a\\n", "a%3D", "a\\u003d", "a\\x3d", "\\u001b[1m"] {
            assert_eq!(shown(&format!("{before}{secret}")), format!("{before}{mark}"));
        }
    }
}

#[test]
fn values_are_hidden_in_files_of_settings_too() {
    for (text, hidden) in [
        ("token: 8fJ2kd93Lms02Qpx7\n", "token: [redacted:secret]\n"),
        ("password: s3cr3t-pass\r\n", "password: [redacted:password]\r\n"),
        ("{\"password\":\"p4ss\\\"word\",\"a\":1}", "{\"password\":\"[redacted:password]\",\"a\":1}"),
        ("{\\\"password\\\": \\\"s3cr3t-pass\\\"}", "{\\\"password\\\": \\\"[redacted:password]\\\"}"),
        (
            "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLEKEY1",
            "aws_secret_access_key = [redacted:secret]",
        ),
        ("X-Api-Key: 8fJ2kd93Lms02Qpx7aa31 sent", "X-Api-Key: [redacted:secret] sent"),
        ("DB_PASSWORD=correcthorse x", "DB_PASSWORD=[redacted:password] x"),
        (
            "\u{1b}[34m\"password\"\u{1b}[0m\u{1b}[1;39m:\u{1b}[0m \u{1b}[32m\"s3cr3t-pass\"\u{1b}[0m",
            "\u{1b}[34m\"password\"\u{1b}[0m\u{1b}[1;39m:\u{1b}[0m \u{1b}[32m\"[redacted:password]\"\u{1b}[0m",
        ),
        ("http://h/?access_token=8fJ2kd93Lms02Qpx7&b=c", "http://h/?access_token=[redacted:secret]&b=c"),
        ("api_key='8fJ2kd93Lms02Qpx7'", "api_key='[redacted:secret]'"),
        ("password => \"s3cr3t-pass\"", "password => \"[redacted:password]\""),
    ] {
        assert_eq!(shown(text), hidden);
    }
    // A very long value is hidden to its end.
    let long = "8fJ2kd93Lms02Qpx7".repeat(60);
    assert_eq!(shown(&format!("AWS_SESSION_TOKEN={long} x")), "AWS_SESSION_TOKEN=[redacted:secret] x");
}

#[test]
fn what_only_looks_like_secrets_stays() {
    for plain in [
        "tests/test_auth.py::test_token[abc-123] PASSED",
        "next_token = 'identifier_name_2'",
        "token_type: bearer_v2_with_scopes_1",
        "secret_id: 550e8400-e29b-41d4-a716-446655440000",
        "request 550e8400-e29b-41d4-a716-446655440000 failed",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
        "data = \"TWFuIGlzIGRpc3Rpbmd1aXNoZWQsIG5vdCBvbmx5IGJ5IGhpcyByZWFzb24sIGJ1dCAy\"",
        "fn sk_test_canWithdrawFromTheAccount() {}",
        "the password: expected2 and more words",
        "unexpected token: SomeLongIdentifier1234 here",
        "error: password must be at least 8 characters",
        "token::Kind::Ident1234567890abc",
        "Bearer authentication_is_required_here",
        "eyJhbGciOiJIUzI1NiJ9",
        "password_hash=pbkdf2_sha256x",
        "tokens: 12345678901234567890",
        "git@github.com:owner/repo.git",
        "SG.something.long.that.is.a.path.of.a.package.in.some.language.and.more",
        "PASSWORD=$PASSWORD",
        "thread 'auth::tests::secret_42_is_kept' panicked at src/a.rs:1:2:",
        "[xoxo-] and xoxb-",
    ] {
        assert_eq!(shown(plain), plain);
    }
}

#[test]
fn a_key_within_strings_is_hidden_and_the_strings_stay() {
    let body = "MIIEpAIBAAKCAQEA".repeat(4);
    let mark = KEY_MARK;
    for (open, close) in [("\"", "\\n\" +"), ("        \"", "\","), ("E     '", "\\n'"), ("  | ", "")] {
        let line = |text: &str| format!("{open}{text}{close}\n");
        let key = |text: &str| {
            format!(
                "{}{}{}",
                line("-----BEGIN RSA PRIVATE KEY-----"),
                line(text).repeat(3),
                line("-----END RSA PRIVATE KEY-----")
            )
        };
        assert_eq!(shown(&key(&body)), key(mark));
    }
    let secret = joined(&["ghp_", "aB3dE6gH9jaB3dE6gH9jaB3dE6gH9jaB3dE6"]);
    let json = format!("{{\"key\": \"-----BEGIN PRIVATE KEY-----\", \"b\": \"{secret}\"}}");
    assert!(shown(&json).contains("\"b\": \"[redacted:github-token]\""));
    let json = format!("{{\"key\": \"-----BEGIN PRIVATE KEY-----\\n{body}\", \"b\": 1}}");
    assert_eq!(shown(&json), "{\"key\": \"-----BEGIN PRIVATE KEY-----[redacted:private-key]\", \"b\": 1}");
}

#[test]
fn no_place_of_a_cut_shows_a_part_of_a_secret_in_a_line_without_end() {
    let secret = joined(&["ghp_", "aB3dE6gH9jaB3dE6gH9jaB3dE6gH9jaB3dE6"]);
    let value = "8fJ2kd93Lms02Qpx7";
    for shift in 0..120 {
        let line = format!(
            "{}x {secret}\"client_secret\": \"{value}\"{}",
            "y".repeat(60_000 + shift),
            "z".repeat(LOOKAHEAD_BYTES - 60)
        );
        let mut redactor = Redactor::default();
        let (first, end) = redactor.beginning(line.as_bytes());
        let mut whole = first.into_owned();
        whole.extend_from_slice(&redactor.block(&line.as_bytes()[end..]));
        let whole = String::from_utf8(whole).unwrap();
        assert!(!whole.contains("aB3dE6") && !whole.contains("8fJ2"), "{shift}");
        assert_eq!(redactor.redacted(), 2);
    }
}

#[test]
fn no_piece_of_a_long_line_of_nothing_but_secrets_shows_a_part_of_one() {
    let token = |number: usize| {
        let body = "aB3dE6gH9j".repeat(24);
        format!("{{\"token\":\"glpat-{body}{}\"}},", &body[..number % 61])
    };
    let line: String = (0..1500).map(token).collect();
    for piece in [70_000, 70_123, 131_072] {
        let mut redactor = Redactor::default();
        let (mut shown, mut left) = (Vec::new(), line.as_bytes());
        while left.len() > piece {
            let (part, end) = redactor.beginning(&left[..piece]);
            assert!(end > 0);
            shown.extend_from_slice(&part);
            left = &left[end..];
        }
        shown.extend_from_slice(&redactor.block(left));
        let shown = String::from_utf8(shown).unwrap();
        assert!(!shown.contains("dE6"), "{piece}");
        assert_eq!(redactor.redacted(), 1500);
    }
}

#[test]
fn what_comes_again_and_again_takes_no_longer_each_time() {
    let pieces = [
        "token=",
        "password=a",
        "eyJ",
        "://a:",
        "Bearer a",
        "\"token\": \"",
        "PRIVATE KEY",
        "-----BEGIN PRIVATE KEY-----",
        "xoxb-1",
        "T3BlbkFJ",
        "SG.",
        "token: \\\"",
        "curl -u a ",
        "Cookie: a=b; ",
        "https://u:p/",
        "@tcp(",
        "key=",
        " login -p a",
    ];
    let time_of = |bytes: usize| {
        let began = std::time::Instant::now();
        for piece in pieces {
            let text = piece.repeat(bytes / piece.len());
            assert!(!Redactor::default().block(text.as_bytes()).is_empty());
        }
        began.elapsed()
    };
    // Four times the bytes take four times as long, on a machine that is busy more or less; not sixteen times.
    let (few, many) = (time_of(50_000), time_of(200_000));
    assert!(many < few * 10, "{few:?} {many:?}");
}

#[test]
fn a_key_is_hidden_after_a_prefix_and_with_foreign_lines_between() {
    let (full, last) = ("MIIEpAIBAAKCAQEAw7Qk".repeat(3) + "abCD", "q1Zx8/kM3w==");
    let begin = "-----BEGIN RSA PRIVATE KEY-----";
    let end = "-----END RSA PRIVATE KEY-----";
    for (before, after) in [
        ("", ""),
        ("2026-01-02T03:04:05.678Z ", ""),
        ("[web_1] ", ""),
        ("web-1  | ", ""),
        ("\u{1b}[32m", "\u{1b}[0m"),
        ("{\"level\":\"info\",\"msg\":\"", "\"}"),
        ("# ", ""),
        ("+", ""),
        ("-", ""),
        ("    | ", " |"),
    ] {
        for foreign in ["", "[db_1] ready to accept connections\nFAILED\ntest a::b ... FAILED\n"] {
            let line = |text: &str| format!("{before}{text}{after}\n");
            let key = |full: &str, last: &str| {
                format!(
                    "{}{}{foreign}{}{}{foreign}{}{}then\n",
                    line(begin),
                    line(full),
                    line(full),
                    line(full),
                    line(last),
                    line(end)
                )
            };
            let text = key(&full, last);
            let hidden = shown(&text);
            assert!(!hidden.contains("MIIEp") && !hidden.contains(last), "{hidden}");
            assert_eq!(hidden.lines().count(), text.lines().count());
            assert_eq!(hidden.matches("FAILED").count(), text.matches("FAILED").count());
            // Line by line it is the same.
            let mut redactor = Redactor::default();
            let lines = text.lines().map(|line| redactor.text(line).unwrap_or_else(|| line.to_owned()));
            let lines: Vec<String> = lines.collect();
            assert_eq!(lines.join("\n") + "\n", hidden);
        }
    }
}

#[test]
fn keys_of_other_forms_are_hidden() {
    let (full, last) = ("AAAAB3NzaC1yc2EAAAADw7Qk".repeat(2) + "abCDw7QkabCDw7QkabCD12", "q1Zx8/kM3w==");
    for (begin, end) in [
        ("-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n", "=aBc1\n-----END PGP PRIVATE KEY BLOCK-----"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----\n", "-----END OPENSSH PRIVATE KEY-----"),
        ("-----BEGIN ENCRYPTED PRIVATE KEY-----\n", "-----END ENCRYPTED PRIVATE KEY-----"),
        (
            "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: \"a key\"\n",
            "---- END SSH2 ENCRYPTED PRIVATE KEY ----",
        ),
        ("PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nPrivate-Lines: 3\n", "Private-MAC: done"),
    ] {
        let text = format!("{begin}{full}\n{full}\n{last}\n{end}\nFAILED a test\n");
        let hidden = shown(&text);
        assert!(!hidden.contains("AAAAB3") && !hidden.contains(last), "{hidden}");
        assert!(hidden.ends_with("\nFAILED a test\n") && hidden.starts_with(begin), "{hidden}");
    }
    let code = "Private-MAC: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    assert_eq!(shown(code), "Private-MAC: [redacted:private-key]");
}

#[test]
fn what_differs_in_a_secret_still_differs_and_what_is_equal_stays_equal() {
    let (one, other) = ("s3cr3t-pass", "s3cr3t-past");
    assert_eq!(
        shown(&format!("  left: \"password={one}\"\n right: \"password={other}\"")),
        "  left: \"password=[redacted:password#1]\"\n right: \"password=[redacted:password#2]\""
    );
    assert_eq!(
        shown(&format!("assert 'password={one}' == 'password={one}'")),
        "assert 'password=[redacted:password]' == 'password=[redacted:password]'"
    );
    assert_eq!(
        shown(&format!("password={one} password={other} password={one} postgres://u:{one}@h")),
        "password=[redacted:password#1] password=[redacted:password#2] password=[redacted:password#1] \
         postgres://u:[redacted:url-password]@h"
    );
    // What comes later has the same numbers.
    let mut redactor = Redactor::default();
    let mut shown = |text: &str| redactor.text(text).unwrap();
    assert_eq!(shown(&format!("password={one}")), "password=[redacted:password]");
    assert_eq!(shown(&format!("password={other}")), "password=[redacted:password#2]");
    assert_eq!(shown(&format!("password={one}")), "password=[redacted:password#1]");
}

#[test]
fn texts_of_several_lines_stay_apart() {
    let mut texts: [Box<str>; 4] =
        ["a\npassword=s3cr3t-pass\n".into(), "".into(), "b".into(), "DB_PASSWORD=s3cr3t-pass".into()];
    let mut borrowed: Vec<&mut Box<str>> = texts.iter_mut().collect();
    assert_eq!(Hide::lines(&mut Redactor::default(), &mut borrowed), 2);
    assert_eq!(
        texts.map(String::from),
        ["a\npassword=[redacted:password]\n", "", "b", "DB_PASSWORD=[redacted:password]"]
    );
}
