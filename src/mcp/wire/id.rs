//! What a request is known by.
//!
//! An answer has the id of its request, but not always in the same writing: `1e2` may come back as `100.0`, and
//! `"\u0061"` as `"a"`. Two writings of one value are one id; `1` and `"1"` are two.

use crate::text::json::{Json, Kind};

/// A number beyond this loses digits in programs that count in floating point.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// An id, written in one way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Id {
    /// `null`.
    Null,
    /// A string, decoded.
    Text(String),
    /// A number.
    Number(String),
    /// Anything else that a faulty client sends, as it is written.
    Other(String),
}

impl Id {
    /// The id of a value.
    #[must_use]
    pub fn of(value: Json<'_>) -> Self {
        match value.kind() {
            Kind::Null => Self::Null,
            Kind::String => Self::Text(value.string().unwrap_or_default().into_owned()),
            Kind::Number => Self::Number(number(value.text())),
            Kind::Bool | Kind::Array | Kind::Object => Self::Other(value.text().to_owned()),
        }
    }

    /// The id in a text that holds one value.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        Json::parse(text).ok().map(Self::of)
    }

    /// The number as a program sees it that counts in floating point.
    #[must_use]
    pub fn rounded(&self) -> Option<u64> {
        match self {
            Self::Number(digits) => digits.parse::<f64>().ok().map(f64::to_bits),
            Self::Null | Self::Text(_) | Self::Other(_) => None,
        }
    }
}

/// One writing for equal numbers. Whole numbers keep all of their digits.
fn number(text: &str) -> String {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return if digits == "0" { digits.to_owned() } else { text.to_owned() };
    }
    match text.parse::<f64>() {
        Ok(0.0) => "0".to_owned(),
        Ok(value) if value.is_finite() && (value.fract() != 0.0 || value.abs() <= EXACT) => value.to_string(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writings_of_one_value_are_one_id() {
        for (one, other) in [
            ("1", "1.0"),
            ("1e2", "100"),
            ("-0", "0"),
            ("1.50", "1.5"),
            ("\"\\u0061\"", "\"a\""),
            ("-7", "-7.0"),
        ] {
            assert_eq!(Id::read(one), Id::read(other), "{one} {other}");
        }
    }

    #[test]
    fn other_values_are_other_ids() {
        for (one, other) in [
            ("1", "\"1\""),
            ("9007199254740993", "9007199254740992"),
            ("1e400", "1e401"),
            ("null", "\"null\""),
            ("\"\"", "null"),
            ("{}", "[]"),
        ] {
            assert_ne!(Id::read(one), Id::read(other), "{one} {other}");
        }
        assert_eq!(Id::read("nothing"), None);
    }

    #[test]
    fn a_large_number_is_known_by_what_floating_point_makes_of_it() {
        let rounded = |text: &str| Id::read(text).and_then(|id| id.rounded());
        assert_eq!(rounded("9007199254740993"), rounded("9007199254740992"));
        assert_ne!(rounded("1"), rounded("2"));
        assert_eq!(rounded("\"1\""), None);
    }
}
