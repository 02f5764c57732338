//! The recognizer of small compilers.

use super::{d, erlang, nim, verilator};
use crate::event::{Block, Class, Event, Part, Seen};
use crate::recognize::kit::linter::{Findings, Follows, Linter, Read, Table};

/// How a finding of each is read.
const FINDINGS: [Read; 4] = [d::finding, nim::finding, verilator::finding, erlang::finding];
/// How each says that it gave up.
const GAVE_UP: [fn(&str) -> bool; 3] = [d::build_failures, verilator::build_failures, nim::build_failures];

/// Small compilers.
#[derive(Debug, Default)]
pub struct Compilers {
    erlang: erlang::Erlang,
}

impl Linter for Compilers {
    const TABLE: Table = Table {
        name: "compiler",
        reads: "small compilers: dmd, ldc2 and dub, Nim, Verilator, Erlang",
        starts: &[
            "%Error",
            "%Warning",
            "core.exception.",
            "object.",
            "Error: execution of an external ",
            "Error /",
            "Error dmd ",
            "Error ldc",
            "Error gd",
            "\u{250c}\u{2500} ",
            "===> Compiling ",
        ],
        places: Some(&[]),
        follows: Follows::Lines {
            fits: |text| d::goes_on(text) || verilator::goes_on(text),
            most: 20,
            part: Part::Why,
        },
        ..Table::NONE
    };

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        self.erlang.drawn(text, findings)
    }

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let seen @ Some(_) = self.erlang.begin(text, findings) {
            return seen;
        }
        if GAVE_UP.iter().any(|build_failures| build_failures(text)) {
            findings.consequence(text);
            return Some(Seen::Mine(Class::Detail));
        }
        if let Some(finding) = FINDINGS.iter().find_map(|read| read(text)) {
            self.erlang.found();
            return Some(findings.open(&finding, text));
        }
        if let Some((place, message)) = d::uncaught(text) {
            findings.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message }));
            findings.emit(Event::Heading);
            findings.emit(Event::Message(message));
            findings.emit(Event::BlockClosed);
            return Some(Seen::Mine(Class::Detail));
        }
        if !text.is_empty() {
            self.erlang.keep_promise(findings);
        }
        None
    }

    fn sees_every_line(&self) -> bool {
        self.erlang.is_open()
    }

    fn end(&mut self, findings: &mut Findings<'_>) {
        self.erlang.keep_promise(findings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::linter::Linting;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Linting::<Compilers>::default(), text).join("\n")
    }

    #[test]
    fn one_line_of_each_is_an_error() {
        for (text, place) in [
            ("source/app.d(5,5): Error: undefined identifier `foo`", "file: \"source/app.d\", line: Some(5)"),
            ("a.d(7): Error: cannot implicitly convert", "file: \"a.d\", line: Some(7)"),
            ("/p/a.nim(3, 6) Error: undeclared identifier: 'foo'", "file: \"/p/a.nim\", line: Some(3)"),
            ("%Error: top.v:15:5: syntax error, unexpected endmodule", "file: \"top.v\", line: Some(15)"),
            ("%Error-PINNOTFOUND: rtl/top.sv:9: Pin not found: 'x'", "file: \"rtl/top.sv\", line: Some(9)"),
            ("src/quay.erl:5: variable 'Rope' is unbound", "file: \"src/quay.erl\", line: Some(5)"),
            (
                "    \u{250c}\u{2500} src/quay.erl:\n    \u{2502}\n  5 \u{2502}  X = Y.\n    \u{2502}      \u{2570}\u{2500}\u{2500} variable 'Y' is unbound",
                "file: \"src/quay.erl\", line: Some(5)",
            ),
            (
                "core.exception.AssertError@source/app.d(5): unittest failure",
                "file: \"source/app.d\", line: Some(5)",
            ),
        ] {
            let all = all(text);
            assert!(all.contains("BlockOpened(Diagnostic") && all.contains(place), "{text}: {all}");
        }
    }

    #[test]
    fn what_merely_warns_is_no_failure() {
        for text in [
            "a.d(7): Deprecation: use moor",
            "/p/a.nim(3, 6) Warning: imported and not used: 'os' [UnusedImport]",
            "%Warning-WIDTH: top.v:12:9: Operator ASSIGNW expects 8 bits",
            "src/quay.erl:3: Warning: function moor/0 is unused",
        ] {
            assert!(all(text).contains("Warning {"), "{text}");
        }
    }

    #[test]
    fn what_is_merely_alike_is_nobodys() {
        for text in [
            "a.ts(3,5): error TS2304: no",
            "app.d(5): no error here",
            "a.nim(3, 6) Hint: 'x' is declared but not used",
            "%Errors are many: 3",
            "root@app.d(5): no",
            "Error make failed with exit code 2",
            "src/quay.erl:5:<0.75.0>: moored",
            "===> Compiling harbour",
        ] {
            assert_eq!(all(text), "1 No \nend ", "{text}");
        }
    }

    #[test]
    fn a_file_that_was_not_compiled_counts_when_nothing_else_is_reported() {
        let head = "===> Compiling src/quay.erl failed\n";
        assert!(all(&format!("{head}\n===> next\n")).contains("Consequence"));
        let reported = all(&format!("{head}src/quay.erl:5: variable 'Y' is unbound\n"));
        assert!(!reported.contains("Consequence"), "{reported}");
    }

    #[test]
    fn more_of_an_error_is_below_it() {
        let all = all(
            "a.d(7): Error: no\na.d(3):        instantiated from here\n%Error: t.v:5:3: no\n    5 | endmodule\n      | ^~~\nnext\n%Error: Exiting due to 1 error(s)\n",
        );
        assert_eq!(all.matches("BlockOpened").count(), 2, "{all}");
        assert_eq!(all.matches("Text(Why)").count(), 3, "{all}");
        assert!(all.contains("6 No") && all.contains("Consequence"), "{all}");
    }
}
