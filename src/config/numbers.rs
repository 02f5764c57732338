//! The numbers of a guard: their names, their variables and their bounds.

use crate::settings::guard::{Guard, ToolGuard};

/// A number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    DefaultPageSize,
    MaxPageSize,
    TokenBudgetThreshold,
    SmallList,
    ItemBudget,
    ChunkSize,
    ChunkMaxLines,
    HardBytes,
    CursorTtlSeconds,
    Rollout,
    MaxMessageBytes,
}

impl Number {
    /// Its value in these settings; of those that tools may have, the one for tools without a pattern.
    pub(super) fn of(self, guard: &Guard) -> u64 {
        let ToolGuard { budgets, rollout, .. } = &guard.base;
        let count = |size: usize| u64::try_from(size).unwrap_or(u64::MAX);
        match self {
            Self::DefaultPageSize => count(budgets.default_page_size),
            Self::MaxPageSize => count(budgets.max_page_size),
            Self::TokenBudgetThreshold => count(budgets.token_budget_threshold),
            Self::SmallList => count(budgets.small_list),
            Self::ItemBudget => count(budgets.item_budget),
            Self::ChunkSize => count(budgets.chunk_size),
            Self::ChunkMaxLines => count(budgets.chunk_max_lines),
            Self::HardBytes => count(budgets.hard_bytes),
            Self::CursorTtlSeconds => guard.cursor_ttl.as_secs(),
            Self::Rollout => u64::from(*rollout),
            Self::MaxMessageBytes => count(guard.max_message_bytes),
        }
    }
}

/// What is known of a number.
pub(super) struct Known {
    pub(super) number: Number,
    /// Its key in the file.
    pub(super) key: &'static str,
    /// Its variable, if it has one.
    pub(super) variable: Option<&'static str>,
    pub(super) lowest: u64,
    pub(super) highest: u64,
    /// Whether tools may have one of their own.
    pub(super) by_tool: ByTool,
}

/// Whether tools may have a value of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ByTool {
    Yes,
    No,
}

const MILLION: u64 = 1_000_000;
/// An answer of fewer tokens has no room for how to get the rest.
const LOWEST_TOKENS: u64 = 100;
const LOWEST_BYTES: u64 = 400;
/// A week: stored originals live no longer.
const LONGEST_TTL: u64 = 604_800;
const LOWEST_MESSAGE: u64 = 1024;
const HIGHEST_MESSAGE: u64 = 4_294_967_296;

const fn known(
    number: Number,
    key: &'static str,
    variable: &'static str,
    lowest: u64,
    highest: u64,
) -> Known {
    Known { number, key, variable: Some(variable), lowest, highest, by_tool: ByTool::Yes }
}

/// All of them, in the order in which they are shown.
pub(super) const NUMBERS: [Known; 11] = [
    known(Number::DefaultPageSize, "defaultPageSize", "WEIR_DEFAULT_PAGE_SIZE", 1, MILLION),
    known(Number::MaxPageSize, "maxPageSize", "WEIR_MAX_PAGE_SIZE", 1, MILLION),
    known(
        Number::TokenBudgetThreshold,
        "tokenBudgetThreshold",
        "WEIR_TOKEN_BUDGET_THRESHOLD",
        LOWEST_TOKENS,
        MILLION,
    ),
    known(Number::SmallList, "smallList", "WEIR_SMALL_LIST", 0, MILLION),
    known(Number::ItemBudget, "itemBudget", "WEIR_ITEM_BUDGET", LOWEST_TOKENS, MILLION),
    known(Number::ChunkSize, "chunkSize", "WEIR_CHUNK_SIZE", LOWEST_TOKENS, MILLION),
    known(Number::ChunkMaxLines, "chunkMaxLines", "WEIR_CHUNK_MAX_LINES", 1, MILLION),
    known(Number::HardBytes, "hardBytes", "WEIR_HARD_BYTES", LOWEST_BYTES, MILLION),
    Known {
        by_tool: ByTool::No,
        ..known(Number::CursorTtlSeconds, "cursorTtlSeconds", "WEIR_CURSOR_TTL_SECONDS", 1, LONGEST_TTL)
    },
    known(Number::Rollout, "rollout", "WEIR_ROLLOUT", 0, 100),
    Known {
        number: Number::MaxMessageBytes,
        key: "maxMessageBytes",
        variable: None,
        lowest: LOWEST_MESSAGE,
        highest: HIGHEST_MESSAGE,
        by_tool: ByTool::No,
    },
];

/// A value for some of the numbers, each with the line that it is given on, 0 when it is from no file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers([Option<(u64, u64)>; NUMBERS.len()]);

impl Numbers {
    pub(super) fn get(&self, number: Number) -> Option<u64> {
        self.0.get(number as usize).copied().flatten().map(|(value, _)| value)
    }

    pub(super) fn line(&self, number: Number) -> u64 {
        self.0.get(number as usize).copied().flatten().map_or(0, |(_, line)| line)
    }

    pub(super) fn set(&mut self, number: Number, value: u64, line: u64) {
        if let Some(place) = self.0.get_mut(number as usize) {
            *place = Some((value, line));
        }
    }

    /// These values, from no file.
    pub(super) fn of(values: &[(Number, u64)]) -> Self {
        let mut numbers = Self::default();
        values.iter().for_each(|(number, value)| numbers.set(*number, *value, 0));
        numbers
    }
}

/// What is known of a number.
pub(super) fn known_of(number: Number) -> Option<&'static Known> {
    NUMBERS.get(number as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_numbers_and_variables_are_named_after_keys() {
        for (index, known) in NUMBERS.iter().enumerate() {
            assert_eq!(known.number as usize, index);
            assert!(known.lowest < known.highest);
            let name = |variable: &str| variable.replace("WEIR_", "").replace('_', "").to_lowercase();
            assert!(known.variable.is_none_or(|variable| name(variable) == known.key.to_lowercase()));
        }
    }
}
