//! The five sections of a context and what each may take up. The budgets sum up to the window, always.

use std::collections::BTreeSet;

use crate::budget::Count as _;

use serde::Serialize;

use super::error::CompileError;

/// A part of the context with a budget of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Section {
    /// What the model is reported to be.
    System,
    /// What was remembered of earlier conversations.
    Memory,
    /// The conversation.
    History,
    /// What the model can call.
    Tools,
    /// Kept free: for the answer, and for the frames that a provider puts round messages.
    Headroom,
}

impl Section {
    /// All sections, in the order of an answer.
    pub const ALL: [Self; 5] = [Self::System, Self::Memory, Self::History, Self::Tools, Self::Headroom];

    /// The name on the command line and in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Memory => "memory",
            Self::History => "history",
            Self::Tools => "tools",
            Self::Headroom => "headroom",
        }
    }

    /// The section of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.name() == name)
    }

    /// The share of the window without a budget of its own, in sixteenths: 6.25, 25, 50, 12.5 and 6.25 %.
    const fn sixteenths(self) -> u64 {
        match self {
            Self::System | Self::Headroom => 1,
            Self::Memory => 4,
            Self::History => 8,
            Self::Tools => 2,
        }
    }
}

/// One value for each section.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sections<T> {
    /// Of the system prompt.
    pub system: T,
    /// Of the memory.
    pub memory: T,
    /// Of the history.
    pub history: T,
    /// Of the tools.
    pub tools: T,
    /// Of the headroom.
    pub headroom: T,
}

impl<T> Sections<T> {
    /// The value of a section.
    pub const fn get(&self, section: Section) -> &T {
        match section {
            Section::System => &self.system,
            Section::Memory => &self.memory,
            Section::History => &self.history,
            Section::Tools => &self.tools,
            Section::Headroom => &self.headroom,
        }
    }

    /// The value of a section, to change it.
    pub const fn get_mut(&mut self, section: Section) -> &mut T {
        match section {
            Section::System => &mut self.system,
            Section::Memory => &mut self.memory,
            Section::History => &mut self.history,
            Section::Tools => &mut self.tools,
            Section::Headroom => &mut self.headroom,
        }
    }
}

/// Budgets as asked for, in tokens; those that are missing are shares of the window.
pub type Asked = Sections<Option<u64>>;

/// Budgets in tokens, of which the sum is the window.
pub type Budgets = Sections<u64>;

/// Fills what was not asked for.
///
/// # Errors
/// When the sum is not `window`.
pub fn budgets(asked: &Asked, window: u64) -> Result<Budgets, CompileError> {
    let mut budgets = Budgets::default();
    let mut shared: u64 = 0;
    for section in Section::ALL {
        let share = u64::try_from(u128::from(window).saturating_mul(u128::from(section.sixteenths())) / 16)
            .unwrap_or(u64::MAX);
        // What the divisions leave over, at most 4 tokens, is headroom.
        let share = match section {
            Section::Headroom => window.saturating_sub(shared),
            _ => share,
        };
        shared.up(share);
        *budgets.get_mut(section) = asked.get(section).unwrap_or(share);
    }
    let sum = Section::ALL.iter().fold(0_u64, |sum, section| sum.saturating_add(*budgets.get(*section)));
    if sum == window { Ok(budgets) } else { Err(CompileError::Sum { sum, window }) }
}

/// Reads `system=1500,history=12k`; `amount` reads a number of tokens.
///
/// # Errors
/// Says which word is wrong.
pub fn read_budgets(words: &str, amount: impl Fn(&str) -> Option<u64>) -> Result<Asked, String> {
    let mut asked = Asked::default();
    let mut seen = BTreeSet::new();
    for word in words.split(',') {
        let (name, value) = word.split_once('=').ok_or_else(|| format!("{word:?} is not SECTION=TOKENS"))?;
        let section = Section::named(name.trim()).ok_or_else(|| {
            format!("there is no section {name:?}: the sections are system, memory, history, tools, headroom")
        })?;
        if !seen.insert(section) {
            return Err(format!("{} is given twice", section.name()));
        }
        let tokens = amount(value.trim())
            .ok_or_else(|| format!("{value:?} is not a number of tokens, 1500 or 12k say"))?;
        *asked.get_mut(section) = Some(tokens);
    }
    Ok(asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_sixteenths_and_what_is_left_over_is_headroom() {
        let of = |window| {
            let budgets = budgets(&Asked::default(), window).unwrap();
            Section::ALL.map(|section| *budgets.get(section))
        };
        assert_eq!(of(24_000), [1500, 6000, 12_000, 3000, 1500]);
        assert_eq!(of(17), [1, 4, 8, 2, 2]);
        assert_eq!(of(0), [0; 5]);
        assert_eq!(of(u64::MAX).iter().fold(0_u64, |sum, share| sum.saturating_add(*share)), u64::MAX);
    }

    #[test]
    fn a_sum_that_is_not_the_window_is_refused_with_both_numbers() {
        let asked = read_budgets("history=11999", |word| word.parse().ok()).unwrap();
        assert_eq!(
            budgets(&asked, 24_000).unwrap_err().to_string(),
            "the budgets sum up to 23999 tokens, the window is 24000"
        );
        let asked = read_budgets("history=12000, system=1500", |word| word.parse().ok()).unwrap();
        assert_eq!(budgets(&asked, 24_000).unwrap().memory, 6000);
    }

    #[test]
    fn a_wrong_word_is_named() {
        let refused = |words: &str| read_budgets(words, |word| word.parse().ok()).unwrap_err();
        assert_eq!(refused("history"), "\"history\" is not SECTION=TOKENS");
        assert!(refused("histry=5").starts_with("there is no section \"histry\""));
        assert_eq!(refused("tools=5,tools=6"), "tools is given twice");
        assert!(refused("tools=x").starts_with("\"x\" is not a number"));
    }
}
