//! gcc, g++, gfortran, clang and their drivers.
//!
//! `FILE:LINE:COL: error: MESSAGE [-Wcode]` opens a failure, `note:` belongs to the diagnostic before it. Lines that
//! lead up to a diagnostic (`In file included from`, `In function`, `required from here`) come before anybody knows
//! whether it is an error, so they are noise. Below a heading is the excerpt: with a margin (`   12 | code`, gcc
//! since 9, clang since 16) it is known by its shape; without one the source line can be anything and is taken only
//! right below the heading, and as one that others may claim.
//!
//! The file's name decides: only endings of the C family, Fortran, Ada, D and hardware are taken, so that `.rs`, `.swift`, `.go`, `.py`
//! and the rest stay with recognizers that know them. Lines of XCTest (`F.m:42: error: -[Suite test] : ...`) are
//! refused. The linker is `ld.rs`; a sanitizer's report is a crash of the program, not the compiler's.

mod clang;
mod fortran;
mod json;

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Place, Seen};
use crate::recognize::kit::bounds::PATH_BYTES;
use crate::recognize::kit::diagnostics::{Diagnostic, Severity};
use crate::recognize::kit::lint::finding::declared;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::recognize::kit::{diagnostics, scan};

/// Endings of files that these compilers read.
const EXTENSIONS: [&str; 46] = [
    "c", "C", "cc", "cp", "cpp", "CPP", "cxx", "c++", "h", "H", "hh", "hp", "hpp", "hxx", "h++", "ipp",
    "inl", "inc", "tcc", "txx", "def", "m", "mm", "M", "i", "ii", "s", "S", "sx", "asm", "cu", "cuh", "cl",
    "y", "yy", "l", "ll", "ino", // Ada, D, Verilog and VHDL, whose compilers write as gcc does.
    "adb", "ads", "d", "di", "v", "sv", "vhd", "vhdl",
];

/// Programs whose own errors have no place, without triplet and version.
const PROGRAMS: [&str; 17] = [
    "gcc",
    "g++",
    "cc",
    "c++",
    "clang",
    "clang++",
    "cc1",
    "cc1plus",
    "cc1obj",
    "cc1objplus",
    "lto1",
    "lto-wrapper",
    "collect2",
    "gfortran",
    "f951",
    "cpp",
    "nvcc",
];

/// What the last line of the open block was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    /// A heading: an excerpt may follow.
    Heading,
    /// A line with a margin.
    Margin,
    /// A source line without margin: carets must follow.
    Source,
    /// Carets without margin: a suggestion may follow.
    Caret,
    /// Anything that only a note can follow.
    Other,
}

/// What is open.
#[derive(Clone, Debug, Default)]
enum Open {
    /// Nothing.
    #[default]
    Nothing,
    /// A diagnostic of this class.
    Block(Class, After),
    /// The place of a diagnostic of gfortran, whose severity comes below the excerpt, both as they were printed, and how
    /// many lines of an excerpt without margin may come.
    Fortran(String, Option<u64>, String, u8),
}

/// gcc and clang.
#[derive(Debug, Default)]
pub struct Gcc {
    open: Open,
    /// Errors that were reported.
    reported: u64,
}

impl Runner for Gcc {
    const SPEC: Spec = Spec {
        name: "gcc",
        reads: "gcc and clang diagnostics",
        starts: &[
            "In file included from ",
            "compilation terminated.",
            "gcc: ",
            "g++: ",
            "cc: ",
            "c++: ",
            "clang: ",
            "clang++: ",
            "cc1: ",
            "cc1plus: ",
            "collect2: ",
            "Error while processing ",
            "Found compiler error",
            "[{\"kind\": \"",
            "[{\"children\": [",
        ],
        numbered: &[" error generated.", " errors generated.", " warning and ", " warnings and "],
        inside: &[": error: ", ": fatal error: "],
        places: Some(&[]),
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        !matches!(self.open, Open::Nothing)
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if text.starts_with('[')
            && let Some(seen) = json::line(line, run)
        {
            return seen;
        }
        if let Some(read) = own(text) {
            return self.diagnostic(read, text, run);
        }
        if leads_up(text) {
            if let Open::Block(_, after) = &mut self.open {
                *after = After::Other;
            }
            return Seen::Mine(Class::Noise);
        }
        if let Some(seen) = self.below(text, run) {
            return seen;
        }
        run.close();
        self.open = Open::Nothing;
        if let Some(errors) = clang::generated(text)
            && (1..errors).contains(&std::mem::take(&mut self.reported))
        {
            declared(errors, run);
            return Seen::Mine(Class::Totals);
        }
        if closing(text) || unprocessed(text) {
            return Seen::Mine(Class::Noise);
        }
        if uncompiled(text) {
            run.consequence(text, FailureKind::Build);
            return Seen::Mine(Class::Noise);
        }
        if let Some(place) = fortran::place(text) {
            let file = crate::text::head(place.file, PATH_BYTES).to_owned();
            let held = crate::text::head(text, PATH_BYTES).to_owned();
            self.open = Open::Fortran(file, place.line, held, fortran::EXCERPT);
            return Seen::Mine(Class::Noise);
        }
        driver(text, run)
    }
}

impl Gcc {
    /// A heading, or a note on what was reported before.
    fn diagnostic(&mut self, read: Diagnostic<'_>, text: &str, run: &mut Run<'_>) -> Seen {
        if read.severity == Severity::Note || goes_on(read.message) {
            let Open::Block(class, after) = &mut self.open else { return Seen::Mine(Class::Noise) };
            *after = After::Heading;
            run.text(Part::Where);
            return Seen::Mine(*class);
        }
        let class = open(read, text, run);
        self.reported.up(u64::from(class == Class::Detail));
        self.open = Open::Block(class, After::Heading);
        Seen::Mine(class)
    }

    /// A line below a heading; `None` when it is not part of it.
    fn below(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        match &mut self.open {
            Open::Nothing => None,
            Open::Fortran(file, line, held, left) => {
                let Some((severity, code, message)) = diagnostics::severity(text) else {
                    let sure = text.is_empty() || margin(text);
                    // Up to version 8 the source and the mark below it are alone.
                    *left = if sure { *left } else { left.checked_sub(1)? };
                    if !text.is_empty() && held.len() < PATH_BYTES {
                        held.push('\n');
                        held.push_str(crate::text::head(text, PATH_BYTES));
                    }
                    return Some(if sure { Seen::Mine(Class::Noise) } else { Seen::Inside(Class::Noise) });
                };
                let place = Place { file, line: *line };
                let class = open(Diagnostic { place, severity, code, message }, text, run);
                if class == Class::Detail {
                    // The heading does not say where it is.
                    run.emit(Event::Decoded { part: Part::Why, text: held });
                }
                self.open = Open::Block(class, After::Other);
                Some(Seen::Mine(class))
            }
            Open::Block(class, after) => {
                let (next, seen) = match after {
                    After::Heading | After::Margin if margin(text) => (After::Margin, Seen::Mine(*class)),
                    After::Heading if !text.trim().is_empty() && !closing(text) && !uncompiled(text) => {
                        (After::Source, Seen::Inside(*class))
                    }
                    After::Source if carets(text) => (After::Caret, Seen::Mine(*class)),
                    After::Caret if text.starts_with(' ') && !text.trim().is_empty() => {
                        (After::Other, Seen::Inside(*class))
                    }
                    _ => return None,
                };
                *after = next;
                run.text(Part::Where);
                Some(seen)
            }
        }
    }
}

/// Opens the block of an error or warning and adds its heading.
fn open(read: Diagnostic<'_>, text: &str, run: &mut Run<'_>) -> Class {
    let Diagnostic { place, mut code, message, .. } = read;
    if read.severity.fails() {
        // A check of clang-tidy may find several things on one line, and all errors of the compiler have one code.
        if !code.starts_with('-') {
            code = "";
            // clang-tidy's findings end with their check, and have their columns in their names.
            if let Some(column) = place.printed_column(text).filter(|_| text.ends_with(']')) {
                run.close();
                // What a consequence was about is none of this.
                run.emit(Event::BlockClosed);
                run.emit(Event::Column(column));
            }
        }
        run.diagnostic(place, code, message);
        Class::Detail
    } else {
        run.warn(text);
        Class::Warning
    }
}

/// Reads a diagnostic on a file that these compilers read.
fn own(text: &str) -> Option<Diagnostic<'_>> {
    if text.starts_with(' ') {
        return None;
    }
    let read = diagnostics::parse(text)?;
    let xctest = read.message.starts_with("-[") || read.message.starts_with("+[");
    (family(read.place.file) && !xctest).then_some(read)
}

/// Whether an error only goes on with the one before: gcc up to 4 says that it tells each name once, in lines of their own.
fn goes_on(message: &str) -> bool {
    message.starts_with("(Each undeclared identifier is reported only once")
        || message == "for each function it appears in.)"
}

/// Whether the file is one that these compilers read: by its ending, as a system header, or as the compiler's own text.
fn family(file: &str) -> bool {
    let extension = diagnostics::extension(file);
    let named =
        ["<built-in>", "<command-line>", "<command line>", "<stdin>", "<scratch space>", "<inline asm>"]
            .contains(&file);
    let header = extension.is_empty() && file.contains("/include/");
    // `/usr/include/c++/12/string`: the version's dot is none of the file's name.
    named || header || EXTENSIONS.contains(&extension) || fortran::EXTENSIONS.contains(&extension)
}

/// Whether the line leads up to a diagnostic: how its file was included, the function it is in, a template's use.
fn leads_up(text: &str) -> bool {
    if text.starts_with("In file included from ") || text.starts_with("In module ") {
        return true;
    }
    let bare = text.trim_start();
    if bare.len() < text.len() {
        let include = bare
            .strip_prefix("from ")
            .is_some_and(|path| scan::place(path.trim_end_matches([',', ':'])).is_some());
        return (include && bare.ends_with([',', ':'])) || bare.starts_with("inlined from ");
    }
    if let Some((place, rest)) = scan::place(text)
        && family(place.file)
    {
        let rest = rest.trim_start();
        return rest.starts_with("required ")
            || rest.starts_with("recursively required ")
            || rest.starts_with("in ");
    }
    let Some((file, rest)) = text.split_once(": ") else { return false };
    let scope =
        rest.starts_with("In ") || rest.starts_with("At global scope") || rest.starts_with("At top level");
    (scope || rest == "Assembler messages:")
        && text.ends_with(':')
        && (family(file) || file == "{standard input}")
}

/// Whether the line sums up a compiler's run.
fn closing(text: &str) -> bool {
    let generated = text.ends_with(" generated.") && scan::number(text).is_some();
    generated || text == "compilation terminated."
}

/// Whether clang-tidy says that a file cannot be compiled: its errors are below.
fn unprocessed(text: &str) -> bool {
    let file = text.strip_prefix("Error while processing ").and_then(|rest| rest.strip_suffix('.'));
    file.is_some_and(family)
}

/// Whether clang-tidy says that there were errors of the compiler: those of a file that it did not find have no place.
fn uncompiled(text: &str) -> bool {
    let rest = text.strip_prefix("Found compiler error");
    rest.is_some_and(|rest| rest == "(s)." || rest == "s, but -fix-errors was not specified.")
}

/// A line of an excerpt with margin: `   12 | code`, `      |   ^~~`, `  +++ |+#include <x>`.
fn margin(text: &str) -> bool {
    let Some((left, _)) = text.split_once('|') else { return false };
    let number = left.trim();
    left.starts_with(' ')
        && left.ends_with(' ')
        && (number.is_empty() || number == "+++" || scan::whole_number(number).is_some())
}

/// A line of carets and tildes.
fn carets(text: &str) -> bool {
    text.contains('^') && text.chars().all(|each| matches!(each, ' ' | '\t' | '^' | '~' | '-'))
}

/// Errors of the drivers and of the programs that they run, which have no place: `gcc: error: a.c: No such file`.
fn driver(text: &str, run: &mut Run<'_>) -> Seen {
    let Some((program, message)) = text.split_once(": ") else { return Seen::No };
    if !is_program(program) {
        return Seen::No;
    }
    if message.ends_with(" warnings being treated as errors") {
        run.consequence(message, FailureKind::Build);
        return Seen::Mine(Class::Noise);
    }
    let Some((severity, _, message)) = diagnostics::severity(message) else { return Seen::No };
    if !severity.fails() {
        return Seen::Mine(Class::Noise);
    }
    if message.starts_with("linker command failed ")
        || (message.starts_with("ld returned ") && message.ends_with(" exit status"))
    {
        run.consequence(text, FailureKind::Build);
        return Seen::Mine(Class::Noise);
    }
    let crashed = ["signal", "Segmentation fault", "Killed", "frontend command failed"]
        .iter()
        .any(|word| message.contains(word));
    let internal = text.contains(": internal compiler error: ");
    let kind = if crashed || internal { FailureKind::Crash } else { FailureKind::Build };
    let seen = run.fail_whole(text, kind);
    run.close();
    seen
}

/// `gcc`, `/usr/bin/clang++-14`, `x86_64-linux-gnu-gcc-12.exe`.
fn is_program(path: &str) -> bool {
    if path.contains(' ') {
        return false;
    }
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let unversioned = match name.rsplit_once('-') {
        Some((before, version)) if version.starts_with(|first: char| first.is_ascii_digit()) => before,
        _ => name,
    };
    PROGRAMS.iter().any(|program| {
        unversioned.strip_suffix(program).is_some_and(|triplet| triplet.is_empty() || triplet.ends_with('-'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_say_of_other_files_is_not_clang_tidys() {
        assert!(
            !unprocessed("Error while processing request 5.")
                && unprocessed("Error while processing /a/b.cc.")
        );
        assert!(!uncompiled("Found compiler errors in b.c") && uncompiled("Found compiler error(s)."));
    }
}
