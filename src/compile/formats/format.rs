//! The formats by name.

use std::str::FromStr;

use super::super::job::Compiled;
use super::super::context::Context;
use super::super::error::CompileError;
use super::{Shape, chat, claude_code, codex};

/// A format of conversations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A session of Claude Code: JSON lines below `~/.claude/projects`.
    ClaudeCode,
    /// A session of Codex: a rollout, JSON lines below `~/.codex/sessions`.
    Codex,
    /// Messages of OpenAI's chat completions: a list, or a request with `messages` and `tools`.
    OpenAi,
    /// Messages of Anthropic's API: a list, or a request with `system`, `messages` and `tools`.
    Anthropic,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::ClaudeCode, Self::Codex, Self::OpenAi, Self::Anthropic];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
        }
    }

    /// Reads a conversation.
    ///
    /// # Errors
    /// Names the line or the message that is wrong.
    pub fn read(self, text: &str) -> Result<Context, CompileError> {
        match self {
            Self::ClaudeCode => claude_code::read(text),
            Self::Codex => codex::read(text),
            Self::OpenAi | Self::Anthropic => chat::read(text),
        }
    }
}

impl FromStr for Format {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or(())
    }
}

impl Compiled {
    /// The conversation in the shape in which it came; none for a context in weir's own form.
    #[must_use]
    pub fn transcript(&self) -> Option<String> {
        match &self.context.shape {
            Shape::Own(_) => None,
            Shape::Chat(whole) => Some(chat::write(self, whole)),
            Shape::ClaudeCode(lines) => Some(claude_code::write(self, lines)),
            Shape::Codex(lines) => Some(codex::write(self, lines)),
        }
    }
}
