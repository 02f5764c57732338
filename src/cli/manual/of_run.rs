//! `weir run` and `weir rerun`. Modes and variables are those of the main job.

use super::Part;

/// The parts of `weir run`.
pub(super) const RUN: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
weir run cargo test
weir run -m minimal --timeout 10m pytest -x tests
weir run --report junit.xml --format json -- sh -c 'npm ci && npm test'",
    },
    Part {
        title: "The command",
        text: "\
It begins at the first word that is not an option, or after '--'. From there
on all words are its own. There is no shell: 'sh -c LINE' runs a line of
shell, 'env NAME=VALUE CMD' sets a variable. The command has weir's standard
input, and signals as by default. Both of its outputs go to one pipe, with
--pty to one terminal, so that it prints its colours. weir shows them where
its answer goes to a terminal. On a terminal it stays in the foreground group.
Elsewhere it leads a group of its own, which gets every signal that weir gets,
and is killed when weir is.",
    },
    Part {
        title: "How it ends",
        text: "\
weir passes SIGINT, SIGQUIT, SIGTERM and SIGHUP on. A command that does not
end within 5 s gets SIGTERM, and after 5 s more SIGKILL; after a second signal
SIGKILL comes in 1 s, after a third at once. --timeout sends SIGTERM, and
SIGKILL 5 s later. SIGTSTP and SIGCONT stop and continue both. SIGUSR1 and
SIGUSR2 go to the command alone. When a process stays in the background and
holds the output, weir waits for it no longer than 0.5 s.",
    },
    Part {
        title: "Exit codes",
        text: "\
the command's own, whatever the verdict is; 128 + n when signal n ended it
124  --timeout ended the command
126  the command cannot be run
127  there is no such command
2    wrong usage; nothing was run
70   a bug in weir, and the command succeeded
74   the answer could not be written, and the command succeeded",
    },
    ENVIRONMENT,
    Part { title: "Files", text: FILES },
];

/// The variables of `weir run` and `weir rerun`.
const ENVIRONMENT: Part = Part {
    title: "Environment",
    text: "\
WEIR_MODE, WEIR_MAX_CHARS, WEIR_MAX_LINES, WEIR_MAX_LINE_CHARS, WEIR_COLOR,
WEIR_FIT, WEIR_STORE and WEIR_STORE_QUOTA as for 'weir'.",
};

/// The parts of `weir rerun`.
pub(super) const RERUN: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
weir rerun
weir rerun 3f2a --timeout 5m",
    },
    Part {
        title: "Exit codes",
        text: "\
the command's own, as of 'weir run'
2    wrong usage, or nothing of the run can be run again alone
3    there is no such run",
    },
    ENVIRONMENT,
    Part { title: "Files", text: FILES },
];

/// Where runs are.
pub(super) const FILES: &str = "\
$XDG_STATE_HOME/weir or ~/.local/state/weir      stored runs
$XDG_CONFIG_HOME/weir or ~/.config/weir          patterns.toml, weir.yaml";
