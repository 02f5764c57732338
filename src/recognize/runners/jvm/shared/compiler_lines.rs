//! The lines below the headings of compilers for the JVM, and what is before each.

use crate::recognize::kit::scan;

/// How javac begins to say that it shows only some of its errors.
pub(in crate::recognize::runners::jvm) const BEYOND_SHOWN: &str = "only showing the first ";

/// Cuts off what build tools put before a compiler's line: Ant's `[javac] `, a task of Gradle 4 and older without line end.
pub(in crate::recognize::runners::jvm) fn unmarked(text: &str) -> &str {
    let text = text.trim_end();
    let begin = text.trim_start();
    if let Some(rest) =
        ["[javac] ", "[kotlinc] ", "[scalac] ", "[groovyc] "].iter().find_map(|mark| begin.strip_prefix(mark))
    {
        return rest;
    }
    if text.starts_with(':')
        && let Some(at) = text.find('/')
        && text
            .get(..at)
            .is_some_and(|task| task.chars().all(|each| each.is_alphanumeric() || ":-_".contains(each)))
    {
        return text.get(at..).unwrap_or(text);
    }
    text
}

/// A line of one caret.
pub(in crate::recognize::runners::jvm) fn carets(text: &str) -> bool {
    let bare = text.trim();
    !bare.is_empty() && bare.chars().all(|each| matches!(each, '^' | '~' | '-')) && bare.contains('^')
}

/// A line of scalac 3's excerpts: `3 |  code`, `  |  ^^^`.
pub(in crate::recognize::runners::jvm) fn bars(text: &str) -> bool {
    text.split_once('|').is_some_and(|(left, _)| {
        let number = left.trim();
        number.is_empty() || scan::whole_number(number).is_some()
    })
}

/// `only showing the first 100 errors, of 134 total; use -Xmaxerrs if you would like to see more`: how many there are.
pub(in crate::recognize::runners::jvm) fn beyond_shown(text: &str) -> Option<u64> {
    let (_, rest) = scan::number(text.strip_prefix(BEYOND_SHOWN)?)?;
    let (total, rest) = scan::number(rest.strip_prefix(" errors, of ")?)?;
    rest.starts_with(" total").then_some(total)
}

/// scalac's number of errors, up to fifteen in a word: `one error found`, `two errors found`, `16 errors`. javac writes numbers.
pub(in crate::recognize::runners) fn errors_found(text: &str) -> Option<u64> {
    const WORDS: [&str; 15] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen",
    ];
    let (number, rest) = text.trim().split_once(' ')?;
    let word = WORDS.iter().position(|word| *word == number).and_then(|at| u64::try_from(at).ok());
    let number = word.map(|at| at.saturating_add(1)).or_else(|| scan::whole_number(number))?;
    matches!(rest.strip_suffix(" found").unwrap_or(rest), "error" | "errors").then_some(number)
}

/// What sums up: `3 errors`, `1 warning`, `two errors found`.
pub(in crate::recognize::runners::jvm) fn closing(text: &str) -> bool {
    let words = text.trim();
    let found = words.strip_suffix(" found").unwrap_or(words);
    let noun = ["error", "errors", "warning", "warnings"].iter().any(|noun| found.ends_with(noun));
    noun && found.split(' ').count() == 2 || words.starts_with("only showing the first ")
}
