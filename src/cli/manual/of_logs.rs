//! `weir show`, `weir tap` and `weir runners`.

use super::Part;
use super::of_run::FILES;

/// The parts of `weir show`.
pub(super) const SHOW: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
weir show
weir show last --failures
weir show 3f2a --failure tide::rises
weir show last --lines 120:160
weir show last --grep 'warning: unused' -C 3
weir show last --raw > build.log",
    },
    Part {
        title: "Exit codes",
        text: "\
0    shown
2    wrong usage
3    there is no such run, failure, line or part
70   a bug in weir
74   the stored run could not be read, or the answer could not be written",
    },
    Part {
        title: "Environment",
        text: "\
WEIR_MODE, WEIR_MAX_CHARS, WEIR_MAX_LINES, WEIR_MAX_LINE_CHARS, WEIR_COLOR,
WEIR_FIT and WEIR_STORE as for 'weir'.",
    },
    Part { title: "Files", text: FILES },
];

/// The parts of `weir gain`.
pub(super) const GAIN: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
weir gain
weir gain --fit codex
weir gain --format json",
    },
    Part {
        title: "What is counted",
        text: "\
Each stored run of this machine is answered again, within the bounds it had
then, and the answer is counted. Beside it is what one agent's own cut would
have left of the same text: of claude-code 30000 chars, or 9900 of a command
that fails. Saved is the second without the first. Where the answer is longer
than what the cut leaves, that is part of the sum, and less than nothing may
be saved. A run whose answer leaves nothing out is not stored and not counted.
Tokens are a quarter of the chars.",
    },
    Part {
        title: "Exit codes",
        text: "\
0    printed, also when no run is stored
2    wrong usage
3    the stored runs cannot be read",
    },
];

/// The parts of `weir tap`.
pub(super) const TAP: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
cargo test 2>&1 | weir tap | tee build.log
pytest 2>&1 | weir tap --exit-zero > test.log",
    },
    Part {
        title: "Exit codes",
        text: "\
0    passed; or unknown, without a sign of a failure; or --exit-zero
1    failed
2    wrong usage
3    incomplete; or unknown, with a sign of a failure; or nothing was read
74   reading or writing failed",
    },
];

/// The parts of `weir runners`.
pub(super) const RUNNERS: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
weir runners
weir --from pytest build.log",
    },
    Part {
        title: "Exit codes",
        text: "\
0    printed
2    wrong usage
74   the list could not be written",
    },
];

/// The parts of `weir rows`.
pub(super) const ROWS: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
mytool 2>&1 | weir rows new > mytool.rows
weir rows check mytool.rows sample.txt
mytool 2>&1 | weir --rows mytool.rows",
    },
    Part {
        title: "The language",
        text: "\
tool mytool
[anywhere]
mytool {any}, {total} tests       -> begins
PASS {name} ({time})              -> passes
FAIL {name}                       -> fails, to why
Ran: {passed} ok, {failed} failed -> totals, ends
[why]
  at {place}                      -> where
  {message}                       -> why
A row is a whole line with fields in braces, and what the line means. Rows of
[anywhere] are tried in each zone, others in theirs; the first that fits takes
the line. A blank stands for one or more; between slashes is an expression.
Fields: name module message reason file line place time passed failed errors
        skipped other total number word any
Verbs:  begins starts passes skips other fails breaks crashes why where output
        under warns closes totals adds ends ignores, to ZONE
Kinds:  fails as crash, fails as setup, breaks as build, breaks as suite
A run passes by totals that account for every test, and only with a row that
ends it, or with exit status 0. Rows hide no failure that weir finds.",
    },
    Part {
        title: "Exit codes",
        text: "\
0    the file is right; or a proposal was printed
1    nothing in the sample looks like a result
2    the file is wrong, or cannot be read
74   reading or writing failed",
    },
    Part {
        title: "Files",
        text: "\
$XDG_CONFIG_HOME/weir/*.rows or ~/.config/weir/*.rows    read in each call
.weir/*.rows                                             read when trusted",
    },
];

/// The parts of `weir trust`.
pub(super) const TRUST: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
weir trust
weir trust .weir/mytool.rows
weir trust --remove",
    },
    Part {
        title: "Exit codes",
        text: "\
0    done
2    there is no such file, or it is wrong
74   what is trusted could not be written",
    },
    Part {
        title: "Files",
        text: "\
$XDG_CONFIG_HOME/weir/trusted or ~/.config/weir/trusted  sums and paths",
    },
];
