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
