//! The words of a command line, and secrets that commands take as arguments without a name.

use std::ops::Range;

use super::escapes::{before, begins, run_before};
use super::shapes::Secret;
use super::words::is_placeholder;

/// The most bytes and words of a command that are looked at.
const COMMAND: usize = 1024;
const WORDS: usize = 48;
/// Words that a manual has in place of a password.
const STAND_INS: [&[u8]; 9] =
    [b"password", b"passwd", b"pass", b"pw", b"token", b"secret", b"changeme", b"PASSWORD", b"TOKEN"];

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
enum Part {
    /// All of it.
    Whole,
    /// After a colon or a percent sign: `user:password`.
    Second(u8),
    /// After `pass:`, as OpenSSL has it.
    Marked,
}

/// Options of commands whose argument is or holds a secret.
struct Command {
    /// How the command's word begins.
    name: &'static [u8],
    /// What may come before it for it to be that command; empty when anything may.
    parents: &'static [&'static [u8]],
    options: &'static [(&'static [u8], Part)],
    /// Whether the argument may be in the same word, whether in the next.
    same: bool,
    next: bool,
}

const LOGIN_PARENTS: [&[u8]; 11] = [
    b"docker",
    b"podman",
    b"registry",
    b"helm",
    b"nerdctl",
    b"buildah",
    b"skopeo",
    b"oras",
    b"crane",
    b"az",
    b"cf",
];

const fn command(
    name: &'static [u8],
    options: &'static [(&'static [u8], Part)],
    same: bool,
    next: bool,
) -> Command {
    Command { name, parents: &[], options, same, next }
}

const USER: [(&[u8], Part); 4] = [
    (b"-u", Part::Second(b':')),
    (b"--user", Part::Second(b':')),
    (b"-U", Part::Second(b':')),
    (b"--proxy-user", Part::Second(b':')),
];
const P: [(&[u8], Part); 1] = [(b"-p", Part::Whole)];

/// The commands, each as its literal of the table of rules begins.
const COMMANDS: [Command; 11] = [
    command(b"curl", &USER, true, true),
    command(b"mysql", &P, true, false),
    command(b"mariadb", &P, true, false),
    command(b"sshpass", &P, true, true),
    command(b"redis-cli", &[(b"-a", Part::Whole)], false, true),
    command(b"mongo", &P, false, true),
    command(b"ldap", &[(b"-w", Part::Whole)], true, true),
    command(b"sqlcmd", &[(b"-P", Part::Whole)], true, true),
    command(b"smbclient", &[(b"-U", Part::Second(b'%'))], true, true),
    command(
        b"openssl",
        &[
            (b"-passin", Part::Marked),
            (b"-passout", Part::Marked),
            (b"-pass", Part::Marked),
            (b"-k", Part::Whole),
        ],
        false,
        true,
    ),
    Command { name: b" login", parents: &LOGIN_PARENTS, options: &P, same: true, next: true },
];

/// Whether a command's word is one: what is before it.
fn is_command(text: &[u8], start: usize, command: &Command) -> bool {
    if command.parents.is_empty() {
        return begins(text, start, |byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte));
    }
    let length = run_before(text, start, 16, |byte| byte.is_ascii_alphanumeric());
    let parent = text.get(start.saturating_sub(length)..start).unwrap_or_default();
    command.parents.contains(&parent)
}

/// The part of an argument that is secret.
fn part(text: &[u8], argument: Range<usize>, part: Part) -> Option<Range<usize>> {
    let word = text.get(argument.clone())?;
    let from = match part {
        Part::Whole => 0,
        Part::Second(sign) => memchr::memchr(sign, word)?.saturating_add(1),
        Part::Marked => word.strip_prefix(b"pass:").map(|_| 5)?,
    };
    let secret = argument.start.saturating_add(from)..argument.end;
    let value = text.get(secret.clone())?;
    let user = word.get(..from).unwrap_or_default();
    // `-u http://host` is no user.
    let fits = !value.is_empty()
        && !STAND_INS.contains(&value)
        && !is_placeholder(value)
        && !value.starts_with(b"//")
        && !user.contains(&b'/');
    fits.then_some(secret)
}

/// Secrets that a command takes, whose word begins at `start`.
pub(super) fn arguments(text: &[u8], start: usize, hidden: &mut Vec<Secret>) {
    let rest = text.get(start..).unwrap_or_default();
    let Some(command) = COMMANDS.iter().find(|command| rest.starts_with(command.name)) else { return };
    if !is_command(text, start, command) {
        return;
    }
    let rest = rest.get(..COMMAND).unwrap_or(rest);
    let end = rest.iter().position(|byte| *byte < b' ' && *byte != b'\t').unwrap_or(rest.len());
    let line = rest.get(..end).unwrap_or_default();
    // The same command again looks at its own arguments.
    let again = memchr::memmem::find_iter(line, command.name).skip(1).find(|at| {
        let after = at.saturating_add(command.name.len());
        before(line, *at) == Some(b' ') && line.get(after).is_none_or(|byte| *byte == b' ')
    });
    let line = again.and_then(|end| line.get(..end)).unwrap_or(line);
    let mut words = words(line).into_iter().take(WORDS).skip(1).peekable();
    while let Some(word) = words.next() {
        let bytes = line.get(word.clone()).unwrap_or_default();
        if matches!(bytes, b"|" | b"||" | b"&&" | b";" | b"&") {
            return;
        }
        for (option, secret) in command.options {
            let whole = |range: Range<usize>, next: bool| {
                let quoted = next && matches!(before(line, range.start), Some(b'"' | b'\''));
                // Without quotes an argument ends before what the shell, or the string round the command, ends it with.
                let bare = line.get(range.clone()).unwrap_or_default();
                let length = bare.iter().position(|byte| b"\"'`\\<>()|;&".contains(byte));
                let length = if quoted { None } else { length };
                let end = length.map_or(range.end, |length| range.start.saturating_add(length));
                range.start.saturating_add(start)..end.saturating_add(start)
            };
            // `-sSu` is `-s -S -u`.
            let letters = bytes.strip_prefix(b"-").unwrap_or_default();
            let several = option.len() == 2
                && letters.last() == option.last()
                && letters.iter().all(u8::is_ascii_alphabetic)
                && command.name == b"curl";
            let found = if (bytes == *option || several) && command.next {
                let next = words.peek().cloned();
                let is_option = |word: &Range<usize>| line.get(word.start) == Some(&b'-');
                next.filter(|word| !is_option(word)).and_then(|word| part(text, whole(word, true), *secret))
            } else {
                let after = option.len().saturating_add(usize::from(bytes.get(option.len()) == Some(&b'=')));
                let same = command.same && bytes.starts_with(option) && bytes.len() > after;
                // `--user=name:password`; and `-p` with what follows it, but no long option.
                let fits = same && (option.len() == 2 || bytes.get(option.len()) == Some(&b'='));
                let from = word.start.saturating_add(after);
                // A quote may begin after the option.
                let from = from
                    .saturating_add(usize::from(line.get(from).is_some_and(|byte| b"'\"".contains(byte))));
                fits.then(|| part(text, whole(from..word.end.max(from), false), *secret)).flatten()
            };
            if let Some(at) = found {
                hidden.push(Secret { at, kind: "argument" });
                break;
            }
        }
    }
}
