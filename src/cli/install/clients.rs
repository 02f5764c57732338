//! Where clients keep their servers.

use std::path::{Path, PathBuf};

use crate::cli::surroundings::Surroundings;

/// A client whose configuration is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// Claude Code: `.mcp.json`, `~/.claude.json` (code.claude.com/docs/en/mcp).
    ClaudeCode,
    /// Codex: `config.toml` (developers.openai.com/codex/mcp).
    Codex,
    /// Cursor: `mcp.json` (cursor.com/docs/context/mcp).
    Cursor,
    /// VS Code: `mcp.json` (code.visualstudio.com/docs/copilot/customization/mcp-servers).
    VsCode,
    /// Gemini CLI: `settings.json` (its docs/tools/mcp-server.md).
    Gemini,
    /// opencode: `opencode.json` (opencode.ai/docs/mcp-servers).
    OpenCode,
}

/// How a server's command is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Form {
    /// A text `command`, and a list `args`.
    Words,
    /// One list `command`.
    List,
}

/// Whose file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Whose {
    /// A project's: others may have weir elsewhere.
    Project,
    /// The user's own.
    User,
}

impl Client {
    /// All of them by name.
    pub(in crate::cli) const ALL: [(&'static str, Self); 6] = [
        ("claude-code", Self::ClaudeCode),
        ("codex", Self::Codex),
        ("cursor", Self::Cursor),
        ("vscode", Self::VsCode),
        ("gemini", Self::Gemini),
        ("opencode", Self::OpenCode),
    ];

    pub(in crate::cli) const fn form(self) -> Form {
        match self {
            Self::OpenCode => Form::List,
            Self::ClaudeCode | Self::Codex | Self::Cursor | Self::VsCode | Self::Gemini => Form::Words,
        }
    }

    /// The keys that lead to a server, each way on its own.
    pub(in crate::cli) fn paths(self, name: &str, folder: Option<&Path>) -> Vec<Vec<String>> {
        let path = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
        match self {
            // Servers of one project are in the user's file below the project's folder; they come before the others.
            Self::ClaudeCode => {
                let folder = folder.map(|folder| folder.to_string_lossy().into_owned());
                let local = folder.map(|folder| path(&["projects", &folder, "mcpServers", name]));
                local.into_iter().chain([path(&["mcpServers", name])]).collect()
            }
            Self::Codex => vec![path(&["mcp_servers", name])],
            Self::Cursor | Self::Gemini => vec![path(&["mcpServers", name])],
            Self::VsCode => vec![path(&["servers", name])],
            Self::OpenCode => vec![path(&["mcp", name])],
        }
    }

    /// The files in which it keeps servers, in the order in which they are looked at.
    pub(in crate::cli) fn files(self, surroundings: &Surroundings) -> Vec<(PathBuf, Whose)> {
        let variable = |name: &str| surroundings.variable(name).map(PathBuf::from);
        let home = variable("HOME").or_else(|| variable("USERPROFILE"));
        let home = |path: &str| home.as_ref().map(|home| home.join(path));
        let config = crate::cli::system::config_folder(surroundings);
        let config = |path: &str| config.as_ref().map(|config| config.join(path));
        let project = |path: &str| surroundings.folder.as_ref().map(|folder| folder.join(path));
        let (projects, users) = match self {
            Self::ClaudeCode => {
                let own = variable("CLAUDE_CONFIG_DIR").map(|folder| folder.join(".claude.json"));
                (vec![project(".mcp.json")], vec![own.or_else(|| home(".claude.json"))])
            }
            Self::Codex => {
                let own = variable("CODEX_HOME").map(|folder| folder.join("config.toml"));
                (vec![project(".codex/config.toml")], vec![own.or_else(|| home(".codex/config.toml"))])
            }
            Self::Cursor => (vec![project(".cursor/mcp.json")], vec![home(".cursor/mcp.json")]),
            Self::VsCode => (
                vec![project(".vscode/mcp.json")],
                vec![config("Code/User/mcp.json"), home("Library/Application Support/Code/User/mcp.json")],
            ),
            Self::Gemini => (vec![project(".gemini/settings.json")], vec![home(".gemini/settings.json")]),
            Self::OpenCode => (
                vec![project("opencode.json"), project("opencode.jsonc")],
                vec![
                    config("opencode/opencode.json"),
                    config("opencode/opencode.jsonc"),
                    home(".config/opencode/opencode.json"),
                    home(".config/opencode/opencode.jsonc"),
                ],
            ),
        };
        let of =
            |files: Vec<Option<PathBuf>>, whose| files.into_iter().flatten().map(move |file| (file, whose));
        of(projects, Whose::Project).chain(of(users, Whose::User)).collect()
    }
}
