//! What help and the manual page of `weir mcp` say beyond the options.

use crate::cli::manual::Part;

/// The parts, in the order in which they are printed.
pub(in crate::cli) const PARTS: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
weir mcp --print-config claude-code --allow 'cargo test*'
weir mcp --root . --allow 'npm run test:*' --timeout 10m
weir mcp --listen 8080 --token-file token",
    },
    Part {
        title: "Tools",
        text: "\
weir_run   runs a command that --allow lets run, and answers as 'weir run':
           verdict, exit status, every failure. There is no shell.
weir_read  reads a file inside a --root: of a log or a test report the
           failures, of a list a page, of a record a digest, of a text a
           chunk. ARCHIVE.zip/MEMBER names a file in an archive.
weir_get   gets the rest of an answer. Answers print the calls that do.
A run is ended with its process group when its call is cancelled, when its
time is over, and when the client leaves. It gets the environment but for
WEIR_KEY, and for WEIR_STORE when that is a URL.",
    },
    Part {
        title: "Patterns of --allow",
        text: "\
'cargo test'        these two words alone
'cargo test*'       'cargo test' or 'cargo tests', and more words
'npm run test:*'    one script of these names, and more words
'make check-?'      one char more
No glob matches a word with a blank in it, and '*' in a word no '/'.",
    },
    Part {
        title: "Environment",
        text: "\
WEIR_CONFIG, WEIR_TELEMETRY, WEIR_SESSION, WEIR_KEY, WEIR_STORE,
WEIR_STORE_QUOTA and the numbers of the configuration as for 'weir proxy';
WEIR_MODE, WEIR_MAX_CHARS, WEIR_MAX_LINES, WEIR_MAX_LINE_CHARS and WEIR_FIT
as for 'weir run'.",
    },
    Part {
        title: "Exit codes",
        text: "\
0    the client closed its end, or the configuration was printed
2    wrong usage
143  after SIGTERM, else 128 + n after signal n",
    },
    Part { title: "Files", text: "weir/weir.yaml, .yml or .json in $XDG_CONFIG_HOME or ~/.config" },
];
