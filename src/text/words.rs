//! Words in messages: how to print them safely, and which known word was probably meant.

use std::borrow::Cow;
use std::ffi::OsString;

use super::judged;

/// How many chars of the user's word a message repeats.
const SHOWN_CHARS: usize = 200;

/// How similar two words must be, from 0 to 1, for one to be suggested for the other.
const ALIKE: f64 = 0.75;

/// The shortest word, in chars, that is checked for a typing error.
const SHORTEST_SLIP: usize = 3;

/// `word` in single quotes, without chars that control a terminal, cut when it is very long.
#[must_use]
pub fn shown(word: &str) -> String {
    let mut text = String::from("'");
    for (char, harmful) in judged(word).take(SHOWN_CHARS) {
        match char {
            '\'' | '"' | '\\' => text.push(char),
            _ if harmful && char.escape_debug().count() == 1 => text.extend(char.escape_unicode()),
            _ => text.extend(char.escape_debug()),
        }
    }
    if word.chars().nth(SHOWN_CHARS).is_some() {
        text.push_str("...");
    }
    text.push('\'');
    text
}

/// A message with causes of the system in the style of ours: without their numbers, and not like a sentence.
#[must_use]
pub fn with_plain_causes(text: &str) -> Cow<'_, str> {
    const NUMBER: &str = " (os error ";
    let mut rest = text;
    let mut plain = String::new();
    while let Some((before, after)) = rest.split_once(NUMBER) {
        let digits = after.trim_start_matches(|char: char| char.is_ascii_digit());
        let Some(next) = digits.strip_prefix(')') else { break };
        let start = before.rfind(": ").map_or(0, |colon| colon.saturating_add(2));
        let (front, cause) = before.split_at_checked(start).unwrap_or(("", before));
        plain.push_str(front);
        let mut chars = cause.trim_end_matches('.').chars();
        plain.extend(chars.next().map(|first| first.to_ascii_lowercase()));
        plain.push_str(chars.as_str());
        rest = next;
    }
    if plain.is_empty() {
        return Cow::Borrowed(text);
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// A command as a user would type it, for people to read: words with unusual chars are in quotes.
#[must_use]
pub fn command_line(words: &[OsString]) -> String {
    // No shell of Windows needs quotes round a path.
    let others = if cfg!(windows) { "/._-+@%,:=\\" } else { "/._-+@%,:=" };
    let plain = |each: char| each.is_ascii_alphanumeric() || others.contains(each);
    let word = |word: &OsString| {
        let word = word.to_string_lossy();
        if !word.is_empty() && word.chars().all(plain) { word.into_owned() } else { shown(&word) }
    };
    words.iter().map(word).collect::<Vec<String>>().join(" ")
}

/// A command exactly as a POSIX shell reads it; `None` when a word has chars that cannot be printed on a line.
#[must_use]
pub fn posix(words: &[String]) -> Option<String> {
    let quoted: Option<Vec<String>> = words.iter().map(|word| quoted(word)).collect();
    quoted.map(|quoted| quoted.join(" "))
}

/// One word as a POSIX shell reads it.
fn quoted(word: &str) -> Option<String> {
    if word.chars().any(char::is_control) || !super::is_safe(word) {
        return None;
    }
    let plain = |each: char| each.is_ascii_alphanumeric() || "/._-+@%,:=".contains(each);
    let is_plain = !word.is_empty() && word.chars().all(plain);
    Some(if is_plain { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) })
}

/// The one of `known` that `word` was probably meant to be.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: String = word.chars().take(SHOWN_CHARS).collect::<String>().to_lowercase();
    let alike = |name: &str| {
        let name = name.to_lowercase();
        if is_one_slip(&word, &name) { 1.0 } else { strsim::jaro(&word, &name) }
    };
    known
        .into_iter()
        .map(|name| (alike(name), name))
        .filter(|(alike, _)| *alike >= ALIKE)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, name)| name)
}

/// Whether the words differ by one typing error. Short words count as similar only by this.
fn is_one_slip(word: &str, name: &str) -> bool {
    word.chars().count() >= SHORTEST_SLIP && strsim::osa_distance(word, name) == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let words = ["cargo", "test", "--", "a b", "", "x\u{1b}"].map(OsString::from);
        assert_eq!(command_line(&words), r"cargo test -- 'a b' '' 'x\u{1b}'");
    }

    #[test]
    fn a_cause_of_the_system_has_no_number_and_no_capital() {
        for (text, plain) in [
            ("weir: a: B: No such file (os error 2)\n", "weir: a: B: no such file\n"),
            ("It is gone. (os error 3); b: Not (os error 20)", "it is gone; b: not"),
            ("Plain: No number", "Plain: No number"),
            ("x: Y (os error z)", "x: Y (os error z)"),
        ] {
            assert_eq!(with_plain_causes(text), plain);
        }
    }

    #[test]
    fn a_shell_is_given_exactly_these_words() {
        let words = ["a b", "it's", "$x`y`", "", "\u{e9}", "a\\b", "-k=v"].map(str::to_owned);
        assert_eq!(posix(&words).as_deref(), Some("'a b' 'it'\\''s' '$x`y`' '' '\u{e9}' 'a\\b' -k=v"));
        for word in ["a\nb", "a\u{1b}b", "a\u{202e}b"] {
            assert_eq!(posix(&[word.to_owned()]), None, "{word:?}");
        }
    }

    #[test]
    fn a_shown_word_holds_nothing_that_a_terminal_obeys() {
        assert_eq!(shown("it's"), "'it's'");
        assert_eq!(shown("a\u{1b}[2Jb\n\u{202e}"), r"'a\u{1b}[2Jb\n\u{202e}'");
        assert_eq!(shown("a\u{3164}\u{ad}\u{2060}b"), r"'a\u{3164}\u{ad}\u{2060}b'");
    }

    #[test]
    fn a_shown_word_is_cut_beyond_its_bound_only() {
        assert_eq!(shown(&"é".repeat(200)), format!("'{}'", "é".repeat(200)));
        assert_eq!(shown(&"é".repeat(201)), format!("'{}...'", "é".repeat(200)));
    }

    #[test]
    fn the_nearest_name_is_offered_and_a_strange_word_gets_none() {
        let known = ["cargo test", "cargo nextest", "go test", "pytest", "make"];
        assert_eq!(nearest("pytst", known), Some("pytest"));
        assert_eq!(nearest("Cargo Tset", known), Some("cargo test"));
        assert_eq!(nearest("zzz", known), None);
        assert_eq!(nearest("rnu", ["rerun", "run", "runners"]), Some("run"));
        assert_eq!(nearest("defaultpagesize", ["maxPageSize", "defaultPageSize"]), Some("defaultPageSize"));
    }
}
