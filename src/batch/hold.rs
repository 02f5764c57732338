//! What the lines of many logs are for documents: their failures, and the logs that did not pass without one.

use super::job::Tally;
use super::lines::{ErrorLine, LogLine, Place, Verdicts};
use crate::render::documents::{Held, Model};
use crate::report::{Counts, Verdict};

impl LogLine {
    /// Adds a log.
    pub(super) fn hold(&self, held: &mut Held, verdict: Verdict) {
        held.log(self.place.shown());
        for failure in &self.failures {
            let place = (failure.file.as_deref(), failure.line);
            held.failure(&failure.id, failure.kind, place, failure.message.as_deref());
        }
        held.unlisted(self.unlisted);
        let alone = self.failures.is_empty() && self.unlisted == 0;
        if verdict != Verdict::Passed && (alone || verdict != Verdict::Failed) {
            held.problem(verdict.lower(), verdict.upper());
        }
    }
}

impl ErrorLine {
    /// Adds what cannot be read.
    pub(super) fn hold(&self, held: &mut Held) {
        held.log(self.place.shown());
        held.problem("unread", &self.error);
    }
}

impl Place {
    /// The path, and the name inside of it.
    fn shown(&self) -> String {
        match &self.member {
            Some(member) => format!("{}: {member}", self.path),
            None => self.path.clone(),
        }
    }
}

impl Verdicts {
    /// The model of all logs. It passed when each of them did, and there was one.
    pub(super) fn model<'h>(
        &self,
        held: &'h Held,
        tally: &Tally,
        interrupted: bool,
        began_ms: u64,
    ) -> Model<'h> {
        let verdict = if self.failed > 0 {
            Verdict::Failed
        } else if self.incomplete > 0 || interrupted {
            Verdict::Incomplete
        } else if self.unknown > 0 || tally.errors > 0 || tally.logs == 0 {
            Verdict::Unknown
        } else {
            Verdict::Passed
        };
        let numbers = [
            (self.failed, "failed"),
            (self.incomplete, "incomplete"),
            (self.unknown, "unknown"),
            (tally.errors, "cannot be read"),
            (self.passed, "passed"),
        ];
        let counted = numbers.iter().filter(|(number, _)| *number > 0);
        let counted: Vec<String> = counted.map(|(number, word)| format!("{number} {word}")).collect();
        let logs = if counted.is_empty() {
            "no log was judged".to_owned()
        } else {
            format!("logs: {}", counted.join(", "))
        };
        held.model(verdict, format!("{} {logs}", verdict.upper()), Counts::default(), began_ms)
    }
}
