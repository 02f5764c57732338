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
fn a_key_is_hidden_line_by_line_and_nothing_behind_it() {
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
    assert_eq!(Redactor::lines_before_end(&mut borrowed), 2);
    assert_eq!(lines.map(String::from), ["ok", KEY_MARK, KEY_MARK, "-----END PRIVATE KEY-----"]);
}
