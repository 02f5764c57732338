//! What help and the manual page of `weir proxy` say beyond the options.

use crate::cli::manual::Part;

/// The parts, in the order in which they are printed.
pub(in crate::cli) const PARTS: &[Part] = &[
    Part {
        title: "What it does",
        text: "\
A client starts 'weir proxy -- SERVER ARG...' where it would start the server.
Lines pass as they are, both ways. Answers of tools that are over their budget
are shortened: lists become pages, records digests, texts chunks, logs of test
runs the failures. The tool weir_get, last in the list of tools, gets the rest.
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
An option comes before its variable, a variable before the configuration.",
    },
    Part {
        title: "Exit codes",
        text: "\
0     the client closed its end
127   the server could not be started
143   after SIGTERM, else 128 + n after signal n
n     as the server, when it ended by itself",
    },
];
