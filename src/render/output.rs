//! What a test printed: its end is next to the failure, and a line about an error is worth showing wherever it is.
//! The rest is counted.

use super::ranks::Rank;
use crate::budget::Count as _;
use crate::event::Part;
use crate::report::Stored;

/// How many last lines of a stream are shown.
const LAST: usize = 12;
/// How many lines about an error are shown before them.
const TELLING: usize = 6;
/// Fewer old lines are not worth the line that counts them.
const FEWEST: usize = 8;
/// Words of lines about an error, in lower case.
const WORDS: [&str; 8] =
    ["error", "fatal", "panic", "exception", "critical", "traceback", "failed", "failure"];

/// Whether a line heads one of several streams of output.
pub(super) fn heads(line: &str) -> bool {
    let text = line.trim();
    let rule = text.starts_with("---") && text.ends_with("---") && text.contains(' ');
    rule || matches!(text, "stdout:" | "stderr:" | "Stdout:" | "Stderr:" | "Output:")
}

/// By line: whether it is old output; empty when none is.
pub(super) fn old(lines: &[(Part, Stored)], ranks: &[Rank]) -> Vec<bool> {
    let mut old = Vec::new();
    let mut stream: Vec<usize> = Vec::new();
    let is_output = |at: usize| ranks.get(at) == Some(&Rank::Output);
    for (at, (_, line)) in lines.iter().enumerate().filter(|(at, _)| is_output(*at)) {
        if heads(&line.text) {
            mark(&mut old, lines, &std::mem::take(&mut stream));
        } else {
            stream.push(at);
        }
    }
    mark(&mut old, lines, &stream);
    old
}

/// Marks the old output of one stream.
fn mark(old: &mut Vec<bool>, lines: &[(Part, Stored)], stream: &[usize]) {
    let before = stream.len().saturating_sub(LAST);
    if before < FEWEST {
        return;
    }
    old.resize(lines.len(), false);
    let mut telling = TELLING;
    for at in stream.iter().take(before).rev() {
        let says = lines.get(*at).is_some_and(|(_, line)| says_error(&line.text));
        if says && telling > 0 {
            telling.down(1);
        } else if let Some(slot) = old.get_mut(*at) {
            *slot = true;
        }
    }
}

fn says_error(line: &str) -> bool {
    let line = line.as_bytes();
    let begins_here = |word: &&str, at: usize| {
        let place = line.get(at..at.saturating_add(word.len()));
        place.is_some_and(|place| place.eq_ignore_ascii_case(word.as_bytes()))
    };
    let mut bytes = line.iter().enumerate();
    // The first letters of the words: few places need a full comparison.
    bytes.any(|(at, byte)| {
        matches!(byte | 0x20, b'c' | b'e' | b'f' | b'p' | b't')
            && WORDS.iter().any(|word| begins_here(word, at))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Class;

    fn shown(lines: &[String]) -> Vec<usize> {
        let lines: Vec<(Part, Stored)> =
            lines.iter().map(|line| (Part::Output, Stored::decoded(line, Class::Detail))).collect();
        let old = old(&lines, &vec![Rank::Output; lines.len()]);
        (0..lines.len()).filter(|at| !old.get(*at).copied().unwrap_or(false)).collect()
    }

    #[test]
    fn the_end_of_output_is_shown_and_what_says_of_an_error() {
        let numbered = |count: usize| (0..count).map(|number| format!("tide {number}")).collect::<Vec<_>>();
        assert_eq!(shown(&numbered(19)).len(), 19);
        assert_eq!(shown(&numbered(50)), (38..50).collect::<Vec<_>>());
        let mut lines = numbered(50);
        lines[3] = "ERROR: no rope".to_owned();
        assert_eq!(shown(&lines).first(), Some(&3));
    }

    #[test]
    fn each_stream_has_its_end() {
        let mut lines: Vec<String> = (0..60).map(|number| format!("tide {number}")).collect();
        lines[30] = "--- Captured stderr ---".to_owned();
        let shown = shown(&lines);
        assert!(shown.contains(&29) && !shown.contains(&17) && shown.contains(&30) && !shown.contains(&31));
    }
}
