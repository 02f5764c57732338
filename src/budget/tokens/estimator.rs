//! The estimators by name.
//!
//! Three count chars and are wrong by the kind of text: from a quarter too many for English prose to a quarter of what
//! it is for Chinese. `class` looks at the text. With the feature `tokenizer` two count exactly. Estimators that start a
//! process are elsewhere: this floor starts none.

use super::class;
use super::measure::Measure;

/// A named way to estimate tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimator {
    /// A quarter of the chars, rounded down.
    Chars4Floor,
    /// A quarter of the chars, rounded up.
    Chars4Ceil,
    /// A quarter of the chars and a fifth more, rounded up: `ceil(3 n / 10)`.
    Chars4Margin20,
    /// An upper estimate by the kinds of text: words, digits, marks, blanks, scripts.
    Class,
    /// Exactly, by the vocabulary `o200k_base`.
    #[cfg(feature = "tokenizer")]
    O200k,
    /// Exactly, by the vocabulary `cl100k_base`.
    #[cfg(feature = "tokenizer")]
    Cl100k,
}

impl Estimator {
    /// All of them, in the order in which they are listed.
    pub const ALL: &'static [Self] = &[
        Self::Chars4Floor,
        Self::Chars4Ceil,
        Self::Chars4Margin20,
        Self::Class,
        #[cfg(feature = "tokenizer")]
        Self::O200k,
        #[cfg(feature = "tokenizer")]
        Self::Cl100k,
    ];

    /// The name, as `--est` takes it and as answers repeat it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chars4Floor => "chars4-floor",
            Self::Chars4Ceil => "chars4-ceil",
            Self::Chars4Margin20 => "chars4-margin20",
            Self::Class => "class",
            #[cfg(feature = "tokenizer")]
            Self::O200k => "o200k",
            #[cfg(feature = "tokenizer")]
            Self::Cl100k => "cl100k",
        }
    }

    /// The estimator of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|estimator| estimator.name() == name)
    }

    /// The tokens of `text`.
    #[must_use]
    pub fn estimate(self, text: &str) -> u64 {
        match self {
            Self::Chars4Floor | Self::Chars4Ceil | Self::Chars4Margin20 => {
                let chars = u64::try_from(text.chars().count()).unwrap_or(u64::MAX);
                self.of_chars(chars).unwrap_or(u64::MAX)
            }
            Self::Class => class::estimate(text),
            #[cfg(feature = "tokenizer")]
            Self::O200k => u64::try_from(bpe_openai::o200k_base().count(text)).unwrap_or(u64::MAX),
            #[cfg(feature = "tokenizer")]
            Self::Cl100k => u64::try_from(bpe_openai::cl100k_base().count(text)).unwrap_or(u64::MAX),
        }
    }

    /// The tokens of any text of so many chars; none for an estimator that has to see the text.
    #[must_use]
    pub fn of_chars(self, chars: u64) -> Option<u64> {
        match self {
            Self::Chars4Floor => Some(chars.div_euclid(4)),
            Self::Chars4Ceil => Some(chars.div_ceil(4)),
            Self::Chars4Margin20 => {
                let tokens = u128::from(chars).saturating_mul(3).div_ceil(10);
                Some(u64::try_from(tokens).unwrap_or(u64::MAX))
            }
            Self::Class => None,
            #[cfg(feature = "tokenizer")]
            Self::O200k | Self::Cl100k => None,
        }
    }
}

impl Measure for Estimator {
    fn name(&self) -> &str {
        (*self).name()
    }

    fn tokens(&self, text: &str) -> u64 {
        self.estimate(text)
    }

    fn of_chars(&self, chars: u64) -> Option<u64> {
        (*self).of_chars(chars)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_no_other() {
        for estimator in Estimator::ALL {
            assert_eq!(Estimator::parse(estimator.name()), Some(*estimator));
        }
        for name in ["", "chars4", "CLASS", "class ", "exec:wc"] {
            assert_eq!(Estimator::parse(name), None, "{name}");
        }
    }

    #[test]
    fn chars_are_unicode_scalar_values_and_rounding_is_in_the_name() {
        let of = |text: &str| {
            [Estimator::Chars4Floor, Estimator::Chars4Ceil, Estimator::Chars4Margin20]
                .map(|it| it.estimate(text))
        };
        assert_eq!(of(""), [0, 0, 0]);
        assert_eq!(of("a"), [0, 1, 1]);
        assert_eq!(of("abc"), [0, 1, 1]);
        assert_eq!(of("abcd"), [1, 1, 2]);
        assert_eq!(of("éééé"), [1, 1, 2]);
        assert_eq!(of("elevenchars"), [2, 3, 4]);
        assert_eq!(of(&"x".repeat(1000)), [250, 250, 300]);
    }

    #[test]
    fn no_number_of_chars_overflows() {
        let most = |estimator: Estimator| estimator.of_chars(u64::MAX);
        assert_eq!(most(Estimator::Chars4Floor), Some(u64::MAX / 4));
        assert_eq!(most(Estimator::Chars4Ceil), Some(u64::MAX / 4 + 1));
        assert_eq!(most(Estimator::Chars4Margin20), Some(5_534_023_222_112_865_485));
        assert_eq!(most(Estimator::Class), None);
    }
}
