//! The level of a line of a logger: an unknown tool's line of level `ERROR` is worth showing before its other lines.
//!
//! Tests log errors and pass, so a level decides nothing: it only says which lines get room.

/// How far into a line its level is looked for, in bytes: after a time, a thread and a name.
const NEAR: usize = 100;

/// Levels of errors, as loggers of Java, .NET, Python, JavaScript and Go write them.
const ERRORS: [&str; 9] =
    ["ERROR", "ERR", "FATAL", "FTL", "SEVERE", "CRITICAL", "CRIT", "ALERT", "EMERGENCY"];

/// Levels of all other lines: the message follows them.
const OTHERS: [&str; 16] = [
    "WARN",
    "WARNING",
    "WRN",
    "INFO",
    "INF",
    "INFORMATION",
    "NOTICE",
    "DEBUG",
    "DBG",
    "TRACE",
    "TRC",
    "FINE",
    "FINER",
    "CONFIG",
    "VERBOSE",
    "VRB",
];

/// How lines of pairs begin, and the names of the pair with the level.
const PAIRS: [&str; 6] = ["time=", "ts=", "level=", "lvl=", "{\"", "msg="];
const NAMES: [&str; 6] = ["level=", "lvl=", "\"level\":", "\"lvl\":", "\"severity\":", "\"@l\":"];

/// Whether a line that begins with `begin` after its blanks is a logger's, with the level of an error.
#[must_use]
pub(crate) fn is_error(begin: &str) -> bool {
    of(begin) == Some(true)
}

/// Whether the level of a line that begins with `begin` after its blanks is that of an error; `None` when the line is not
/// a logger's.
#[must_use]
#[inline(never)]
pub(crate) fn of(begin: &str) -> Option<bool> {
    let near = crate::text::head(begin, NEAR);
    match begin.as_bytes() {
        [b'0'..=b'9' | b'[', ..] => {
            let mut words = near.split([' ', '\t', '[', ']', '(', ')', '|', ':', ',', '<', '>']);
            words.find_map(of_word)
        }
        // Kubernetes' logger: `E0102 10:00:00.000000   1 a.go:3] it broke`.
        [b'E' | b'F', day @ ..] if day.get(4) == Some(&b' ') => {
            let days = day.get(..4).is_some_and(|day| day.iter().all(u8::is_ascii_digit));
            (days && near.contains("] ")).then_some(true)
        }
        [b't' | b'l' | b'{' | b'm', ..] if PAIRS.iter().any(|pair| begin.starts_with(pair)) => {
            NAMES.iter().find_map(|name| near.split_once(name)).map(|(_, value)| {
                let value = value.trim_start_matches([' ', '"']);
                let end = value.bytes().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(value.len());
                let level = value.get(..end).unwrap_or_default();
                level.eq_ignore_ascii_case("eror")
                    || ERRORS.iter().any(|error| error.eq_ignore_ascii_case(level))
            })
        }
        _ => None,
    }
}

/// Whether the word is a level, in capitals or not.
pub(crate) fn is_level(word: &str) -> bool {
    is_of_error(word) || OTHERS.iter().any(|level| level.eq_ignore_ascii_case(word))
}

/// Whether the word is the level of an error, in capitals or not.
pub(crate) fn is_of_error(word: &str) -> bool {
    ERRORS.iter().any(|level| level.eq_ignore_ascii_case(word))
}

/// Whether the word is the level of an error; `None` when it is not a level.
fn of_word(word: &str) -> Option<bool> {
    if !word.as_bytes().first().is_some_and(u8::is_ascii_uppercase) {
        return None;
    }
    let among = |levels: &[&str]| levels.contains(&word);
    if among(&ERRORS) { Some(true) } else { among(&OTHERS).then_some(false) }
}

#[cfg(test)]
mod tests {
    use super::is_error;

    #[test]
    fn a_line_of_a_logger_tells_its_level_before_its_message() {
        for text in [
            "10:00:03.555 [main] ERROR com.a.Cart - match failed",
            "2024-01-02 10:00:00,123 ERROR [cart] it broke",
            "2024-01-02T10:00:00Z ERROR cart: it broke",
            "[10:00:01 ERR] all.cart adds two items failed",
            "[2024-01-02 10:00:00.123] [error] [ERROR] broke",
            "[main] SEVERE: broke",
            "2024-01-02 10:00:00 | ERROR | cart:adds:7 - broke",
            "time=2024-01-02T10:00:00Z level=error msg=\"broke\"",
            "level=ERROR msg=broke",
            "{\"time\":\"2024-01-02\",\"level\":\"error\",\"msg\":\"broke\"}",
            "E0102 10:00:00.000000       1 cart.go:3] it broke",
        ] {
            assert!(is_error(text), "{text}");
        }
        for text in [
            "10:00:03.555 [main] INFO com.a.Cart - ERROR",
            "2024-01-02 10:00:00 WARN cart: ERROR 3",
            "10 ERRORS",
            "the ERROR",
            "[3/40] Error.c",
            "time=2024-01-02T10:00:00Z level=info msg=\"level=error\"",
            "test a ... ok",
            "{\"a\":1}",
            "",
        ] {
            assert!(!is_error(text), "{text}");
        }
    }
}
