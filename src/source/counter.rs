//! A command that counts tokens: `exec:CMD`.
//!
//! The command is run by `sh -c` once for each text, which is on its standard input. Its output begins with the
//! number. One that fails, or prints no number, is asked no more: bytes are counted from then on.

use std::cell::RefCell;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

use crate::budget::Measure;

/// More than this is no number: 20 digits and some blanks.
const OUTPUT_BYTES: u64 = 256;

/// A command that counts.
#[derive(Debug)]
pub struct Counter {
    /// `exec:CMD`, as it was given.
    name: String,
    command: String,
    trouble: RefCell<Option<String>>,
}

impl Counter {
    /// The counter of a name that begins with `exec:`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let command = name.strip_prefix("exec:").filter(|command| !command.trim().is_empty())?;
        Some(Self { name: name.to_owned(), command: command.to_owned(), trouble: RefCell::new(None) })
    }

    fn ask(&self, text: &str) -> Result<u64, String> {
        let failed = |cause: &dyn std::fmt::Display| cause.to_string();
        let mut child = Command::new("sh")
            .args(["-c", &self.command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .map_err(|cause| failed(&cause))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let printed = std::thread::scope(|scope| {
            // A command that does not read all of it may have its reasons.
            scope.spawn(move || input.map(|mut input| input.write_all(text.as_bytes())));
            let mut printed = Vec::new();
            // A command that goes on printing finds nobody who listens.
            let read = output.map(|output| output.take(OUTPUT_BYTES).read_to_end(&mut printed));
            read.transpose().map(|_| printed)
        });
        let status = child.wait().map_err(|cause| failed(&cause))?;
        if !status.success() {
            return Err(status.to_string());
        }
        let printed = printed.map_err(|cause| failed(&cause))?;
        let printed = String::from_utf8_lossy(&printed);
        let word = printed.split_whitespace().next().unwrap_or_default();
        word.parse().map_err(|_| "it printed no number".to_owned())
    }
}

impl Measure for Counter {
    fn name(&self) -> &str {
        &self.name
    }

    fn tokens(&self, text: &str) -> u64 {
        if self.trouble.borrow().is_none() {
            match self.ask(text) {
                Ok(tokens) => return tokens,
                Err(cause) => {
                    *self.trouble.borrow_mut() = Some(format!("{} failed: {cause}", self.name));
                }
            }
        }
        u64::try_from(text.len()).unwrap_or(u64::MAX)
    }

    fn trouble(&self) -> Option<String> {
        self.trouble.borrow().clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    fn counted(name: &str, text: &str) -> (u64, Option<String>) {
        let counter = Counter::parse(name).unwrap();
        (counter.tokens(text), counter.trouble())
    }

    #[cfg(unix)]
    #[test]
    fn a_command_counts_what_is_at_on_its_input() {
        assert_eq!(counted("exec:wc -w", "one two three"), (3, None));
        assert_eq!(counted("exec:echo 1", &"x".repeat(1_000_000)), (1, None));
    }

    #[cfg(unix)]
    #[test]
    fn a_command_that_fails_is_replaced_by_the_number_of_bytes() {
        let (tokens, trouble) = counted("exec:false", "été");
        assert_eq!((tokens, trouble.as_deref()), (5, Some("exec:false failed: exit status: 1")));
        let (tokens, trouble) = counted("exec:yes", "été");
        assert_eq!((tokens, trouble.is_some()), (5, true));
        assert_eq!(counted("exec:echo -1", "a").0, 1);
    }

    #[test]
    fn a_name_without_a_command_is_none() {
        for name in ["exec:", "exec: ", "wc", ""] {
            assert!(Counter::parse(name).is_none(), "{name}");
        }
    }
}
