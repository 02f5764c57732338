//! Whether there is somebody who wants to see progress, and how.

use super::super::documents::is_ci;
use super::super::surroundings::{Attached, Surroundings};

/// How progress is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Watching {
    /// Not at all.
    #[default]
    Nobody,
    /// As a bar on standard error, a terminal.
    Bar,
    /// As a bar, while standard output is a terminal too, presumably the same one.
    BarBesideAnswer,
    /// As plain lines on standard error.
    Lines,
    /// As a plain line now and then, so that a CI sees that the job is alive.
    Signs,
    /// As very few of them, without the failures.
    Rare,
}

/// What `--progress` means here; clap lets nothing but its values through. `streams` tells whether the input is one that
/// may take its time: a command, or a pipe.
pub(in crate::cli) fn watching(word: Option<&str>, streams: bool, surroundings: &Surroundings) -> Watching {
    let dumb = surroundings.variable("TERM").is_none_or(|value| value == "dumb");
    let bar = match (surroundings.stderr, surroundings.stdout) {
        (Attached::Terminal, _) if dumb => None,
        (Attached::Terminal, Attached::Terminal) => Some(Watching::BarBesideAnswer),
        (Attached::Terminal, _) => Some(Watching::Bar),
        _ => None,
    };
    match word {
        Some("never") => Watching::Nobody,
        Some("always") => bar.unwrap_or(Watching::Lines),
        _ if streams => bar.unwrap_or(if is_ci(surroundings) { Watching::Signs } else { Watching::Nobody }),
        _ => Watching::Nobody,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_needs_a_terminal_and_lines_have_to_be_asked_for() {
        let plain = Surroundings::default().with("TERM", "xterm");
        let stderr = Surroundings { stderr: Attached::Terminal, ..plain.clone() };
        let both = Surroundings { stdout: Attached::Terminal, ..stderr.clone() };
        let ci = plain.clone().with("CI", "true");
        let dumb = both.clone().with("TERM", "dumb");
        for (word, surroundings, expected) in [
            (None, &plain, Watching::Nobody),
            (None, &stderr, Watching::Bar),
            (Some("auto"), &both, Watching::BarBesideAnswer),
            (None, &dumb, Watching::Nobody),
            (Some("always"), &dumb, Watching::Lines),
            (Some("always"), &plain, Watching::Lines),
            (Some("always"), &both, Watching::BarBesideAnswer),
            (Some("never"), &both, Watching::Nobody),
            (None, &ci, Watching::Signs),
            (Some("always"), &ci, Watching::Lines),
            (Some("never"), &ci, Watching::Nobody),
        ] {
            assert_eq!(watching(word, true, surroundings), expected, "{word:?}");
        }
        assert_eq!(watching(None, false, &both), Watching::Nobody);
        assert_eq!(watching(Some("always"), false, &plain), Watching::Lines);
    }
}
