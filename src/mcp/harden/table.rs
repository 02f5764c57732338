//! A page of equal records as a table: comma-separated values (RFC 4180), the keys once.
//!
//! A cell gives its value back: what is in quotes is a string, whatever it looks like; nothing is null; and what looks like
//! a number, or is `true` or `false`, is that.

use super::desk::Desk;
use super::scale::count;
use crate::page::Item;
use crate::text::json::{Json, JsonPath, Kind, project};

/// Equal records that are a table.
const FEWEST_ROWS: usize = 2;

/// What is wanted of a list.
pub(super) struct Table<'a> {
    /// The first item, from 0.
    pub(super) first: usize,
    /// Items at most.
    pub(super) most: usize,
    /// Tokens and bytes of the answer.
    pub(super) budget: u64,
    pub(super) bytes: u64,
    /// The fields that are kept; all of them when there is none.
    pub(super) fields: &'a [JsonPath],
    /// What is beside the list, as JSON.
    pub(super) beside: Option<&'a str>,
    /// What else there is to be known.
    pub(super) remark: Option<&'a str>,
}

/// The rows of equal records.
struct Rows {
    header: String,
    rows: Vec<String>,
    /// Whether a row of one column is empty: nobody would see it.
    has_blank: bool,
    /// Whether an item after the rows is another kind of record.
    ends_early: bool,
}

/// A string as a cell.
fn text_cell(text: &str, is_key: bool) -> String {
    let is_word = !is_key && (matches!(text, "true" | "false") || is_number(text));
    let edges = text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace);
    let quoted = text.is_empty()
        || is_word
        || edges
        || text.starts_with("weir:")
        || text.contains([',', '"', '\r', '\n']);
    if quoted { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

fn is_number(text: &str) -> bool {
    let begins = text.starts_with(|char: char| char.is_ascii_digit() || char == '-');
    begins && Json::parse(text).is_ok_and(|json| json.kind() == Kind::Number && json.text() == text)
}

/// A value as a cell; nothing for one that has parts.
fn cell(value: Json<'_>) -> Option<String> {
    match value.kind() {
        Kind::Null => Some(String::new()),
        Kind::Bool | Kind::Number => Some(value.text().to_owned()),
        Kind::String => value.string().map(|text| text_cell(&text, false)),
        Kind::Array | Kind::Object => None,
    }
}

/// The cells of a record in the order of these keys; nothing when it has others, or parts.
fn row(record: Json<'_>, keys: &[String]) -> Option<Vec<String>> {
    if record.kind() != Kind::Object {
        return None;
    }
    let mut cells: Vec<Option<String>> = vec![None; keys.len()];
    for (key, value) in record.fields() {
        let at = keys.iter().position(|known| *known == key)?;
        let slot = cells.get_mut(at).filter(|slot| slot.is_none())?;
        *slot = Some(cell(value)?);
    }
    cells.into_iter().collect()
}

impl Table<'_> {
    /// The table, and the cursor of what comes after it; nothing when these items are none.
    pub(super) fn of(
        &self,
        desk: &Desk<'_>,
        items: &[Item<'_>],
        cursor: &dyn Fn(usize) -> Option<String>,
    ) -> Option<(String, Option<String>)> {
        let rows = self.rows(items.get(self.first..)?)?;
        let made = |shown: usize| {
            let next = self.first.saturating_add(shown);
            let more = next < items.len();
            let next = if more { cursor(next) } else { None };
            let rest = match (&next, more) {
                (Some(cursor), _) => format!("; rest: {}", desk.call_cursor(cursor)),
                (None, true) => format!("; {}", desk.note()),
                (None, false) => String::new(),
            };
            (self.written(&rows, shown, items.len(), &rest), next)
        };
        let fits = |shown: usize| {
            let (text, _) = made(shown);
            desk.scale.tokens(&text) <= self.budget && count(text.len()) <= self.bytes
        };
        let (mut low, mut high) = (0_usize, rows.rows.len());
        while low < high {
            let middle = low.saturating_add(high.saturating_sub(low).div_ceil(2));
            if fits(middle) { low = middle } else { high = middle.saturating_sub(1) }
        }
        let is_whole = low == rows.rows.len();
        let is_table = low >= FEWEST_ROWS && !rows.has_blank && !(is_whole && rows.ends_early);
        is_table.then(|| made(low))
    }

    /// The rows of the items, as many as may have room.
    fn rows(&self, items: &[Item<'_>]) -> Option<Rows> {
        let projected = |json: Json<'_>| project(json, self.fields).text;
        let most = usize::try_from(self.bytes).unwrap_or(usize::MAX);
        let (mut keys, mut rows) = (Vec::<String>::new(), Vec::new());
        let (mut bytes, mut has_blank, mut ends_early) = (0_usize, false, false);
        for (at, item) in items.iter().take(self.most).enumerate() {
            let text = if self.fields.is_empty() { String::new() } else { projected(item.json) };
            let record = if self.fields.is_empty() { item.json } else { Json::parse(&text).ok()? };
            if at == 0 {
                keys = record.fields().map(|(key, _)| key.into_owned()).collect();
                if keys.is_empty() {
                    return None;
                }
            }
            let Some(cells) = row(record, &keys) else {
                ends_early = true;
                break;
            };
            let line = cells.join(",");
            has_blank |= line.is_empty();
            bytes = bytes.saturating_add(line.len()).saturating_add(1);
            rows.push(line);
            if bytes > most {
                break;
            }
        }
        let header = keys.iter().map(|key| text_cell(key, true)).collect::<Vec<_>>().join(",");
        Some(Rows { header, rows, has_blank, ends_early })
    }

    fn written(&self, rows: &Rows, shown: usize, all: usize, rest: &str) -> String {
        let mut text = format!("{}\n", rows.header);
        for row in rows.rows.iter().take(shown) {
            text.push_str(row);
            text.push('\n');
        }
        if let Some(beside) = self.beside {
            text.push_str(&format!("weir: beside {beside}\n"));
        }
        let (from, to) = (self.first.saturating_add(1), self.first.saturating_add(shown));
        let remark = self.remark.map(|remark| format!("; {remark}")).unwrap_or_default();
        text.push_str(&format!("weir: rows {from}-{to} of {all}{remark}{rest}\n"));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str, keys: &[&str]) -> Option<String> {
        let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
        row(Json::parse(text).unwrap(), &keys).map(|cells| cells.join(","))
    }

    #[test]
    fn a_cell_gives_its_value_back() {
        let keys = ["a", "b", "c", "d", "e"];
        assert_eq!(
            cells(r#"{"b":true,"a":1.10,"c":null,"d":"x, \"y\"","e":""}"#, &keys).unwrap(),
            "1.10,true,,\"x, \"\"y\"\"\",\"\""
        );
        assert_eq!(
            cells(r#"{"a":"12","b":"true","c":"null","d":" a","e":"weir: x"}"#, &keys).unwrap(),
            "\"12\",\"true\",null,\" a\",\"weir: x\""
        );
        assert_eq!(
            cells(r#"{"a":"-0","b":"0x1","c":"1e5","d":"-","e":"1."}"#, &keys).unwrap(),
            "\"-0\",0x1,\"1e5\",-,1."
        );
    }

    #[test]
    fn a_record_with_other_keys_or_with_parts_is_none() {
        for text in [r#"{"a":1}"#, r#"{"a":1,"b":2,"c":3}"#, r#"{"a":1,"b":[]}"#, r#"{"a":1,"a":2}"#, "1"] {
            assert_eq!(cells(text, &["a", "b"]), None, "{text}");
        }
    }
}
