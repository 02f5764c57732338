//! The state of a stream with a name.

use crate::budget::Count as _;
use crate::text;
use crate::text::channel::names::Form;
use crate::text::channel::{Receipts, Stage};

#[derive(Debug)]
pub(super) struct Named {
    pub(super) form: Form,
    pub(super) name: Box<str>,
    /// Whether its last line with text had a CI's time stamp after the name.
    stamped: bool,
    /// How many lines it has so far, and how many of them had such a stamp.
    lines: u64,
    stamps: u64,
}

impl Named {
    pub(super) fn new(form: Form, name: &str) -> Self {
        Self { form, name: name.into(), stamped: false, lines: 0, stamps: 0 }
    }

    /// Adds how many prefixes and stamps were taken off.
    pub(super) fn book(&self, receipts: &mut Receipts) {
        receipts.add(self.form.stage(), self.form.receipt(), self.lines);
        receipts.add(Stage::Stamp, "prefix:stamp", self.stamps);
    }

    /// The line's text without the stamp that `docker compose logs --timestamps` and `kubectl logs --prefix --timestamps`
    /// write after the name. A stamp without a name before it stays.
    pub(super) fn unstamped<'a>(&mut self, text: &'a str) -> &'a str {
        self.lines.up(1);
        if text.is_empty() || !matches!(self.form, Form::Bars | Form::Brackets) {
            return text;
        }
        let rest = text::after_stamp(text, self.stamped);
        self.stamped = rest.is_some();
        self.stamps.up(u64::from(self.stamped));
        rest.unwrap_or(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAMP: &str = "2026-01-02T03:04:05.678901Z";

    fn unstamped(form: Form, texts: &[&str]) -> Vec<String> {
        let mut named = Named::new(form, "web-1");
        let stamped = |text: &&str| if text.is_empty() { String::new() } else { format!("{STAMP} {text}") };
        texts.iter().map(|text| named.unstamped(&stamped(text)).replace(STAMP, "at")).collect()
    }

    #[test]
    fn a_stamp_after_the_name_is_no_text_of_the_line() {
        assert_eq!(unstamped(Form::Bars, &["", "moored", "ERROR no"]), ["", "moored", "ERROR no"]);
        assert_eq!(unstamped(Form::Brackets, &["ERROR no", "moored"]), ["at ERROR no", "moored"]);
        assert_eq!(unstamped(Form::Scoped, &["moored"]), ["at moored"]);
        assert_eq!(Named::new(Form::Bars, "web-1").unstamped(STAMP), "");
    }

    #[test]
    fn a_services_own_clock_stays_before_its_level() {
        assert_eq!(
            unstamped(Form::Bars, &["INFO opens", "ERROR no berth"]),
            ["at INFO opens", "at ERROR no berth"]
        );
    }
}
