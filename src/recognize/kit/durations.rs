//! How long something took, as runners print it beside a name. Each has a form of its own, and a parser that accepts too
//! much takes the end of a name for a time. So the forms are small, and each runner combines them.

/// Splits off what is in parentheses at the end, without its unit: `moors (0.1 sec)` with ` sec`.
#[must_use]
pub fn in_parentheses<'a>(text: &'a str, unit: &str) -> Option<(&'a str, &'a str)> {
    text.strip_suffix(')')?.strip_suffix(unit)?.rsplit_once(" (")
}

/// Removes the unit of `12ms` or `1.5s`.
#[must_use]
pub fn without_unit(time: &str) -> Option<&str> {
    time.strip_suffix("ms").or_else(|| time.strip_suffix('s'))
}

/// Whether the text is digits with dots anywhere: `12`, `0.5`, `1.234.5`.
#[must_use]
pub fn is_dotted(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Whether the text is a number with a fraction: `0.005`.
#[must_use]
pub fn is_decimal(text: &[u8]) -> bool {
    let whole = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let Some([b'.', fraction @ ..]) = text.get(whole..).filter(|_| whole > 0) else { return false };
    !fraction.is_empty() && fraction.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_in_the_last_parentheses_with_its_unit() {
        assert_eq!(in_parentheses("moors (all) (0.1 sec)", " sec"), Some(("moors (all)", "0.1")));
        assert_eq!(in_parentheses("moors (12 ms)", ""), Some(("moors", "12 ms")));
        assert_eq!(in_parentheses("moors (0.1 sec)", "ms"), None);
        assert_eq!(in_parentheses("moors(1s)", "s"), None);
    }

    #[test]
    fn a_unit_is_milliseconds_or_seconds() {
        for (time, number) in [("12ms", Some("12")), ("1.5s", Some("1.5")), ("12", None), ("s", Some(""))] {
            assert_eq!(without_unit(time), number, "{time}");
        }
    }

    #[test]
    fn dots_may_be_anywhere_or_once_between_digits() {
        for (text, dotted, decimal) in [
            ("0.005", true, true),
            ("12", true, false),
            ("1.2.3", true, false),
            (".5", true, false),
            ("5.", true, false),
            ("", false, false),
            ("1,5", false, false),
        ] {
            assert_eq!((is_dotted(text), is_decimal(text.as_bytes())), (dotted, decimal), "{text}");
        }
    }
}
