//! Fatal errors of PHP itself: `PHP Fatal error:  Uncaught Error: no in /a/b.php:3`, parse errors, and what follows them.
//!
//! The command line prints an error to stdout (`Fatal error: ... in /a/b.php on line 3`) and, when it logs, to stderr
//! (`PHP Fatal error:  ...`); often both, so equal ones count once. A stack and `thrown in` follow an exception.
//! Source: `main/main.c` (`php_error_cb`) and `Zend/zend_exceptions.c`. PHP's warnings and notices are not read.

use super::shared::fatal::fatal;
use crate::budget::Count as _;
use crate::event::{Part, Seen};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EveryLine, Run, Runner, Spec};

/// The most lines of a stack.
const STACK_LINES: u32 = 300;

/// Fatal errors of PHP.
#[derive(Debug, Default)]
pub struct Php {
    /// How many lines of the open error's stack were read.
    lines: u32,
}

impl Runner for Php {
    const SPEC: Spec = Spec {
        name: "php",
        reads: "fatal errors of PHP",
        starts: &[
            "PHP Fatal error: ",
            "PHP Parse error: ",
            "PHP Recoverable fatal error: ",
            "Fatal error: ",
            "Parse error: ",
            "Recoverable fatal error: ",
        ],
        every_line: EveryLine::BelowFailure,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some(error) = fatal(text) {
            self.lines = 0;
            return run.diagnostic(error.place, "", error.message);
        }
        if !run.is_open() {
            return Seen::No;
        }
        let content = text.trim();
        let frame = content.starts_with('#') && scan::number(content.trim_start_matches('#')).is_some();
        let stack =
            frame || content == "Stack trace:" || content == "PHP Stack trace:" || is_logged_frame(content);
        let next = content.strip_prefix("Next ");
        if self.lines > STACK_LINES
            || !(stack || content.is_empty() || next.is_some() || content.starts_with("thrown in "))
        {
            run.close();
            return Seen::No;
        }
        self.lines.up(1);
        if content.is_empty() {
            return Seen::No;
        }
        run.text(if next.is_some() { Part::Why } else { Part::Where })
    }
}

/// `PHP   1. {main}() /a/b.php:0` of a logged stack.
fn is_logged_frame(content: &str) -> bool {
    let rest = content.strip_prefix("PHP ").unwrap_or(content).trim_start();
    scan::number(rest).is_some_and(|(_, rest)| rest.starts_with(". "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_streams_tell_the_same_error() {
        let read = |text| fatal(text).map(|error| (error.place.file, error.place.line, error.message));
        let parsed = Some(("/a/b.php", Some(7), "syntax error, unexpected token \";\""));
        assert_eq!(
            read("PHP Parse error:  syntax error, unexpected token \";\" in /a/b.php on line 7"),
            parsed
        );
        assert_eq!(read("Parse error: syntax error, unexpected token \";\" in /a/b.php on line 7"), parsed);
        let evaluated = "Fatal error: Cannot redeclare f() in b.php(24) : eval()'d code on line 1";
        assert_eq!(read(evaluated), Some(("b.php", Some(24), "Cannot redeclare f()")));
        let missing = Some(("b.php", Some(3), "Call to undefined function foo()"));
        assert_eq!(read("Fatal error: Call to undefined function foo() in b.php on line 3"), missing);
    }

    #[test]
    fn other_tools_say_fatal_error_too() {
        for text in ["Fatal error: no such module", "fatal error: a.h: No such file", "Parse error: 3 in 4"] {
            assert!(fatal(text).is_none(), "{text}");
        }
    }
}
