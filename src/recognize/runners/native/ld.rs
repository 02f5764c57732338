//! Linkers: GNU ld, gold, lld, mold and Apple's.
//!
//! Every symbol that is missing or defined twice is a failure by its own name, however often it is used: the name is
//! what a person looks for. What the compiler's driver says of it afterwards (`collect2: error: ld returned 1 exit
//! status`) is a consequence and `gcc.rs`'s.
//!
//! GNU ld names the object and function on a line before the reference, which is noise; lld and mold follow with lines
//! that begin with `>>>`; Apple's ld lists symbols below a heading. rustc quotes a linker inside its own diagnostic and
//! takes those lines itself.

use crate::event::{Class, FailureKind, Part, Seen};
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::recognize::kit::{diagnostics, scan};

/// Names of linkers before `: error: ` and the like.
const LINKERS: [&str; 14] = [
    "ld", "ld.bfd", "ld.gold", "gold", "ld.lld", "ld64.lld", "lld", "lld-link", "wasm-ld", "rust-lld",
    "mold", "ld.mold", "ld64", "ld-prime",
];

/// What is wrong, in GNU ld's and gold's words.
const FAULTS: [&str; 2] = ["undefined reference to ", "multiple definition of "];

/// What is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Open {
    /// Nothing.
    #[default]
    Nothing,
    /// An error of lld or mold, whose references follow.
    References,
    /// Apple's list of the objects that define a symbol.
    Duplicates,
}

/// ld, gold, lld, mold and Apple's linker.
#[derive(Debug, Default)]
pub struct Ld;

impl Runner for Ld {
    const SPEC: Spec = Spec {
        name: "ld",
        reads: "linker errors",
        starts: &[
            "/usr/bin/ld",
            "ld: ",
            "ld.",
            "ld64",
            "lld",
            "mold: ",
            "rust-lld: ",
            "wasm-ld: ",
            "collect2: fatal error: ld ",
            "duplicate symbol '",
            ">>> ",
        ],
        inside: &["undefined reference to ", "multiple definition of "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = Open;

    fn line(&mut self, open: &mut Open, _text: &str, run: &mut Run<'_>) -> Seen {
        let text = run.line().judged();
        if let Some(seen) = below(*open, text, run) {
            return seen;
        }
        run.close();
        *open = Open::Nothing;
        if let Some(fault) = gnu(text) {
            return reference(text, fault, run);
        }
        if text.starts_with("duplicate symbol '") && text.ends_with("' in:") {
            *open = Open::Duplicates;
            return run.fail_whole(text.trim_end_matches(" in:"), FailureKind::Diagnostic);
        }
        linker(text, open, run)
    }
}

/// A line of what is open; `None` when it is not part of it.
fn below(open: Open, text: &str, run: &mut Run<'_>) -> Option<Seen> {
    match open {
        Open::Nothing => None,
        Open::References => {
            let rest = text.strip_prefix(">>> ")?;
            let place = rest.strip_prefix("referenced by ").or_else(|| rest.strip_prefix("defined at "));
            let Some(place) = place else { return Some(run.text(Part::Where)) };
            // `>>> referenced by a.c:3 (/src/a.c:3)`: the second is the whole path.
            let whole = place.split_once(" (").and_then(|(_, path)| scan::place(path.strip_suffix(')')?));
            if let Some((place, _)) = whole.or_else(|| scan::place(place.split(' ').next()?)) {
                run.at(place);
            }
            Some(run.text(Part::Why))
        }
        Open::Duplicates => text.starts_with(' ').then(|| run.text(Part::Where)),
    }
}

/// A line that begins with a linker's name.
fn linker(text: &str, open: &mut Open, run: &mut Run<'_>) -> Seen {
    let Some((program, message)) = text.split_once(": ") else { return Seen::No };
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    // Several versions are beside one another: `ld.lld-15`.
    let name = match name.rsplit_once('-') {
        Some((before, version)) if version.starts_with(|first: char| first.is_ascii_digit()) => before,
        _ => name,
    };
    let cross = LINKERS.iter().any(|linker| {
        name.strip_suffix(linker).is_some_and(|triplet| triplet.is_empty() || triplet.ends_with('-'))
    });
    if program.contains(' ') || !cross {
        return Seen::No;
    }
    if remark(message) {
        return Seen::Mine(Class::Noise);
    }
    // GNU ld warns of a file after the file's name.
    if message.starts_with("warning: ") || message.contains(": warning: ") {
        return run.warn_at_once(message);
    }
    if leads_up(message) {
        return Seen::Mine(Class::Noise);
    }
    if consequence(message) {
        run.consequence(text, FailureKind::Build);
        return Seen::Mine(Class::Noise);
    }
    let named = ["error:", "fatal:"].iter().find_map(|word| message.strip_prefix(word));
    let named = named.unwrap_or(message).trim_start();
    if named.is_empty() {
        return Seen::No;
    }
    *open = Open::References;
    run.fail_whole(named, FailureKind::Diagnostic)
}

/// What a linker says beside its warnings and errors: `NOTE: This behaviour is deprecated and will be removed ..`.
fn remark(message: &str) -> bool {
    ["NOTE: ", "note: ", "info: ", "DWARF error: "].iter().any(|words| message.starts_with(words))
}

/// Splits a line of GNU ld or gold at its fault: the fault with its symbol, from where it begins.
///
/// `a.c:(.text+0xa): undefined reference to `x'`, `/src/a.c:3: ...`, `a.o:a.c:function main: error: ...`,
/// `/usr/bin/ld: a.o:(.data+0x0): multiple definition of `x'; b.o:(.data+0x0): first defined here`.
fn gnu(text: &str) -> Option<&str> {
    if diagnostics::parse(text).is_some() {
        // A compiler's own line that uses these words.
        return None;
    }
    let at = FAULTS.iter().filter_map(|fault| text.find(fault)).min()?;
    let (before, fault) = text.split_at_checked(at)?;
    let before = before.strip_suffix("error: ").unwrap_or(before);
    // The fault follows a place, never a sentence.
    let placed =
        before.ends_with(": ") && (before.contains(':')) && !before.trim_end_matches(": ").is_empty();
    let object = before.contains(".text")
        || before.contains(".data")
        || before.contains(".o:")
        || before.contains("(.");
    let source = before.strip_prefix("/usr/bin/ld: ").unwrap_or(before);
    let line = scan::place(source).is_some_and(|(place, _)| !diagnostics::extension(place.file).is_empty());
    let named = LINKERS.iter().any(|linker| before.starts_with(linker)) || before.contains("/ld");
    let quoted = fault.contains(['`', '\'', '‘']);
    (placed && quoted && (object || line || named)).then_some(fault)
}

/// Tells a fault of GNU ld's: its name is the fault with the symbol.
fn reference(text: &str, fault: &str, run: &mut Run<'_>) -> Seen {
    let name = fault.split("; ").next().unwrap_or(fault);
    run.fail_whole(name, FailureKind::Diagnostic);
    let path = text.split_once("ld: ").map_or(text, |(_, rest)| rest);
    if let Some((place, _)) = scan::place(path)
        && !diagnostics::extension(place.file).is_empty()
    {
        run.at(place);
    }
    run.close();
    Seen::Mine(Class::Detail)
}

/// ``a.o: in function `main':``, `skipping incompatible x`, `a.o: previous definition here`.
fn leads_up(message: &str) -> bool {
    message.ends_with(':') && (message.contains(": in function ") || message.contains(": In function "))
        || message.starts_with("skipping incompatible ")
        || message.ends_with(": previous definition here")
        || message.contains("more undefined references to ")
}

/// Whether the linker only says that it gave up.
fn consequence(message: &str) -> bool {
    message.starts_with("symbol(s) not found for architecture ")
        || message == "final link failed: bad value"
        || message.starts_with("final link failed: Nonrepresentable ")
        || message.starts_with("link errors found, deleting executable ")
        || (message.ends_with(" for architecture arm64") || message.ends_with(" for architecture x86_64"))
            && message.contains(" duplicate symbol")
}
