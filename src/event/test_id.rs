//! A test's name, in the parts by which names are grouped.

/// A test's name, split by its recognizer. `module`, `separator` and `name` joined give the name as shown.
///
/// A name without a module has an empty `module` and an empty `separator`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TestId<'a> {
    /// Everything that the names of one group share, for example `billing::tests` or `tests/test_a.py`.
    pub module: &'a str,
    /// What is between module and name: `::`, `.`, `/`, ` > `, or nothing.
    pub separator: &'a str,
    /// The last segment, never empty for a real test.
    pub name: &'a str,
}

impl<'a> TestId<'a> {
    /// A name that has no module.
    #[must_use]
    pub const fn bare(name: &'a str) -> Self {
        Self { module: "", separator: "", name }
    }

    /// A name within a module; without one, if that is empty.
    #[must_use]
    pub const fn of(module: &'a str, separator: &'a str, name: &'a str) -> Self {
        if module.is_empty() { Self::bare(name) } else { Self { module, separator, name } }
    }

    /// Splits `shown` at the last `separator`; without one the whole is the name.
    #[must_use]
    pub fn split_last(shown: &'a str, separator: &'a str) -> Self {
        // Called for every passing test: the search for the separator's last byte needs no preparation.
        let split = separator.as_bytes().last().and_then(|last| {
            memchr::memrchr_iter(*last, shown.as_bytes()).find_map(|at| {
                let (before, name) = shown.split_at_checked(at.saturating_add(1))?;
                Some((before.strip_suffix(separator)?, name))
            })
        });
        match split {
            Some((module, name)) if !name.is_empty() => Self { module, separator, name },
            _ => Self::bare(shown),
        }
    }
}
