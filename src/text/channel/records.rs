//! PowerShell's records of what a program prints on its standard error: the first line that the program printed is part
//! of the record.
//!
//! ```text
//! node.exe : FAIL src/hull.test.ts
//! At line:1 char:1
//! + npx jest 2>&1
//! + ~~~~~~~~~~~~~
//!     + CategoryInfo          : NotSpecified: (FAIL src/hull.test.ts:String) [], RemoteException
//!     + FullyQualifiedErrorId : NativeCommandError
//! ```
//!
//! and since version 7, where errors are shorter:
//!
//! ```text
//! check.ps1: C:\quay\check.ps1:3
//! Line |
//!    3 |  npx jest 2>&1
//!      |  ~~~~~~~~~~~~~
//!      | FAIL src/hull.test.ts
//! ```
//!
//! The line is restored and the record is dropped. Its words are in the language of the system, except for the last two
//! lines, which show that it is a record. PowerShell's own errors look the same and have other names: they stay. An empty
//! line of a program is written as the name of a class.

use std::collections::VecDeque;

use crate::budget::Count as _;

/// How the last line of a record begins, and the name of the error.
const ID: &str = "+ FullyQualifiedErrorId : ";
const NATIVE: &str = "NativeCommandError";
/// How the line before the last one begins.
const CATEGORY: &str = "+ CategoryInfo ";
/// What an empty line of a program becomes.
const EMPTY: &str = "System.Management.Automation.RemoteException";
/// The second line of a short record.
const SHORT: &str = "Line |";
/// The most lines of a record that are held.
pub(super) const LINES: usize = 24;
/// The most lines into which the program's line may have been broken, and the least length of each of them, in bytes.
const BROKEN: usize = 12;
const LONG_BYTES: usize = 79;
/// The most lines into which the last line of a record is broken.
const PIECES: usize = 4;
/// The most bytes of a program's name.
const NAME_BYTES: usize = 260;

/// The widest window whose width a record shows, in columns, and how much shorter its pieces may be.
pub(super) const NARROW: usize = 50;
const NEAR: usize = 3;

/// Takes records out of the lines that wait.
#[derive(Debug, Default)]
pub(super) struct Records {
    /// How many records were taken out.
    count: u64,
    /// What may still come of the last one.
    rest: Rest,
    /// The columns of a narrow window, shown by the broken mark below the source of a record.
    columns: Option<usize>,
}

/// What may come after a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Rest {
    #[default]
    Nothing,
    /// The rest of its last line, of so many bytes, and a blank.
    Id(usize),
    /// A blank.
    Blank,
    /// Lines of a short record after their bar.
    Short,
}

/// Whether a record of a program's line ends with this line.
pub(super) fn ends_record(line: &str) -> bool {
    let id = line.trim().strip_prefix(ID).unwrap_or_default();
    id.len() >= "Na".len() && (id.starts_with(NATIVE) || NATIVE.starts_with(id))
}

/// How much of the name of the error is in the last lines of a record, when the line with that name was broken into
/// several.
fn shown_in_pieces<'a>(lines: impl DoubleEndedIterator<Item = &'a str>) -> Option<usize> {
    let squeezed = |text: &str| text.replace(' ', "");
    let mut text = String::new();
    for line in lines.rev().take(PIECES) {
        if !line.starts_with("   ") {
            return None;
        }
        text.insert_str(0, &squeezed(line));
        if line.starts_with("    + ") {
            let shown = text.strip_prefix(&squeezed(ID))?;
            return (shown.len() >= "Na".len() && NATIVE.starts_with(shown)).then_some(shown.len());
        }
    }
    None
}

impl Records {
    /// The columns of the window, if it is a narrow one.
    pub(super) const fn columns(&self) -> Option<usize> {
        self.columns
    }

    /// How many records were taken out so far.
    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    /// Checks the last of the lines that wait: takes out the record that ends with it, or the line itself when it belongs
    /// to one.
    pub(super) fn look(&mut self, waiting: &mut VecDeque<String>) {
        let Some(last) = waiting.back() else { return };
        let line = last.trim_end_matches(['\r', '\n']);
        match self.rest {
            Rest::Nothing => {}
            Rest::Id(shown) => {
                self.rest = Rest::Blank;
                if NATIVE.get(shown..).is_some_and(|rest| line.trim() == rest) {
                    waiting.pop_back();
                    return;
                }
                return self.look(waiting);
            }
            Rest::Blank => {
                self.rest = Rest::Nothing;
                if line == " " {
                    waiting.pop_back();
                    return;
                }
            }
            Rest::Short => {
                if let Some(text) = after_bar(line) {
                    let given = format!("{text}{}", ending(last));
                    waiting.pop_back();
                    // A line that was broken goes on.
                    match waiting.back_mut() {
                        Some(before) => *before = format!("{}{given}", before.trim_end_matches(['\r', '\n'])),
                        None => waiting.push_back(given),
                    }
                    return;
                }
                self.rest = Rest::Nothing;
            }
        }
        let in_pieces = || shown_in_pieces(waiting.iter().map(|line| line.trim_end_matches(['\r', '\n'])));
        if ends_record(line) || line.starts_with("   ") && in_pieces().is_some() {
            self.take_out(waiting);
        } else if line.trim_start().starts_with('|') {
            self.take_out_short(waiting);
        } else if line == EMPTY && self.count > 0 {
            let end = ending(last).to_owned();
            waiting.pop_back();
            waiting.push_back(end);
        }
    }

    /// Whether a line is not part of a record, and no record may begin with it.
    pub(super) fn are_beside(&self, line: &str) -> bool {
        let line = line.trim_end_matches(['\r', '\n']);
        self.rest == Rest::Nothing
            && !line.trim_start().starts_with(['+', '|'])
            && !line.starts_with("At ")
            && line != EMPTY
            && (memchr::memchr(b':', line.as_bytes()).is_none()
                || (head(line).is_none() && !short_head(line)))
    }

    /// Whether the lines that wait may be the beginning of a record: else they need not wait.
    pub(super) fn waits(&self, waiting: &VecDeque<String>) -> bool {
        let lines = || waiting.iter().map(|line| line.trim_end_matches(['\r', '\n']));
        // The program's line may have been broken; then its pieces end with a blank or are long.
        let Some(first) = lines().next() else { return false };
        // In a narrow window the pieces of a long word are of about one length.
        let near = |line: &str| first.len() <= NARROW && line.len().abs_diff(first.len()) <= NEAR;
        let may_go_on = |line: &str| line.ends_with(' ') || line.len() >= LONG_BYTES || near(line);
        if self.rest == Rest::Short {
            return true;
        }
        let marked = |line: &str| line.starts_with("+ ") || line.trim_start().starts_with(CATEGORY);
        if head(first).is_some() {
            let broken = lines()
                .skip(1)
                .take_while(|line| !is_place(line) && !marked(line) && !line.starts_with("At "));
            let count = broken.clone().count();
            let Some(next) = lines().nth(count.saturating_add(1)) else {
                return lines().next_back().is_some_and(|last| count == 0 || may_go_on(last))
                    && count < BROKEN;
            };
            return broken.count() <= BROKEN && !next.is_empty();
        }
        if first.starts_with("At ") || marked(first) {
            return is_place(first) || lines().nth(1).is_none_or(|next| is_place(next) || marked(next));
        }
        short_head(first) && lines().nth(1).is_none_or(|next| next == SHORT)
    }

    /// Takes out the record that the last line ends.
    fn take_out(&mut self, waiting: &mut VecDeque<String>) -> Option<()> {
        let last = waiting.len().checked_sub(1)?;
        let line = |at: usize| waiting.get(at).map_or("", |line| line.trim_end_matches(['\r', '\n']));
        let before = |at: usize, is: &dyn Fn(&str) -> bool| (0..at).rev().find(|at| is(line(*at)));
        let whole = line(last).trim().strip_prefix(ID).map(str::len);
        let shown = whole.or_else(|| shown_in_pieces((0..=last).map(line))).unwrap_or(0);
        // The source, its mark, and a category that may have been broken.
        let category = before(last, &|line| line.trim_start().starts_with(CATEGORY))?;
        let mut first = category;
        while first.checked_sub(1).is_some_and(|at| line(at).starts_with('+')) {
            first.down(1);
        }
        // The place, which may have been broken after its first column.
        let place = first.checked_sub(1).filter(|at| first < category && is_place(line(*at)));
        let place = match place {
            Some(at) if !line(at).starts_with("At ") => {
                at.checked_sub(1).filter(|before| line(*before).starts_with("At ")).or(Some(at))
            }
            place => place,
        };
        // In a narrow window the source and its mark were broken too.
        let mark = before(category, &|line| line.starts_with("+ ~"));
        let source =
            mark.and_then(|mark| (mark.saturating_sub(PIECES)..mark).find(|at| line(*at).starts_with("+ ")));
        let above =
            source.and_then(|at| at.checked_sub(1)).filter(|at| place.is_none() && is_place(line(*at)));
        if let (Some(_), Some(mark)) = (above, mark) {
            let columns = line(mark).len();
            let broken = line(mark.saturating_add(1)).bytes().all(|byte| byte == b'~');
            self.columns = Some(columns).filter(|columns| broken && *columns < NARROW).or(self.columns);
        }
        let first = place.or(above).unwrap_or(first);
        let head = before(first, &|line| head(line).is_some());
        let mut given = String::new();
        if let Some(at) = head {
            given.push_str(self::head(line(at)).unwrap_or_default());
            for more in at.saturating_add(1)..first {
                given.push_str(line(more));
            }
            given.push_str(waiting.get(at).map_or("", |line| ending(line)));
        }
        waiting.truncate(head.unwrap_or(first));
        if !given.trim().is_empty() {
            waiting.push_back(given);
        }
        self.count.up(1);
        self.rest = if shown < NATIVE.len() { Rest::Id(shown) } else { Rest::Blank };
        Some(())
    }

    /// Takes out the short record whose last line is the first one of the program.
    fn take_out_short(&mut self, waiting: &mut VecDeque<String>) -> Option<()> {
        let last = waiting.len().checked_sub(1)?;
        let line = |at: usize| waiting.get(at).map_or("", |line| line.trim_end_matches(['\r', '\n']));
        let text = after_bar(line(last))?;
        let mark = last.checked_sub(1)?;
        if !after_bar(line(mark))?.trim().bytes().all(|byte| byte == b'~') || text.trim().starts_with('~') {
            return None;
        }
        let bar = (0..mark).rev().find(|at| line(*at) == SHORT)?;
        let head = bar.checked_sub(1)?;
        if !short_head(line(head)) {
            return None;
        }
        let given = format!("{text}{}", waiting.get(last).map_or("", |line| ending(line)));
        waiting.truncate(head);
        waiting.push_back(given);
        self.count.up(1);
        self.rest = Rest::Short;
        Some(())
    }
}

/// The line end of a line, `\r\n`, `\n` or nothing.
fn ending(line: &str) -> &str {
    line.get(line.trim_end_matches(['\r', '\n']).len()..).unwrap_or_default()
}

/// What the program printed after its name: `node.exe : text`.
fn head(line: &str) -> Option<&str> {
    // A search for the bare colon is fast, and most lines have none.
    let apart = |at: &usize| line.get(at.saturating_sub(1)..at.saturating_add(2)) == Some(" : ");
    let colon = memchr::memchr_iter(b':', line.as_bytes()).filter(|at| *at > 0).find(apart);
    let (name, text) = match colon {
        Some(at) => (line.get(..at.saturating_sub(1))?, line.get(at.saturating_add(2)..)?),
        None => (line.strip_suffix(" :")?, ""),
    };
    let lower = name.to_ascii_lowercase();
    let program = [".exe", ".cmd", ".bat", ".ps1", ".com"].iter().any(|end| lower.ends_with(end));
    let named = !name.is_empty() && name.len() <= NAME_BYTES && (program || !name.contains(' '));
    named.then_some(text)
}

/// `At line:1 char:1` in the language of the system: a number at its end, after a colon.
fn is_place(line: &str) -> bool {
    let line = line.trim_end();
    let number = line.trim_end_matches(|char: char| char.is_ascii_digit());
    number.len() < line.len() && number.trim_end().ends_with(':')
}

/// `check.ps1: C:\\quay\\check.ps1:3`. PowerShell's own errors begin with the name of a class.
fn short_head(line: &str) -> bool {
    let is_number = |char: char| char.is_ascii_digit() || char == ':';
    if !line.ends_with(is_number) {
        return false;
    }
    let Some((name, place)) = line.split_once(": ") else { return false };
    let numbered = place.ends_with(is_number);
    let is_class = name.chars().filter(char::is_ascii_uppercase).count() > 1 && !name.contains('.');
    let own = name.contains(' ') || name.ends_with("Exception") || name.ends_with("Error") || is_class;
    numbered && !own
}

/// `     | text`.
fn after_bar(line: &str) -> Option<&str> {
    let text = line.trim_start_matches(' ').strip_prefix('|')?;
    (line.starts_with(' ')).then(|| text.strip_prefix(' ').unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without(text: &str) -> (String, u64) {
        let (mut records, mut waiting) = (Records::default(), VecDeque::new());
        for line in text.split_inclusive('\n') {
            waiting.push_back(line.to_owned());
            records.look(&mut waiting);
        }
        (waiting.into_iter().collect(), records.count())
    }

    fn record(head: &str, place: &str) -> String {
        format!(
            "{head}\r\n{place}\r\n+ & \"C:\\quay\\crane.exe\" \"C:\\quay/hull_mo ...\r\n+ ~~~~~~~~~~~\r\n    \
             + CategoryInfo          : NotSpecified: (x:String) [], RemoteException\r\n    \
             + FullyQualifiedErrorId : NativeCommandError\r\n \r\n"
        )
    }

    #[test]
    fn the_line_is_given_back_and_the_record_goes() {
        for place in [
            "At line:1 char:1",
            "At C:\\q u\\a.ps1:37 char:33",
            "In Zeile:1 Zeichen:1",
            "Au caractère Ligne:1 : 1",
        ] {
            let text = format!("before\r\n{}  crane\r\n", record("node.exe : FAIL a.test.ts", place));
            assert_eq!(without(&text), ("before\r\nFAIL a.test.ts\r\n  crane\r\n".to_owned(), 1), "{place}");
        }
        let text = record("C:\\Program Files\\q\\x.exe :   indented", "At line:1 char:1");
        assert_eq!(without(&text), ("  indented\r\n".to_owned(), 1));
    }

    #[test]
    fn a_line_that_was_broken_is_given_back_whole() {
        let text = record(
            "node.exe : npm warn the hull is too \r\nwide for the \r\ngate",
            "At C:\\a\\very\\long\\\r\npath.ps1:1 char:1",
        );
        assert_eq!(without(&text).0, "npm warn the hull is too wide for the gate\r\n");
    }

    #[test]
    fn a_broken_record_goes_whole() {
        let text = "cargo :     Checking quay v0.1.0\nAt line:1 char:1\n+ cargo check 2>&1\n+ ~~~\n    \
                    + CategoryInfo          : NotSpecified: (    Checking quay v0.1.0:String) [], RemoteExcep \n   tion\n    \
                    + FullyQualifiedErrorId : NativeCommandErr\n   or\n \nerror: a\n";
        assert_eq!(without(text), ("    Checking quay v0.1.0\nerror: a\n".to_owned(), 1));
    }

    #[test]
    fn a_record_of_a_narrow_window_goes_whole() {
        let text = "./crane : C:\\quay\\north\\berth\\Ro\npeOfTheNorth.java:4: error: no su\nch rope\nAt line:1 char:1\n+ ./crane lift --all --the-boats \n> out.txt 2>&1\n+ ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n~~~~~~~~~\n    + CategoryInfo          : Not \n   Specified: (x:String) [], Rem  \n   oteException\n    + FullyQualifiedErrorId : Na \n   tiveCommandError\n \nafter\n";
        let (given, count) = without(text);
        assert_eq!(
            (given.as_str(), count),
            ("C:\\quay\\north\\berth\\RopeOfTheNorth.java:4: error: no such rope\nafter\n", 1)
        );
        let (mut records, mut waiting) = (Records::default(), VecDeque::new());
        for line in text.split_inclusive('\n') {
            waiting.push_back(line.to_owned());
            records.look(&mut waiting);
        }
        assert_eq!(records.columns(), Some(33));
        let narrower = text.replace(
            "    + FullyQualifiedErrorId : Na \n   tiveCommandError",
            "    + FullyQualifiedEr \n   rorId : NativeComm  \n  andError",
        );
        assert_eq!(without(&narrower.replace("  andError", "   andError")).1, 1);
    }

    #[test]
    fn an_empty_line_of_the_program_is_one_after_a_record() {
        let text = format!("{}{EMPTY}\r\nb\r\n", record("x : a", "At line:1 char:1"));
        assert_eq!(without(&text).0, "a\r\n\r\nb\r\n");
        assert_eq!(without(&format!("{EMPTY}\n")).0, format!("{EMPTY}\n"));
        assert_eq!(without(&record("x : ", "At line:1 char:1")).0, "");
    }

    #[test]
    fn a_short_record_gives_its_lines_back() {
        let text = "a\ncheck.ps1: C:\\quay\\check.ps1:3\nLine |\n   3 |  npx jest 2>&1\n     |  ~~~~~~~~~~~~~\n     | FAIL src/hull.te\n     | st.ts\n  hull\n";
        assert_eq!(without(text), ("a\nFAIL src/hull.test.ts\n  hull\n".to_owned(), 1));
    }

    #[test]
    fn errors_of_its_own_stay() {
        let own = "npm : The term 'npm' is not recognized as the name of a cmdlet\nAt line:1 char:1\n+ npm test\n+ ~~~\n    \
                   + CategoryInfo          : ObjectNotFound: (npm:String) [], CommandNotFoundException\n    \
                   + FullyQualifiedErrorId : CommandNotFoundException\n \n";
        assert_eq!(without(own), (own.to_owned(), 0));
        let short = "Get-Item: C:\\quay\\a.ps1:3:1\nLine |\n   3 |  Get-Item hull\n     |  ~~~~~~~~~~~~~\n     | Cannot find path 'hull' because it does not exist.\n";
        assert_eq!(without(short), (short.to_owned(), 0));
        let exit = "NativeCommandExitException: C:\\quay\\a.ps1:3:1\nLine |\n   3 |  npm test\n     |  ~~~~~~~~\n     | Program \"npm\" ended with non-zero exit code: 1 (0x00000001).\n";
        assert_eq!(without(exit), (exit.to_owned(), 0));
    }
}
