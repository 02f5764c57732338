//! What a field's name says: that it identifies, that it is a date or a total, or that nobody needs it.

use crate::budget::Count as _;

/// Last words of names that identify.
const IDENTIFYING: [&str; 10] =
    ["id", "uuid", "key", "name", "title", "status", "state", "type", "url", "iid"];
/// Last words of names of dates and totals.
const TELLING: [&str; 29] = [
    "date",
    "time",
    "timestamp",
    "at",
    "on",
    "created",
    "updated",
    "modified",
    "due",
    "deadline",
    "start",
    "end",
    "from",
    "to",
    "in",
    "out",
    "total",
    "subtotal",
    "amount",
    "count",
    "price",
    "sum",
    "balance",
    "currency",
    "quantity",
    "qty",
    "kind",
    "version",
    "error",
];

/// A name in small letters, its words joined by `_`: `userID` and `user-id` are `user_id`.
fn words(name: &str) -> String {
    let mut words = String::new();
    let mut small = false;
    for char in name.chars() {
        match char {
            '-' | ' ' | '.' => words.push('_'),
            char if char.is_uppercase() => {
                if small {
                    words.push('_');
                }
                words.extend(char.to_lowercase());
            }
            char => words.push(char),
        }
        small = char.is_lowercase() || char.is_ascii_digit();
    }
    words
}

fn ends_with_one_of(name: &str, last: &[&str]) -> bool {
    let words = words(name);
    let end = words.rsplit('_').next().unwrap_or_default();
    last.contains(&end)
}

/// Whether a field of this name tells which thing it is.
pub(super) fn identifies(name: &str) -> bool {
    ends_with_one_of(name, &IDENTIFYING)
}

/// Whether a field of this name is a date, a total or the like.
pub(super) fn tells(name: &str) -> bool {
    ends_with_one_of(name, &TELLING)
}

/// Patterns of names: `*` stands for anything, `?` for one char; letters of any size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Globs(Vec<Vec<char>>);

impl Globs {
    /// Reads patterns with commas between them.
    #[must_use]
    pub fn parse(word: &str) -> Self {
        let globs = word.split(',').map(str::trim).filter(|glob| !glob.is_empty());
        Self(globs.map(|glob| glob.to_lowercase().chars().collect()).collect())
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of them is the whole of a name.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        let name: Vec<char> = name.to_lowercase().chars().take(1000).collect();
        self.0.iter().any(|glob| matches(glob, &name))
    }
}

/// Goes back to the last star only, so that the time is the product of the lengths at most.
fn matches(glob: &[char], name: &[char]) -> bool {
    let (mut at, mut from) = (0_usize, 0_usize);
    let mut star: Option<(usize, usize)> = None;
    while let Some(char) = name.get(from) {
        match glob.get(at) {
            Some('*') => {
                star = Some((at, from));
                at.up(1);
            }
            Some(want) if *want == '?' || want == char => {
                at.up(1);
                from.up(1);
            }
            _ => match star {
                Some((back, begun)) => {
                    at = back.saturating_add(1);
                    from = begun.saturating_add(1);
                    star = Some((back, from));
                }
                None => return false,
            },
        }
    }
    glob.get(at..).unwrap_or_default().iter().all(|char| *char == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_identifies_by_its_last_word() {
        for name in ["id", "ID", "_id", "user_id", "userId", "order-status", "Title", "htmlURL", "avatar_url"]
        {
            assert!(identifies(name), "{name}");
        }
        for name in ["idea", "valid", "monkey", "names", "identity", ""] {
            assert!(!identifies(name), "{name}");
        }
        assert!(
            tells("createdAt") && tells("total") && tells("check_in") && !tells("chat") && !tells("bottom")
        );
    }

    #[test]
    fn a_pattern_is_the_whole_of_a_name() {
        let globs = Globs::parse("*schema*, debug*,_links,a?c");
        for name in ["schema", "jsonSchema2", "debug", "debugInfo", "_links", "ABC"] {
            assert!(globs.matches(name), "{name}");
        }
        for name in ["my_debug", "links", "_links2", "ac", ""] {
            assert!(!globs.matches(name), "{name}");
        }
        assert!(Globs::parse("a*b*c").matches("aXbXbc") && !Globs::parse("a*b").matches("abc"));
    }
}
