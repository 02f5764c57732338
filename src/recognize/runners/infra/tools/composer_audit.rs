//! composer audit: `Found 2 security vulnerability advisories affecting 1 package:`, and each advisory below it, in a table or as
//! plain keys. An install says the same with a full stop and fails nothing. Source: composer's `Auditor.php`.

use crate::event::{Block, Class, Event, FailureKind, Seen, Sink};
use crate::recognize::kit::good_end::GoodEnd;
use crate::recognize::kit::lint::finding::declared;
use crate::recognize::kit::scan;
use crate::text::head;

/// What it says when there is none.
pub(super) const NONE: &str = "No security vulnerability advisories found.";
/// The longest value that is held, in bytes.
const VALUE_BYTES: usize = 120;

/// The advisories of an audit.
#[derive(Debug, Default)]
pub(super) struct Advisories {
    /// How many there are by the line above them.
    number: Option<u64>,
    package: String,
    id: String,
    title: String,
    reported: bool,
    good: GoodEnd,
}

impl Advisories {
    /// Whether it has to see the next line.
    pub(super) const fn is_open(&self) -> bool {
        self.number.is_some() || self.good.is_at()
    }

    /// A line, if it is one of the audit.
    pub(super) fn line(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        self.good.line(text);
        if text == NONE {
            self.good.say();
            return Some(Seen::Mine(Class::Totals));
        }
        if let Some(number) = found(text) {
            self.close(sink);
            self.number = Some(number);
            return Some(Seen::Mine(Class::Totals));
        }
        self.number?;
        if text.starts_with("+-") || (text.starts_with("---") && text.bytes().all(|byte| byte == b'-')) {
            self.tell(sink);
            return Some(Seen::Mine(Class::Noise));
        }
        let row = text.strip_prefix('|').and_then(|row| row.strip_suffix('|'));
        let pair = row.map_or_else(|| text.split_once(": "), |row| row.split_once('|'));
        let Some((key, value)) = pair.map(|(key, value)| (key.trim(), head(value.trim(), VALUE_BYTES)))
        else {
            self.close(sink);
            return None;
        };
        match key {
            "Package" => {
                self.tell(sink);
                value.clone_into(&mut self.package);
            }
            "CVE" => value.clone_into(&mut self.id),
            "Title" => value.clone_into(&mut self.title),
            _ => {}
        }
        Some(Seen::Mine(Class::Detail))
    }

    /// The log ended.
    pub(super) fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        self.good.end(sink);
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        self.tell(sink);
        if let Some(number) = self.number.take()
            && number > 0
        {
            if std::mem::take(&mut self.reported) {
                declared(number, sink);
            } else {
                let name = format!("{number} security vulnerability advisories");
                sink.emit(Event::Consequence { name: &name, kind: FailureKind::Build });
            }
        }
    }

    /// All keys of an advisory came.
    fn tell(&mut self, sink: &mut dyn Sink) {
        let package = std::mem::take(&mut self.package);
        let (id, title) = (std::mem::take(&mut self.id), std::mem::take(&mut self.title));
        if package.is_empty() {
            return;
        }
        let name =
            if id.is_empty() { format!("{package}: {title}") } else { format!("{package}: {title} ({id})") };
        sink.emit(Event::BlockOpened(Block::Whole { name: &name, kind: FailureKind::Diagnostic }));
        sink.emit(Event::Instead(&name));
        sink.emit(Event::Heading);
        sink.emit(Event::Message(&title));
        sink.emit(Event::BlockClosed);
        self.reported = true;
    }
}

/// `Found 2 security vulnerability advisories affecting 1 package:`: how many.
fn found(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.strip_prefix("Found ")?)?;
    let rest = rest.strip_prefix(" security vulnerability advisor")?;
    let rest = rest.strip_prefix("y ").or_else(|| rest.strip_prefix("ies "))?;
    (rest.starts_with("affecting ") && rest.ends_with(':')).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::super::composer::Composer;
    use super::*;
    use crate::recognize::kit::scan::drive;

    #[test]
    fn each_advisory_is_a_failure() {
        let table = "Found 1 security vulnerability advisory affecting 1 package:\n+---------+------+\n| Package | quay/rope |\n| CVE     | CVE-2020-1 |\n| Title   | it may tear |\n+---------+------+\n";
        let plain = "Found 2 security vulnerability advisories affecting 1 package:\nPackage: quay/rope\nCVE: CVE-2020-1\nTitle: it may tear\n--------\nPackage: quay/rope\nTitle: it burns\n";
        for (text, number) in [(table, 1), (plain, 2)] {
            let printed = drive(&mut Composer::default(), text).join("\n");
            assert_eq!(printed.matches("Whole {").count(), number, "{printed}");
            assert!(printed.contains("quay/rope: it may tear (CVE-2020-1)"), "{printed}");
            assert!(printed.contains(&format!("errors: Some({number})")), "{printed}");
        }
        let installed = "Found 1 security vulnerability advisory affecting 1 package.\nRun composer audit.\n";
        assert!(!drive(&mut Composer::default(), installed).join("\n").contains("Consequence"));
    }

    #[test]
    fn none_passed_when_it_is_the_last_word() {
        let last = |text: &str| drive(&mut Composer::default(), text).last().cloned().unwrap_or_default();
        assert!(last(NONE).contains("SectionEnded(Passed)"));
        assert!(!last(&format!("{NONE}\n> quay:moor\n")).contains("Passed"));
    }
}
