//! The effective window: how many tokens of a model's raw window a context may fill.

use std::str::FromStr;

/// The share of the raw window that is used unless one is asked for.
pub const RATIO: Ratio = Ratio(400_000);

/// The share when the tools alone take up more than [`MANY_TOOLS`] tokens: calls and their results then fill what is
/// left sooner than talk does.
pub const RATIO_WITH_MANY_TOOLS: Ratio = Ratio(250_000);

/// Tokens of tool definitions from which on a context counts as heavy with tools.
pub const MANY_TOOLS: u64 = 8_000;

/// What a whole is, in [`Ratio`]'s unit.
const WHOLE: u32 = 1_000_000;

/// A share of the raw window, in millionths: above 0 and below 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio(u32);

impl FromStr for Ratio {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let wrong = || format!("a ratio is above 0 and below 1, 0.4 say, with at most 6 decimals, not {word:?}");
        let (whole, decimals) = word.split_once('.').unwrap_or((word, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(decimals) || decimals.len() > 6 || decimals.len().max(whole.len()) == 0 {
            return Err(wrong());
        }
        if whole.bytes().any(|byte| byte != b'0') {
            return Err(wrong());
        }
        match format!("{decimals:0<6}").parse() {
            Ok(millionths) if 0 < millionths && millionths < WHOLE => Ok(Self(millionths)),
            _ => Err(wrong()),
        }
    }
}

impl Ratio {
    /// The share of `raw`, rounded down.
    #[must_use]
    pub fn of(self, raw: u64) -> u64 {
        let share = u128::from(raw).saturating_mul(u128::from(self.0)) / u128::from(WHOLE);
        u64::try_from(share).unwrap_or(u64::MAX)
    }
}

/// The window as asked for, in tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// This many.
    Tokens(u64),
    /// A share of a model's window.
    Raw {
        /// The model's window.
        raw: u64,
        /// The share; one of the defaults when none is asked for.
        ratio: Option<Ratio>,
    },
}

impl Window {
    /// The tokens that a context may take up, of which `tools` are its tools'.
    #[must_use]
    pub fn tokens(self, tools: u64) -> u64 {
        match self {
            Self::Tokens(tokens) => tokens,
            Self::Raw { raw, ratio } => {
                let usual = if tools > MANY_TOOLS { RATIO_WITH_MANY_TOOLS } else { RATIO };
                ratio.unwrap_or(usual).of(raw)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_is_less_where_tools_are_many() {
        let raw = Window::Raw { raw: 200_000, ratio: None };
        assert_eq!((raw.tokens(8_000), raw.tokens(8_001)), (80_000, 50_000));
        assert_eq!(Window::Raw { raw: 100, ratio: "0.29".parse().ok() }.tokens(9_000), 29);
        assert_eq!(Window::Tokens(24_000).tokens(9_000), 24_000);
    }

    #[test]
    fn a_ratio_is_above_0_and_below_1() {
        for word in ["0.4", ".5", "0.000001", "00.999999"] {
            assert!(word.parse::<Ratio>().is_ok(), "{word}");
        }
        for word in ["1", "1.0", "0", "0.0", "", ".", "-0.4", "4e-1", "0.4000001", "40%", "2.5", "nan"] {
            assert!(word.parse::<Ratio>().is_err(), "{word}");
        }
    }
}
