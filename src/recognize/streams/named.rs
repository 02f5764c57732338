//! What is known of a stream with a name.

use crate::recognize::prefixes::Form;
use crate::text;

/// A stream with a name.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) form: Form,
    pub(super) name: Box<str>,
    /// Whether its lines have a time stamp behind the name, once one with text came.
    stamped: Option<bool>,
}

impl Named {
    pub(super) fn new(form: Form, name: &str) -> Self {
        Self { form, name: name.into(), stamped: None }
    }

    /// The line's text without the stamp that `docker compose logs --timestamps` and `kubectl logs --prefix --timestamps`
    /// write behind the name: on every line, so that the first one tells.
    pub(super) fn unstamped<'a>(&mut self, text: &'a str) -> &'a str {
        if text.is_empty() || !matches!(self.form, Form::Bars | Form::Brackets) {
            return text;
        }
        let rest = match self.stamped {
            Some(false) => None,
            known => text::behind_stamp(text, known.is_some()),
        };
        self.stamped.get_or_insert(rest.is_some());
        rest.unwrap_or(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_with_text_tells_whether_all_have_a_stamp() {
        let stamp = "2026-01-02T03:04:05.678901Z";
        let line = format!("{stamp} moored");
        let mut named = Named::new(Form::Bars, "web-1");
        let texts = ["", &line, "no stamp", stamp].map(|text| named.unstamped(text).to_owned());
        assert_eq!(texts, ["", "moored", "no stamp", ""]);
        // A service's own log has a level behind its clock, and what it says of errors is no sign of the run's.
        let logs = format!("{stamp} INFO begins");
        for (form, first) in [(Form::Bars, "begins"), (Form::Bars, &logs), (Form::Scoped, &line)] {
            let mut named = Named::new(form, "web-1");
            named.unstamped(first);
            assert_eq!(named.unstamped(&line), line);
        }
    }
}
