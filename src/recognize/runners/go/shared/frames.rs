//! The lines of a list of goroutines: headers, functions with the place of their call, registers.
//!
//! One line at a time and without state, by the sources of Go's package `runtime`; what they mean for a failure is decided
//! in `judge`.

use crate::event::Place;
use crate::recognize::kit::scan;

/// Whether the text is `goroutine 7 [running]:`, in any runtime's spelling.
pub fn is_goroutine(text: &str) -> bool {
    text.strip_prefix("goroutine ").and_then(scan::number).is_some_and(|(_, rest)| {
        rest.starts_with(' ') && rest.contains('[') && rest.trim_end().ends_with("]:")
    })
}

/// Reads `/path/a_test.go:21 +0x1c`.
pub fn frame_place(text: &str) -> Option<Place<'_>> {
    let text = text.trim();
    let word = text.rsplit_once(" +0x").map_or(text, |(word, _)| word);
    let (file, line) = word.rsplit_once(':')?;
    let line = scan::whole_number(line)?;
    file.ends_with(".go").then_some(Place { file, line: Some(line) })
}

/// Whether a function belongs to the language's own library as far as tests reach into it.
pub fn is_std(function: &str) -> bool {
    const PACKAGES: [&str; 21] = [
        "panic(",
        "testing.",
        "runtime.",
        "runtime/",
        "reflect.",
        "sync.",
        "sync/",
        "time.",
        "internal/",
        "os.",
        "os/",
        "net.",
        "net/",
        "io.",
        "bufio.",
        "bytes.",
        "strings.",
        "fmt.",
        "encoding/",
        "context.",
        "log.",
    ];
    PACKAGES.iter().any(|package| function.starts_with(package))
}

/// The test whose function this is: `a.com/b/c.TestX(0x0?)` and `a.com/b/c.TestX.func1()` give `TestX`.
pub fn test_of_function(function: &str) -> Option<&str> {
    let last = function.rsplit_once('/').map_or(function, |(_, last)| last);
    let (_, name) = last.split_once('.')?;
    let end = name.find(['.', '(', ' ']).unwrap_or(name.len());
    let name = name.get(..end)?;
    let after = ["Test", "Fuzz", "Benchmark", "Example"].iter().find_map(|start| name.strip_prefix(start))?;
    // `Testify` is no test: what follows does not begin with a small letter.
    (!after.starts_with(|first: char| first.is_lowercase())).then_some(name)
}

/// Whether the text is a line of registers: `rax    0x0`.
pub fn is_register(text: &str) -> bool {
    text.split_once(' ').is_some_and(|(name, rest)| name.len() <= 6 && rest.trim_start().starts_with("0x"))
}
