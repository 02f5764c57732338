//! MSBuild and `dotnet build`: the compilers, NuGet and the linkers that they run.
//!
//! `ORIGIN: error CODE: MESSAGE [PROJECT]`; the origin is a file with a place, a project, or a tool (`CSC`, `LINK`). The
//! same lines are printed when they happen and again after `Build FAILED.` or `Build succeeded.`, once more for every target
//! framework: an error counts once per file, line and code. TypeScript's compiler has the same form and a recognizer of its own.
//!
//! Source: MSBuild's canonical error format (`CanonicalError.cs`), its console and terminal loggers.

use crate::recognize::kit::{Run, Runner, Spec};
use std::collections::BTreeSet;
use std::hash::BuildHasher as _;

use super::words;
use crate::event::{Class, Event, FailureKind, Part, Place, Seen};
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::lint::finding::declared;
use crate::recognize::kit::linter::both;
use crate::recognize::kit::scan;
use crate::text::{Line, head};

/// The longest origin that is held, in bytes.
const ORIGIN_BYTES: usize = 1024;

/// How MSBuild sets the rest of a broken line in, how many columns the narrowest console has, and how many of a line may be free.
const INDENT: &str = "       ";
const NARROWEST: usize = 60;
const NEAR: usize = 2;
/// The longest message of a broken error that is held, and the most of them.
const MOST_BROKEN: usize = 4096;
const MOST_WHOLE: usize = 64;

/// The most errors of a list that are held.
const MOST_LISTED: usize = 4096;

/// MSBuild.
#[derive(Debug, Default)]
pub struct Msbuild {
    /// Origin, place and code of the error on the line before, whose message may go on.
    last: Option<(u64, String)>,
    /// The errors between `Build FAILED.` and the number of them, each once.
    listed: Option<BTreeSet<String>>,
    /// The errors since the last number of them, each once: all there is where the list is not in the log.
    reported: BTreeSet<String>,
    /// `Build succeeded.` came: the number of errors below it is none.
    succeeded: bool,
    /// The warnings since the last number of errors: below the word on the build each comes again.
    warned: BTreeSet<u64>,
    /// The project that was asked for, where the build is reported project by project.
    project: String,
    /// The error whose line the console broke, and those that were broken before.
    broken: Option<Broken>,
    whole: Vec<Broken>,
    good: GoodEnd,
}

/// An error that goes on in the next lines.
#[derive(Debug)]
struct Broken {
    /// Its place and its code.
    own: String,
    /// Its code and its message.
    message: String,
    /// How many bytes of it are on the first line, and how many columns that line has.
    first: usize,
    columns: usize,
    /// It was reported before.
    again: bool,
}

/// How its English lines begin.
const STARTS: [&str; 21] = [
    "Build FAILED.",
    "Build succeeded.",
    "Build failed with ",
    "Build succeeded in ",
    "Build succeeded with ",
    "Restore failed with ",
    "CSC : ",
    "VBC : ",
    "FSC : ",
    "LINK : ",
    "MSBUILD : ",
    "MSBuild version ",
    "Microsoft (R) Build Engine version ",
    "Determining projects to restore",
    "All projects are up-to-date for restore",
    "Restored ",
    "Time Elapsed ",
    "0 Error(s)",
    "0 Warning(s)",
    "Project \"",
    "Done Building Project \"",
];
const ALL_STARTS: [&str; 58] = both(STARTS, words::STARTS);

impl Runner for Msbuild {
    const SPEC: Spec = Spec {
        name: "msbuild",
        reads: "MSBuild and dotnet build: compilers, NuGet, linkers",
        starts: &ALL_STARTS,
        numbered: &words::NUMBERED,
        inside: &[" : error "],
        places: Some(&["cs"]),
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.good.is_at() || self.broken.is_some()
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.leave_broken(run);
        self.good.end(run);
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some(seen) = self.goes_on_below(text, run) {
            return seen;
        }
        let bare = text.trim();
        if !words::elapsed(bare) && words::ruled(bare).is_none() {
            self.good.line(text);
        }
        if let Some(read) = diagnostic(text) {
            return self.diagnosed(&read, line, run);
        }
        self.last = None;
        self.studio(bare, run).or_else(|| self.summed(bare, run)).unwrap_or_else(|| self.other(bare))
    }
}

impl Msbuild {
    /// What Visual Studio sums up below the projects.
    fn studio(&mut self, bare: &str, run: &mut Run<'_>) -> Option<Seen> {
        words::ruled(bare)?;
        let (built, failed) = words::projects(bare)?;
        if failed > 0 {
            let name = bare.trim_matches(['=', ' ']);
            run.consequence(name, FailureKind::Build);
            self.reported.clear();
        } else if built > 0 {
            self.good.say();
        }
        Some(Seen::Mine(Class::Totals))
    }

    /// A line of what MSBuild sums up.
    fn summed(&mut self, bare: &str, run: &mut Run<'_>) -> Option<Seen> {
        let failed = words::failed(bare)
            || (bare.starts_with("Build failed with ") && bare.contains(" error(s)"))
            || (bare.starts_with("Restore failed with ") && bare.contains(" error(s)"));
        if failed {
            run.consequence("build failed", FailureKind::Build);
            let reported = u64::try_from(std::mem::take(&mut self.reported).len()).unwrap_or(u64::MAX);
            let number = bare.strip_prefix("Build failed with ").and_then(scan::number);
            if let Some((errors, _)) = number.filter(|(errors, _)| *errors > reported && reported > 0) {
                declared(errors, run);
            }
            self.listed = words::failed(bare).then(BTreeSet::new);
            self.succeeded = false;
            return Some(Seen::Mine(Class::Noise));
        }
        if words::succeeded(bare) {
            self.succeeded = true;
            return Some(Seen::Mine(Class::Noise));
        }
        // The terminal logger's one line, and the last of the older one's.
        let whole = bare.starts_with("Build succeeded in ") || bare.starts_with("Build succeeded with ");
        let errors = words::errors(bare);
        if errors.is_some() {
            self.warned.clear();
        }
        if let Some(errors) = errors
            && let Some(listed) = self
                .listed
                .take()
                .or_else(|| Some(std::mem::take(&mut self.reported)).filter(|reported| !reported.is_empty()))
        {
            self.reported.clear();
            // Some were not in the list: the log was cut. Or the same error is that of several target frameworks.
            if errors > u64::try_from(listed.len()).unwrap_or(u64::MAX) {
                declared(errors, run);
            }
            return Some(Seen::Mine(Class::Totals));
        }
        if whole || (errors == Some(0) && std::mem::take(&mut self.succeeded)) {
            self.good.say();
            return Some(Seen::Mine(Class::Totals));
        }
        None
    }

    /// A line between the others.
    fn other(&mut self, bare: &str) -> Seen {
        let quoted = |rest: &str| rest.split_once('"').map(|(name, _)| head(name, ORIGIN_BYTES).to_owned());
        if let Some(rest) = bare.strip_prefix("Done Building Project \"") {
            let asked_for = quoted(rest).is_some_and(|project| project == self.project);
            if asked_for && !bare.ends_with(" -- FAILED.") && self.reported.is_empty() {
                self.good.say();
            }
            return Seen::Mine(Class::Noise);
        }
        if let Some(rest) = bare.strip_prefix("Project \"") {
            // Those that it needs begin inside of it.
            let asked_for = rest.contains("\" on node ") && !rest.starts_with("\"");
            if asked_for && let Some(project) = quoted(rest) {
                self.project = project;
            }
            return if asked_for { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        let noise = [
            "MSBuild version ",
            "Microsoft (R) Build Engine version ",
            "Determining projects to restore",
            "All projects are up-to-date for restore",
            "Restored ",
            "0 Error(s)",
            "0 Warning(s)",
        ];
        if words::elapsed(bare) || noise.iter().any(|begin| bare.starts_with(begin)) {
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    /// Whether a warning is below the word on the build and was reported above it.
    fn is_repeated(&mut self, text: &str) -> bool {
        let hash = foldhash::fast::FixedState::default().hash_one(without_node(text));
        if self.succeeded || self.listed.is_some() {
            return self.warned.contains(&hash);
        }
        if self.warned.len() < MOST_LISTED {
            self.warned.insert(hash);
        }
        false
    }

    /// A line that goes on with an error: MSBuild breaks what is longer than the console, and sets the rest in.
    fn goes_on_below(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let broken = self.broken.as_mut()?;
        let columns = text.chars().count();
        // What MSBuild itself sets in is longer than the console, begins further right or names a target.
        let blanks = if broken.message.len() > broken.first { "  " } else { " " };
        let goes_on = |rest: &&str| {
            let fits = columns <= broken.columns.saturating_add(1) && broken.message.len() < MOST_BROKEN;
            fits && !rest.is_empty() && !rest.starts_with(blanks) && !rest.ends_with("->")
        };
        let Some(rest) = text.strip_prefix(INDENT).filter(goes_on) else {
            self.leave_broken(run);
            return None;
        };
        broken.message.push_str(rest);
        let last = text.ends_with(']') || columns.saturating_add(NEAR) < broken.columns;
        if !last && columns < broken.columns {
            // The blank at the end of the line was lost.
            broken.message.push(' ');
        }
        let again = broken.again;
        if !again {
            run.text(Part::Why);
        }
        if last {
            self.leave_broken(run);
        }
        Some(Seen::Mine(if again { Class::Noise } else { Class::Detail }))
    }

    /// All of the broken error was read.
    fn leave_broken(&mut self, run: &mut Run<'_>) {
        let goes_on = |broken: &Broken| !broken.again && broken.message.len() > broken.first;
        let Some(broken) = self.broken.take().filter(goes_on) else { return };
        let message = broken.message.rsplit_once(" [").filter(|(_, project)| is_project(project));
        let message = message.map_or(broken.message.as_str(), |(message, _)| message);
        run.emit(Event::Restated { before: head(&broken.message, broken.first), message });
        if self.whole.len() < MOST_WHOLE {
            self.whole.push(broken);
        }
    }

    /// Begins an error that the console may have broken. Returns whether the same one was reported before.
    fn may_be_broken(&mut self, read: &Diagnostic<'_>, text: &str) -> bool {
        let columns = text.chars().count();
        if columns < NARROWEST || text.ends_with([']', '.']) || !read.fails {
            return false;
        }
        let line = read.place.line.unwrap_or(0);
        let own = format!("{}\u{1f}{line}\u{1f}{}", head(read.place.file, ORIGIN_BYTES), read.code);
        let code = read.shown_code();
        let message =
            if code.is_empty() { read.message.to_owned() } else { format!("[{code}] {}", read.message) };
        let first = message.len();
        let again = self.whole.iter().any(|whole| whole.own == own && whole.message.starts_with(&message));
        self.broken = Some(Broken { own, message, first, columns, again });
        again
    }

    fn diagnosed(&mut self, read: &Diagnostic<'_>, line: &Line<'_>, run: &mut Run<'_>) -> Seen {
        let text = line.judged();
        let origin = text.split_once(": error ").map_or("", |(origin, _)| origin).trim();
        let own = format!("{}\u{1f}{}", head(origin, ORIGIN_BYTES), read.code);
        let last = self.last.replace((line.number, own));
        let again = self.may_be_broken(read, text);
        if !read.fails {
            self.last = None;
            if self.is_repeated(text) {
                return Seen::Mine(Class::Noise);
            }
        } else if let (Some((number, before)), Some((_, own))) = (last, &self.last)
            && before == *own
            && number.saturating_add(1) >= line.number
            && goes_on(read)
        {
            run.emit(Event::Decoded { part: Part::Why, text: read.message });
            return Seen::Mine(Class::Detail);
        } else if self.listed.as_ref().unwrap_or(&self.reported).len() < MOST_LISTED {
            self.listed.as_mut().unwrap_or(&mut self.reported).insert(format!(
                "{}\u{1f}{}\u{1f}{}",
                head(origin, ORIGIN_BYTES),
                read.code,
                head(read.message, ORIGIN_BYTES)
            ));
        }
        if again { Seen::Mine(Class::Noise) } else { tell(read, text, run) }
    }
}

/// Whether an error at the place of the one before goes on with its message: each line of a message gets the origin again. What a
/// task threw has its class and its frames there.
fn goes_on(read: &Diagnostic<'_>) -> bool {
    let begins = read.message.starts_with("The \"") && read.message.contains("\" task ");
    let frame = read.message.starts_with("at ") || read.message.starts_with("--- ");
    frame || read.message.is_empty() || (matches!(read.code, "MSB4018" | "MSB4061" | "MSB4062") && !begins)
}

/// The parts of a line in the canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Diagnostic<'a> {
    place: Place<'a>,
    fails: bool,
    code: &'a str,
    message: &'a str,
}

impl Diagnostic<'_> {
    /// The code. A line of MSBuild's own files runs for every project: what it says there is what tells errors apart.
    fn shown_code(&self) -> &str {
        let own = [".targets", ".props", ".tasks"].iter().any(|ending| self.place.file.ends_with(ending));
        if own { "" } else { self.code }
    }
}

fn tell(read: &Diagnostic<'_>, text: &str, run: &mut Run<'_>) -> Seen {
    if !read.fails {
        return run.warn_at_once(text.trim());
    }
    let seen = run.diagnostic(read.place, read.shown_code(), read.message);
    run.message(read.message);
    seen
}

/// `a.cs(3,4): error CS1002: ; expected [/src/a.csproj]`, with a node's number before it in a parallel build.
fn diagnostic(text: &str) -> Option<Diagnostic<'_>> {
    let text = without_node(text);
    let words = [(": error ", true), (": fatal error ", true), (": warning ", false)];
    let (at, word, fails) = words
        .iter()
        .filter_map(|(word, fails)| Some((text.find(word)?, *word, *fails)))
        .min_by_key(|each| each.0)?;
    let origin = text.get(..at)?.trim_end();
    let rest = text.get(at.saturating_add(word.len())..)?;
    let (code, message) = rest.split_once(':')?;
    let code = code.trim();
    let (message, project) = match message.trim().rsplit_once(" [") {
        Some((message, project)) if is_project(project) => (message, true),
        _ => (message.trim(), false),
    };
    let own_code = is_code(code);
    let known = if code.is_empty() { project } else { own_code && (project || of_dotnet(code)) };
    (known && !origin.is_empty()).then(|| Diagnostic { place: place(origin), fails, code, message })
}

/// Cuts the number of a node off.
fn without_node(text: &str) -> &str {
    let text = text.trim();
    scan::number(text).and_then(|(_, rest)| rest.strip_prefix('>')).map_or(text, str::trim_start)
}

/// `/src/a.csproj]` and `/src/a.csproj::TargetFramework=net8.0]`.
fn is_project(text: &str) -> bool {
    let path = text.trim_end_matches(']').split("::").next().unwrap_or_default();
    text.ends_with(']') && (path.ends_with("proj") || path.ends_with(".sln") || path.ends_with(".slnx"))
}

/// Capitals and a number.
fn is_code(code: &str) -> bool {
    let letters = code.bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits = code.bytes().skip(letters).filter(u8::is_ascii_digit).count();
    letters > 0 && digits > 0 && letters.saturating_add(digits) == code.len()
}

/// Families of codes that are printed without a project, too.
fn of_dotnet(code: &str) -> bool {
    ["CS", "BC", "FS", "MSB", "NU", "NETSDK", "LNK", "CA", "RZ", "XA"].iter().any(|family| {
        code.strip_prefix(family).is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    })
}

/// `a.cs(3,4)`, `a.cs(3)`, `a.cs(3,4,5,6)`, or a project or tool without a place.
fn place(origin: &str) -> Place<'_> {
    let split = origin.strip_suffix(')').and_then(|open| open.rsplit_once('('));
    match split.and_then(|(file, inner)| Some((file, scan::number(inner)?.0))) {
        Some((file, line)) => Place { file, line: Some(line) },
        None => Place { file: origin, line: None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(&str, Option<u64>, bool, &str, &str)> {
        diagnostic(text).map(|read| (read.place.file, read.place.line, read.fails, read.code, read.message))
    }

    #[test]
    fn errors_at_one_place_of_msbuilds_own_files_differ_by_their_messages() {
        let mut events: Vec<String> = Vec::new();
        for file in ["a.dll", "b.dll"] {
            let line = format!(
                "C:\\x\\Microsoft.Common.targets(2703,9): error MSB3021: Unable to copy file \"{file}\""
            );
            assert_eq!(
                crate::recognize::kit::Driven::<Msbuild>::default().read(&Line::of(&line), &mut events),
                Seen::Mine(Class::Detail)
            );
        }
        let opened: Vec<&String> = events.iter().filter(|event| event.starts_with("BlockOpened")).collect();
        assert!(
            opened.len() == 2 && opened[0] != opened[1] && opened[0].contains("code: \"\""),
            "{opened:?}"
        );
    }

    #[test]
    fn the_canonical_form_is_read_with_and_without_place_code_and_node() {
        assert_eq!(
            read("/src/a.cs(3,4): error CS1002: ; expected [/src/a.csproj]"),
            Some(("/src/a.cs", Some(3), true, "CS1002", "; expected"))
        );
        assert_eq!(
            read("     2>a.cpp(3,4): fatal error C1083: no include file: 'b.h' [C:\\s\\a.vcxproj]"),
            Some(("a.cpp", Some(3), true, "C1083", "no include file: 'b.h'"))
        );
        assert_eq!(
            read("/src/a.csproj : error NU1101: Unable to find package B. [/src/a.sln]"),
            Some(("/src/a.csproj", None, true, "NU1101", "Unable to find package B."))
        );
        assert_eq!(
            read(
                "CSC : error CS5001: Program does not contain a static 'Main' method [/s/a.csproj::TargetFramework=net8.0]"
            ),
            Some(("CSC", None, true, "CS5001", "Program does not contain a static 'Main' method"))
        );
        assert_eq!(
            read("/src/a.csproj(12,5): error : stop here [/src/a.csproj]"),
            Some(("/src/a.csproj", Some(12), true, "", "stop here"))
        );
        assert_eq!(
            read("a.cs(3,4): warning CS0168: unused [/src/a.csproj]"),
            Some(("a.cs", Some(3), false, "CS0168", "unused"))
        );
    }

    #[test]
    fn other_tools_lines_are_left_alone() {
        for text in [
            "a.ts(3,4): error TS2304: Cannot find name 'x'.",
            "a.c:3:4: error: no",
            "12:00 worker: error 3: retried",
            "see: error handling",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
