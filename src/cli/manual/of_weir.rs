//! The main job.

use super::Part;
use super::of_run::FILES;

/// The parts, in the order of use.
pub(super) const WEIR: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
cargo test 2>&1 | weir
weir run cargo test
weir -m minimal build.log
weir --report results.xml --child-exit 1 test.log
go test -json ./... | weir --format json
rg -l TODO | weir pack --files -b 8k
weir tokens --est all build.log",
    },
    Part {
        title: "Modes",
        text: "\
mode        chars  lines  chars a line  shows
minimal      5000    100           200  failures, verdict
standard    40000    800           200  and warnings, skipped tests
verbose    200000   4000           500  and passed tests, other lines
The numbers bound the whole answer. No answer is longer than 1000000 bytes.
Limits of your own: 400 chars, 4 lines, 60 chars a line at least, 1000000 at
most. The answer in JSON is one line; chars and the 1000000 bytes bound it.
Every number may end in k, M or G: 8k is 8000, 10M is 10000000.",
    },
    Part {
        title: "Exit codes",
        text: "\
0    passed; or unknown, without a sign of a failure; or --exit-zero
1    failed; or what a command asserts does not hold
2    wrong usage, or a bad item in the input; nothing was done
3    incomplete; or unknown, with a sign of a failure or a report that cannot
     be read; nothing was read, or no text; or weir show found nothing
70   a bug in weir
74   the input could not be read, or the answer could not be written
130  after SIGINT (weir run ends by it), else 128 + n after signal n",
    },
    Part {
        title: "Stored runs",
        text: "\
When an answer leaves something out, weir stores the input with secrets
hidden, and the last line names the command that shows it: weir show ID. It
also stores a run whose failures can be run again: weir rerun. Only you can
read stored runs. They go after 7 days, beyond 200 of them, or beyond the
quota, the oldest first.",
    },
    Part {
        title: "Last run",
        text: "\
'weir run' and --name NAME remember which failures the last run of the same
command or name had in this folder, as hashes, beside the stored runs. The
verdict line then says 'new 1, fixed 2', and new failures come first. A
failure whose test did not run this time is 'not seen'. No failure is left out
because of it.",
    },
    Part {
        title: "Documents",
        text: "\
--output FORMAT=FILE     a document for a CI, as a whole or not at all
--output FORMAT=-        to standard output, instead of the answer
--output github          azure, teamcity: to the log, below the answer
--output auto[=FOLDER]   what the service that runs this job reads
github                   workflow commands, and $GITHUB_STEP_SUMMARY
azure, teamcity          commands in the log of a job
junit, sarif, ctrf       reports
gitlab-codequality       GitLab's report of code quality
markdown, buildkite      Markdown for a comment, for an annotation
html                     one page
No document looks better than the answer, and each stays below what its host
takes; it counts what it has no room for.",
    },
    Part {
        title: "Readers",
        text: "\
reader          limit                    where it is set or named
claude-code     30000 chars              BASH_MAX_OUTPUT_LENGTH
                9900 when it fails       5000 at each end
codex           10000 bytes              TruncationPolicy
copilot         20000 chars              what its shell tool shows
gemini-cli      40000 chars              truncateToolOutputThreshold
opencode        51200 bytes, 2000 lines  MAX_BYTES, MAX_LINES
qwen-code       10000 chars              truncateToolOutputThreshold
github-summary  1000000 bytes            GITHUB_STEP_SUMMARY, 1024 KiB
With --fit READER the lower of its limit and your limits counts. Without it,
and when the answer does not go to a terminal, weir finds the reader by a
variable that it sets, such as CLAUDECODE; --fit off turns that off.",
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
weir reads weir/patterns.toml in XDG_CONFIG_HOME, or in .config of HOME, and
each --patterns FILE. Patterns mark failures and nothing else.",
    },
    Part {
        title: "Secrets",
        text: "\
Tokens of known services, passwords in URLs, private keys, and values of keys
with the name of a secret are shown as [redacted:kind] and counted in the last
line. Several of one kind are numbered, equal ones alike: [redacted:kind#1].
This is best effort: weir does not find a secret without a known shape.",
    },
    Part {
        title: "Environment",
        text: "\
WEIR_MODE            as --mode
WEIR_MAX_CHARS       as --max-chars
WEIR_MAX_LINES       as --max-lines
WEIR_MAX_LINE_CHARS  as --max-line-chars
WEIR_COLOR           as --color
WEIR_FIT             as --fit
WEIR_BUDGET          tokens, as --budget of weir pack and the like
WEIR_STORE           'off' as --no-store, or the folder of stored runs
WEIR_STORE_QUOTA     bytes that all stored runs may take up [default: 1G]
NO_COLOR             no colours
CLICOLOR_FORCE       colours, as does FORCE_COLOR where no agent reads
XDG_STATE_HOME       where runs are stored; else .local/state in HOME
XDG_CONFIG_HOME      where your own patterns are; else .config in HOME
When both an option and its variable are given, the option counts. An empty
variable counts as unset.",
    },
    Part { title: "Files", text: FILES },
];

#[cfg(test)]
mod tests {
    use crate::budget::{CEILING_BYTES, LOWEST, Limits, Mode};
    use crate::cli::manual::after_help;

    #[test]
    fn the_numbers_of_the_manual_are_those_of_the_modes() {
        let text = after_help("weir");
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
        let text = after_help("weir");
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
}
