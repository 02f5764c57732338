//! The words of a command line, and secrets that commands take as arguments without a name.

use std::ops::Range;

use super::commands::{COMMANDS, Command, Place, Rest};
use super::escapes::{before, has};
use super::lines::line_start;
use super::shapes::Secret;
use super::words::{is_chosen, is_made, is_placeholder, is_stand_in, is_strong, is_worded};

/// The most bytes and words of a command that are looked at, and words back from an option to its command.
const COMMAND: usize = 1024;
const WORDS: usize = 48;
const BACK: usize = 24;
/// The least bytes of a word that looks made by a machine, and of one that is given through a pipe.
const MADE: usize = 20;
const PIPED: usize = 4;

/// The words of a command line, without their quotes: where they are.
pub(super) fn words(line: &[u8]) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut quote = None;
    let mut start: Option<usize> = None;
    let mut escaped = false;
    for (at, byte) in line.iter().copied().enumerate() {
        match (quote, byte) {
            (Some(open), each) if each == open && !escaped => {
                words.push(start.take().unwrap_or(at)..at);
                quote = None;
            }
            (Some(_), _) => {}
            (None, b'\'' | b'"') if start.is_none() => {
                quote = Some(byte);
                start = Some(at.saturating_add(1));
            }
            (None, b' ' | b'\t') => words.extend(start.take().map(|start| start..at)),
            (None, _) => start = start.or(Some(at)),
        }
        escaped = byte == b'\\' && !escaped;
    }
    words.extend(start.map(|start| start..line.len()));
    words
}

/// Where an argument has its secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// All of it.
    Whole,
    /// After a colon or a percent sign: `user:password`.
    Second(u8),
    /// After the last colon: `file:password`.
    Last(u8),
    /// After `pass:`, as OpenSSL has it.
    Marked,
}

/// The part of an argument that is secret.
fn part(text: &[u8], argument: Range<usize>, part: Part) -> Option<Range<usize>> {
    let word = text.get(argument.clone())?;
    let from = match part {
        Part::Whole => 0,
        Part::Second(sign) => memchr::memchr(sign, word)?.saturating_add(1),
        Part::Last(sign) => memchr::memrchr(sign, word)?.saturating_add(1),
        Part::Marked => word.strip_prefix(b"pass:").map(|_| 5)?,
    };
    let secret = argument.start.saturating_add(from)..argument.end;
    let value = text.get(secret.clone())?;
    let user = word.get(..from.saturating_sub(1)).unwrap_or_default();
    // `-u http://host` is no user.
    let fits = !value.is_empty()
        && !is_stand_in(value)
        && !is_placeholder(value)
        && !value.starts_with(b"//")
        && (matches!(part, Part::Last(_)) || !user.iter().any(|byte| b"/=\"".contains(byte)));
    fits.then_some(secret)
}

/// Whether a word is what a command is called, with a path before it or without.
fn is_called(word: &[u8], command: &Command) -> bool {
    let name = word.rsplit(|byte| b"/\\".contains(byte)).next().unwrap_or(word);
    let name = name.strip_suffix(b".exe").unwrap_or(name);
    command.names.iter().any(|known| match known.strip_suffix(b"*") {
        Some(begins) => name.starts_with(begins),
        None => name == *known,
    })
}

/// What parts words where a command is within a string.
fn is_between(byte: u8) -> bool {
    byte <= b' ' || b"\"'`();|&=".contains(&byte)
}

/// Secrets of the command whose name, subcommand or option begins at `start`.
pub(super) fn arguments(text: &[u8], start: usize, hidden: &mut Vec<Secret>) {
    let begin = line_start(text, start);
    let own = text.get(start..).unwrap_or_default();
    let own = own.iter().position(|byte| is_between(*byte)).unwrap_or(own.len());
    let line = text.get(begin..start.saturating_add(own)).unwrap_or_default();
    let mut end = line.len();
    for _ in 0..BACK {
        let word = line.get(..end).unwrap_or_default();
        let from = word.iter().rposition(|byte| is_between(*byte)).map_or(0, |at| at.saturating_add(1));
        let word = word.get(from..).unwrap_or_default();
        let at = begin.saturating_add(from);
        let mut called =
            COMMANDS.iter().filter(|command| !word.is_empty() && is_called(word, command)).peekable();
        if called.peek().is_some() {
            let known = hidden.len();
            for command in called {
                of_command(text, at, word.len(), command, hidden);
            }
            if hidden.len() > known {
                let new = hidden.get_mut(known..).unwrap_or_default();
                new.sort_unstable_by_key(|secret| secret.at.start);
                return;
            }
        }
        // What is before a pipe is another command.
        let Some(last) =
            from.checked_sub(1).filter(|at| !line.get(*at).is_some_and(|byte| b"|;".contains(byte)))
        else {
            return;
        };
        end = last;
    }
}

/// Secrets of a command, whose word of so many bytes is at `start`.
fn of_command(text: &[u8], start: usize, length: usize, command: &Command, hidden: &mut Vec<Secret>) {
    let rest = text.get(start..).unwrap_or_default();
    let rest = rest.get(..COMMAND).unwrap_or(rest);
    let end = rest.iter().position(|byte| *byte < b' ' && *byte != b'\t').unwrap_or(rest.len());
    let line = rest.get(..end).unwrap_or_default();
    let name = line.get(..length).unwrap_or_default();
    // The same command again looks at its own arguments.
    let again = memchr::memmem::find_iter(line, name).skip(1).find(|at| {
        let after = at.saturating_add(length);
        before(line, *at) == Some(b' ') && line.get(after).is_none_or(|byte| *byte == b' ')
    });
    let line = again.and_then(|end| line.get(..end)).unwrap_or(line);
    let mut needed = command.needs.is_empty();
    let mut words = words(line).into_iter().take(WORDS).skip(1).peekable();
    while let Some(word) = words.next() {
        let bytes = line.get(word.clone()).unwrap_or_default();
        if matches!(bytes, b"|" | b"||" | b"&&" | b";" | b"&") {
            return;
        }
        if !needed || command.needs.contains(&bytes) {
            needed |= command.needs.contains(&bytes);
            continue;
        }
        let next = words.peek().cloned();
        let option = command
            .options
            .iter()
            .find_map(|option| argument(line, word.clone(), next.clone(), command, *option));
        let found = match option {
            Some(found) => Some(found),
            None if command.rest != Rest::None && !bytes.starts_with(b"-") => loose(line, word, command.rest),
            None => None,
        };
        hidden.extend(found.map(|at| Secret {
            at: at.start.saturating_add(start)..at.end.saturating_add(start),
            kind: "argument",
        }));
    }
}

/// The secret that an option has, whose word and the next one are given.
fn argument(
    line: &[u8],
    word: Range<usize>,
    next: Option<Range<usize>>,
    command: &Command,
    (option, secret): (&[u8], Part),
) -> Option<Range<usize>> {
    let bytes = line.get(word.clone())?;
    // `-sSu` is `-s -S -u`.
    let letters = bytes.strip_prefix(b"-").unwrap_or_default();
    let several = option.len() == 2
        && letters.last() == option.last()
        && letters.iter().all(u8::is_ascii_alphabetic)
        && command.names.contains(&b"curl".as_slice());
    if (bytes == option || several) && command.place != Place::Same {
        let next = next.filter(|word| line.get(word.start) != Some(&b'-'))?;
        return part(
            line,
            bare(line, next.clone(), matches!(before(line, next.start), Some(b'"' | b'\''))),
            secret,
        );
    }
    let sign = usize::from(bytes.get(option.len()).is_some_and(|byte| b"=:".contains(byte)));
    let after = option.len().saturating_add(sign);
    let same = command.place != Place::Next && bytes.starts_with(option) && bytes.len() > after;
    // `--user=name:password`; and `-p` with what follows it, but no long option.
    if !same || (option.starts_with(b"--") && sign == 0) {
        return None;
    }
    let from = word.start.saturating_add(after);
    // A quote may begin after the option.
    let from = from.saturating_add(usize::from(line.get(from).is_some_and(|byte| b"'\"".contains(byte))));
    part(line, bare(line, from..word.end.max(from), false), secret)
}

/// A word without what the shell, or the string round a command, ends it with.
fn bare(line: &[u8], word: Range<usize>, quoted: bool) -> Range<usize> {
    let bytes = line.get(word.clone()).unwrap_or_default();
    let length = bytes.iter().position(|byte| b"\"'`\\<>()|;&".contains(byte)).filter(|_| !quoted);
    word.start..length.map_or(word.end, |length| word.start.saturating_add(length))
}

/// A word without an option that looks like a secret; of `name:password` the second part.
fn loose(line: &[u8], word: Range<usize>, rest: Rest) -> Option<Range<usize>> {
    let quoted = matches!(before(line, word.start), Some(b'"' | b'\''));
    let word = bare(line, word, quoted);
    let bytes = line.get(word.clone())?;
    let address =
        has(bytes, 0, b"/") || has(bytes, 0, b"\\") || memchr::memmem::find(bytes, b"://").is_some();
    let colon = memchr::memchr(b':', bytes).map_or(0, |at| at.saturating_add(1));
    let value = bytes.get(colon..)?;
    let assigned =
        memchr::memchr(b'=', value.trim_ascii_end()).is_some_and(|at| at.saturating_add(3) < value.len());
    let made = is_strong(value) || is_made(value, MADE);
    let fits = match rest {
        Rest::Chosen => made || (is_chosen(value) && !is_worded(value) && !value.contains(&b'@')),
        Rest::Made => made,
        Rest::None => false,
    };
    (fits && !address && !assigned && !is_placeholder(value))
        .then_some(word.start.saturating_add(colon)..word.end)
}

/// Commands that read a secret from their standard input.
const TAKERS: [&[u8]; 21] = [
    b"--password-stdin",
    b"--with-token",
    b"chpasswd",
    b"passwd --stdin",
    b"sudo -S",
    b"secret set",
    b"secrets set",
    b"secret put",
    b"secrets add",
    b"kinit",
    b"cryptsetup",
    b"npm login",
    b"cargo login",
    b"vault login",
    b"snyk auth",
    b"smbpasswd",
    b"vncpasswd",
    b"htpasswd -i",
    b"--passphrase-fd",
    b"-passin stdin",
    b"unlock-keychain",
];

fn takes(segment: &[u8]) -> bool {
    TAKERS.iter().any(|taker| memchr::memmem::find(segment, taker).is_some())
}

/// What `echo` or `printf`, which ends at `end`, gives through a pipe to a command that reads a secret; what `<<<` gives.
pub(super) fn piped(text: &[u8], start: usize, end: usize, hidden: &mut Vec<Secret>) {
    let rest = text.get(end..).unwrap_or_default();
    let rest = rest.get(..COMMAND).unwrap_or(rest);
    let rest = memchr::memchr(b'\n', rest).and_then(|end| rest.get(..end)).unwrap_or(rest);
    let here = has(text, start, b"<<<");
    let pipe = || memchr::memchr_iter(b'|', rest).find(|at| takes(rest.get(*at..).unwrap_or_default()));
    let (taker, given) = if here {
        (text.get(line_start(text, start)..start).unwrap_or_default(), rest)
    } else {
        pipe()
            .and_then(|pipe| rest.split_at_checked(pipe))
            .map_or((&[][..], &[][..]), |(given, taker)| (taker, given))
    };
    if !takes(taker) {
        return;
    }
    let named = memchr::memmem::find(taker, b"chpasswd").is_some();
    let words = words(given).into_iter();
    for word in words.take(if here { 1 } else { WORDS }) {
        let bytes = rest.get(word.clone()).unwrap_or_default();
        let colon = memchr::memchr(b':', bytes).filter(|_| named).map_or(0, |at| at.saturating_add(1));
        let value = bytes.get(colon..).unwrap_or_default();
        let form = bytes.starts_with(b"-") || memchr::memmem::find(bytes, b"%s").is_some();
        let plain = form || is_placeholder(value) || is_stand_in(value);
        if value.len() >= PIPED && !plain {
            let from = end.saturating_add(word.start).saturating_add(colon);
            hidden.push(Secret { at: from..end.saturating_add(word.end), kind: "argument" });
        }
    }
}

/// What follows `IDENTIFIED` in SQL: `BY '...'`, with the name of a plugin before it or without.
pub(super) fn identified(text: &[u8], start: usize, end: usize) -> Option<Secret> {
    let near = text.get(end..).map_or(&[][..], |near| near.get(..96).unwrap_or(near));
    let by = memchr::memmem::find(near, b" BY ").or_else(|| memchr::memmem::find(near, b" by "))?;
    let between = near.get(..by)?;
    let fits = between.iter().all(|byte| byte.is_ascii_alphanumeric() || b" _'\"".contains(byte));
    let at = end.saturating_add(by).saturating_add(4);
    let rest = text.get(at..)?;
    let (at, rest) = match rest.strip_prefix(b"PASSWORD ") {
        Some(rest) => (at.saturating_add(9), rest),
        None => (at, rest),
    };
    let quote = rest.first().copied().filter(|byte| b"'\"`".contains(byte));
    let from = usize::from(quote.is_some());
    let ends = |byte: &u8| {
        quote.map_or(*byte <= b' ' || b";,)'\"\\".contains(byte), |quote| *byte == quote || *byte == b'\n')
    };
    let value = rest.get(from..)?;
    let value = value.get(..value.iter().position(ends).unwrap_or(value.len()))?;
    let statement = text.get(line_start(text, start)..start).unwrap_or_default().to_ascii_lowercase();
    let capital = has(text, start, b"I");
    let spoken = !capital
        && [b"user ".as_slice(), b"grant "]
            .iter()
            .all(|word| memchr::memmem::find(&statement, word).is_none());
    let chosen = (capital && quote.is_some())
        || (is_chosen(value) && (capital || quote.is_some_and(|quote| quote != b'`')));
    let at = at.saturating_add(from);
    (fits
        && chosen
        && !spoken
        && !value.is_empty()
        && value.len() < COMMAND
        && !is_placeholder(value)
        && !is_stand_in(value))
    .then(|| Secret { at: at..at.saturating_add(value.len()), kind: "password" })
}

/// The password of `user/password@host`, which a tool of Oracle takes; its name ends at `end`.
pub(super) fn oracle(text: &[u8], _start: usize, end: usize) -> Option<Secret> {
    let rest = text.get(end..)?;
    let rest = rest.get(..COMMAND).unwrap_or(rest);
    let line = memchr::memchr(b'\n', rest).and_then(|end| rest.get(..end)).unwrap_or(rest);
    for word in words(line).into_iter().take(WORDS) {
        let bytes = line.get(word.clone())?;
        let user =
            bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_$#".contains(byte)).count();
        if user > 0 && bytes.get(user) == Some(&b'/') {
            let value = bytes.get(user.saturating_add(1)..)?;
            let length = memchr::memrchr(b'@', value).unwrap_or(value.len());
            let value = value.get(..length)?;
            let from = end.saturating_add(word.start).saturating_add(user).saturating_add(1);
            let fits =
                length >= PIPED && !value.contains(&b'/') && !is_placeholder(value) && !is_stand_in(value);
            return fits.then(|| Secret { at: from..from.saturating_add(length), kind: "argument" });
        }
    }
    None
}
