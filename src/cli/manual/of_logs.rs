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
