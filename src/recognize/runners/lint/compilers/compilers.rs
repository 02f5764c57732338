//! The recognizer of small compilers.

use super::{d, erlang, verilator};
use crate::event::{Block, Class, Event, Part, Seen};
use crate::recognize::kit::linter::{Findings, Follows, Linter};
use crate::recognize::kit::rows::{Table, table};

/// What follows a finding of Verilator.
const FOLLOWS: Follows = Follows::Lines { fits: verilator::goes_on, most: 20, part: Part::Why };

/// Small compilers.
#[derive(Debug, Default)]
pub struct Compilers {
    erlang: erlang::Erlang,
}

impl Linter for Compilers {
    const TABLE: Table = table!("compilers.rows", "nim.rows", "d.rows");

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        self.erlang.drawn(text, findings)
    }

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let seen @ Some(_) = self.erlang.begin(text, findings) {
            return seen;
        }
        if verilator::build_failures(text) {
            findings.consequence(text);
            return Some(Seen::Mine(Class::Detail));
        }
        if let Some(finding) = verilator::finding(text).or_else(|| erlang::finding(text)) {
            self.erlang.found();
            return Some(findings.open_for(&finding, text, FOLLOWS));
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
