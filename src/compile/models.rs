//! The raw windows of well-known models, in tokens, each with the page of its maker that says so.
//!
//! A name stands for its dated and sized versions too: `claude-sonnet-4-20250514` is found by `claude-sonnet-4`. The
//! longest name that fits counts. Makers change their windows; `--raw` overrules the table.

const ANTHROPIC: &str = "https://docs.claude.com/en/docs/about-claude/models/overview";
const OPENAI: &str = "https://platform.openai.com/docs/models";
const GOOGLE: &str = "https://ai.google.dev/gemini-api/docs/models";
const MISTRAL: &str = "https://docs.mistral.ai/getting-started/models/models_overview/";
const META: &str = "https://github.com/meta-llama/llama-models";
const DEEPSEEK: &str = "https://api-docs.deepseek.com/quick_start/pricing";
const QWEN: &str = "https://github.com/QwenLM/Qwen3-Coder";

/// A model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Model {
    /// Its name as its maker's interface takes it, without date.
    pub name: &'static str,
    /// Its window in tokens, input and output together.
    pub raw: u64,
    /// Where its maker says so.
    pub source: &'static str,
}

const fn model(name: &'static str, raw: u64, source: &'static str) -> Model {
    Model { name, raw, source }
}

/// All models, by name.
pub const MODELS: &[Model] = &[
    model("claude-3-5-haiku", 200_000, ANTHROPIC),
    model("claude-3-5-sonnet", 200_000, ANTHROPIC),
    model("claude-3-7-sonnet", 200_000, ANTHROPIC),
    model("claude-haiku-4-5", 200_000, ANTHROPIC),
    model("claude-opus-4", 200_000, ANTHROPIC),
    model("claude-opus-4-1", 200_000, ANTHROPIC),
    model("claude-sonnet-4", 200_000, ANTHROPIC),
    model("claude-sonnet-4-5", 200_000, ANTHROPIC),
    model("deepseek-chat", 128_000, DEEPSEEK),
    model("deepseek-reasoner", 128_000, DEEPSEEK),
    model("gemini-2.5-flash", 1_048_576, GOOGLE),
    model("gemini-2.5-pro", 1_048_576, GOOGLE),
    model("gpt-4.1", 1_047_576, OPENAI),
    model("gpt-4o", 128_000, OPENAI),
    model("gpt-5", 400_000, OPENAI),
    model("llama-3.1", 131_072, META),
    model("mistral-large", 128_000, MISTRAL),
    model("o3", 200_000, OPENAI),
    model("o4-mini", 200_000, OPENAI),
    model("qwen3-coder", 262_144, QWEN),
];

/// The model of this name.
#[must_use]
pub fn find(name: &str) -> Option<Model> {
    let is = |model: &&Model| {
        name.strip_prefix(model.name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '@', ':']))
    };
    MODELS.iter().filter(is).max_by_key(|model| model.name.len()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dated_name_is_found_and_the_longest_name_counts() {
        let name = |name| find(name).map(|model| model.name);
        assert_eq!(name("claude-sonnet-4-20250514"), Some("claude-sonnet-4"));
        assert_eq!(name("claude-sonnet-4-5@20250929"), Some("claude-sonnet-4-5"));
        assert_eq!(name("gpt-4o-mini"), Some("gpt-4o"));
        assert_eq!((name("gpt-5x"), name("gpt"), name("")), (None, None, None));
    }

    #[test]
    fn the_table_is_in_order_and_every_row_has_its_source() {
        assert!(MODELS.is_sorted_by(|one, other| one.name < other.name));
        assert!(MODELS.iter().all(|model| model.raw > 0 && model.source.starts_with("https://")));
    }
}
