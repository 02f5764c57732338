//! What help and the manual page of `weir proxy` say beyond the options.

use crate::cli::manual::Part;

/// The parts, in the order in which they are printed.
pub(in crate::cli) const PARTS: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
weir proxy -- npx -y @example/server --stdio
weir proxy --mode observe --telemetry records/ -- ./server
weir proxy --url http://127.0.0.1:9000/mcp
weir proxy install claude-code example --dry-run",
    },
    Part {
        title: "What it does",
        text: "\
A client starts 'weir proxy -- SERVER ARG...' where it would start the server.
Lines pass as they are, both ways. Answers of tools that are over their budget
are shortened: lists become pages, records digests, texts chunks, logs of test
runs the failures. The tool weir_get, the last in the list, gets the rest.
Budgets are in tokens, and tokens are estimates. Images and other binary
content pass whole or not at all, and no answer is given bit by bit as it
comes. Protocols are not translated, and several servers are not made one.",
    },
    Part {
        title: "Environment",
        text: "\
WEIR_CONFIG        as --config
WEIR_PROXY_MODE    as --mode
WEIR_TELEMETRY     as --telemetry
WEIR_LOG           as --log
WEIR_SESSION       the name of the session, in records and for assigning it
WEIR_KEY           the key of cursors, for several machines
WEIR_STORE         'off' as --no-store, or the folder of stored answers
WEIR_STORE_QUOTA   bytes that all stored answers may take up
An option counts before its variable, a variable before the configuration.",
    },
    Part {
        title: "Configuration",
        text: "\
weir/weir.yaml, .yml or .json in XDG_CONFIG_HOME, or the file of --config or
WEIR_CONFIG; never one of the working folder. 'weir config show' prints all
keys with their values, 'weir config check' what is wrong with a file. The
next call follows a change. Each number has a variable:
WEIR_DEFAULT_PAGE_SIZE       defaultPageSize, items of a page [default: 50]
WEIR_MAX_PAGE_SIZE           maxPageSize [default: 200]
WEIR_TOKEN_BUDGET_THRESHOLD  tokenBudgetThreshold, of a list [default: 4000]
WEIR_ITEM_BUDGET             itemBudget, of one record [default: 2000]
WEIR_CHUNK_SIZE              chunkSize, of one text [default: 2000]
WEIR_CHUNK_MAX_LINES         chunkMaxLines, of one text [default: 200]
WEIR_HARD_BYTES              hardBytes, of any answer [default: 16000]
WEIR_CURSOR_TTL_SECONDS      cursorTtlSeconds [default: 600]
WEIR_ROLLOUT                 rollout, percent that is changed [default: 100]",
    },
    Part {
        title: "Exit codes",
        text: "\
0     the client closed its end
127   the server could not be started
143   after SIGTERM, else 128 + n after signal n
n     as the server, when it ended by itself",
    },
    Part { title: "Files", text: "weir/weir.yaml, .yml or .json in $XDG_CONFIG_HOME or ~/.config" },
];
