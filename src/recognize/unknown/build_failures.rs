//! How build tools, installers and deployers say that they failed, in words of their own.
//!
//! Each is the fixed sentence of one tool, at the beginning of a line, and is never printed when the tool goes on: the
//! warnings of rollup begin with `(!)`, those of CocoaPods with `[!]` and other words. Each line is read by itself,
//! without state.

use super::counts::says_none;
use super::placed;
use crate::recognize::kit::scan;

/// Beginnings of lines, after blanks.
pub(super) const STARTS: &[&str] = &[
    // rollup and its plugins.
    "[!] Error",
    "[!] RollupError",
    "[!] (",
    // CocoaPods.
    "[!] CocoaPods could not",
    "[!] Unable to find",
    "[!] Unable to satisfy",
    "[!] Invalid `Podfile",
    "[!] Error installing",
    // OCaml: a warning that counts as an error.
    "Error (warning ",
    "Error (alert ",
    // scala-cli and mill.
    "Error compiling project",
    "Compilation failed",
    "scons: ***",
    "scons: building terminated because of errors",
    // Microsoft's make and compiler, fpm, rpmbuild, Unity, Dart's analyzer.
    "NMAKE : fatal error ",
    "cl : Command line error ",
    "<ERROR> Execution failed for object ",
    "<ERROR> Compilation failed for object ",
    "RPM build errors:",
    "Aborting batchmode due to ",
    "error \u{2022} ",
    // Bundler and RubyGems.
    "Bundler could not find compatible versions",
    "Could not find gem '",
    "The dependencies in your gemfile changed, but",
    "An error occurred while installing ",
    // Python's installers.
    "pyproject.toml changed significantly since",
    "error    libmamba ",
    "critical libmamba ",
    // Containers and clusters.
    "COPY failed: ",
    "ADD failed: ",
    "Error response from daemon",
    "Cannot connect to the Docker daemon",
    "Error from server (",
    // Registries of images that refuse a request.
    "unauthorized: ",
    "toomanyrequests: ",
    "manifest unknown",
    "denied: requested access to the resource is denied",
    "Unable to connect to the server: ",
    // CI services, and platforms that build what is pushed.
    "Invalid workflow file: ",
    "The workflow is not valid. ",
    "!     Push rejected",
    "!     Push failed",
    "remote:  !     Push rejected",
    "remote:  !     Push failed",
    "\u{1f6a8} Build failed",
    // Documents and sites.
    "build finished with problems",
    "Extension error:",
    "Configuration error:",
    "Sphinx error:",
    "Liquid Exception: ",
    "rsync error: ",
    // Clojure, Lisp, Perl, MATLAB, Godot, .NET, Thrift.
    "Syntax error compiling at (",
    "Syntax error reading source at (",
    "Syntax error macroexpanding ",
    "Execution error (",
    "Execution error at ",
    "This could be due to a typo in :dependencies",
    "------ ERROR ---",
    "; caught ERROR:",
    "syntax error at ",
    "Undefined function or variable '",
    "SCRIPT ERROR: Parse Error",
    "A compatible .NET SDK was not found",
    "You must install or update .NET to run",
    "[ERROR:",
    "[FAILURE:",
    "Analysis failed with ",
    "invalid command name \"",
    // Haxe; Gentoo's, Arch's and Spack's packages; molecule.
    "results: SOME TESTS FAILURES",
    "* ERROR: ",
    "==> ERROR: ",
    "==> Error: ",
    "CRITICAL ",
    // Budgets of size, of mutations and of warnings: oxlint's and stylelint's.
    "Exceeded maximum number of warnings",
    "Max warnings exceeded: ",
    "Package size limit has exceeded by ",
    "The minimum required MSI ",
    "The minimum required Covered Code MSI ",
    // Monorepos.
    "lerna ERR! ",
    "==[ FAILURE: ",
    "--[ FAILURE: ",
    "NX   ERROR",
    ">  NX   ERROR",
    ">  NX   Cannot ",
    "Failed tasks:",
    // Docker's buildx as an action calls it.
    "buildx failed with: ",
    "buildx call failed with: ",
    "Unexpected error running Liquibase: ",
    "\u{1f4a5} maturin failed",
    "The SSH command responded with a non-zero exit status",
    // Haskell's cabal stops after a line with its own name; its warnings have no name.
    "cabal: ",
    // Test Kitchen.
    ">>>>>> ------Exception-------",
    ">>>>>> Class: ",
    ">>>>>> Message: ",
    // Django, where a worker's failure could not be handed over.
    "Unfortunately, tracebacks cannot be pickled",
    "Unfortunately, the exception it raised cannot be pickled",
    "Unfortunately, the subtest that failed cannot be pickled",
    // behave on a file that is not a feature; behave and shUnit2 on an assertion.
    "Parser failure in state ",
    "Assertion Failed: ",
    "ASSERT FAILED: ",
    "ASSERT:",
];

/// What says so inside a line.
pub(super) const INSIDE: [&str; 13] = [
    // The system, with any words before it.
    "no space left on device",
    "oom-kill:constraint=",
    " aborted due to compilation errors",
    " had compilation errors",
    ": syntax error near unexpected token ",
    // Nim's tests and Chromium, after a place.
    " Check failed: ",
    // QuickCheck; an expected failure has `+++ OK` instead.
    "*** Failed! ",
    " failed with signal ",
    // dune, of an action that died.
    " (got signal ",
    // k6, gitleaks and PHP-CS-Fixer; [`counts_none`] finds out when all is well.
    "thresholds on metrics '",
    " leaks found: ",
    " files that can be fixed in ",
    // Cypress.
    " Renderer process just crashed",
];

/// Whether a line that begins with one of [`STARTS`] only warns, or is a row of a table: `CRITICAL WARNING: `, `CRITICAL 0 HIGH 2`.
/// A `CRITICAL path` is the name of something.
#[must_use]
pub(super) fn only_warns(begin: &str) -> bool {
    let rest = begin.strip_prefix("CRITICAL ");
    rest.is_some_and(|rest| {
        rest.starts_with("WARNING")
            || rest.starts_with("path")
            || rest.starts_with(|first: char| first.is_ascii_digit())
    })
}

/// Whether a line that holds one of [`INSIDE`] counts none: `Memory leaks found: 0`, `Found 0 of 112 files that can be fixed`.
#[must_use]
pub(super) fn counts_none(begin: &str) -> bool {
    if let Some((_, leaks)) = begin.split_once(" leaks found: ") {
        return scan::number(leaks).is_none_or(|(number, _)| number == 0);
    }
    begin.starts_with("Found 0 of ") && begin.contains(" files that can be fixed in ")
}

/// Whether the line says that a tool failed, checked in full; `begin` is the line without the blanks before it.
#[must_use]
pub(super) fn is_printed(begin: &str) -> bool {
    is_shaped(begin)
        || (STARTS.iter().any(|start| begin.starts_with(start)) && !only_warns(begin))
        || (INSIDE.iter().any(|words| begin.contains(words)) && !counts_none(begin))
}

/// Whether the line says so in a form without a fixed beginning.
#[must_use]
#[inline]
pub(super) fn is_shaped(begin: &str) -> bool {
    // Most lines begin and end differently.
    let [first, .., last] = begin.as_bytes() else { return false };
    let may = matches!(first, b'=' | b'*' | b'l' | b'"' | b'e' | b'j' | b'T' | 0xe2 | 0xf0)
        || matches!(last, b'.' | b'\t'..=b'\r' | b' ' | 0x80..);
    may && is_shaped_closely(begin)
}

#[inline(never)]
fn is_shaped_closely(begin: &str) -> bool {
    match begin.as_bytes() {
        // rebar3: a module, all of the build, or what it could not do.
        [b'=', b'=', b'=', b'>', b' ', ..] => {
            let end = scan::trim_end(begin);
            end.ends_with(" failed")
                || end.starts_with("===> Failed to ")
                || end.starts_with("===> Unable to ")
        }
        // scikit-build and RubyGems: `*** CMake build failed`.
        [b'*', b'*', b'*', b' ', ..] => {
            scan::trim_end(begin).trim_end_matches([' ', '*']).ends_with(" failed")
        }
        // Lua: `lua: harbour.lua:3: no`.
        [b'l', b'u', b'a', ..] => begin.split_once(": ").is_some_and(|(program, rest)| {
            program.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.') && placed::is_error(rest)
        }),
        // Compilers of embedded systems and of Unix systems: `"a.c", line 3: no`.
        [b'"', ..] => placed::is_quoted_error(begin),
        // ANTLR: `error(50): A.g4:3:5: no`.
        [b'e', b'r', b'r', b'o', b'r', b'(', ..] => begin
            .strip_prefix("error(")
            .and_then(scan::number)
            .is_some_and(|(_, rest)| rest.starts_with("): ")),
        // Jekyll: `jekyll 4.3 | Error:  no`.
        [b'j', b'e', b'k', b'y', b'l', b'l', b' ', ..] => begin.contains(" | Error:"),
        // Kubernetes: `The Deployment "web" is invalid: no`.
        [b'T', b'h', b'e', b' ', ..] => {
            begin.contains("\" is invalid:") || begin.contains(" was refused - did you specify")
        }
        // What programs print about unknown options: `Try 'quay --help' for more information.`
        [b'T', b'r', b'y', b' ', b'`' | b'\'', ..] => {
            begin.contains("help' for more information") || begin.contains("help` for more information")
        }
        // Ceedling and others, with an emoji before the word.
        [0xe2 | 0xf0, ..] => is_pictured(begin) || is_missing(begin),
        [.., b'.' | b'\t'..=b'\r' | b' ' | 0x80..] => is_missing(begin),
        _ => false,
    }
}

/// protoc: `harbour.proto: File not found.`
fn is_missing(begin: &str) -> bool {
    scan::trim_end(begin).ends_with(".proto: File not found.")
}

/// Emoji for something bad.
const PICTURES: [char; 12] = [
    '\u{2620}',
    '\u{26d4}',
    '\u{203c}',
    '\u{2757}',
    '\u{1f480}',
    '\u{1f4a5}',
    '\u{1f525}',
    '\u{1f534}',
    '\u{1f6a8}',
    '\u{1f6d1}',
    '\u{1f9e8}',
    '\u{1fab2}',
];
/// What follows them when something went wrong.
const PICTURED: [&str; 6] = ["ERROR: ", "Error: ", "error: ", "EXCEPTION: ", "FATAL: ", "CRASH: "];

/// Whether a word of failing follows such an emoji. Tests are marked with other ones.
fn is_pictured(begin: &str) -> bool {
    begin.strip_prefix(PICTURES).is_some_and(|rest| {
        let rest = rest.strip_prefix('\u{fe0f}').unwrap_or(rest);
        let printed = rest.strip_prefix(' ').map(scan::trim_start);
        printed.is_some_and(|printed| {
            PICTURED.iter().any(|word| printed.starts_with(word)) && !says_none(printed)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_that_gave_up_is_understood_in_its_own_words() {
        for text in [
            "[!] RollupError: Unexpected token",
            "[!] (plugin dts) Error: src/quay.ts:3:5 - error",
            "[!] Unable to find a specification for `Harbour`",
            "Error (warning 32 [unused-value-declaration]): unused value quay.",
            "Error compiling project (Scala 3.4.2, JVM (21))",
            "scons: *** Do not know how to make File target `quay'.  Stop.",
            "===> Compiling src/quay.erl failed",
            "===> Compiling failed",
            "Could not find gem 'quay' in locally installed gems.",
            "Error response from daemon: no such container",
            "The Deployment \"quay\" is invalid: spec: Required value",
            "\"src/quay.c\", line 12: undefined symbol: berth",
            "\"quay.c\", line 3.5: 1506-045 (S) Undeclared identifier berth.",
            "\"src/quay.c\",12  Error[Pe020]: identifier \"berth\" is undefined",
            "error(50): Quay.g4:3:5: syntax error",
            "jekyll 4.3.2 | Error:  Unknown tag 'berth'",
            "quay.proto: File not found.",
            "===> Unable to load package quay",
            "*** CMake build failed",
            "lua5.4: quay.lua:3: attempt to call a nil value (global 'berth')",
            "./quay.sh: line 3: syntax error near unexpected token `fi'",
            ">  NX   Cannot find configuration for task quay:build",
            "Execution of quay.pl aborted due to compilation errors.",
            "remote:  !     Push rejected, failed to compile Node.js app.",
            "NMAKE : fatal error U1073: don't know how to make 'quay.obj'",
            "cl : Command line error D8021 : invalid numeric argument '/W9'",
            "<ERROR> Execution failed for object \" quay \"",
            "RPM build errors:",
            "Aborting batchmode due to failure:",
            "error \u{2022} Undefined name 'berth' \u{2022} lib/quay.dart:3:5 \u{2022} undefined_identifier",
            "cabal: Cannot run tests for the target 'quay'",
            ">>>>>> ------Exception-------",
            ">>>>>> Class: Kitchen::ActionFailed",
            ">>>>>> Message: 2 actions failed.",
            "Unfortunately, tracebacks cannot be pickled, making it impossible for the",
            "Assertion Failed: the quay is closed",
            "ASSERT:the quay is closed",
            "/harbour/quay.nim(34, 61): Check failed: berths == 3",
            "Quay opens *** Failed! Falsified (after 1 test):",
            "test_quay failed with signal -11 (SIGSEGV)",
            "We detected that the Electron Renderer process just crashed.",
            "\u{2620}\u{fe0f} ERROR: Test executable `quay.out` seems to have crashed",
            "\u{1f9e8} EXCEPTION: no quay",
            "        quay alias test/runtest (got signal SEGV)",
            "Try 'quay --help' for more information.",
            "Try `quay build --help' or `quay --help' for more information.",
            "lerna ERR! npm run test exited 1 in 'quay'",
            "==[ FAILURE: 1 operation ]======",
            "scons: building terminated because of errors.",
            "12:00PM WRN leaks found: 1",
            "level=error msg=\"thresholds on metrics 'quay_opens' have been crossed\"",
            "* ERROR: dev-util/quay-1.0::gentoo failed (test phase):",
            "CRITICAL Ansible return code was 2",
            "ENOSPC: no space left on device, write",
            "write /quay/layer: no space left on device",
            "unauthorized: authentication required",
            "toomanyrequests: You have reached your pull rate limit.",
            "manifest unknown: the quay is not there",
        ] {
            assert!(is_printed(text), "{text}");
        }
    }

    #[test]
    fn warnings_and_plain_talk_are_not_taken_for_it() {
        for text in [
            "",
            "[!] Automatically assigning platform `iOS` with version `15.0`.",
            "(!) Unresolved dependencies",
            "===> Compiling quay",
            "*** the harbour ***",
            "lua is not built",
            ">  NX   Successfully ran target build for project quay",
            "===> 3 tests, 0 failed so far, going on",
            "\"src/quay.c\", line 12: warning: statement not reached",
            "\"quay.c\", line 3.5: 1506-010 (W) The macro is not used.",
            "\"src/quay.c\",12  Warning[Pe177]: variable \"berth\" was declared but never referenced",
            "\"quay\": \"line 3: full\",",
            "\"12:30\", line 3: a row",
            "error(s): 0",
            "The harbour \"quay\" is open",
            "remote:  !     Warning: Your slug size exceeds our soft limit",
            "jekyll 4.3.2 is installed",
            "+++ OK, failed as expected. Falsified (after 1 test):",
            ">>>>>> the quay is open",
            "\u{2705} error: is shown to the master",
            "\u{1f389} ERROR: is no word of this picture",
            "\u{1f6a8} ERROR: 0 errors",
            "no leaks found",
            "Try 'quay open' next.",
            "CRITICAL: 0, HIGH: 0",
            "CRITICAL 0 HIGH 2",
            "CRITICAL WARNING: [Vivado 12-1790] an evaluation license",
            "Memory leaks found: 0",
            "Found 0 of 112 files that can be fixed in 5.123 seconds, 20.00 MB memory used",
        ] {
            assert!(!is_printed(text), "{text}");
        }
    }
}
