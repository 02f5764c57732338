//! What an answer costs, and what it may cost: an estimator of tokens and a net of bytes below it.

use crate::budget::{Estimator, Measure};
use crate::settings::guard::Budgets;
use crate::source::Counter;

/// Bytes of an answer at most while the estimator fails.
const HARD_BYTES_ON_TROUBLE: u64 = 10_240;
/// Bytes for each token of the budget, for the net that nobody chose.
const BYTES_A_TOKEN: u64 = 4;

/// Tokens of a page, a digest or the failures of a log at least: with less there is no room for how to get the rest.
const LEAST_TOKENS: u64 = 200;

/// Chars from which the tokens of a text are a measure for those of another one.
const CALIBRATING_CHARS: u64 = 400;

/// Stands for a command that counts, which is too slow to be asked for each line: so many tokens a thousand chars, and a
/// little more.
#[derive(Debug)]
struct Calibrated {
    name: String,
    per_thousand: u64,
}

impl Calibrated {
    fn new(measure: &dyn Measure, probe: &str, tokens: u64) -> Self {
        let chars = count(probe.chars().count());
        // Of a short text the quotient says nothing: as many tokens as the usual estimator has.
        let own = tokens.saturating_mul(1150).checked_div(chars).filter(|_| chars >= CALIBRATING_CHARS);
        Self { name: measure.name().to_owned(), per_thousand: own.unwrap_or(300).max(1) }
    }
}

impl Measure for Calibrated {
    fn name(&self) -> &str {
        &self.name
    }

    fn tokens(&self, text: &str) -> u64 {
        let chars = count(text.chars().count());
        chars.saturating_mul(self.per_thousand).div_ceil(1000)
    }

    fn of_chars(&self, chars: u64) -> Option<u64> {
        Some(chars.saturating_mul(self.per_thousand).div_ceil(1000))
    }
}

/// The measure of one answer.
pub(in crate::mcp) struct Scale {
    measure: Box<dyn Measure>,
    /// The command that counts exactly, when there is one.
    exact: Option<Box<dyn Measure>>,
    /// Bytes of text at most.
    pub(in crate::mcp) hard: u64,
    /// Estimated tokens of a list, a log, several blocks, an error.
    pub(in crate::mcp) threshold: u64,
    /// Estimated tokens of a list that passes whatever its number of items.
    pub(in crate::mcp) small: u64,
    /// Estimated tokens of a record.
    pub(in crate::mcp) record: u64,
    /// Estimated tokens of a piece of text.
    pub(in crate::mcp) chunk: u64,
    /// Lines of a piece of text.
    pub(in crate::mcp) lines: u64,
    /// Items of a page.
    pub(in crate::mcp) items: usize,
    /// Why the estimator is another one than was asked for.
    pub(in crate::mcp) trouble: Option<String>,
}

/// The budget of an answer that holds more than a text: the one that was asked for, or the least one.
pub(in crate::mcp) const fn roomy(budget: u64) -> u64 {
    if budget < LEAST_TOKENS { LEAST_TOKENS } else { budget }
}

pub(in crate::mcp) fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

fn measure(name: &str) -> Option<Box<dyn Measure>> {
    if let Some(estimator) = Estimator::parse(name) {
        return Some(Box::new(estimator));
    }
    Some(Box::new(Counter::parse(name)?))
}

impl Scale {
    /// The scale of these budgets. `probe` is a text that is measured first: an estimator that cannot is replaced, and
    /// the net of bytes is drawn tighter.
    pub(in crate::mcp) fn new(estimator: &str, budgets: &Budgets, probe: &str) -> (Self, u64) {
        let asked = measure(estimator);
        let named = asked.is_some();
        let mut measure = asked.unwrap_or_else(|| Box::new(Estimator::Chars4Margin20));
        let mut tokens = measure.tokens(probe);
        let mut trouble =
            measure.trouble().map(|trouble| format!("the estimator {trouble}; bytes are counted"));
        if !named {
            trouble = Some("there is no estimator of this name; bytes are counted".to_owned());
        }
        let usual = Budgets::default().hard_bytes;
        let threshold = count(budgets.token_budget_threshold);
        // A net that nobody chose is as wide as the budget.
        let mut hard = if budgets.hard_bytes == usual {
            count(usual).max(threshold.saturating_mul(BYTES_A_TOKEN))
        } else {
            count(budgets.hard_bytes)
        };
        if trouble.is_some() {
            measure = Box::new(Estimator::Chars4Margin20);
            tokens = measure.tokens(probe);
            hard = hard.min(HARD_BYTES_ON_TROUBLE);
        }
        let exact = (Estimator::parse(estimator).is_none() && trouble.is_none()).then(|| {
            let calibrated = Box::new(Calibrated::new(&*measure, probe, tokens));
            std::mem::replace(&mut measure, calibrated)
        });
        let scale = Self {
            measure,
            exact,
            hard,
            threshold,
            small: count(budgets.small_list),
            record: count(budgets.item_budget),
            chunk: count(budgets.chunk_size),
            lines: count(budgets.chunk_max_lines).max(1),
            items: budgets.default_page_size.min(budgets.max_page_size).max(1),
            trouble,
        };
        (scale, tokens)
    }

    /// What counts.
    pub(in crate::mcp) fn measure(&self) -> &dyn Measure {
        &*self.measure
    }

    /// The tokens of a text.
    pub(in crate::mcp) fn tokens(&self, text: &str) -> u64 {
        self.measure.tokens(text)
    }

    /// The tokens of a whole answer, by the command that counts when there is one.
    pub(in crate::mcp) fn exact(&self, text: &str) -> u64 {
        self.exact.as_ref().map_or_else(|| self.tokens(text), |exact| exact.tokens(text))
    }

    /// Whether a text is within so many tokens and within the net.
    pub(in crate::mcp) fn affords(&self, text: &str, tokens: u64) -> bool {
        count(text.len()) <= self.hard && self.tokens(text) <= tokens
    }
}
