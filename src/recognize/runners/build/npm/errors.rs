//! npm's errors: blocks of lines that begin with `npm error` (npm 10 and later) or `npm ERR!`.
//!
//! What npm says when a script of the package failed follows from what the script printed: a consequence. An install that failed, a script
//! that does not exist, a broken manifest are failures of their own, named by their code. Neighbours: `pnpm` and `yarn`.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Seen};
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// The longest name of a failure, in bytes.
const LONGEST_NAME: usize = 300;
/// How many lines of one block tell why; the others tell where.
const WHY_LINES: u32 = 24;
/// How many lines after `> command` the shell may say that it does not know it.
const SHELL_WITHIN: u8 = 3;

/// The block to which the line before belongs, and how many of its lines came.
#[derive(Clone, Copy, Debug)]
enum Open {
    Failure(u32),
    Consequence(u32),
}

/// npm.
#[derive(Debug, Default)]
pub struct Npm {
    open: Option<Open>,
    /// A block was reported in this stream.
    reported: bool,
    /// How many more lines may be the shell's, after `> command`.
    script: u8,
}

/// The rest of a line of npm's errors.
fn error_text(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("npm error").or_else(|| text.strip_prefix("npm ERR!"))?;
    (rest.is_empty() || rest.starts_with(' ')).then_some(rest)
}

pub(super) fn short(name: &str) -> &str {
    crate::text::head(name, LONGEST_NAME)
}

/// Whether a block that begins so only says that a script failed.
fn is_consequence(rest: &str) -> bool {
    ["code ELIFECYCLE", "Test failed.", "Lifecycle script `", "Exit status ", "Failed at the ", "errno "]
        .iter()
        .any(|start| rest.starts_with(start))
}

/// What npm says below every error: of a log that is cut in front it may be all that is left.
fn closes(rest: &str) -> bool {
    [
        "A complete log of this run",
        "For a full report see",
        "Please include the following file",
        "Additional logging details can be found in",
        "This is probably not a problem with npm",
    ]
    .iter()
    .any(|start| rest.starts_with(start))
}

fn is_noise(rest: &str) -> bool {
    rest.is_empty()
        || closes(rest)
        || rest.starts_with("errno ")
        || rest.starts_with("syscall ")
        || is_environment(rest)
        || rest.ends_with("npm-debug.log")
        || rest.contains("/_logs/")
        || rest.contains("\\_logs\\")
}

/// What npm up to 4 says of the machine, before its error.
fn is_environment(rest: &str) -> bool {
    [
        "Linux ",
        "Darwin ",
        "Windows_NT ",
        "FreeBSD ",
        "System ",
        "argv ",
        "cwd ",
        "node v",
        "node -v ",
        "npm  v",
        "npm -v ",
    ]
    .iter()
    .any(|start| rest.starts_with(start))
}

/// Whether npm up to 6 names a package whose own script failed: ``quay@1.0.0 install: `node build.js` ``.
fn is_script(rest: &str) -> bool {
    let named = rest.split_once(": `").map(|(name, _)| name);
    rest.ends_with('`')
        && named.and_then(|name| name.rsplit_once(' ')).is_some_and(|(package, script)| {
            package.contains('@') && matches!(script, "install" | "preinstall" | "postinstall")
        })
}

/// The line without the code that some errors repeat on each: `404 `, `notarget `, `ERESOLVE `.
fn message(rest: &str) -> &str {
    let Some((word, text)) = rest.split_once(' ') else { return rest };
    let code = word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    let known = ["notarget", "notsup", "enoent", "network", "engine", "gyp", "JSON.parse", "git", "syscall"];
    if (code && word.len() >= 3) || known.contains(&word) { text.trim() } else { rest }
}

impl Runner for Npm {
    const SPEC: Spec = Spec {
        name: "npm",
        reads: "npm errors and warnings",
        starts: &["npm error", "npm ERR!", "npm warn ", "npm WARN ", "npm notice", "> "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.script > 0 || self.open.is_some()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some(rest) = error_text(text) {
            self.script = 0;
            return self.error(text, rest.trim(), run);
        }
        self.open = None;
        if text.starts_with("npm notice") {
            return Seen::Mine(Class::Noise);
        }
        if let Some(warned) = text.strip_prefix("npm warn ").or_else(|| text.strip_prefix("npm WARN ")) {
            return run.warn_at_once(warned);
        }
        if text.starts_with("> ") {
            self.script = SHELL_WITHIN;
            return Seen::No;
        }
        if self.script == 0 {
            return Seen::No;
        }
        self.script.down(u8::from(!text.trim().is_empty()));
        match unknown_command(text) {
            Some(name) => {
                self.script = 0;
                run.fail_whole_at_once(short(name), FailureKind::Build, "")
            }
            None => Seen::No,
        }
    }
}

impl Npm {
    fn error(&mut self, text: &str, rest: &str, run: &mut Run<'_>) -> Seen {
        let code = rest.strip_prefix("code ");
        // Blocks are distinguished by what is between them: npm prints one for each process.
        // In a workspace the status of the script follows the word that it failed.
        let status = code.is_some_and(|code| code.bytes().all(|byte| byte.is_ascii_digit()));
        let goes_on = matches!(self.open, Some(Open::Consequence(0))) && status;
        let open = self.open.as_mut().filter(|_| code.is_none() || goes_on);
        if open.is_none() && is_noise(rest) && !rest.starts_with("errno ") {
            if closes(rest) && !std::mem::replace(&mut self.reported, true) {
                run.consequence(short(text.trim()), FailureKind::Build);
            }
            return Seen::Mine(Class::Noise);
        }
        self.reported = true;
        let Some(open) = open else {
            let name = short(text.trim());
            if is_consequence(rest) {
                self.open = Some(Open::Consequence(0));
                run.consequence(name, FailureKind::Build);
                return Seen::Mine(Class::Noise);
            }
            self.open = Some(Open::Failure(0));
            return run.fail_whole(name, FailureKind::Build);
        };
        if is_noise(rest) {
            return Seen::Mine(Class::Noise);
        }
        match open {
            Open::Failure(lines) => {
                lines.up(1);
                let printed = message(rest);
                let names_where = rest.starts_with("path ") || rest.starts_with("command ");
                if !names_where && printed != "command failed" {
                    run.message(printed);
                }
                run.text(if *lines <= WHY_LINES { Part::Why } else { Part::Where })
            }
            Open::Consequence(lines) => {
                lines.up(1);
                if !is_script(rest) {
                    // What the script printed says why.
                    return Seen::Mine(Class::Noise);
                }
                // Which of the packages it is says more than the code.
                run.emit(Event::Heading);
                Seen::Mine(Class::Detail)
            }
        }
    }
}

/// What the shell says of a command that does not exist: `sh: 1: jest: not found`, `sh: jest: command not found`, and Windows.
fn unknown_command(text: &str) -> Option<&str> {
    let text = text.trim();
    let shell =
        text.starts_with("sh: ") && (text.ends_with(": not found") || text.ends_with(": command not found"));
    let windows =
        text.starts_with('\'') && text.contains("' is not recognized as an internal or external command");
    (shell || windows).then_some(text)
}
