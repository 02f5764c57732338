//! Commands in the log of a job: each host ends values and lines in its own way.

use std::fmt::Write as _;

/// A text in which `by` replaces characters.
fn replaced(text: &str, by: impl Fn(char) -> Option<&'static str>) -> String {
    let mut into = String::with_capacity(text.len());
    for character in text.chars() {
        match by(character) {
            Some(replacement) => into.push_str(replacement),
            None => into.push(character),
        }
    }
    into
}

/// The message of a workflow command of GitHub.
pub(in crate::render::documents) fn github(text: &str) -> String {
    replaced(text, |character| match character {
        '%' => Some("%25"),
        '\r' => Some("%0D"),
        '\n' => Some("%0A"),
        _ => None,
    })
}

/// A property of a workflow command of GitHub.
pub(in crate::render::documents) fn github_property(text: &str) -> String {
    replaced(text, |character| match character {
        '%' => Some("%25"),
        '\r' => Some("%0D"),
        '\n' => Some("%0A"),
        ':' => Some("%3A"),
        ',' => Some("%2C"),
        _ => None,
    })
}

/// The message of a logging command of Azure.
pub(in crate::render::documents) fn azure(text: &str) -> String {
    replaced(text, |character| match character {
        '%' => Some("%AZP25"),
        '\r' => Some("%0D"),
        '\n' => Some("%0A"),
        _ => None,
    })
}

/// A property of a logging command of Azure.
pub(in crate::render::documents) fn azure_property(text: &str) -> String {
    replaced(text, |character| match character {
        '%' => Some("%AZP25"),
        '\r' => Some("%0D"),
        '\n' => Some("%0A"),
        ';' => Some("%3B"),
        ']' => Some("%5D"),
        _ => None,
    })
}

/// A value of a service message of TeamCity, in single quotes.
pub(in crate::render::documents) fn teamcity(text: &str) -> String {
    let mut into = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '|' => into.push_str("||"),
            '\'' => into.push_str("|'"),
            '[' => into.push_str("|["),
            ']' => into.push_str("|]"),
            '\n' => into.push_str("|n"),
            '\r' => into.push_str("|r"),
            ' '..='~' => into.push(character),
            // As units of UTF-16.
            other => {
                for unit in other.encode_utf16(&mut [0; 2]) {
                    let _ = write!(into, "|0x{unit:04X}");
                }
            }
        }
    }
    into
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_where_they_should() {
        assert_eq!(github("50%\r\n::error::x"), "50%25%0D%0A::error::x");
        assert_eq!(github_property("a,b: 5%\n"), "a%2Cb%3A 5%25%0A");
        assert_eq!(azure("50%\n##vso[x]"), "50%AZP25%0A##vso[x]");
        assert_eq!(azure_property("a;b]%"), "a%3Bb%5D%AZP25");
        assert_eq!(teamcity("it's [1|2]\n\u{e9}\u{1f600}"), "it|'s |[1||2|]|n|0x00E9|0xD83D|0xDE00");
    }
}
