//! What gcc prints with `-fdiagnostics-format=json`: one line for each translation unit, an array of diagnostics.
//!
//! Each has a `kind`, a `message`, an `option` and `locations`, the first of which is the place. Only what fits the line that is held
//! is read: of an array that is cut, its whole diagnostics.

use serde_json::Value;

use crate::event::{Block, Class, Event, Part, Place, Seen, Sink};
use crate::text::Line;

/// How such a line begins; the order of the keys differs between versions.
pub(super) const STARTS: [&str; 2] = ["[{\"kind\": \"", "[{\"children\": ["];

/// The most diagnostics of a line that are reported.
const MOST: usize = 1000;

/// Reads such a line.
pub(super) fn line(line: &Line<'_>, sink: &mut dyn Sink) -> Option<Seen> {
    let mut rest = line.text.trim_start();
    if !STARTS.iter().any(|start| rest.starts_with(start)) {
        return None;
    }
    rest = rest.strip_prefix('[')?;
    let mut class = None;
    for _ in 0..MOST {
        let mut items = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        let Some(Ok(item)) = items.next() else { break };
        rest = rest.get(items.byte_offset()..).unwrap_or_default();
        rest = rest.trim_start().strip_prefix(',').unwrap_or_default();
        let Some(found) = diagnostic(&item, sink) else { break };
        if class != Some(Class::Detail) {
            class = Some(found);
        }
    }
    class.map(Seen::Mine)
}

/// Tells a diagnostic; `None` when the object is none.
fn diagnostic(item: &Value, sink: &mut dyn Sink) -> Option<Class> {
    let kind = item.get("kind")?.as_str()?;
    let message = item.get("message")?.as_str()?;
    let code = item.get("option").and_then(Value::as_str).unwrap_or_default();
    let caret = item.get("locations")?.as_array()?.first().and_then(|first| first.get("caret"));
    let file = caret.and_then(|caret| caret.get("file")).and_then(Value::as_str);
    let at = |name: &str| caret.and_then(|caret| caret.get(name)).and_then(Value::as_u64);
    let place = Place { file: file.unwrap_or("gcc"), line: at("line") };
    let number = |name: &str| at(name).map(|number| format!(":{number}")).unwrap_or_default();
    let option = if code.is_empty() { String::new() } else { format!(" [{code}]") };
    let shown = format!("{}{}{}: {kind}: {message}{option}", place.file, number("line"), number("column"));
    if !matches!(kind, "error" | "fatal error" | "internal compiler error" | "sorry, unimplemented") {
        sink.emit(Event::BlockOpened(Block::Warning { key: &shown }));
        sink.emit(Event::Decoded { part: Part::Why, text: &shown });
        sink.emit(Event::BlockClosed);
        return Some(Class::Warning);
    }
    sink.emit(Event::BlockOpened(Block::Diagnostic { place, code, message }));
    sink.emit(Event::Instead(&shown));
    sink.emit(Event::Heading);
    for note in item.get("children").and_then(Value::as_array).into_iter().flatten() {
        if let Some(printed) = note.get("message").and_then(Value::as_str) {
            sink.emit(Event::Decoded { part: Part::Where, text: printed });
        }
    }
    sink.emit(Event::BlockClosed);
    Some(Class::Detail)
}
