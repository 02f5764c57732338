//! The commands for other texts than logs: `weir page`, `digest`, `chunk`, `tokens`, `pack` and `compile`.

use super::Part;

/// What ends all of them.
const EXIT_CODES: Part = Part {
    title: "Exit codes",
    text: "\
0    printed
2    wrong usage, or a bad item in the input
3    the cursor has expired, or what it leads to is not stored any more
70   a bug in weir
74   the input could not be read, or the answer could not be written",
};

/// What ends those without a cursor.
const WITHOUT_CURSOR: Part = Part {
    title: "Exit codes",
    text: "\
0    printed
1    what --assert-order or --check asserts does not hold
2    wrong usage, or a bad item in the input
70   a bug in weir
74   the input could not be read, or the answer could not be written",
};

const ENVIRONMENT: Part = Part {
    title: "Environment",
    text: "\
WEIR_BUDGET  tokens, as --budget
WEIR_STORE   'off' as --no-store, or the folder of what is stored",
};

const BUDGET: Part = Part { title: "Environment", text: "WEIR_BUDGET  tokens, as --budget" };

/// The parts of `weir page`.
pub(super) const PAGE: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
curl -s https://api.example.com/guests | weir page
weir page --path .data.rows --fields id,guest.name list.json
weir page --cursor w1.abc",
    },
    EXIT_CODES,
    ENVIRONMENT,
];

/// The parts of `weir digest`.
pub(super) const DIGEST: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
weir digest booking.json
weir digest --strip production --max-text 80 booking.json",
    },
    EXIT_CODES,
    ENVIRONMENT,
];

/// The parts of `weir chunk`.
pub(super) const CHUNK: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
weir chunk README.md
weir chunk --tokens 1k --index 2 README.md
weir chunk --map README.md",
    },
    EXIT_CODES,
    ENVIRONMENT,
];

/// The parts of `weir tokens`.
pub(super) const TOKENS: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
weir tokens README.md
weir tokens --est all build.log",
    },
    Part {
        title: "Exit codes",
        text: "\
0    printed
2    wrong usage
74   the input could not be read, or the answer could not be written",
    },
];

/// The parts of `weir pack`.
pub(super) const PACK: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
rg -l TODO | weir pack --files -b 8k
weir pack --profile rag --cite chunks.jsonl",
    },
    WITHOUT_CURSOR,
    BUDGET,
];

/// The parts of `weir compile`.
pub(super) const COMPILE: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
weir compile --window 24k context.json
weir compile --window 24k --explain context.json
weir compile --from claude-code --window 24k --to claude-code session.jsonl
weir compile --check events.jsonl --max 24k",
    },
    Part {
        title: "The input",
        text: "\
One object with the lists system, memory, history and tools, and with task.
Another key is refused. Items may have keys of their own, and keep them.",
    },
    WITHOUT_CURSOR,
    BUDGET,
];
