//! The agents whose shells weir can be in, and how much output arrives at each.

use crate::budget::Fit;

/// Kept free of every ceiling: what the agent itself adds, and what other commands of the same line print.
const SLACK: u64 = 600;

/// What counts of a ceiling in bytes: whether a kilobyte has 1000 or 1024 of them differs by version.
const SAFE_BYTES: u64 = 50_000;

/// A coding agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agent {
    /// Claude Code.
    ClaudeCode,
    /// Codex.
    Codex,
    /// Gemini CLI.
    GeminiCli,
    /// opencode.
    Opencode,
    /// Copilot CLI.
    Copilot,
    /// Qwen Code.
    QwenCode,
}

/// What of one line's output arrives whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ceiling {
    /// Most chars, or bytes where the agent counts these.
    pub size: u64,
    /// Most lines, where the agent counts them.
    pub lines: Option<u64>,
    /// Whether `size` is in bytes.
    pub unit: Unit,
}

/// What an agent counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Chars.
    Chars,
    /// Bytes.
    Bytes,
}

impl Agent {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::ClaudeCode, Self::Codex, Self::GeminiCli, Self::Opencode, Self::Copilot, Self::QwenCode];

    /// Its name on the command line and in `WEIR_AGENT`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::GeminiCli => "gemini-cli",
            Self::Opencode => "opencode",
            Self::Copilot => "copilot",
            Self::QwenCode => "qwen-code",
        }
    }

    /// The agent of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|agent| agent.name() == name)
    }

    /// What is known of it as a reader.
    #[must_use]
    pub fn fit(self) -> Fit {
        Fit::named(self.name()).unwrap_or(Fit::ANY)
    }

    /// What arrives whole of the output of a line, however the line ends: how it will is not known before its last command.
    /// `variable` gives the agent's environment, in which its user may have set less.
    pub fn ceiling(self, variable: impl Fn(&str) -> Option<String>) -> Ceiling {
        let fit = self.fit();
        let (own, unit) = match fit.bytes {
            Some(bytes) => (bytes.min(SAFE_BYTES), Unit::Bytes),
            None => (fit.failing_chars.or(fit.chars).unwrap_or(u64::MAX), Unit::Chars),
        };
        let user = match self {
            Self::ClaudeCode => variable("BASH_MAX_OUTPUT_LENGTH").and_then(|word| word.trim().parse().ok()),
            _ => None,
        };
        let size = user.filter(|user| *user > 0).map_or(own, |user: u64| own.min(user)).saturating_sub(SLACK);
        // Of its versions in use some cut a command's output after so many lines, too.
        let lines = if self == Self::Codex { Some(256) } else { fit.lines };
        Ceiling { size, lines, unit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_agent_has_its_name_and_its_reader() {
        for agent in Agent::ALL {
            assert_eq!(Agent::named(agent.name()), Some(agent));
            assert_eq!(agent.fit().name, agent.name());
        }
        assert_eq!(Agent::named("nobody"), None);
    }

    #[test]
    fn a_lower_limit_of_the_users_counts_and_a_higher_one_does_not() {
        let ceiling = |value: Option<&str>| {
            Agent::ClaudeCode.ceiling(|name| {
                assert_eq!(name, "BASH_MAX_OUTPUT_LENGTH");
                value.map(str::to_owned)
            })
        };
        assert_eq!(ceiling(None).size, 9_300);
        assert_eq!(ceiling(Some("100000")).size, 9_300);
        assert_eq!(ceiling(Some("4000")).size, 3_400);
        for odd in ["", "0", "many"] {
            assert_eq!(ceiling(Some(odd)).size, 9_300, "{odd}");
        }
    }

    #[test]
    fn bytes_are_counted_where_the_agent_counts_bytes() {
        let ceiling = |agent: Agent| agent.ceiling(|_| None);
        let codex = Ceiling { size: 9_400, lines: Some(256), unit: Unit::Bytes };
        assert_eq!(ceiling(Agent::Codex), codex);
        assert_eq!(ceiling(Agent::Opencode).size, 49_400);
        assert_eq!(ceiling(Agent::QwenCode), Ceiling { size: 9_400, lines: None, unit: Unit::Chars });
    }
}
