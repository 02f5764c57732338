//! A question to whoever sits at the terminal.

use std::io::{BufRead, Read as _, Write};

/// How many bytes of an answer to a question are read at most.
const MOST_TYPED: u64 = 64;

/// Whether somebody types yes. Who cannot see the question does not.
pub(super) fn yes(question: &str, typed: &mut dyn BufRead, out: &mut dyn Write) -> bool {
    let _ = out.write_all(format!("weir: {question} [y/N] ").as_bytes()).and_then(|()| out.flush());
    let mut word = String::new();
    let _ = typed.take(MOST_TYPED).read_line(&mut word);
    matches!(word.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}
