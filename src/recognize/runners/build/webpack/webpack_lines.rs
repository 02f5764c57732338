//! Single lines of webpack and of what prints its errors.
//!
//! Source: webpack 5 `stats/DefaultStatsPrinterPlugin.js`, webpack 4 `Stats.js`; ts-loader 9, fork-ts-checker-webpack-plugin 9,
//! `react-dev-utils/formatWebpackMessages.js`, Angular's builder 8 to 16.

use crate::event::Place;
use crate::recognize::kit::scan;

/// What is after `ERROR in ` or `WARNING in `.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head<'a> {
    /// The file, or the name of an entry.
    pub(super) subject: &'a str,
    pub(super) line: Option<u64>,
    /// TypeScript's code, and the message, where the line has them.
    pub(super) code: &'a str,
    pub(super) message: &'a str,
}

impl Head<'_> {
    /// Whether the subject is a file.
    pub(super) fn is_file(&self) -> bool {
        is_path(self.subject)
    }
}

/// Reads `./src/quay.js 2:22-30`, `./src/quay.ts:2:7`, `./a.css (./loader.js!./a.css)`, `src/a.ts:5:3 - error TS2322: no`,
/// `Entry module not found: Error: no`, `main`. Nothing that begins with a parenthesis: Clojure's tests.
pub(super) fn subject(rest: &str) -> Option<Head<'_>> {
    let rest = rest.trim();
    if rest.is_empty() || rest.starts_with(['(', '[']) {
        return None;
    }
    if let Some(head) = typed(rest) {
        return Some(head);
    }
    let none = Head { subject: rest, line: None, code: "", message: "" };
    if let Some((file, at)) = rest.rsplit_once(' ')
        && let Some((line, rest)) = scan::number(at)
        && rest.starts_with(':')
        && is_path(file)
    {
        return Some(Head { subject: file, line: Some(line), ..none });
    }
    if let Some((place, "")) = scan::place(rest) {
        return Some(Head { subject: place.file, line: place.line, ..none });
    }
    if let Some((file, _)) = rest.split_once(" (")
        && is_path(file)
    {
        return Some(Head { subject: file, ..none });
    }
    if let Some((before, _)) = rest.split_once(": ") {
        // Programs name the part of theirs that has an error: `ERROR in app: Exception on / [GET]`.
        let printed = before.contains(' ') || before.starts_with(|first: char| first.is_ascii_uppercase());
        return printed.then_some(Head { subject: "webpack", message: rest, ..none });
    }
    let named = rest.starts_with(|first: char| !first.is_ascii_digit()) && !rest.contains(' ');
    (named || is_path(rest)).then_some(none)
}

/// Reads `src/a.ts:5:3 - error TS2322: no` and `src/a.ts(5,3): error TS2322: no`, as Angular prints it after `ERROR in ` or
/// `Error: `, and below it.
pub(super) fn typed(rest: &str) -> Option<Head<'_>> {
    let (place, printed) = match scan::split_once(rest, " - error ") {
        Some((place, printed)) => (scan::place(place).filter(|(_, rest)| rest.is_empty())?.0, printed),
        None => {
            let (place, rest) = scan::place(rest)?;
            (place, rest.strip_prefix(" error ")?)
        }
    };
    let (code, message) = printed.split_once(": ")?;
    let known = ["TS", "NG"].iter().any(|kind| {
        code.strip_prefix(kind)
            .and_then(|number| number.strip_prefix('-').or(Some(number)))
            .is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    });
    known.then_some(Head { subject: place.file, line: place.line, code, message })
}

/// Whether the text is the path of a file, as webpack and its users write it.
pub(super) fn is_path(text: &str) -> bool {
    let dotted = text.rsplit(['/', '\\']).next().is_some_and(|name| name.contains('.'));
    let rooted = ["./", "../", "/"].iter().any(|root| text.starts_with(root));
    text.len() <= 1024 && !text.is_empty() && (rooted || (dotted && !text.contains(' ')))
}

/// Reads the place that ts-loader tells: `[tsl] ERROR in /a/app.ts(2,7)`.
pub(super) fn loader_place(text: &str) -> Option<Place<'_>> {
    let (file, at) = text.strip_prefix("[tsl] ERROR in ")?.strip_suffix(')')?.rsplit_once('(')?;
    let (line, _) = scan::number(at)?;
    Some(Place { file, line: Some(line) })
}

/// Reads ` @ ./src/main.js 2:0-29`: the module that asked for it, and the line.
pub(super) fn asked_by(text: &str) -> Option<(&str, u64)> {
    let (file, at) = text.strip_prefix(" @ ")?.split_once(' ')?;
    Some((file, scan::number(at)?.0))
}

/// Reads the last line, `webpack 5.90.0 compiled with 4 errors and 1 warning in 566 ms`: the errors.
pub(super) fn compiled(text: &str) -> Option<u64> {
    // Of several configurations each has its name before it: `server (webpack 5.90.0) compiled ...`.
    let named = || text.trim_start().split_once(" (webpack ").and_then(|(_, rest)| rest.split_once(')'));
    let rest = match text.strip_prefix("webpack ") {
        Some(rest) => rest,
        None => named()?.1.trim_start(),
    };
    let rest = if rest.starts_with("compiled ") { rest } else { rest.split_once(' ')?.1 };
    let how = rest.strip_prefix("compiled ")?;
    if how.starts_with("successfully") {
        return Some(0);
    }
    let (number, rest) = scan::number(how.strip_prefix("with ")?)?;
    if rest.starts_with(" error") { Some(number) } else { rest.starts_with(" warning").then_some(0) }
}

/// What webpack's command says when it could not begin: `[webpack-cli] Failed to load '/a/webpack.config.js' config`.
pub(super) fn command_error(text: &str) -> Option<&str> {
    const BEGINNINGS: [&str; 7] =
        ["Error: ", "Failed to ", "Invalid ", "Unable to ", "Unknown ", "Cannot ", "HookWebpackError: "];
    let printed = text.strip_prefix("[webpack-cli] ")?;
    let error =
        printed.split_once(": ").is_some_and(|(kind, _)| kind.ends_with("Error") && !kind.contains(' '));
    (error || BEGINNINGS.iter().any(|each| printed.starts_with(each))).then_some(printed)
}

/// Whether the line, which is at the margin, is none of an error's text.
pub(super) fn ends(text: &str) -> bool {
    const BEGINNINGS: [&str; 12] = [
        "webpack ",
        "npm ",
        "error Command failed",
        " ELIFECYCLE ",
        "Use 'stats",
        "Child ",
        "Hash: ",
        "Version: ",
        "Found ",
        "> Build failed because",
        "assets by ",
        "[webpack-cli] ",
    ];
    let detailed = scan::number(text).is_some_and(|(_, rest)| {
        rest.starts_with(" error") || rest.starts_with(" warning") || rest.starts_with(" ERROR")
    });
    detailed || BEGINNINGS.iter().any(|each| text.starts_with(each))
}

/// Whether the line says merely that something is wrong, or where: what comes next says it.
pub(super) fn says_nothing(text: &str) -> bool {
    let from = ["Module build failed", "Module Error", "Module Warning"];
    text.is_empty()
        || (text.ends_with(':') && from.iter().any(|begin| text.starts_with(begin)))
        || text.starts_with("[tsl] ")
        || text.starts_with(['>', '|'])
        || is_range(text)
        || text.split_once(' ').is_some_and(|(file, at)| is_path(file) && is_range(at))
}

/// Whether the text is lines and columns: `3:6-11`.
fn is_range(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || b":-".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_have_many_forms() {
        let read = |text| subject(text).map(|head| (head.subject, head.line, head.message));
        assert_eq!(read("./src/quay.js 2:22-30"), Some(("./src/quay.js", Some(2), "")));
        assert_eq!(read("./src/quay.ts:2:7"), Some(("./src/quay.ts", Some(2), "")));
        assert_eq!(read("./a.css (./loader.js!./a.css)"), Some(("./a.css", None, "")));
        assert_eq!(read("src/a.ts:5:3 - error TS2322: no"), Some(("src/a.ts", Some(5), "no")));
        assert_eq!(
            read("Entry module not found: Error: no"),
            Some(("webpack", None, "Entry module not found: Error: no"))
        );
        assert_eq!(read("main"), Some(("main", None, "")));
        assert_eq!(read("(unloads) (quay_test.clj:6)"), None);
        assert_eq!(read("the harbour today"), None);
        assert_eq!(read("[eslint]"), None);
        assert_eq!(read("app: Exception on / [GET]"), None);
        assert_eq!(read("12"), None);
        assert_eq!(read("TypeError: no"), Some(("webpack", None, "TypeError: no")));
    }

    #[test]
    fn the_last_line_counts_errors() {
        assert_eq!(compiled("webpack 5.90.0 compiled with 4 errors and 1 warning in 566 ms"), Some(4));
        assert_eq!(compiled("webpack compiled with 1 warning in 5 ms"), Some(0));
        assert_eq!(compiled("webpack 5.90.0 compiled successfully in 5 ms"), Some(0));
        assert_eq!(compiled("webpack is a bundler"), None);
        assert_eq!(compiled("  quay (webpack 5.90.0) compiled with 1 error in 5 ms"), Some(1));
        assert_eq!(compiled("  quay (webpack 5.90.0) compiled successfully in 5 ms"), Some(0));
        assert_eq!(compiled("quay (webpack 5.90.0) is loaded"), None);
    }

    #[test]
    fn places_are_in_the_text_too() {
        let place = loader_place("[tsl] ERROR in /a/app.ts(2,7)").map(|place| (place.file, place.line));
        assert_eq!(place, Some(("/a/app.ts", Some(2))));
        assert_eq!(asked_by(" @ ./src/main.js 2:0-29"), Some(("./src/main.js", 2)));
        assert!(says_nothing("./src/app.ts 2:6-7") && says_nothing("Module build failed (from ./a.js):"));
        assert!(!says_nothing("SyntaxError"));
    }

    #[test]
    fn the_command_tells_why_it_did_not_begin() {
        assert!(command_error("[webpack-cli] TypeError: no").is_some());
        assert!(command_error("[webpack-cli] Failed to load 'a' config").is_some());
        assert!(command_error("[webpack-cli] Compiler starting...").is_none());
    }
}
