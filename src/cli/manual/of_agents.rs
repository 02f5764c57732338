//! `weir setup`, `weir doctor`, `weir stats` and `weir config`.

use super::Part;

/// The parts of `weir setup`.
pub(super) const SETUP: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
weir setup
weir setup claude-code --dry-run
weir setup claude-code
weir setup claude-code --beside
weir setup claude-code --remove",
    },
    Part {
        title: "Exit codes",
        text: "\
0    done, or there was nothing to do
2    wrong usage, or a file that weir does not understand; nothing was changed
74   a file could not be written",
    },
    Part {
        title: "Environment",
        text: "\
CLAUDE_CONFIG_DIR  the settings of Claude Code, instead of ~/.claude
CODEX_HOME         the settings of Codex, instead of ~/.codex
COPILOT_HOME       the settings of Copilot, instead of ~/.copilot",
    },
    Part {
        title: "Files",
        text: "\
$XDG_DATA_HOME/weir or ~/.local/share/weir   what weir puts in, and its record
the settings of the agent, which --dry-run names",
    },
];

/// The parts of `weir doctor`.
pub(super) const DOCTOR: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
weir doctor
weir doctor claude-code --format json",
    },
    Part {
        title: "Exit codes",
        text: "\
0    weir works in each agent that was tried
1    something does not work, or weir is not set up for any agent
2    wrong usage",
    },
];

/// The parts of `weir stats`.
pub(super) const STATS: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
weir stats --since 7d
weir stats --agents
weir stats --html calls.html
weir stats --check 'oversized<=5%' --check 'p95Latency<500'",
    },
    Part {
        title: "Exit codes",
        text: "\
0    printed; every --check holds
1    a --check does not hold, or --health says that it fails
2    wrong usage
3    there are no records
74   the records could not be read, or the answer could not be written",
    },
    Part {
        title: "Environment",
        text: "\
WEIR_TELEMETRY  the folder of the records, as --telemetry
WEIR_CONFIG     the configuration",
    },
];

/// The parts of `weir config`.
pub(super) const CONFIG: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
weir config path
weir config check
weir config show --format json
weir config show --profile rag",
    },
    Part {
        title: "Exit codes",
        text: "\
0    printed; the configuration is in order
2    wrong usage, or the configuration is wrong
74   the answer could not be written",
    },
    Part {
        title: "Environment",
        text: "\
WEIR_CONFIG      the configuration, instead of the file below
the variables of 'weir proxy', each of which comes before its key",
    },
    Part {
        title: "Files",
        text: "\
weir/weir.yaml, .yml or .json in $XDG_CONFIG_HOME or ~/.config",
    },
];
