//! `weir completions` and `weir man`.

use super::Part;

/// The parts of `weir completions`.
pub(super) const COMPLETIONS: &[Part] = &[
    Part {
        title: "Examples",
        text: "\
weir completions bash > ~/.local/share/bash-completion/completions/weir
weir completions zsh > ~/.zfunc/_weir      # with ~/.zfunc in fpath
weir completions fish > ~/.config/fish/completions/weir.fish",
    },
    Part {
        title: "Exit codes",
        text: "\
0    printed
2    wrong usage
74   the script could not be written",
    },
];

/// The parts of `weir man`.
pub(super) const MAN: &[Part] = &[
    Part { title: "Examples", text: "weir man ~/.local/share/man/man1 && man weir" },
    Part {
        title: "Exit codes",
        text: "\
0    written
2    wrong usage
74   a page could not be written",
    },
];
