//! Whether a frame is the user's or the runtime's, language by language.

use std::sync::LazyLock;

use aho_corasick::packed;

use super::frames::Line;

/// Parts of paths below which there is no code of the user.
const PATHS: [&str; 37] = [
    "/rustc/",
    "/.cargo/registry/",
    "/.cargo/git/",
    "/rustlib/src/",
    "/site-packages/",
    "/dist-packages/",
    "/lib/python2.",
    "/lib/python3",
    "/lib/pypy3.",
    "\\Lib\\site-packages\\",
    "<frozen ",
    "/node_modules/",
    "\\node_modules\\",
    "(node:",
    "node:internal/",
    "(internal/",
    "(ext:",
    "/go/pkg/mod/",
    "/usr/lib/go",
    "/usr/local/go/",
    "/gems/",
    "/lib/ruby/",
    "<internal:",
    "/vendor/",
    "phar://",
    "/usr/share/perl",
    "/usr/share/php",
    "/usr/include/",
    "/sysdeps/",
    "../sysdeps",
    "../csu/",
    "compiler-rt",
    "libsanitizer",
    "dart:async",
    "dart:core",
    "dart:isolate",
    "package:test_api/",
];

/// Packages of the JVM, of its runners and of libraries for tests.
const JAVA: [&str; 33] = [
    "java.",
    "javax.",
    "jdk.",
    "sun.",
    "com.sun.",
    "org.junit.",
    "junit.",
    "org.gradle.",
    "worker.org.gradle.",
    "org.apache.maven.",
    "org.codehaus.plexus.",
    "org.eclipse.aether.",
    "org.testng.",
    "kotlin.",
    "kotlinx.coroutines.",
    "scala.",
    "org.scalatest.",
    "sbt.",
    "groovy.lang.",
    "org.codehaus.groovy.",
    "org.apache.groovy.",
    "org.spockframework.",
    "org.mockito.",
    "org.hamcrest.",
    "org.assertj.",
    "org.opentest4j.",
    "io.kotest.",
    "org.springframework.",
    "clojure.",
    "net.bytebuddy.",
    "io.netty.",
    "reactor.core.",
    "com.google.common.",
];

/// Namespaces of .NET, of its runners and of libraries for tests.
const DOTNET: [&str; 9] = [
    "System.",
    "Microsoft.",
    "Xunit.",
    "NUnit.",
    "Moq.",
    "FluentAssertions.",
    "Shouldly.",
    "Castle.",
    "NSubstitute.",
];

/// Crates that come with Rust.
const RUST: [&str; 14] = [
    "core::",
    "std::",
    "alloc::",
    "test::",
    "__rust",
    "rust_begin_unwind",
    "<core::",
    "<std::",
    "<alloc::",
    "<test::",
    "<fn()",
    "_start",
    "__libc_start",
    "start_thread",
];

/// Libraries that come with Apple's systems, with Swift, or with XCTest.
const APPLE: [&str; 15] = [
    "XCTest",
    "XCTestCore",
    "XCTestSupport",
    "XCTAutomationSupport",
    "libXCTest",
    "CoreFoundation",
    "Foundation",
    "UIKit",
    "UIKitCore",
    "AppKit",
    "GraphicsServices",
    "dyld",
    "xctest",
    "SwiftUI",
    "Testing",
];

/// Libraries of C that say nothing of a test.
const NATIVE: [&str; 12] = [
    "/lib/x86_64-linux-gnu/",
    "/lib/aarch64-linux-gnu/",
    "/usr/lib/",
    "/lib64/",
    "libc.so",
    "libc.so.6",
    "libpthread",
    "libasan",
    "libubsan",
    "libtsan",
    "libstdc++",
    "libclang_rt",
];

/// Applications that come with Elixir and Erlang.
const BEAM: [&str; 8] =
    ["(elixir ", "(ex_unit ", "(stdlib ", "(kernel ", "(mix ", "(eunit ", "(common_test ", "(logger "];

fn of_runtime(is_runtime: bool) -> Line {
    if is_runtime { Line::Runtime } else { Line::User }
}

fn has_path(text: &str) -> bool {
    /// One search for all of them; `None` when the processor has no instructions for it.
    static SEARCH: LazyLock<Option<packed::Searcher>> = LazyLock::new(|| packed::Searcher::new(PATHS));
    match &*SEARCH {
        Some(search) => search.find(text).is_some(),
        None => PATHS.iter().any(|path| text.contains(path)),
    }
}

/// The text after its leading digits, if there are any.
fn after_number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|char: char| char.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}

/// Whether a text ends with `:12` or `:12:3`.
fn ends_with_line(text: &str) -> bool {
    let last = text.rsplit(':').next().unwrap_or("");
    !last.is_empty() && last.len() < text.len() && last.bytes().all(|byte| byte.is_ascii_digit())
}

/// What a line is, judged with the lines below and above it.
pub(super) fn kind(line: &str, next: &str, last: &str) -> Line {
    let text = line.trim();
    let Some(first) = text.bytes().next() else { return Line::Text };
    let kind = match first {
        b'0'..=b'9' => numbered(text, next),
        b'a' => at(text, last),
        b'#' => hash(text),
        b'(' => beam(text),
        b'.' | b'[' => dots(text),
        b'n' => note(text),
        b'F' => python(text),
        b'f' => ruby(text),
        b'\xe2' => vitest(text),
        _ => None,
    };
    kind.or_else(|| go(line, next, last))
        .or_else(|| java(text))
        .or_else(|| elixir(text))
        .or_else(|| path_alone(text))
        .unwrap_or(Line::Text)
}

/// `3: symbol` of Rust, with its place below; `3   Library   0x... symbol` of Apple.
fn numbered(text: &str, next: &str) -> Option<Line> {
    let rest = after_number(text)?;
    if let Some(symbol) = rest.strip_prefix(": ") {
        let symbol = symbol
            .strip_prefix("0x")
            .map_or(symbol, |after| after.split_once(" - ").map_or(after, |(_, symbol)| symbol));
        let place = next.trim_start().strip_prefix("at ").filter(|place| ends_with_line(place));
        let frame = place.is_some()
            || symbol.contains("::")
            || matches!(symbol, "_start" | "main" | "start_thread" | "clone");
        let runtime = match place {
            Some(place) => has_path(place),
            None => RUST.iter().any(|path| symbol.starts_with(path)) || !symbol.contains("::"),
        };
        return frame.then(|| of_runtime(runtime));
    }
    let mut words = rest.split_whitespace();
    let (library, address) = (words.next()?, words.next()?);
    let frame = rest.starts_with("  ") && address.starts_with("0x");
    frame.then(|| {
        let system = library.starts_with("libsystem")
            || library.starts_with("libswift")
            || library.starts_with("libdispatch");
        of_runtime(system || APPLE.contains(&library))
    })
}

/// The symbol of a Rust frame.
pub(super) fn symbol_of_rust(line: &str) -> Option<&str> {
    let symbol = after_number(line.trim_start())?.strip_prefix(": ")?;
    symbol.contains("::").then_some(symbol)
}

/// Frames that begin with `at`: of JavaScript, Java and .NET, and the place of a Rust frame.
fn at(text: &str, last: &str) -> Option<Line> {
    let frame = text.strip_prefix("at ")?;
    let above = last.trim_start();
    if after_number(above).is_some_and(|rest| rest.starts_with(": ")) && ends_with_line(frame) {
        return Some(Line::Further);
    }
    let bare = frame.trim_end_matches(" {");
    if frame.contains(".java:")
        || frame.contains(".kt:")
        || frame.contains(".scala:")
        || frame.contains("(Native Method)")
        || frame.contains("(Unknown Source)")
        || frame.contains(".groovy:")
        || frame.contains(".clj:")
    {
        return java(frame).or(Some(Line::User));
    }
    let script = bare.ends_with(')') || ends_with_line(bare) || bare.contains("<anonymous>");
    if let Some((_, place)) = frame.split_once(" in ").filter(|(_, place)| place.contains(":line ")) {
        return Some(of_runtime(has_path(place)));
    }
    if DOTNET.iter().any(|name| frame.starts_with(name)) && frame.ends_with(')') {
        return Some(Line::Runtime);
    }
    if !script {
        return None;
    }
    let place = bare.rsplit_once('(').map_or(bare, |(_, place)| place.trim_end_matches(')'));
    let native =
        matches!(place, "<anonymous>" | "native" | "native code") && !frame.starts_with("<anonymous>");
    Some(of_runtime(native || has_path(frame)))
}

/// `pkg.Class.method(File.java:12)`, sometimes with the module or the loader before it.
fn java(text: &str) -> Option<Line> {
    let text = text.strip_prefix("at ").unwrap_or(text);
    let (symbol, place) = text.strip_suffix(')').and_then(|text| text.rsplit_once('('))?;
    let file = place.rsplit_once(':').map_or(place, |(file, _)| file);
    let known = [".java", ".kt", ".scala", ".groovy", ".clj"].iter().any(|end| file.ends_with(end));
    // Maven puts a blank before the bracket.
    let symbol = symbol.trim_end();
    if !known && !matches!(place, "Native Method" | "Unknown Source") || symbol.contains(' ') {
        return None;
    }
    let symbol = symbol.rsplit_once('/').map_or(symbol, |(_, symbol)| symbol);
    Some(of_runtime(JAVA.iter().any(|package| symbol.starts_with(package))))
}

/// `#3 0x... in symbol path` of a sanitizer, `#3 /path(12): call` of PHP, `# path:12:in` of RSpec.
fn hash(text: &str) -> Option<Line> {
    let rest = text.strip_prefix('#')?;
    if let Some(place) = rest.strip_prefix(' ') {
        return place.contains(":in ").then(|| of_runtime(has_path(place)));
    }
    let frame = after_number(rest)?.strip_prefix(' ')?.trim_start();
    if frame.starts_with("0x") {
        let native = NATIVE.iter().any(|path| frame.contains(path));
        return Some(of_runtime(native || has_path(frame) || frame.contains(" testing::")));
    }
    if frame.starts_with("{main}") || frame.starts_with("[internal function]") {
        return Some(Line::Runtime);
    }
    frame.contains("): ").then(|| of_runtime(has_path(frame)))
}

/// `(application 1.2.3) path:12: call` of Elixir.
fn beam(text: &str) -> Option<Line> {
    BEAM.iter().any(|application| text.starts_with(application)).then_some(Line::Runtime)
}

/// A line that replaces frames which a runner left out.
fn dots(text: &str) -> Option<Line> {
    let count = text.strip_prefix("... ").and_then(after_number).map(str::trim);
    (matches!(count, Some("more" | "common frames omitted")) || text == "[...]").then_some(Line::Beside)
}

fn note(text: &str) -> Option<Line> {
    (text.starts_with("note: Some details are omitted, run with `RUST_BACKTRACE")
        || text.starts_with("note: run with `RUST_BACKTRACE"))
    .then_some(Line::Beside)
}

/// `File "path", line 12, in f`.
fn python(text: &str) -> Option<Line> {
    let place = text.strip_prefix("File \"")?;
    let own = |place| comes_with_python(place) || place.contains("/unittest/case.py");
    place.contains("\", line ").then(|| of_runtime(own(place)))
}

/// Whether a file is one of Python's, on Windows by the names of its folders.
fn comes_with_python(place: &str) -> bool {
    let on_windows = || place.contains("\\Lib\\") || place.contains("\\lib\\");
    has_path(place) || place.contains("\\Python") && on_windows()
}

/// `from path:12:in`.
fn ruby(text: &str) -> Option<Line> {
    let place = text.strip_prefix("from ")?;
    place.contains(":in ").then(|| of_runtime(has_path(place)))
}

/// `❯ symbol path:12:3`.
fn vitest(text: &str) -> Option<Line> {
    let frame = text.strip_prefix("\u{276f} ")?;
    ends_with_line(frame).then(|| {
        of_runtime(has_path(frame) || frame.starts_with("node_modules/") || frame.contains(" node_modules/"))
    })
}

/// A call of Go, with its place below; `created by` as well.
fn go(line: &str, next: &str, last: &str) -> Option<Line> {
    let is_place = |line: &str| {
        let text = line.trim_start();
        line.len() > text.len()
            && text.contains(".go:")
            && text.split_once(".go:").is_some_and(|(_, rest)| {
                after_number(rest).is_some_and(|rest| rest.is_empty() || rest.starts_with(" +0x"))
            })
    };
    let is_call = |line: &str| {
        let text = line.trim_start();
        text.ends_with(')') && !text.contains(": ") || text.starts_with("created by ")
    };
    if is_place(line) && is_call(last) {
        return Some(Line::Further);
    }
    let text = line.trim_start();
    (is_call(line) && is_place(next)).then(|| {
        let symbol = text.strip_prefix("created by ").unwrap_or(text);
        let own = ["testing.", "runtime.", "panic("].iter().any(|name| symbol.starts_with(name));
        of_runtime(own || has_path(next))
    })
}

/// `test/quay_test.exs:8: (test)` of Elixir.
fn elixir(text: &str) -> Option<Line> {
    let (place, _) = text.split_once(": ")?;
    let (file, _) = place.rsplit_once(':')?;
    let frame =
        (file.ends_with(".ex") || file.ends_with(".exs")) && !file.contains(' ') && ends_with_line(place);
    frame.then_some(Line::User)
}

/// A path with its line, and nothing else: a frame of PHPUnit, minitest or Ruby.
fn path_alone(text: &str) -> Option<Line> {
    let (place, _) = text.split_once(":in ").unwrap_or((text, ""));
    let bare = !place.contains(' ') && ends_with_line(place) && place.contains('/');
    bare.then(|| of_runtime(has_path(place)))
}

/// Whose source a place of pytest ends in the long form, or heads in the short form.
pub(super) fn end_of_pytest(line: &str) -> Option<Line> {
    let (place, rest) = line.split_once(".py:")?;
    if place.contains(' ') || line.starts_with(' ') {
        return None;
    }
    let rest = after_number(rest)?;
    rest.starts_with(':').then(|| of_runtime(comes_with_python(line)))
}

/// Whether pytest prints the source below this line.
pub(super) fn is_short(line: &str) -> bool {
    line.contains(": in ")
}
