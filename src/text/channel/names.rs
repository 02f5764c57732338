//! What tools that run several commands at once write before each line: the name of the stream.
//!
//! Only the beginning of one line is read here, without state; `streams` decides whether it is a prefix. The forms:
//! - `web-1  | text` (docker compose, foreman, honcho, overmind: names padded to one column, foreman's with a clock);
//! - `@scope/a: text` (lerna, turbo, nx), `@scope/a:test: text` (turbo); without a scope only after the tool's header;
//! - `packages/a test: text` (`pnpm -r`) after its header or `packages/a test$ command`;
//! - `[a] text` (concurrently, npm-run-all, `kubectl logs --prefix`), `[a]: text` (yarn workspaces foreach),
//!   `[a : b] text` (a task and its step, `tkn pipelinerun logs`), `[Unit Tests] text` (branches of Jenkins);
//! - `[Workflow/job]   | text` for what a step prints and `[Workflow/job] text` for what act prints of it;
//! - `a-1.0> text` (`nix build -L`) after the list of derivations;
//! - `#12 3.456 text` (docker build with plain progress: step and seconds);
//! - `Step #0 - "test": text`, `Step #0: text` (Google Cloud Build), with docker build's step after it;
//! - `           +test | text` (Earthly: targets, on the right of their column);
//! - `| text` of a task's log that bitbake shows, after its header;
//! - `▲  text` of Vercel's build that Cloudflare's adapter runs;
//! - `[INFO] text` and `     [exec] text` of what Maven and Ant run (`build_tools`).
//!
//! The first byte decides for most lines; after a letter, one search for a bar within [`NEAR`] bytes decides.

use crate::text::{is_worker, trim_start};

mod build_tools;
mod form;
mod image_builders;
use build_tools::Levels;
use form::TASK;
pub(crate) use form::{Form, Found};
use image_builders::{CLOUD_STEP, cloud_step, step, target};

/// How many bytes of a line are searched for a prefix.
const NEAR: usize = 64;

/// Which forms are looked for because their tool's header was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Announced {
    /// turbo's `• Packages in scope: `: `a:test: `.
    pub tasks: bool,
    /// pnpm's `Scope: 3 of 4 workspace projects`, or the command of a script: `packages/a test: `.
    pub scripts: bool,
    /// lerna's and nx's header: `a: `.
    pub colons: bool,
    /// docker compose's `Attaching to a-1, b-1`.
    pub bars: bool,
    /// npm's or yarn's line of a script that runs concurrently or npm-run-all, or a branch of Jenkins begins: `[a] `.
    pub brackets: bool,
    /// nix's list of derivations that it builds: `a-1.0> `.
    pub arrows: bool,
    /// Maven's line of a program that it runs: `[INFO] `.
    pub levels: Levels,
    /// bitbake's `Log data follows:`: `| `.
    pub logs: bool,
}

impl Announced {
    /// Whether names without a mark of their own are looked for.
    pub(crate) const fn words(self) -> bool {
        self.tasks || self.scripts || self.colons || self.arrows
    }

    /// Reads a line that is not of a stream.
    pub(crate) fn read(&mut self, text: &str) {
        match text.as_bytes() {
            [b' ' | 0xe2, ..] => {
                let begin = trim_start(text);
                if let Some(0xe2 | b'N') = begin.as_bytes().first() {
                    self.tasks |= begin.starts_with("\u{2022} Packages in scope: ");
                    self.colons |= begin.starts_with("NX   Running target");
                }
            }
            [b'[', ..] => {
                build_tools::read(text, self);
                self.brackets |= text.starts_with("[Pipeline] { (Branch: ");
            }
            [b'S', b'c', ..] => {
                self.scripts |= text.starts_with("Scope: ") && text.contains(" workspace projects");
            }
            [b'l', b'e', ..] => self.colons |= text.starts_with("lerna "),
            [b'>' | b'$', b' ', script @ ..] => {
                let tools: [&[u8]; 3] = [b"concurrently ", b"run-p ", b"npm-run-all "];
                self.brackets |= tools.iter().any(|tool| script.starts_with(tool));
            }
            [b'A', b't', ..] => self.bars |= text.starts_with("Attaching to "),
            [b'L', b'o', ..] => self.logs |= text.trim_end() == "Log data follows:",
            [b't', b'h', ..] => self.arrows |= is_derivations(text),
            [b'b', b'u', ..] => self.arrows |= text.starts_with("building '/nix/store/"),
            _ => {}
        }
    }
}

/// What a line may have of streams, judged by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begin {
    /// No prefix, and no header that announces any.
    Nothing,
    /// A prefix that begins with a word, if there is a bar after it; no header.
    Word,
    /// A prefix or a header.
    Anything,
}

/// What the first byte of a line may begin.
#[derive(Clone, Copy)]
enum First {
    /// Always this.
    Is(Begin),
    /// A blank, after which some marks begin a prefix, and one word announces something.
    Blank,
    /// A mark that begins a prefix only with this byte after it.
    Mark(u8),
    /// A step, when a number follows.
    Step,
    /// The beginning of a word that announces something when this byte follows.
    Header(u8),
    /// The same for two bytes.
    Headers(u8, u8),
}

/// What every first byte may begin.
static FIRSTS: [First; 256] = firsts();

const fn firsts() -> [First; 256] {
    let mut all = [First::Is(Begin::Nothing); 256];
    let (mut rest, mut byte): (&mut [First], u8) = (&mut all, 0);
    while let [first, more @ ..] = rest {
        *first = match byte {
            b' ' => First::Blank,
            b'#' => First::Step,
            b'@' | b'[' | b'|' | 0xe2 => First::Is(Begin::Anything),
            b'>' | b'$' => First::Mark(b' '),
            b'S' => First::Headers(b'c', b't'),
            b'l' => First::Header(b'e'),
            b'A' => First::Header(b't'),
            b'L' => First::Header(b'o'),
            b't' => First::Header(b'h'),
            b'b' => First::Header(b'u'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' => First::Is(Begin::Word),
            _ => First::Is(Begin::Nothing),
        };
        byte = byte.wrapping_add(1);
        rest = more;
    }
    all
}

/// What a line may begin with, judged by its first bytes.
#[inline]
pub(crate) fn begin(text: &str) -> Begin {
    let [first, rest @ ..] = text.as_bytes() else { return Begin::Nothing };
    let (second, is) = (rest.first(), |yes: bool, no: Begin| if yes { Begin::Anything } else { no });
    match FIRSTS.get(usize::from(*first)) {
        Some(First::Is(begin)) => *begin,
        Some(First::Blank) => {
            let blanks = rest.iter().take_while(|byte| **byte == b' ').count();
            match rest.get(blanks..) {
                // Ant's tasks, Earthly's targets.
                Some([b'[', b'e' | b'j' | b'a' | b's', ..]) => Begin::Anything,
                Some([b'+', b'a'..=b'z', ..] | [b'.', b'/', ..]) => Begin::Anything,
                // A step of BuildKit that is printed again.
                Some([b'>', b' ', b'[', ..]) => Begin::Anything,
                Some([text, ..]) => is(matches!(text, b'\t'..=b'\r' | b'N' | 0x80..), Begin::Nothing),
                _ => Begin::Nothing,
            }
        }
        Some(First::Mark(mark)) => is(second == Some(mark), Begin::Nothing),
        Some(First::Step) => is(second.is_some_and(u8::is_ascii_digit), Begin::Nothing),
        Some(First::Header(header)) => is(second == Some(header), Begin::Word),
        Some(First::Headers(one, other)) => is(second == Some(one) || second == Some(other), Begin::Word),
        None => Begin::Anything,
    }
}

/// The prefix at the beginning of a line, if it has the form of one.
#[inline]
pub(crate) fn find(text: &str, announced: Announced) -> Option<Found<'_>> {
    match text.as_bytes().first()? {
        b'#' => step(text),
        b'@' => scoped(text),
        b'[' => build_tools::leveled(text, announced).or_else(|| brackets(text)),
        b' ' => build_tools::task(text, text).or_else(|| target(text)),
        b'|' if announced.logs => found(Form::Log, "bitbake", text, parted(text.strip_prefix('|')?)?),
        0xe2 => vercel(text),
        b'S' if text.starts_with(CLOUD_STEP) => cloud_step(text),
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' => {
            let near = text.as_bytes().get(..NEAR).unwrap_or(text.as_bytes());
            let marked = memchr::memchr2(b'|', b'$', near).is_some();
            match memchr::memchr(b'|', near).filter(|_| marked) {
                Some(bar) => bars(text, bar),
                None if announced.words() => words(text, announced),
                None if marked => command(text),
                None => None,
            }
        }
        _ => None,
    }
}

/// `this derivation will be built:`, `these 3 derivations will be built:`
fn is_derivations(text: &str) -> bool {
    text.trim_end()
        .strip_suffix(" will be built:")
        .is_some_and(|before| before.ends_with(" derivation") || before.ends_with(" derivations"))
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() < NEAR
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./@".contains(&byte))
}

/// A prefix, when the text after it is known: its length is what is before that.
fn found<'a>(form: Form, name: &'a str, text: &str, rest: &str) -> Option<Found<'a>> {
    Some(Found { form, name, length: text.len().checked_sub(rest.len())? })
}

/// The text after a prefix: after a blank, or nothing.
fn parted(rest: &str) -> Option<&str> {
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
}

/// `▲  text`: with one blank it is another tool's.
fn vercel(text: &str) -> Option<Found<'_>> {
    let rest = text.strip_prefix('\u{25b2}')?;
    let rest = if rest.trim_end().is_empty() { "" } else { rest.strip_prefix("  ")? };
    found(Form::Vercel, "vercel", text, rest)
}

/// `NAME   | text`, with foreman's clock before it.
fn bars(text: &str, bar: usize) -> Option<Found<'_>> {
    let (before, rest) = text.split_at_checked(bar)?;
    let rest = parted(rest.strip_prefix('|')?)?;
    let name = before.strip_suffix(' ')?.trim_end_matches(' ');
    let name = match name.as_bytes() {
        [_, _, b':', _, _, b':', _, _, b' ', ..] => {
            let clock = |byte: u8| byte.is_ascii_digit() || byte == b':';
            let (time, name) = name.split_at_checked(9)?;
            time.trim_end().bytes().all(clock).then_some(name)?
        }
        _ => name,
    };
    // A number before a bar is a line of a source excerpt.
    let named = is_name(name) && !name.bytes().all(|byte| byte.is_ascii_digit());
    if named { found(Form::Bars, name, text, rest) } else { None }
}

/// `@scope/name: text`, `@scope/name:task: text`.
fn scoped(text: &str) -> Option<Found<'_>> {
    let (package, rest) = text.split_once(':')?;
    let (scope, name) = package.strip_prefix('@')?.split_once('/')?;
    if !is_name(scope) || !is_name(name) || name.contains('/') {
        return None;
    }
    if let Some(rest) = parted(rest) {
        return found(Form::Scoped, package, text, rest);
    }
    let (task, rest) = rest.split_once(':')?;
    let rest = parted(rest)?;
    let length = package.len().saturating_add(task.len()).saturating_add(1);
    if is_name(task) { found(Form::Scoped, text.get(..length)?, text, rest) } else { None }
}

/// Names without a mark, of the forms that were announced.
fn words(text: &str, announced: Announced) -> Option<Found<'_>> {
    let end = text.find([':', ' ', '$', '>'])?;
    let (first, after) = text.split_at_checked(end)?;
    if let Some(rest) = after.strip_prefix('>').filter(|_| announced.arrows) {
        let name = first.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.+?=".contains(&byte));
        return if name { found(Form::Arrow, first, text, parted(rest)?) } else { None };
    }
    if !is_name(first) {
        return None;
    }
    if let Some(rest) = after.strip_prefix(':') {
        if announced.colons
            && let Some(rest) = parted(rest)
        {
            return found(Form::Colon, first, text, rest);
        }
        if !announced.tasks {
            return None;
        }
        let (task, rest) = rest.split_once(':')?;
        let rest = parted(rest)?;
        let length = first.len().saturating_add(task.len()).saturating_add(1);
        return if is_name(task) { found(Form::Task, text.get(..length)?, text, rest) } else { None };
    }
    if !announced.scripts {
        return None;
    }
    let script = after.strip_prefix(' ')?;
    let end = script.find([':', '$', ' '])?;
    let (name, rest) = script.split_at_checked(end)?;
    // Names of scripts may hold colons: `test:unit`.
    let (name, rest) = match rest.strip_prefix(':').map(|rest| rest.split_once([':', '$', ' '])) {
        Some(Some((more, _))) if !more.is_empty() && is_name(more) => {
            script.split_at_checked(end.saturating_add(1).saturating_add(more.len()))?
        }
        _ => (name, rest),
    };
    let is_script =
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte));
    let length = first.len().saturating_add(1).saturating_add(name.len());
    let rest = rest
        .strip_prefix(':')
        .and_then(parted)
        .or_else(|| rest.strip_prefix('$').filter(|rest| rest.starts_with(' ')))?;
    if is_script { found(Form::Script, text.get(..length)?, text, rest) } else { None }
}

/// The name of a task or a script before a text, where none was announced: `a:test: text`, `packages/a test: text`. When
/// all lines of a stream begin with one, other names of that form are other streams'.
pub(crate) fn unannounced(text: &str) -> Option<Found<'_>> {
    let announced = Announced { tasks: true, scripts: true, ..Announced::default() };
    let found = if text.starts_with('@') { scoped(text) } else { words(text, announced) }?;
    let parts = || found.name.split([':', ' ']);
    let word = |part: &str| WORDS.iter().any(|word| part.eq_ignore_ascii_case(word));
    let named = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_lowercase() || first == '@' || first == '.')
    };
    let fits = match found.form {
        Form::Task => true,
        Form::Scoped => found.name.contains(':'),
        // Other words before a colon are in many sentences.
        Form::Script => found.name.contains('/') && text.get(..found.length)?.trim_end().ends_with(':'),
        _ => false,
    };
    (fits && parts().all(|part| named(part) && !word(part))).then_some(found)
}

/// The name of a stream in a prefix that was stripped: a job of `JOB<TAB>STEP<TAB>`, or the name of a process of
/// `Jan  2 03:04:05 quay unit[12]: ` without its number, which may be a child's.
pub(crate) fn stripped(before: &str) -> Option<&str> {
    let Some(process) = before.strip_suffix("]: ") else {
        let mut tabs = memchr::memchr_iter(b'\t', before.as_bytes());
        return tabs.next().filter(|_| tabs.next().is_some()).and_then(|job| before.get(..job));
    };
    let (name, _) = process.rsplit(' ').next()?.split_once('[')?;
    (!name.is_empty()).then_some(name)
}

/// `packages/a test$ command` without a header before it: the name has a slash, which a prompt does not print like this.
fn command(text: &str) -> Option<Found<'_>> {
    let scripts = Announced { scripts: true, ..Announced::default() };
    let found = words(text, scripts).filter(|found| found.form == Form::Script)?;
    let (folder, _) = found.name.split_once(' ')?;
    let begins = text.get(..found.length)?.ends_with('$');
    let below = folder.contains('/') && !folder.contains('@') && !folder.starts_with('/');
    (begins && below && found.length.saturating_add(1) < text.len()).then_some(found)
}

/// `[a] text`, `[a]: text`, `[a : b] text`.
fn brackets(text: &str) -> Option<Found<'_>> {
    let near = text.as_bytes().get(..NEAR).unwrap_or(text.as_bytes());
    let end = memchr::memchr(b']', near)?;
    let name = text.get(1..end)?;
    let rest = text.get(end.saturating_add(1)..)?;
    // What act writes before a step's output; after the name of a container the blanks are a compiler's margin.
    let of_job = || name.contains('/') && !name.starts_with("pod/");
    if let Some(output) = rest.strip_prefix("   |").filter(|_| of_job()) {
        return found(Form::Job, name, text, parted(output)?);
    }
    let rest = parted(rest.strip_prefix(':').unwrap_or(rest))?;
    // Levels of loggers and states of tests look the same: they are in capitals, or one of these words.
    let counter = name.contains('/') && name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'/');
    let word = |name: &str| WORDS.iter().any(|word| name.eq_ignore_ascii_case(word));
    // A mark of dashes alone is printed by a runner.
    let named = |part: &str| is_name(part) && part.bytes().any(|byte| byte.is_ascii_alphanumeric());
    let stream = name.trim_end().split(TASK).all(|part| named(part) && !word(part))
        && !counter
        && !is_worker(name)
        && !name.bytes().any(|byte| byte.is_ascii_uppercase());
    let stream = stream || is_branch(name);
    let form = if stream { Form::Brackets } else { Form::Job };
    let named = stream || (name.contains('/') && !counter);
    if named { found(form, name.trim_end(), text, rest) } else { None }
}

/// Whether a name is written like a branch of a pipeline: words in lower case after a capital. Jenkins prints `Pipeline`
/// before its own lines.
fn is_branch(name: &str) -> bool {
    let word = |word: &str| {
        is_name(word)
            && word.starts_with(|first: char| first.is_ascii_uppercase() || first.is_ascii_digit())
            && !word.contains(['/', '@'])
            && (word.len() == 1 || !WORDS.iter().chain(&ENDED).any(|each| word.eq_ignore_ascii_case(each)))
    };
    name != "Pipeline"
        && name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().any(|byte| byte.is_ascii_lowercase())
        && name.split(' ').all(word)
}

/// Words in brackets at the beginning of lines of one process.
const WORDS: [&str; 22] = [
    "error", "warning", "warn", "info", "debug", "trace", "fatal", "notice", "ok", "fail", "failed", "pass",
    "passed", "skip", "skipped", "done", "run", "note", "success", "critical", "signal", "x",
];

/// Further results of a test in brackets before its name.
const ENDED: [&str; 8] =
    ["timeout", "canceled", "cancelled", "pending", "aborted", "stopped", "corrected", "flaky"];

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Announced = Announced { tasks: true, scripts: true, ..NONE };
    const NONE: Announced = Announced {
        tasks: false,
        scripts: false,
        colons: false,
        bars: false,
        brackets: false,
        arrows: false,
        levels: Levels::Unknown,
        logs: false,
    };

    fn split(text: &str, announced: Announced) -> Option<(Form, &str, &str)> {
        find(text, announced).map(|found| (found.form, found.name, &text[found.length..]))
    }

    #[test]
    fn each_form_gives_its_name_and_the_streams_own_text() {
        for (text, form, name, rest) in [
            ("web-1    |   ok", Form::Bars, "web-1", "  ok"),
            ("web-1    |", Form::Bars, "web-1", ""),
            ("12:01:02 web.1   | ok", Form::Bars, "web.1", "ok"),
            ("@x/a: ok", Form::Scoped, "@x/a", "ok"),
            ("@x/a:", Form::Scoped, "@x/a", ""),
            ("@x/a:test: ok", Form::Scoped, "@x/a:test", "ok"),
            ("a:test: ok", Form::Task, "a:test", "ok"),
            ("packages/a test: ok", Form::Script, "packages/a test", "ok"),
            ("packages/a test:unit: ok", Form::Script, "packages/a test:unit", "ok"),
            ("packages/a test$ jest", Form::Script, "packages/a test", " jest"),
            (". test: ok", Form::Script, ". test", "ok"),
            ("[0] ok", Form::Brackets, "0", "ok"),
            ("[api ] ok", Form::Brackets, "api", "ok"),
            ("[@x/a]: ok", Form::Brackets, "@x/a", "ok"),
            ("[pod/a-1/b] ok", Form::Brackets, "pod/a-1/b", "ok"),
            ("#12 3.456   ok", Form::Step, "#12", "  ok"),
            ("[pod/a-1/b]   | ok", Form::Brackets, "pod/a-1/b", "  | ok"),
            ("[unit : test] ok", Form::Brackets, "unit : test", "ok"),
            ("[Services] ok", Form::Brackets, "Services", "ok"),
            ("[Unit Tests 2]   ok", Form::Brackets, "Unit Tests 2", "  ok"),
            ("[Build X] ok", Form::Brackets, "Build X", "ok"),
            ("\u{25b2}    ok", Form::Vercel, "vercel", "  ok"),
            ("\u{25b2}", Form::Vercel, "vercel", ""),
            ("Step #0: ok", Form::CloudStep, "Step #0", "ok"),
            ("Step #0 - \"a b\":   ok", Form::CloudStep, "Step #0 - \"a b\"", "  ok"),
            ("Step #0 - \"a\":", Form::CloudStep, "Step #0 - \"a\"", ""),
            ("Step #10: #12 3.456 ok", Form::CloudStep, "Step #10: #12", "ok"),
            ("Step #1: #12 [1/2] RUN make", Form::CloudStep, "Step #1", "#12 [1/2] RUN make"),
            ("      +test |   ok", Form::Bars, "+test", "  ok"),
            ("   ./api+test-all *failed* | ok", Form::Bars, "./api+test-all", "ok"),
            ("[CI tests/unit (1)]   |   ok", Form::Job, "CI tests/unit (1)", "  ok"),
            ("[ci/unit]   |", Form::Job, "ci/unit", ""),
            ("[CI/unit] \u{2b50} Run Main make", Form::Job, "CI/unit", "\u{2b50} Run Main make"),
        ] {
            assert_eq!(split(text, ALL), Some((form, name, rest)), "{text}");
        }
        let colons = Announced { colons: true, ..Announced::default() };
        assert_eq!(split("a: ok", colons), Some((Form::Colon, "a", "ok")));
        let arrows = Announced { arrows: true, ..Announced::default() };
        assert_eq!(split("a-1.0> ok", arrows), Some((Form::Arrow, "a-1.0", "ok")));
        assert_eq!(split("a-1.0>", arrows), Some((Form::Arrow, "a-1.0", "")));
        assert_eq!(split("a -> b", arrows), None);
    }

    #[test]
    fn what_a_build_tool_runs_has_its_prefix() {
        let levels = Announced { levels: Levels::Program, ..NONE };
        for (text, announced, form, name, rest) in [
            ("     [exec] ok", NONE, Form::AntTask, "exec", "ok"),
            ("     [java]   ok", NONE, Form::AntTask, "java", "  ok"),
            ("    [apply]", NONE, Form::AntTask, "apply", ""),
            ("[INFO]      [exec] ok", NONE, Form::AntTask, "exec", "ok"),
            ("[INFO] ok", levels, Form::Level, "", "ok"),
            ("[INFO]", levels, Form::Level, "", ""),
            ("[ERROR]   ok", levels, Form::Level, "", "  ok"),
            ("[WARNING] BUILD FAILED in 3s", levels, Form::Level, "", "BUILD FAILED in 3s"),
            ("[INFO] ---------|----", levels, Form::Level, "", "---------|----"),
            ("[INFO] Running 'a' in b", levels, Form::Level, "", "Running 'a' in b"),
        ] {
            assert_eq!(split(text, announced), Some((form, name, rest)), "{text}");
        }
        for (text, announced) in [
            ("[INFO] ok", NONE),
            ("[TRACE] ok", levels),
            ("[INFO] --- frontend:1.15.0:npm (test) @ app ---", levels),
            ("[INFO] -----------< com.acme:app >-----------", levels),
            ("[INFO] BUILD FAILURE", levels),
            (" [exec] ok", NONE),
            ("     [echo] ok", NONE),
            ("     [exec]ok", NONE),
            ("    [junit] ok", NONE),
        ] {
            assert_eq!(find(text, announced), None, "{text}");
        }
        let command = "[INFO] Running 'npm test' in /build/app";
        let mut announced = NONE;
        for (text, whose) in [
            (command, Levels::Program),
            ("[INFO] --- surefire:3.2.5:test (default-test) @ app ---", Levels::Maven),
            // A test logs in the style of Maven.
            (command, Levels::Maven),
            ("[INFO] --- frontend-maven-plugin:1.12.1:npm (npm test) @ app ---", Levels::FrontEnd),
            (command, Levels::Program),
            ("[INFO] BUILD SUCCESS", Levels::Maven),
        ] {
            announced.read(text);
            assert_eq!(announced.levels, whose, "{text}");
        }
    }

    #[test]
    fn the_command_of_a_script_needs_no_header() {
        let none = Announced::default();
        assert_eq!(
            split("packages/a test$ jest --ci", none),
            Some((Form::Script, "packages/a test", " jest --ci"))
        );
        for text in [
            "a test$ jest",
            "packages/a test$",
            "me@host/a test$ ls",
            "packages/a costs 3$ less",
            "a/b c: $ d",
        ] {
            assert_eq!(find(text, none), None, "{text}");
        }
    }

    #[test]
    fn tasks_and_scripts_have_the_form_of_a_name_where_none_was_announced() {
        for (text, name) in [
            ("a:test: ok", "a:test"),
            ("a:test:", "a:test"),
            ("@x/a:test: ok", "@x/a:test"),
            ("packages/a test: ok", "packages/a test"),
        ] {
            assert_eq!(unannounced(text).map(|found| found.name), Some(name), "{text}");
        }
        for text in [
            "",
            "a: ok",
            "@x/a: ok",
            "error:root: no",
            "ERROR:root: no",
            "src/a.c:12: no",
            "src/a.c:12:3: no",
            "http://quay: no",
            "a test: ok",
            "packages/a test$ make",
        ] {
            assert_eq!(unannounced(text), None, "{text}");
        }
    }

    #[test]
    fn what_one_process_prints_has_none() {
        for text in [
            "",
            "12 | let a;",
            "a | b",
            " web-1  | indented",
            "[INFO] x",
            "[error] x",
            "[ 50%] x",
            "[1/2]x",
            "[1/2] x",
            "# fail 3",
            "#12 [1/2] RUN make",
            "#12 DONE 3.4s",
            "@x: a",
            "error: a",
            "a:test: ok",
            "packages/a test: ok",
            "a-1.0> ok",
            "[error : quay] closed",
            "[quay : info] opens",
            "[0-1] PASSED in chrome",
            "[----] quay.c:12: Assertion failed",
            "Step 1/2 : RUN make",
            "Step #a: ok",
            "Step #1 ok",
            "    + expected | actual",
            "    +1 | 2",
            "    +a|b",
        ] {
            let found = find(text, Announced::default());
            assert!(found.is_none() || text == "a | b", "{text}: {found:?}");
        }
    }

    #[test]
    fn a_line_that_may_be_nothing_is_nothing() {
        let starts = [
            "", " ", "    ", "\t", "#", "#1", "# ", "@", "[", "\u{2022}", "S", "Sc", "l", "le", ">", "> ",
            "$ ", "A", "At", "-", "a", "     [", "     [e", "[INFO] ", "St", "   +",
        ];
        let rests = [
            "",
            "x/a: ok",
            " 3.4 ok",
            "ope: 2 of 3 workspace projects",
            "rna info",
            "concurrently ",
            "taching to a",
            "\u{2022} Packages in scope: a",
            "NX   Running target x",
            "Attaching to a-1",
            "0] ok",
            " Packages in scope: a",
            "1 | ok",
            "xec] ok",
            "java] ok",
            "Running 'npm test' in /a",
            "ep #1: ok",
            "test | ok",
            "1 | ok",
        ];
        for text in starts.iter().flat_map(|start| rests.map(|rest| format!("{start}{rest}"))) {
            let mut announced = Announced::default();
            announced.read(&text);
            let found = find(&text, Announced::default());
            match begin(&text) {
                Begin::Nothing => assert!(found.is_none() && announced == Announced::default(), "{text}"),
                Begin::Word => {
                    assert!(announced == Announced::default(), "{text}");
                    assert!(found.is_none() || text.contains(['|', '$']), "{text}");
                }
                Begin::Anything => {}
            }
        }
    }

    #[test]
    fn the_header_of_a_tool_announces_its_form() {
        let mut announced = Announced::default();
        for line in [
            "• Packages in scope: a, b",
            "Scope: 2 of 3 workspace projects",
            "lerna info a",
            "Attaching to a-1",
            "> concurrently -n a \"jest\"",
            "these 2 derivations will be built:",
            "[INFO] Running 'npm test' in /a",
            "Log data follows:",
        ] {
            announced.read(line);
        }
        let all = Announced {
            tasks: true,
            scripts: true,
            colons: true,
            bars: true,
            brackets: true,
            arrows: true,
            levels: Levels::Program,
            logs: true,
        };
        assert_eq!(announced, all);
        assert_eq!(find("| a", all).map(|found| found.length), Some(2));
        assert_eq!(find("|", all).map(|found| found.length), Some(1));
        assert!(find("| a", Announced::default()).is_none() && find("|a", all).is_none());
    }
}
