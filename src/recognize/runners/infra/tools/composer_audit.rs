//! composer audit: `Found 2 security vulnerability advisories affecting 1 package:`, and each advisory below it, in a table or as
//! plain keys. An install says the same with a full stop and fails nothing. Source: composer's `Auditor.php`.

use crate::event::{Class, FailureKind, Seen};
use crate::recognize::kit::Run;
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
    pub(super) fn line(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        self.good.line(text);
        if text == NONE {
            self.good.say();
            return Some(Seen::Mine(Class::Totals));
        }
        if let Some(number) = found(text) {
            self.sum(run);
            self.number = Some(number);
            return Some(Seen::Mine(Class::Totals));
        }
        self.number?;
        if text.starts_with("+-") || (text.starts_with("---") && text.bytes().all(|byte| byte == b'-')) {
            self.tell(run);
            return Some(Seen::Mine(Class::Noise));
        }
        let row = text.strip_prefix('|').and_then(|row| row.strip_suffix('|'));
        let pair = row.map_or_else(|| text.split_once(": "), |row| row.split_once('|'));
        let Some((key, value)) = pair.map(|(key, value)| (key.trim(), head(value.trim(), VALUE_BYTES)))
        else {
            self.sum(run);
            return None;
        };
        match key {
            "Package" => {
                self.tell(run);
                value.clone_into(&mut self.package);
            }
            "CVE" => value.clone_into(&mut self.id),
            "Title" => value.clone_into(&mut self.title),
            _ => {}
        }
        Some(Seen::Mine(Class::Detail))
    }

    /// The log ended.
    pub(super) fn end(&mut self, run: &mut Run<'_>) {
        self.sum(run);
        self.good.end(run);
    }

    /// The advisories ended: their number has to be what was said above them.
    fn sum(&mut self, run: &mut Run<'_>) {
        self.tell(run);
        if let Some(number) = self.number.take()
            && number > 0
        {
            if std::mem::take(&mut self.reported) {
                declared(number, run);
            } else {
                let name = format!("{number} security vulnerability advisories");
                run.consequence(&name, FailureKind::Build);
            }
        }
    }

    /// All keys of an advisory came.
    fn tell(&mut self, run: &mut Run<'_>) {
        let package = std::mem::take(&mut self.package);
        let (id, title) = (std::mem::take(&mut self.id), std::mem::take(&mut self.title));
        if package.is_empty() {
            return;
        }
        let name =
            if id.is_empty() { format!("{package}: {title}") } else { format!("{package}: {title} ({id})") };
        run.instead(&name);
        run.fail_whole_at_once(&name, FailureKind::Diagnostic, &title);
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
