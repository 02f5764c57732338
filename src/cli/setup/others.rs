//! What the files of the agents need whose shells have no way in: weir as an MCP server, and a few rules.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::agents::{Places, blank_plan};
use super::edit::{Format, Put};
use super::plan::{Plan, Wish};

/// An agent that takes weir as an MCP server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Other {
    /// Cursor (cursor.com/docs/context/mcp).
    Cursor,
    /// VS Code (code.visualstudio.com/docs/copilot/customization/mcp-servers).
    VsCode,
    /// Windsurf, or Devin's editor (docs.windsurf.com/windsurf/cascade/mcp).
    Windsurf,
    /// Cline (docs.cline.bot/mcp).
    Cline,
    /// Amp (ampcode.com/manual).
    Amp,
    /// Zed (zed.dev/docs/ai/mcp).
    Zed,
    /// goose (block.github.io/goose/docs/getting-started/using-extensions).
    Goose,
    /// Kiro (kiro.dev/docs/mcp/configuration).
    Kiro,
    /// Junie (jetbrains.com/help/junie).
    Junie,
}

/// What the rules say.
const RULES: &str = "\
Run tests and builds as `COMMAND 2>&1 | weir`, for example `cargo test 2>&1 | weir`: the answer is short, names every
failure, and its last line has the verdict. `weir show last` shows the rest of the last run.
Read long logs and test reports with the tool `weir_read` of the MCP server `weir`.
";

impl Other {
    /// All of them.
    pub(in crate::cli) const ALL: [Self; 9] = [
        Self::Cursor,
        Self::VsCode,
        Self::Windsurf,
        Self::Cline,
        Self::Amp,
        Self::Zed,
        Self::Goose,
        Self::Kiro,
        Self::Junie,
    ];

    /// Its name on the command line.
    pub(in crate::cli) const fn name(self) -> &'static str {
        match self {
            Self::Cursor => "cursor",
            Self::VsCode => "vscode",
            Self::Windsurf => "windsurf",
            Self::Cline => "cline",
            Self::Amp => "amp",
            Self::Zed => "zed",
            Self::Goose => "goose",
            Self::Kiro => "kiro",
            Self::Junie => "junie",
        }
    }

    /// Programs by which it is found.
    pub(super) const fn programs(self) -> &'static [&'static str] {
        match self {
            Self::Cursor => &["cursor"],
            Self::VsCode => &["code"],
            Self::Windsurf => &["windsurf"],
            Self::Cline => &["cline"],
            Self::Amp => &["amp"],
            Self::Zed => &["zed"],
            Self::Goose => &["goose"],
            Self::Kiro => &["kiro"],
            Self::Junie => &["junie"],
        }
    }

    /// Folders by which it is found.
    pub(super) fn folders(self, places: &Places) -> Vec<PathBuf> {
        let home = |path: &str| places.home.join(path);
        match self {
            Self::Cursor => vec![home(".cursor")],
            Self::VsCode => vec![code(places)],
            Self::Windsurf => vec![home(".codeium/windsurf")],
            Self::Cline => vec![code(places).join(CLINE)],
            Self::Amp => vec![places.config.join("amp")],
            Self::Zed => vec![places.config.join("zed")],
            Self::Goose => vec![places.config.join("goose")],
            Self::Kiro => vec![home(".kiro")],
            Self::Junie => vec![home(".junie")],
        }
    }

    /// The file with its servers, for the user and in a project; the format; the keys.
    fn servers(self, places: &Places) -> (PathBuf, Option<&'static str>, Format, &'static str) {
        let home = |path: &str| places.home.join(path);
        let json = Format::Json;
        match self {
            Self::Cursor => (home(".cursor/mcp.json"), Some(".cursor/mcp.json"), json, "mcpServers"),
            Self::VsCode => (code(places).join("mcp.json"), Some(".vscode/mcp.json"), json, "servers"),
            Self::Windsurf => (home(".codeium/windsurf/mcp_config.json"), None, json, "mcpServers"),
            Self::Cline => {
                let file = code(places).join(CLINE).join("settings/cline_mcp_settings.json");
                (file, None, json, "mcpServers")
            }
            Self::Amp => {
                (places.config.join("amp/settings.json"), Some(".amp/settings.json"), json, "amp.mcpServers")
            }
            Self::Zed => {
                (places.config.join("zed/settings.json"), Some(".zed/settings.json"), json, "context_servers")
            }
            Self::Goose => (places.config.join("goose/config.yaml"), None, Format::Yaml, "extensions"),
            Self::Kiro => {
                (home(".kiro/settings/mcp.json"), Some(".kiro/settings/mcp.json"), json, "mcpServers")
            }
            Self::Junie => (home(".junie/mcp/mcp.json"), Some(".junie/mcp/mcp.json"), json, "mcpServers"),
        }
    }

    /// A file of rules that is weir's alone, for the user and in a project, and what comes before the rules in it.
    fn rules(self, places: &Places) -> (Option<PathBuf>, Option<&'static str>, &'static str) {
        match self {
            Self::Cursor => (
                None,
                Some(".cursor/rules/weir.mdc"),
                "---\ndescription: Output of tests and builds\nalwaysApply: true\n---\n",
            ),
            Self::VsCode => (
                Some(code(places).join("prompts/weir.instructions.md")),
                Some(".github/instructions/weir.instructions.md"),
                "---\napplyTo: '**'\n---\n",
            ),
            Self::Windsurf => (None, Some(".windsurf/rules/weir.md"), "---\ntrigger: always_on\n---\n"),
            Self::Cline => {
                (Some(places.home.join("Documents/Cline/Rules/weir.md")), Some(".clinerules/weir.md"), "")
            }
            Self::Kiro => {
                (Some(places.home.join(".kiro/steering/weir.md")), Some(".kiro/steering/weir.md"), "")
            }
            Self::Amp | Self::Zed | Self::Goose | Self::Junie => (None, None, ""),
        }
    }

    /// The server as this agent writes it.
    fn server(self, program: &str) -> Value {
        match self {
            Self::VsCode => json!({"type": "stdio", "command": program, "args": ["mcp"]}),
            Self::Zed => json!({"source": "custom", "command": program, "args": ["mcp"]}),
            Self::Goose => json!({
                "type": "stdio", "name": "weir", "cmd": program, "args": ["mcp"], "enabled": true, "timeout": 600
            }),
            _ => json!({"command": program, "args": ["mcp"]}),
        }
    }
}

/// The folder of Cline in that of VS Code.
const CLINE: &str = "globalStorage/saoudrizwan.claude-dev";

/// The folder of VS Code's user.
fn code(places: &Places) -> PathBuf {
    if cfg!(target_os = "macos") {
        places.home.join("Library/Application Support/Code/User")
    } else {
        places.config.join("Code/User")
    }
}

/// What an agent's files need, for the weir at `program`.
///
/// # Errors
/// When it cannot be done, in words.
pub(in crate::cli) fn other_plan(other: Other, places: &Places, program: &Path) -> Result<Plan, String> {
    let (user, project, format, parent) = other.servers(places);
    // Whoever shares a project has weir elsewhere.
    let (path, command) = match (&places.project, project) {
        (None, _) => (user, program.to_string_lossy().into_owned()),
        (Some(folder), Some(file)) => (folder.join(file), "weir".to_owned()),
        (Some(_), None) => {
            return Err(format!("{} has no servers of a project: leave --project out", other.name()));
        }
    };
    let fields = vec![("weir".to_owned(), other.server(&command))];
    let mut wishes = vec![Wish { path, format, put: Put { parent: vec![parent.to_owned()], fields } }];
    let (user, project, head) = other.rules(places);
    let rules = match &places.project {
        Some(folder) => project.map(|file| folder.join(file)),
        None => user,
    };
    let has_rules = rules.is_some();
    wishes.extend(rules.map(|path| Wish {
        path,
        format: Format::Whole,
        put: Put { parent: Vec::new(), fields: vec![(String::new(), format!("{head}{RULES}").into())] },
    }));
    let rules = if has_rules { ", and a few rules that ask for it" } else { "" };
    Ok(Plan {
        wishes,
        notes: vec![
            format!("{} has no way into its shell: this is all that weir can do there", other.name()),
            "the server reads files; it runs commands only with --allow PATTERN in its args ('weir mcp --help')".to_owned(),
        ],
        ..blank_plan(&format!("an MCP server, 'weir mcp'{rules}; what its shell prints is not changed"))
    })
}
