//! MSBuild and `dotnet build`: the compilers, NuGet and the linkers that they run.
//!
//! `ORIGIN: error CODE: MESSAGE [PROJECT]`; the origin is a file with a place, a project, or a tool (`CSC`, `LINK`). The
//! same lines are printed when they happen and again after `Build FAILED.`, once more for every target framework: an
//! error counts once per file, line and code. TypeScript's compiler has the same form and a recognizer of its own.
//!
//! Source: MSBuild's canonical error format (`CanonicalError.cs`), its console and terminal loggers.

use std::collections::BTreeSet;

use crate::event::{Block, Class, Event, FailureKind, Part, Place, Runner, Seen, Sink};
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::lint::finding::declared;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The longest origin that is held, in bytes.
const ORIGIN_BYTES: usize = 1024;

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
    good: GoodEnd,
}

impl Recognizer for Msbuild {
    fn runner(&self) -> Runner {
        Runner("msbuild")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
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
            ],
            numbered: &[" Error(s)"],
            inside: &[" : error "],
            path: true,
            ..Signs::default()
        }
    }

    fn reads(&self, ending: &str) -> bool {
        ending == "cs"
    }

    fn attention(&self) -> Attention {
        if self.good.is_at() { Attention::Every } else { Attention::Signs }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.good.end(sink);
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if !text.trim_start().starts_with("Time Elapsed ") {
            self.good.line(text);
        }
        if let Some(read) = diagnostic(text) {
            return self.diagnosed(&read, line, sink);
        }
        self.last = None;
        let bare = text.trim();
        let failed = bare == "Build FAILED."
            || (bare.starts_with("Build failed with ") && bare.contains(" error(s)"))
            || (bare.starts_with("Restore failed with ") && bare.contains(" error(s)"));
        if failed {
            sink.emit(Event::Consequence { name: "build failed", kind: FailureKind::Build });
            let reported = u64::try_from(std::mem::take(&mut self.reported).len()).unwrap_or(u64::MAX);
            let number = bare.strip_prefix("Build failed with ").and_then(scan::number);
            if let Some((errors, _)) = number.filter(|(errors, _)| *errors > reported && reported > 0) {
                declared(errors, sink);
            }
            self.listed = (bare == "Build FAILED.").then(BTreeSet::new);
            self.succeeded = false;
            return Seen::Mine(Class::Noise);
        }
        let noise = [
            "MSBuild version ",
            "Microsoft (R) Build Engine version ",
            "Determining projects to restore",
            "All projects are up-to-date for restore",
            "Restored ",
            "Time Elapsed ",
        ];
        if let Some((errors, " Error(s)")) = scan::number(bare)
            && let Some(listed) = self
                .listed
                .take()
                .or_else(|| Some(std::mem::take(&mut self.reported)).filter(|reported| !reported.is_empty()))
        {
            self.reported.clear();
            // Some were not in the list: the log was cut. Or the same error is that of several target frameworks.
            if errors > u64::try_from(listed.len()).unwrap_or(u64::MAX) {
                declared(errors, sink);
            }
            return Seen::Mine(Class::Totals);
        }
        if bare == "Build succeeded." {
            self.succeeded = true;
            return Seen::Mine(Class::Noise);
        }
        // The terminal logger's one line, and the last of the older one's.
        let whole = bare.starts_with("Build succeeded in ") || bare.starts_with("Build succeeded with ");
        if whole || (bare == "0 Error(s)" && std::mem::take(&mut self.succeeded)) {
            self.good.say();
            return Seen::Mine(Class::Totals);
        }
        let counted = bare == "0 Error(s)" || bare == "0 Warning(s)";
        if counted || noise.iter().any(|begin| bare.starts_with(begin)) {
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }
}

impl Msbuild {
    fn diagnosed(&mut self, read: &Diagnostic<'_>, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        let origin = text.split_once(": error ").map_or("", |(origin, _)| origin).trim();
        let own = format!("{}\u{1f}{}", crate::text::head(origin, ORIGIN_BYTES), read.code);
        let last = self.last.replace((line.number, own));
        if !read.fails {
            self.last = None;
        } else if let (Some((number, before)), Some((_, own))) = (last, &self.last)
            && before == *own
            && number.saturating_add(1) >= line.number
            && goes_on(read)
        {
            sink.emit(Event::Decoded { part: Part::Why, text: read.message });
            return Seen::Mine(Class::Detail);
        } else if self.listed.as_ref().unwrap_or(&self.reported).len() < MOST_LISTED {
            self.listed.as_mut().unwrap_or(&mut self.reported).insert(format!(
                "{}\u{1f}{}\u{1f}{}",
                crate::text::head(origin, ORIGIN_BYTES),
                read.code,
                crate::text::head(read.message, ORIGIN_BYTES)
            ));
        }
        tell(read, text, sink)
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

fn tell(read: &Diagnostic<'_>, text: &str, sink: &mut dyn Sink) -> Seen {
    if !read.fails {
        sink.emit(Event::BlockOpened(Block::Warning { key: text.trim() }));
        sink.emit(Event::Text(Part::Why));
        sink.emit(Event::BlockClosed);
        return Seen::Mine(Class::Warning);
    }
    // A line of MSBuild's own files runs for every project: what it says there is what tells errors apart.
    let own = [".targets", ".props", ".tasks"].iter().any(|ending| read.place.file.ends_with(ending));
    let code = if own { "" } else { read.code };
    sink.emit(Event::BlockOpened(Block::Diagnostic { place: read.place, code, message: read.message }));
    sink.emit(Event::Heading);
    sink.emit(Event::Message(read.message));
    Seen::Mine(Class::Detail)
}

/// `a.cs(3,4): error CS1002: ; expected [/src/a.csproj]`, with a node's number before it in a parallel build.
fn diagnostic(text: &str) -> Option<Diagnostic<'_>> {
    let text = text.trim();
    let text = match scan::number(text) {
        Some((_, rest)) => rest.strip_prefix('>').map_or(text, str::trim_start),
        None => text,
    };
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
    use crate::recognize::kit::scan::drive;

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
            assert_eq!(Msbuild::default().line(&Line::of(&line), &mut events), Seen::Mine(Class::Detail));
        }
        let opened: Vec<&String> = events.iter().filter(|event| event.starts_with("BlockOpened")).collect();
        assert!(
            opened.len() == 2 && opened[0] != opened[1] && opened[0].contains("code: \"\""),
            "{opened:?}"
        );
    }

    #[test]
    fn a_message_of_several_lines_is_one_error() {
        let origin = "/sdk/Sdk.targets(26,5): error MSB4018: ";
        let mut text = String::new();
        for message in [
            "The \"Moor\" task failed unexpectedly.",
            "System.IO.IOException: no rope",
            "   at Quay.Moor.Execute()",
            "The \"Lift\" task failed unexpectedly.",
        ] {
            text.push_str(&format!("{origin}{message} [/src/quay.csproj]\n"));
        }
        let printed = drive(&mut Msbuild::default(), &text);
        assert_eq!(printed.join("\n").matches("BlockOpened").count(), 2, "{printed:#?}");
        assert!(printed[1].contains("Decoded") && printed[2].contains("Decoded"), "{printed:#?}");
    }

    #[test]
    fn the_number_of_errors_counts_where_it_is_larger_than_the_list() {
        let list = "Build FAILED.\n\na.cs(3,4): error CS1002: ; expected [/src/a.csproj]\n    0 Warning(s)\n";
        let printed = |number: u64| {
            drive(&mut Msbuild::default(), &format!("{list}    {number} Error(s)\n")).join("\n")
        };
        assert!(!printed(1).contains("Declared"));
        assert!(printed(3).contains("errors: Some(3)"));
        // The head of the list is not in the log.
        let cut = list.trim_start_matches("Build FAILED.\n");
        let printed =
            |number: u64| drive(&mut Msbuild::default(), &format!("{cut}    {number} Error(s)\n")).join("\n");
        assert!(!printed(1).contains("Declared") && printed(3).contains("errors: Some(3)"));
    }

    #[test]
    fn the_same_error_of_two_target_frameworks_is_two_by_the_number() {
        let line =
            |to: &str| format!("a.cs(3,4): error CS1002: ; expected [/src/a.csproj::TargetFramework={to}]\n");
        let text = format!(
            "Build FAILED.\n\n{}{}    0 Warning(s)\n    2 Error(s)\n",
            line("net8.0"),
            line("net9.0")
        );
        assert!(drive(&mut Msbuild::default(), &text).join("\n").contains("errors: Some(2)"));
    }

    #[test]
    fn a_build_that_succeeded_says_so() {
        let passed = |text| drive(&mut Msbuild::default(), text).join("\n").contains("SectionEnded(Passed)");
        assert!(passed("Build succeeded.\n    2 Warning(s)\n    0 Error(s)\n\nTime Elapsed 00:00:02.86\n"));
        assert!(passed("Build succeeded in 3.4s\n"));
        for text in [
            "Build succeeded in 3.4s\nquay moors\n",
            "    0 Error(s)\n",
            "Build succeeded.\n",
            "Build FAILED.\n    0 Warning(s)\n    0 Error(s)\n",
        ] {
            assert!(!passed(text), "{text}");
        }
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

    #[test]
    fn a_failed_build_is_a_consequence() {
        assert_eq!(
            drive(&mut Msbuild::default(), "Build FAILED.\n"),
            ["1 Mine(Noise) Consequence { name: \"build failed\", kind: Build }", "end "]
        );
    }
}
