//! Secrets on a command line, where they are without a name beside them or after an option.
//!
//! What hides secrets in output hides them here too. Besides, the value of an option, a variable or a header that is
//! named as a secret is hidden whatever it looks like: on a command line nobody speaks about passwords, one gives them.

use std::borrow::Cow;
use std::ops::Range;

use super::Redactor;
use super::shell::words;

/// What stands for a hidden value.
const MARK: &str = "[redacted:argument]";
/// Names of options, variables and headers that hold a secret, in small letters.
const NAMES: [&str; 15] = [
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "api-key",
    "api_key",
    "access-key",
    "access_key",
    "private-key",
    "private_key",
    "credential",
    "authorization",
    "cookie",
];

fn is_named(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let ending = |known: &&str| name.ends_with(*known) || name.ends_with(&format!("{known}s"));
    NAMES.iter().any(ending) || matches!(&*name, "pgpassword" | "pwd" | "auth")
}

/// Which part of a word is a secret, by its own name; and whether the next word is.
fn secret(word: &str) -> (Option<usize>, bool) {
    let after = |at: usize| Some(at.saturating_add(1));
    if let Some(at) = word.find(['=', ':']) {
        let (name, value) = word.split_at_checked(at).unwrap_or((word, ""));
        let name = name.trim_start_matches('-');
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte));
        // `name::rest` is a path of a language, `name://` a URL.
        let path = value.starts_with("::") || value.starts_with("://");
        return (if plain && !path && is_named(name) { after(at) } else { None }, false);
    }
    (None, word.starts_with("--") && is_named(word))
}

/// A command line without secrets.
#[must_use]
pub fn command(line: &str) -> Cow<'_, str> {
    let mut hidden = Vec::new();
    let mut next = false;
    let mut user = false;
    for Range { start, end } in words(line.as_bytes()) {
        let word = line.get(start..end).unwrap_or_default();
        let is_option = word.starts_with('-');
        if next && !is_option && !word.is_empty() {
            hidden.push((start, end));
            next = false;
            user = false;
            continue;
        }
        if user && let Some(at) = word.find(':') {
            hidden.push((start.saturating_add(at).saturating_add(1), end));
        }
        let (from, follows) = secret(word);
        if let Some(from) = from {
            let value = start.saturating_add(from);
            let blanks =
                line.get(value..end).map_or(0, |text| text.len().saturating_sub(text.trim_start().len()));
            hidden.push((value.saturating_add(blanks), end));
        }
        next = follows;
        user = matches!(word, "-u" | "--user" | "--proxy-user" | "-U");
    }
    let mut shown = String::with_capacity(line.len());
    let mut from = 0;
    for (start, end) in hidden.into_iter().filter(|(start, end)| start < end) {
        if start < from {
            continue;
        }
        shown.push_str(line.get(from..start).unwrap_or_default());
        shown.push_str(MARK);
        from = end;
    }
    if from == 0 {
        return Redactor::default().text(line).map_or(Cow::Borrowed(line), Cow::Owned);
    }
    shown.push_str(line.get(from..).unwrap_or_default());
    Cow::Owned(Redactor::default().text(&shown).unwrap_or(shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_given_as_secrets_are_hidden_whatever_they_look_like() {
        for (given, shown) in [
            (
                "curl -H 'Authorization: Bearer short' http://h",
                "curl -H 'Authorization: [redacted:argument]' http://h",
            ),
            ("curl -H 'X-Api-Key: k' x", "curl -H 'X-Api-Key: [redacted:argument]' x"),
            ("curl -u bob:hunter http://h", "curl -u bob:[redacted:argument] http://h"),
            ("tool --password hunter --verbose", "tool --password [redacted:argument] --verbose"),
            ("tool --token=abc next", "tool --token=[redacted:argument] next"),
            ("env DB_PASSWORD=abc PATH=/bin tool", "env DB_PASSWORD=[redacted:argument] PATH=/bin tool"),
            ("tool --password 'two words' x", "tool --password '[redacted:argument]' x"),
            ("psql postgres://u:hunter2secretpw@h/db", "psql postgres://u:[redacted:url-password]@h/db"),
            ("tool --password it\\'s", "tool --password [redacted:argument]"),
        ] {
            assert_eq!(command(given), shown);
        }
    }

    #[test]
    fn words_that_only_speak_of_secrets_stay() {
        for plain in [
            "cargo test token::refresh_1 -- --nocapture",
            "cargo test auth::password",
            "pytest tests/test_token.py::TestToken -k password",
            "go test ./secret/... -run TestToken",
            "weir --max-chars 500",
            "tool --token --verbose",
            "",
            "'",
        ] {
            assert_eq!(command(plain), plain);
        }
    }
}
