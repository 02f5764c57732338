//! Texts and numbers of a page.

use serde_json::Value;

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A whole number.
    Count,
    /// A number with a tenth.
    Tenth,
    /// A share of 1, as a percentage.
    Share,
    /// A percentage.
    Percent,
    /// Milliseconds.
    Milliseconds,
    /// Bytes.
    Bytes,
}

impl Form {
    const fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Tenth => "tenth",
            Self::Share => "share",
            Self::Percent => "percent",
            Self::Milliseconds => "ms",
            Self::Bytes => "bytes",
        }
    }
}

/// A text that is only text on a page.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ if crate::text::is_unsafe(char) => escaped.extend(char.escape_unicode()),
            _ => escaped.push(char),
        }
    }
    escaped
}

/// Digits in groups of three.
fn grouped(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut text = sign.to_owned();
    for (place, digit) in whole.chars().enumerate() {
        let left = whole.len().saturating_sub(place);
        if place > 0 && left.is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + rest
}

/// A number in words for people; `-` when there is none.
pub(super) fn written(value: Option<&Value>, form: Form) -> String {
    let Some(number) = value.and_then(Value::as_f64) else { return "-".to_owned() };
    match form {
        Form::Count | Form::Bytes => grouped(&format!("{number:.0}")),
        Form::Tenth => grouped(&format!("{number:.1}")),
        Form::Share => format!("{:.1}%", number * 100.0),
        Form::Percent => format!("{number:.1}%"),
        Form::Milliseconds => grouped(&format!("{number:.1}")),
    }
}

/// A document and what it shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doc<'a>(pub(super) &'a Value);

impl<'a> Doc<'a> {
    /// The value at a path.
    pub(super) fn at(self, path: &str) -> Option<&'a Value> {
        self.0.pointer(path)
    }

    /// The number at a path; 0 when there is none.
    pub(super) fn number(self, path: &str) -> f64 {
        self.at(path).and_then(Value::as_f64).unwrap_or(0.0)
    }

    /// The text at a path.
    pub(super) fn text(self, path: &str) -> &'a str {
        self.at(path).and_then(Value::as_str).unwrap_or_default()
    }

    /// The elements of the list at a path.
    pub(super) fn list(self, path: &str) -> &'a [Value] {
        self.at(path).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    /// The number at a path, in words.
    pub(super) fn words(self, path: &str, form: Form) -> String {
        written(self.at(path), form)
    }

    /// What an element needs to show the number at a path: the attributes that name it, `>`, and the number.
    pub(super) fn shown(self, path: &str, form: Form) -> String {
        format!(" data-path=\"{}\" data-form=\"{}\">{}", escaped(path), form.name(), self.words(path, form))
    }

    /// A cell with the number at a path.
    pub(super) fn cell(self, path: &str, form: Form) -> String {
        format!("<td{}</td>", self.shown(path, form))
    }

    /// A cell with a number.
    pub(super) fn cells(self, paths: &[(String, Form)]) -> String {
        paths.iter().map(|(path, form)| self.cell(path, *form)).collect()
    }
}

/// The head of a row.
pub(super) fn row_head(text: &str) -> String {
    format!("<th scope=\"row\">{}</th>", escaped(text))
}

/// A table that can be scrolled where it is too wide. `rows` are the insides of its rows.
pub(super) fn table(caption: &str, heads: &[&str], rows: &[String]) -> String {
    let heads: String =
        heads.iter().map(|head| format!("<th scope=\"col\">{}</th>", escaped(head))).collect();
    let rows: String = rows.iter().map(|row| format!("<tr>{row}</tr>\n")).collect();
    let caption = escaped(caption);
    format!(
        "<div class=\"scroll\" role=\"region\" aria-label=\"{caption}\" tabindex=\"0\"><table><caption>{caption}</caption>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        let written = |value: Value, form| written(Some(&value), form);
        assert_eq!(written(1_234_567.into(), Form::Count), "1,234,567");
        assert_eq!(written((-1234).into(), Form::Count), "-1,234");
        assert_eq!(written(999.into(), Form::Bytes), "999");
        assert_eq!(written(0.125.into(), Form::Share), "12.5%");
        assert_eq!(written(1234.56.into(), Form::Milliseconds), "1,234.6");
        assert_eq!(written(Value::Null, Form::Count), "-");
    }
}
