//! What a program of jq makes of what is stored: one value as a part of it is shown, several as a list page by page.

use super::answer::{Asker, Stored, no_fields, whole};
use super::arguments::Arguments;
use crate::mcp::harden::{
    Choice, Cutting, Desk, Question, Shown, Span, first_page, list_question, record, texts_first,
    wrong_fields,
};
use crate::mcp::select::{Task, run};
use crate::settings::guard::ToolGuard;
use crate::text::json::{Json, Kind};

/// The answer to a program.
pub(super) fn selected(
    desk: &Desk<'_>,
    stored: &Stored,
    (program, asker): (&str, &Asker<'_>),
    arguments: &Arguments,
) -> Result<Shown, String> {
    let task = Task { program, text: &stored.text, is_json: Json::parse(&stored.text).is_ok() };
    let outputs = run(&task, asker.stop)?;
    let estimated = desk.scale.tokens(&stored.text);
    match outputs.as_slice() {
        [one] => match Json::parse(one) {
            Ok(value) if value.kind() == Kind::Array => list(desk, one, stored, arguments, estimated),
            Ok(value) => single(desk, value, stored, arguments, estimated),
            Err(_) => Err("the program gives a value that JSON cannot hold".to_owned()),
        },
        several => list(desk, &format!("[{}]", several.join(",")), stored, arguments, estimated),
    }
}

/// Several values, page by page.
fn list(
    desk: &Desk<'_>,
    text: &str,
    stored: &Stored,
    arguments: &Arguments,
    estimated: u64,
) -> Result<Shown, String> {
    let values =
        Json::parse(text).map_err(|_| "the program gives a value that JSON cannot hold".to_owned())?;
    let all: Vec<Json<'_>> = values.elements().collect();
    if let Some(why) = wrong_fields(all.iter().copied(), &arguments.fields).filter(|_| !all.is_empty()) {
        return Err(why);
    }
    let usual = list_question(desk, None, &ToolGuard::default());
    let question = Question {
        most: arguments.limit.unwrap_or(usual.most),
        fields: arguments.fields.iter().map(ToString::to_string).collect(),
        table: arguments.table.unwrap_or(stored.question.table),
        ..usual
    };
    first_page(desk, text, &question, estimated, None).ok_or_else(|| "the outputs cannot be shown".to_owned())
}

/// One value.
fn single(
    desk: &Desk<'_>,
    value: Json<'_>,
    stored: &Stored,
    arguments: &Arguments,
    estimated: u64,
) -> Result<Shown, String> {
    let fields = &arguments.fields;
    if let Some(why) = no_fields(value, fields).filter(|_| !fields.is_empty()) {
        return Err(why);
    }
    let string = value.string();
    let text = string.as_deref().unwrap_or(value.text());
    let most = if value.kind() == Kind::Object { desk.scale.record } else { desk.scale.threshold };
    if fields.is_empty() && desk.scale.affords(text, most) {
        return Ok(whole(desk, text, &stored.base, estimated));
    }
    let own = desk.scale.tokens(text);
    let shown = if value.kind() == Kind::Object {
        let choice = Choice { fields, ..Choice::default() };
        record(desk, text, None, &choice, desk.scale.record, own)
    } else {
        texts_first(desk, text, None, Span::ALL, Cutting::usual(desk), own)
    };
    shown.ok_or_else(|| "the output cannot be shown".to_owned())
}
