//! What a value looks like: made by a machine, chosen by somebody, or the name of something.
//!
//! How random a word looks decides nothing alone. But a value at a place where secrets are is one only when it looks
//! made: it mixes letters, digits and cases in an order that the names of types, tests and variables do not have.

use crate::budget::Count as _;

/// How many first bytes of a value are looked at.
pub(super) const JUDGED: usize = 64;
/// The least letters of a word; in a long value without digits, which a machine hardly makes, less is enough.
const WORD: usize = 4;
const SHORT_WORD: usize = 3;
/// How long such a value is at least.
const LONG: usize = 16;
/// The least bytes of a value that looks made wherever it is.
const STRONG: usize = 12;
/// The most letters of a word in capital letters.
const CAPITALS: usize = 8;
/// The most consonants of a word in a row.
const CONSONANTS: usize = 4;

/// The first bytes of a value, by which it is judged.
fn judged(value: &[u8]) -> &[u8] {
    value.get(..JUDGED).unwrap_or(value)
}

/// Whether letters can be spoken: they have vowels, no long row of consonants, and few of the rare letters. Of capital
/// letters alone more is asked, because keys in base32 are made of them.
fn is_spoken(letters: &[u8], least: usize) -> bool {
    let is_vowel = |byte: &u8| b"aeiouyAEIOUY".contains(byte);
    let capital = letters.iter().all(u8::is_ascii_uppercase);
    let vowels = letters.iter().filter(|byte| is_vowel(byte)).count();
    let rare = letters.iter().filter(|byte| b"jqxzJQXZ".contains(byte)).count();
    let lone_q =
        letters.windows(2).any(|pair| matches!(pair, [b'q' | b'Q', next] if !matches!(next, b'u' | b'U')));
    let short = |consonants: &[u8]| {
        let soft = consonants.iter().any(|byte| b"shSH".contains(byte));
        consonants.len() <= CONSONANTS.saturating_sub(usize::from(capital || !soft))
    };
    letters.len() >= least
        && vowels > 0
        && (!capital || (vowels.saturating_mul(4) >= letters.len() && letters.len() <= CAPITALS))
        && rare < 2
        && !lone_q
        && letters.split(is_vowel).all(short)
}

/// Whether a value is put together from words: `AccessKeyVersion2`, `some_test_name`, `keys/server.pem`.
pub(super) fn is_worded(value: &[u8]) -> bool {
    let short = value.len() >= LONG && !has_digit(judged(value));
    has_words(judged(value), if short { SHORT_WORD } else { WORD }, 75)
}

/// Whether a value is put together from long words.
pub(super) fn is_long_worded(value: &[u8]) -> bool {
    has_words(judged(value), WORD, 75)
}

/// Whether so many percent of a value are words of at least so many letters.
fn has_words(value: &[u8], least: usize, percent: usize) -> bool {
    // Within a name a capital letter or a sign follows a digit.
    let within =
        |pair: &&[u8]| matches!(pair, [one, next] if one.is_ascii_digit() && next.is_ascii_lowercase());
    let separate = |byte: &u8| byte.is_ascii_uppercase() || b"_-./: ".contains(byte);
    let most = usize::from(value.iter().any(separate));
    if value.windows(2).filter(within).count() > most {
        return false;
    }
    let (mut spoken, mut all) = (0_usize, 0_usize);
    let mut from = 0_usize;
    for at in 0..=value.len() {
        let byte = value.get(at).copied();
        let last = at.checked_sub(1).and_then(|last| value.get(last)).copied().unwrap_or(b' ');
        let goes_on = byte.is_some_and(|byte| byte.is_ascii_alphabetic()) && last.is_ascii_alphabetic();
        let upper = byte.is_some_and(|byte| byte.is_ascii_uppercase());
        let lower_next = value.get(at.saturating_add(1)).is_some_and(u8::is_ascii_lowercase);
        let new_word = upper && (last.is_ascii_lowercase() || lower_next);
        if !goes_on || new_word {
            let word = value.get(from..at).unwrap_or_default();
            spoken.up(if is_spoken(word, least) { word.len() } else { 0 });
            from = at;
            if !byte.is_some_and(|byte| byte.is_ascii_alphabetic()) {
                from = at.saturating_add(1);
            }
        }
        if byte.is_some_and(|byte| !b"_-./: ".contains(&byte)) {
            all.up(1);
        }
    }
    spoken.saturating_mul(100) >= all.saturating_mul(percent)
        && changes(value).saturating_mul(5) <= value.len()
}

/// How often a digit follows a letter, or a letter a digit.
pub(super) fn changes(value: &[u8]) -> usize {
    let class = |byte: u8| (byte.is_ascii_digit(), byte.is_ascii_alphabetic());
    let turns = |pair: &[u8]| match pair {
        [one, other] => {
            matches!((class(*one), class(*other)), ((true, _), (_, true)) | ((_, true), (true, _)))
        }
        _ => false,
    };
    judged(value).windows(2).filter(|pair| turns(pair)).count()
}

/// Whether letters of both cases are mixed otherwise than words are.
pub(super) fn is_mixed(value: &[u8]) -> bool {
    let value = judged(value);
    value.iter().any(u8::is_ascii_uppercase) && value.iter().any(u8::is_ascii_lowercase) && !is_worded(value)
}

/// Whether bytes have at least one digit.
pub(super) fn has_digit(bytes: &[u8]) -> bool {
    bytes.iter().any(u8::is_ascii_digit)
}

/// Whether a value is nothing but hexadecimal digits and dashes, as hashes and UUIDs are.
pub(super) fn is_hex(value: &[u8]) -> bool {
    value.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'-')
}

/// Whether a value only stands for a secret: stars, a variable, a mark of whoever hid it.
pub(super) fn is_placeholder(value: &[u8]) -> bool {
    let same = value.first().is_some_and(|first| value.iter().all(|byte| byte == first));
    same || value.first().is_some_and(|first| b"$<{[%*(&".contains(first))
        || [b"***".as_slice(), b"...", b"${", b"{{", b"[redacted:"]
            .iter()
            .any(|mark| memchr::memmem::find(value, mark).is_some())
}

/// Words that a manual or a test has in place of a secret.
const STAND_INS: [&[u8]; 8] =
    [b"password", b"passwd", b"pass", b"pw", b"token", b"secret", b"changeme", b"passphrase"];

/// Whether a value is a word that stands for a secret, whatever signs are round it.
pub(super) fn is_stand_in(value: &[u8]) -> bool {
    let letters = |byte: &u8| byte.is_ascii_alphabetic();
    let from = value.iter().position(letters).unwrap_or(0);
    let to = value.iter().rposition(letters).map_or(0, |at| at.saturating_add(1));
    let word = value.get(from..to).unwrap_or_default();
    let signs = value.len().saturating_sub(word.len());
    signs <= 2 && STAND_INS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether a value is a path, a constant, a call, or a sentence.
fn is_path(value: &[u8]) -> bool {
    let capital = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
    let parts = value.split(|byte| *byte == b'.');
    (value.contains(&b'_') && value.iter().all(capital))
        || (parts.clone().count() > 2 && parts.map(<[u8]>::len).max() < Some(LONG))
        || memchr::memmem::find(value, b"::").is_some()
        || matches!(value.first(), Some(b'.' | b'~' | b'@'))
        // Base64 may begin with a slash.
        || (value.first() == Some(&b'/') && (value.len() < 40 || value.iter().any(|byte| b"_-.".contains(byte)) || is_worded(value)))
        || value.contains(&b'(')
        || value.contains(&b' ')
}

/// Whether somebody chose a value as a password: letters, and digits, signs or both cases among them.
pub(super) fn is_chosen(value: &[u8]) -> bool {
    let first = judged(value);
    let letters = first.iter().any(u8::is_ascii_alphabetic);
    let others = first.iter().any(|byte| byte.is_ascii_digit() || b"!@#$%^&*+=?".contains(byte));
    let both = first.iter().any(u8::is_ascii_uppercase) && first.iter().any(u8::is_ascii_lowercase);
    let mixed = both && !has_words(first, SHORT_WORD, 100);
    value.len() >= 6 && letters && (others || mixed) && !is_path(first) && entropy(first) >= 2.0
}

/// Whether a machine made a value of at least so many bytes.
pub(super) fn is_made(value: &[u8], least: usize) -> bool {
    let first = judged(value);
    let letters = first.iter().any(u8::is_ascii_alphabetic);
    let mixed = changes(first) >= 2 || is_mixed(first) || first.iter().all(u8::is_ascii_alphanumeric);
    value.len() >= least && letters && mixed && !is_path(first) && !is_worded(first) && entropy(first) >= 2.5
}

/// Whether a value can hardly be anything but made by a machine: letters of both cases in no order.
pub(super) fn is_strong(value: &[u8]) -> bool {
    let first = judged(value);
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-+/=~!@#$%^&*|".contains(byte);
    is_mixed(first) && is_made(value, STRONG) && first.iter().all(plain) && !is_telling(first)
}

/// Whether a value is itself named as a secret: it is the name of a type or of a variable.
fn is_telling(value: &[u8]) -> bool {
    let small = value.to_ascii_lowercase();
    [b"secret".as_slice(), b"token", b"passw", b"passphrase", b"privatekey", b"publickey", b"accesskey"]
        .iter()
        .any(|word| memchr::memmem::find(&small, word).is_some())
}

/// Shannon's entropy, in bits a byte.
fn entropy(value: &[u8]) -> f64 {
    let mut counts = [0_u32; 256];
    for byte in value {
        if let Some(count) = counts.get_mut(usize::from(*byte)) {
            count.up(1);
        }
    }
    let whole = f64::from(u32::try_from(value.len()).unwrap_or(u32::MAX));
    let bits = |count: &u32| {
        let part = f64::from(*count) / whole;
        -part * part.log2()
    };
    counts.iter().filter(|count| **count > 0).map(bits).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_worded_and_made_values_are_not() {
        for name in [
            "AccessKeyVersion2Enum4",
            "some_identifier_2",
            "PasswordResetToken",
            "HTTPServerConnection1",
            "refresh-token-handler",
            "keys/server.pem",
            "identifier_name_2",
            "SslGeneratePreMasterKeyFn",
            "deserializationerror",
        ] {
            assert!(is_worded(name.as_bytes()), "{name}");
        }
        for made in
            ["8fJ2kd93Lms02Qpx7", "9f2c6d1b7a3e8f4c5d6e", "QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "q3x8zk2mv9w1n7c4"]
        {
            assert!(!is_worded(made.as_bytes()) && is_made(made.as_bytes(), 16), "{made}");
        }
    }

    /// Of one seed, so that the numbers are the same each time.
    #[test]
    fn hardly_a_random_value_looks_like_a_name() {
        let mut state = 7_u64;
        let mut next = |count: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap() % count
        };
        let base62: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
        for (alphabet, length, most) in [
            (base62, 16, 30),
            (base62, 20, 15),
            (base62, 40, 0),
            (&base62[..52], 34, 30),
            (b"abcdefghijklmnopqrstuvwxyz0123456789", 20, 10),
            (b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 26, 10),
            (b"0123456789abcdef", 24, 1),
            (b"0123456789abcdef", 32, 0),
        ] {
            let missed = (0..10_000)
                .filter(|_| {
                    let value: Vec<u8> = (0..length).map(|_| alphabet[next(alphabet.len())]).collect();
                    !is_made(&value, length)
                })
                .count();
            assert!(missed <= most, "{missed} of {length} {}", String::from_utf8_lossy(alphabet));
        }
        let missed = (0..10_000)
            .filter(|_| {
                let value: Vec<u8> = (0..12).map(|_| base62[next(62)]).collect();
                !is_chosen(&value)
            })
            .count();
        assert!(missed <= 40, "{missed}");
    }
}
