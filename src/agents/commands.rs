//! The commands of a line, as bash joins its words: lists, pipelines, compounds and redirections.
//!
//! Only the last command of the line itself comes of it. What is not understood is a doubt, and then nothing does: the texts
//! of here-documents, traps of the line's own.

use super::words::{DEEPEST, Reader, Word, is_number};
use crate::budget::Count as _;

/// The last command of a line, when it has any, and whether output of a command may go elsewhere; nothing when there is a
/// doubt.
pub(super) fn last_of(line: &str) -> Option<(Option<Command>, bool)> {
    let mut reader = Reader::of(line);
    let last = reader.list(Until::End)?;
    Some((last, reader.diverts))
}

/// A command while it is read.
#[derive(Debug, Default)]
pub(super) struct Command {
    /// The words, as far as they are plain text.
    pub(super) words: Vec<Option<String>>,
    /// Bash starts another process for it, or runs it itself.
    pub(super) forks: bool,
    /// A variable is set.
    assigns: bool,
    pub(super) compound: bool,
}

impl Command {
    fn is_empty(&self) -> bool {
        self.words.is_empty() && !self.forks && !self.assigns && !self.compound
    }
}

/// Where a list of commands ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// At the end of the line.
    End,
    /// At a closing parenthesis.
    Parenthesis,
}

/// A compound command that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    If,
    Loop,
    Braces,
    /// Of a `case`: its patterns come next, or its commands.
    Patterns,
    Branch,
}

impl Reader<'_> {
    /// Reads commands; gives the last one, when there is any.
    pub(super) fn list(&mut self, until: Until) -> Option<Option<Command>> {
        self.depth = self.depth.checked_add(1).filter(|depth| *depth < DEEPEST)?;
        let is_below = usize::from(until == Until::Parenthesis);
        self.below.up(is_below);
        let mut open: Vec<Open> = Vec::new();
        let (mut now, mut last) = (Command::default(), None);
        // Whether the next word can be a name or a word of the shell's own.
        let mut first = true;
        loop {
            self.blanks();
            if open.last() == Some(&Open::Patterns) {
                first = self.pattern(&mut open)?;
                now.compound = true;
                continue;
            }
            let Some(&byte) = self.rest.first() else {
                if until != Until::End || !open.is_empty() {
                    return None;
                }
                break;
            };
            match byte {
                b'#' => self.comment(),
                b'\n' => {
                    self.skip(1);
                    end(&mut now, &mut last, &open);
                    first = true;
                }
                b';' => {
                    let branch = self.takes(";;&") || self.takes(";;") || self.takes(";&");
                    match (branch, open.last_mut()) {
                        (true, Some(open @ Open::Branch)) => *open = Open::Patterns,
                        (true, _) => return None,
                        (false, _) => self.skip(1),
                    }
                    end(&mut now, &mut last, &open);
                    first = true;
                }
                b'&' if self.begins("&>") => {
                    now.forks = true;
                    self.redirection()?;
                }
                b'&' => {
                    if !self.takes("&&") {
                        self.skip(1);
                        now.forks = true;
                    }
                    end(&mut now, &mut last, &open);
                    first = true;
                }
                b'|' if self.takes("||") => {
                    end(&mut now, &mut last, &open);
                    first = true;
                }
                b'|' => {
                    let _ = self.takes("|&") || self.takes("|");
                    self.diverts = true;
                    now = Command { forks: true, ..Command::default() };
                    first = true;
                }
                b')' => {
                    self.skip(1);
                    if until != Until::Parenthesis || !open.is_empty() {
                        return None;
                    }
                    break;
                }
                b'(' => {
                    if self.begins("((") {
                        self.arithmetic()?;
                    } else {
                        self.skip(1);
                        self.blanks();
                        if first {
                            self.list(Until::Parenthesis)?;
                        } else if now.words.len() != 1 || !self.takes(")") {
                            return None;
                        } else {
                            // `NAME()`: a function, whose commands come next.
                            first = true;
                            now.compound = true;
                            continue;
                        }
                    }
                    now.compound = true;
                    first = false;
                }
                b'<' | b'>' if !self.begins("<(") && !self.begins(">(") => {
                    now.forks = true;
                    self.redirection()?;
                }
                _ => {
                    let word = self.word()?;
                    // `2>`: the number belongs to what follows.
                    if word.bare
                        && word.text.as_deref().is_some_and(is_number)
                        && (self.begins("<") || self.begins(">"))
                    {
                        continue;
                    }
                    first = self.place(word, first, &mut now, &mut open)?;
                }
            }
        }
        end(&mut now, &mut last, &open);
        self.depth.down(1);
        self.below.down(is_below);
        Some(last)
    }

    /// Puts a word where it belongs; gives whether the next one can be a name.
    fn place(&mut self, word: Word, first: bool, now: &mut Command, open: &mut Vec<Open>) -> Option<bool> {
        let text = word.text.as_deref().filter(|_| first && word.bare).unwrap_or_default();
        let closed = match text {
            "if" => return opens(open, now, Open::If),
            "while" | "until" => return opens(open, now, Open::Loop),
            "{" => return opens(open, now, Open::Braces),
            "for" | "select" => {
                open.push(Open::Loop);
                now.compound = true;
                return Some(false);
            }
            "case" => {
                // Its word, then `in`.
                self.blanks();
                self.word()?;
                self.white();
                let next = self.word()?;
                if next.text.as_deref() != Some("in") {
                    return None;
                }
                open.push(Open::Patterns);
                now.compound = true;
                return Some(true);
            }
            "then" | "else" | "elif" | "do" => {
                let wanted = if text == "do" { Open::Loop } else { Open::If };
                return (open.last() == Some(&wanted)).then_some(true);
            }
            "fi" => Some(Open::If),
            "done" => Some(Open::Loop),
            "}" => Some(Open::Braces),
            "esac" => Some(Open::Branch),
            "function" => {
                self.blanks();
                self.word()?;
                self.blanks();
                let _ = self.takes("()");
                now.compound = true;
                return Some(true);
            }
            "[[" => {
                self.test()?;
                now.compound = true;
                return Some(false);
            }
            "!" | "time" => {
                now.forks = true;
                return Some(true);
            }
            "coproc" => return None,
            _ => None,
        };
        if let Some(closed) = closed {
            if open.pop() != Some(closed) {
                return None;
            }
            now.compound = true;
            return Some(false);
        }
        if first && word.assigns {
            now.assigns = true;
            return Some(true);
        }
        match word.text.as_deref().filter(|_| first) {
            Some("trap") => self.is_below()?,
            // What is called so is not looked at.
            Some("builtin" | "command") => {
                self.blanks();
                if ["trap", "'trap", "\"trap"].iter().any(|trap| self.begins(trap)) {
                    self.is_below()?;
                }
                now.words.push(None);
                return Some(false);
            }
            _ => {}
        }
        now.words.push(word.text);
        Some(false)
    }

    /// A trap of the line's own is in the way, unless it is one of a shell below: in parentheses, or in a substitution.
    const fn is_below(&self) -> Option<()> {
        if self.below > 0 { Some(()) } else { None }
    }

    /// The next pattern of a `case`, up to its commands; false when the `case` ends instead.
    fn pattern(&mut self, open: &mut Vec<Open>) -> Option<bool> {
        self.white();
        let word = if self.takes("(") { None } else { Some(self.word()?) };
        if word.is_some_and(|word| word.bare && word.text.as_deref() == Some("esac")) {
            open.pop();
            return Some(false);
        }
        loop {
            self.blanks();
            if self.takes(")") {
                break;
            }
            if !self.takes("|") {
                self.word()?;
            }
        }
        if let Some(open) = open.last_mut() {
            *open = Open::Branch;
        }
        Some(true)
    }

    /// Where output or input goes.
    fn redirection(&mut self) -> Option<()> {
        if self.begins("<<") && !self.begins("<<<") {
            // The text that follows is not read.
            return None;
        }
        // Where input comes from changes nothing for output.
        self.diverts |= !self.begins("<") || self.begins("<>");
        while self.rest.first().is_some_and(|byte| b"<>&|".contains(byte)) {
            if self.begins("<(") || self.begins(">(") {
                break;
            }
            self.skip(1);
        }
        self.blanks();
        self.word().map(drop)
    }

    /// `[[ ... ]]`, after its beginning.
    fn test(&mut self) -> Option<()> {
        loop {
            self.white();
            let &byte = self.rest.first()?;
            if b"<>&|()".contains(&byte) {
                self.skip(1);
                continue;
            }
            let word = self.word()?;
            if word.bare && word.text.as_deref() == Some("]]") {
                return Some(());
            }
        }
    }
}

fn opens(open: &mut Vec<Open>, now: &mut Command, what: Open) -> Option<bool> {
    open.push(what);
    now.compound = true;
    Some(true)
}

/// A command ends; inside of a compound one it is a part of that.
fn end(now: &mut Command, last: &mut Option<Command>, open: &[Open]) {
    let ended = std::mem::take(now);
    if open.is_empty() {
        if !ended.is_empty() {
            *last = Some(ended);
        }
    } else {
        now.compound = true;
    }
}
