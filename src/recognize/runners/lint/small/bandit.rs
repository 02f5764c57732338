//! bandit: `>> Issue: [B404:name] message`, with its place some lines below; by another tool `PATH:LINE: B105[bandit]: ...`.

use super::printed::Printed;
use crate::event::{Block, Class, Event, Part, Place, Seen};
use crate::recognize::kit::lint::finding::{code, position};
use crate::recognize::kit::linter::{Findings, Follows, Tool};

/// How an issue begins.
pub(super) const ISSUE: &str = ">> Issue: [B";

/// bandit.
#[derive(Debug, Default)]
pub(super) struct Bandit {
    /// An issue whose place comes below.
    open: bool,
}

impl Tool for Bandit {
    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if std::mem::take(&mut self.open) {
            let bare = text.trim_start();
            if let Some(place) = bare.strip_prefix("Location: ") {
                if let Some((place, ..)) = position(place) {
                    findings.emit(Event::At { place, better: true });
                }
                findings.emit(Event::Text(Part::Why));
                findings.close();
                return Some(Seen::Mine(Class::Detail));
            }
            if text.starts_with("   ") && !bare.is_empty() {
                findings.emit(Event::Text(Part::Where));
                self.open = true;
                return Some(Seen::Mine(Class::Detail));
            }
            findings.close();
        }
        let message = text.strip_prefix(">> Issue: ")?;
        let place = Place { file: "", line: None };
        findings.close();
        findings.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message }));
        findings.emit(Event::Heading);
        findings.follow(Class::Detail, Follows::Own);
        self.open = true;
        Some(Seen::Mine(Class::Detail))
    }

    fn is_open(&self) -> bool {
        self.open
    }
}

pub(super) fn prints(printed: &Printed<'_>) -> bool {
    code(printed.message).is_some_and(|(_, rest)| rest.starts_with("[bandit]: "))
}
