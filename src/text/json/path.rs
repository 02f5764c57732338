//! Where a value is in a document: `.a.b`, `.items[3]`, `.["odd key"].x`.

use std::fmt;

/// One step into a document.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// Into a field of an object.
    Key(String),
    /// Into an element of an array, counted from 0.
    Index(usize),
}

/// A way into a document, from its top.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JsonPath(Vec<Step>);

/// Why a word is not a path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a path is '.', '.a.b', '.items[3]' or '.[\"odd key\"]'")]
pub struct PathError;

/// The most steps of a path.
const MOST_STEPS: usize = 1000;

/// Whether a key can follow a dot without quotes.
fn is_plain(key: &str) -> bool {
    let mut bytes = key.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'$' | b'@'))
}

impl JsonPath {
    /// Reads a path. The first dot may be left out.
    ///
    /// # Errors
    /// When the word is not a path.
    pub fn parse(word: &str) -> Result<Self, PathError> {
        let mut steps = Vec::new();
        let mut rest = word.strip_prefix('.').unwrap_or(word);
        let mut key_expected = !rest.is_empty();
        if word.is_empty() {
            return Err(PathError);
        }
        while !rest.is_empty() {
            if steps.len() >= MOST_STEPS {
                return Err(PathError);
            }
            if let Some(inside) = rest.strip_prefix('[') {
                let (step, later) = bracket(inside)?;
                steps.push(step);
                rest = later;
            } else if key_expected {
                let end = rest.find(['.', '[']).unwrap_or(rest.len());
                let (key, later) = rest.split_at_checked(end).ok_or(PathError)?;
                if key.is_empty() {
                    return Err(PathError);
                }
                steps.push(Step::Key(key.to_owned()));
                rest = later;
            } else {
                return Err(PathError);
            }
            key_expected = false;
            if let Some(later) = rest.strip_prefix('.') {
                if later.is_empty() {
                    return Err(PathError);
                }
                rest = later;
                key_expected = true;
            }
        }
        Ok(Self(steps))
    }

    /// The path of these steps.
    #[must_use]
    pub fn of(steps: &[Step]) -> Self {
        Self(steps.to_vec())
    }

    /// The steps, from the top down.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// The path one field further down.
    #[must_use]
    pub fn key(&self, key: &str) -> Self {
        self.step(Step::Key(key.to_owned()))
    }

    /// The path one element further down.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        self.step(Step::Index(index))
    }

    fn step(&self, step: Step) -> Self {
        Self(self.0.iter().cloned().chain([step]).collect())
    }
}

/// What is between brackets, and what comes after them.
fn bracket(inside: &str) -> Result<(Step, &str), PathError> {
    if inside.starts_with('"') {
        let mut stream = serde_json::Deserializer::from_str(inside).into_iter::<String>();
        let key = stream.next().and_then(Result::ok).ok_or(PathError)?;
        let later = inside.get(stream.byte_offset()..).and_then(|later| later.strip_prefix(']'));
        return Ok((Step::Key(key), later.ok_or(PathError)?));
    }
    let (digits, later) = inside.split_once(']').ok_or(PathError)?;
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(PathError);
    }
    Ok((Step::Index(digits.parse().map_err(|_| PathError)?), later))
}

impl fmt::Display for JsonPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for step in &self.0 {
            match step {
                Step::Key(key) if is_plain(key) => write!(formatter, ".{key}")?,
                Step::Key(key) => {
                    let mut word = String::new();
                    super::string(key, &mut word);
                    write!(formatter, "{}[{word}]", if first { "." } else { "" })?;
                }
                Step::Index(index) => write!(formatter, "{}[{index}]", if first { "." } else { "" })?,
            }
            first = false;
        }
        if first { formatter.write_str(".") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_printed_as_it_can_be_typed() {
        for (word, printed) in [
            (".", "."),
            (".a.b", ".a.b"),
            ("a.b", ".a.b"),
            (".items[3].x", ".items[3].x"),
            (".[0][1]", ".[0][1]"),
            ("[0]", ".[0]"),
            (".[\"odd \\\"key\"].x", ".[\"odd \\\"key\"].x"),
            (".a[\"b.c\"]", ".a[\"b.c\"]"),
            (".[\"plain\"]", ".plain"),
            (".a.[0]", ".a[0]"),
        ] {
            let path = JsonPath::parse(word).unwrap();
            assert_eq!(path.to_string(), printed, "{word}");
            assert_eq!(JsonPath::parse(printed).unwrap(), path, "{printed}");
        }
    }

    #[test]
    fn what_is_no_path_is_refused() {
        for word in [
            "",
            "..",
            ".a.",
            ".a..b",
            "[",
            "[x]",
            "[-1]",
            ".[\"a]",
            ".a]b[",
            "[0]a",
            "[99999999999999999999]",
        ] {
            let parsed = JsonPath::parse(word);
            assert!(parsed.is_err(), "{word}: {parsed:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_keys_make_a_path_that_is_read_back(keys in proptest::collection::vec(".{0,12}", 0..5), index in 0_usize..99) {
            let path = keys.iter().fold(JsonPath::default().index(index), |path, key| path.key(key));
            proptest::prop_assert_eq!(JsonPath::parse(&path.to_string()), Ok(path));
        }
    }
}
