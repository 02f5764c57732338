//! What help and the manual page say beyond the options. Plain text, laid out by hand, at most 80 columns wide.

use std::fmt::Write as _;

/// A titled part of the manual.
pub(super) struct Part {
    pub(super) title: &'static str,
    pub(super) text: &'static str,
}

/// The parts, in the order in which they are printed.
pub(super) const PARTS: &[Part] = &[
    Part {
        title: "Modes",
        text: "\
mode        chars  lines  chars a line  shows
minimal      5000    100           200  failures, verdict
standard    40000    800           200  and warnings, skipped tests
verbose    200000   4000           500  and passed tests, other lines
The numbers bound the whole answer. No answer is longer than 1000000 bytes.
Limits of your own: 400 chars, 4 lines, 60 chars a line at least, 1000000 at
most. The answer in JSON is one line; chars and the 1000000 bytes bound it.",
    },
    Part {
        title: "Readers",
        text: "\
reader          ceiling                  where it is set or named
claude-code     30000 chars              BASH_MAX_OUTPUT_LENGTH
                9900 when it fails       5000 at each end
codex           10000 bytes              TruncationPolicy
copilot         20000 chars              what its shell tool shows
gemini-cli      40000 chars              truncateToolOutputThreshold
opencode        51200 bytes, 2000 lines  MAX_BYTES, MAX_LINES
qwen-code       10000 chars              truncateToolOutputThreshold
github-summary  1000000 bytes            GITHUB_STEP_SUMMARY, 1024 KiB
With --fit READER the lower of its ceiling and of your limits counts. Off a
terminal a reader is found by its own variable, CLAUDECODE say; 'off' is none.",
    },
    Part {
        title: "Documents",
        text: "\
--output FORMAT=FILE     a document for a CI, as a whole or not at all
--output FORMAT=-        to standard output, instead of the answer
--output github          azure, teamcity: to the log, below the answer
--output auto[=FOLDER]   what the service reads that runs this job
github                   workflow commands, and $GITHUB_STEP_SUMMARY
azure, teamcity          commands in the log of a job
junit, sarif, ctrf       reports
gitlab-codequality       GitLab's report of code quality
markdown, buildkite      Markdown for a comment, for an annotation
html                     one page
No document is greener than the answer, and each stays below what its host
takes; what has no room is counted in it.",
    },
    Part {
        title: "Last run",
        text: "\
'weir run' and --name NAME remember which failures the last run of the same
command or name had in this folder, as hashes, with the stored runs. The
verdict line then says 'new 1, fixed 2', and new failures
come first. What did not run again is 'not seen'. Nothing is hidden for it.",
    },
    Part {
        title: "Exit codes",
        text: "\
0    passed; or unknown, without a sign of a failure; or --exit-zero
1    failed; or what a piece asserts does not hold
2    wrong usage, or a bad item in the input; nothing was done
3    incomplete; or unknown, with a sign of a failure or a report that cannot
     be read; nothing was read, or no text; or weir show found nothing
70   a fault in weir itself
74   the input could not be read, or the answer could not be written
130  after SIGINT (weir run ends by it), else 128 + n after signal n",
    },
    Part {
        title: "Environment",
        text: "\
WEIR_MODE            as --mode
WEIR_MAX_CHARS       as --max-chars
WEIR_MAX_LINES       as --max-lines
WEIR_MAX_LINE_CHARS  as --max-line-chars
WEIR_COLOR           as --color
WEIR_FIT             like --fit, 'off' also when a reader says who it is
WEIR_BUDGET          tokens, as --budget of weir pack and the other pieces
WEIR_STORE           'off' as --no-store, or the folder of stored runs
WEIR_STORE_QUOTA     bytes that all stored runs may take up [default: 1G]
NO_COLOR             no colours; CLICOLOR_FORCE: colours
XDG_STATE_HOME       where runs are stored; else .local/state in HOME
XDG_CONFIG_HOME      where your own patterns are; else .config in HOME
An option comes before its variable. An empty variable counts as unset.",
    },
    Part {
        title: "Patterns",
        text: "\
[[pattern]]
name = \"deadlock\"
starts = 'DEADLOCK in (?<file>\\S+):(?<line>\\d+): (?<message>.*)'
continues = '\\s+at '
A failure starts at a line that matches 'starts', from its beginning. Lines
that match 'continues' belong to it, or all up to one that matches 'ends'.
Read from weir/patterns.toml in XDG_CONFIG_HOME, or in .config of HOME, and
from each --patterns FILE. Patterns mark failures and nothing else.",
    },
    Part {
        title: "Secrets",
        text: "\
Tokens of known services, passwords in URLs, private keys, and values of keys
that are named as secrets are shown as [redacted:kind] and counted in the last
line. Several of one kind are numbered, equal ones alike: [redacted:kind#1].
It is best effort: a secret without a known shape is not found.",
    },
    Part {
        title: "Stored runs",
        text: "\
When an answer leaves something out, the input is stored, secrets hidden, and
the last line names the command that shows it: weir show ID. So is a run whose
failures can be run again: weir rerun. Stored runs are
readable to their user alone and go after 7 days, beyond 200 of them, or
beyond the quota, the oldest first.",
    },
    Part {
        title: "Examples",
        text: "\
cargo test 2>&1 | weir
weir run -- cargo test
weir -m minimal build.log
weir --report results.xml --child-exit 1 test.log
go test -json ./... | weir --format json
rg -l TODO | weir pack --files -b 8k
weir tokens --est all build.log",
    },
];

/// The parts of `weir run`. Modes and variables are those of the main job.
pub(super) const PARTS_OF_RUN: &[Part] = &[
    Part {
        title: "What the command finds",
        text: "\
Its arguments as they are, our standard input, and signals as by default. Both
of its outputs go to one pipe. On a terminal it stays in the foreground group.
Elsewhere it leads a group of its own, which gets every signal that weir gets,
and is killed when weir is.",
    },
    Part {
        title: "How it ends",
        text: "\
SIGINT, SIGQUIT, SIGTERM and SIGHUP are handed on. What does not end within
5 s gets SIGTERM, and after 5 s more SIGKILL; after a second signal SIGKILL
comes in 1 s, after a third at once. --timeout sends SIGTERM, and SIGKILL 5 s
later. SIGTSTP and SIGCONT stop and continue both. SIGUSR1 and SIGUSR2 go to
the command alone. A process that is left in
the background and holds the output is waited for no longer than 0.5 s.",
    },
    Part {
        title: "Exit codes",
        text: "\
the command's own, whatever the verdict is; 128 + n when signal n ended it
124  --timeout ended the command
126  the command cannot be run
127  there is no such command
2    wrong usage; nothing was run
70   a fault in weir itself, and the command succeeded
74   the answer could not be written, and the command succeeded",
    },
    Part {
        title: "Examples",
        text: "\
weir run -- cargo test
weir run -m minimal --timeout 10m -- pytest -x tests
weir run --report junit.xml --format json -- sh -c 'npm ci && npm test'",
    },
];

/// The parts as help prints them.
pub(super) fn after_help(parts: &[Part]) -> String {
    let mut help = String::new();
    for part in parts {
        if !help.is_empty() {
            help.push('\n');
        }
        let _ = writeln!(help, "{}:", part.title);
        for line in part.text.lines() {
            let _ = writeln!(help, "  {line}");
        }
    }
    help.truncate(help.trim_end().len());
    help
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{CEILING_BYTES, LOWEST, Limits, Mode};

    #[test]
    fn the_numbers_of_the_manual_are_those_of_the_modes() {
        let text = after_help(PARTS);
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        for mode in Mode::ALL {
            let row = text.lines().map(words).find(|row| row.first().is_some_and(|word| word == mode.name()));
            let Limits { chars, lines, line_chars } = mode.limits();
            assert_eq!(row.unwrap()[1..4], [chars, lines, line_chars].map(|number| number.to_string()));
        }
        let Limits { chars, lines, line_chars } = LOWEST;
        let flat = words(&text).join(" ");
        assert!(flat.contains(&format!("{chars} chars, {lines} lines, {line_chars} chars a line at least")));
        assert!(flat.contains(&format!("longer than {CEILING_BYTES} bytes")));
    }

    #[test]
    fn the_ceilings_of_the_manual_are_those_of_the_readers() {
        let text = after_help(PARTS);
        for fit in crate::budget::FITS {
            let row = text.lines().find(|line| line.trim_start().starts_with(fit.name)).unwrap();
            for (number, unit) in [(fit.chars, "chars"), (fit.bytes, "bytes"), (fit.lines, "lines")] {
                assert_eq!(
                    number.is_some(),
                    row.contains(&format!("{} {unit}", number.unwrap_or(0))),
                    "{row}"
                );
            }
            assert!(row.ends_with(fit.source), "{row}");
            let failing = fit.failing_chars.map(|chars| format!("{chars} when it fails"));
            assert!(failing.is_none_or(|words| text.contains(&words)), "{row}");
        }
    }

    #[test]
    fn the_manual_is_plain_text_of_at_most_80_columns() {
        for line in [PARTS, PARTS_OF_RUN].map(after_help).join("\n").lines() {
            assert!(line.is_ascii() && line.len() <= 80, "{line}");
        }
    }
}
