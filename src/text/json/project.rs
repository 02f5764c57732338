//! Keeps some fields of a value: `id,guest.name`. Arrays on the way are mapped element by element.

use super::path::{JsonPath, Step};
use super::value::{Json, Kind};
use super::write::compact;

/// A value with only the chosen fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projected {
    /// The value with only the chosen fields, in their order in the document, without blanks.
    pub text: String,
    /// Which of the paths led to something, in the order of the paths.
    pub found: Vec<bool>,
}

/// Keeps the fields at these paths. An array is mapped unless a path names its elements by number.
#[must_use]
pub fn project(value: Json<'_>, paths: &[JsonPath]) -> Projected {
    let mut projected = Projected { text: String::new(), found: vec![false; paths.len()] };
    let wanted: Vec<(usize, &[Step])> = paths.iter().map(JsonPath::steps).enumerate().collect();
    if !keep(value, &wanted, &mut projected) {
        projected.text.push_str(match value.kind() {
            Kind::Array => "[]",
            Kind::Object => "{}",
            _ => "null",
        });
    }
    projected
}

/// Writes what the paths keep of a value. Returns false, and writes nothing, when they keep nothing. Goes no deeper than
/// the longest path.
fn keep(value: Json<'_>, wanted: &[(usize, &[Step])], projected: &mut Projected) -> bool {
    let ends: Vec<usize> =
        wanted.iter().filter(|(_, steps)| steps.is_empty()).map(|(path, _)| *path).collect();
    for path in &ends {
        if let Some(found) = projected.found.get_mut(*path) {
            *found = true;
        }
    }
    if !ends.is_empty() {
        compact(value.text(), &mut projected.text);
        return true;
    }
    match value.kind() {
        Kind::Object => keep_fields(value, wanted, projected),
        Kind::Array => keep_elements(value, wanted, projected),
        _ => false,
    }
}

fn keep_fields(value: Json<'_>, wanted: &[(usize, &[Step])], projected: &mut Projected) -> bool {
    let before = projected.text.len();
    let mut any = false;
    for (key, field) in value.raw_fields() {
        let name = key.string().unwrap_or_default();
        let inner: Vec<(usize, &[Step])> = wanted
            .iter()
            .filter_map(|(path, steps)| match steps.split_first() {
                Some((Step::Key(step), later)) if *step == name => Some((*path, later)),
                _ => None,
            })
            .collect();
        if inner.is_empty() {
            continue;
        }
        let at = projected.text.len();
        projected.text.push(if any { ',' } else { '{' });
        projected.text.push_str(key.text());
        projected.text.push(':');
        if keep(field, &inner, projected) {
            any = true;
        } else {
            projected.text.truncate(at);
        }
    }
    if any {
        projected.text.push('}');
    } else {
        projected.text.truncate(before);
    }
    any
}

fn keep_elements(value: Json<'_>, wanted: &[(usize, &[Step])], projected: &mut Projected) -> bool {
    let before = projected.text.len();
    let mut any = false;
    for (index, element) in value.elements().enumerate() {
        let inner: Vec<(usize, &[Step])> = wanted
            .iter()
            .filter_map(|(path, steps)| match steps.split_first() {
                Some((Step::Index(step), later)) => (*step == index).then_some((*path, later)),
                _ => Some((*path, *steps)),
            })
            .collect();
        if inner.is_empty() {
            continue;
        }
        let at = projected.text.len();
        projected.text.push(if any { ',' } else { '[' });
        if keep(element, &inner, projected) {
            any = true;
        } else {
            projected.text.truncate(at);
        }
    }
    if any {
        projected.text.push(']');
    } else {
        projected.text.truncate(before);
    }
    any
}

#[cfg(test)]
mod tests {
    use super::*;

    fn projected(text: &str, fields: &[&str]) -> (String, Vec<bool>) {
        let paths: Vec<_> = fields.iter().map(|field| JsonPath::parse(field).unwrap()).collect();
        let Projected { text, found } = project(Json::parse(text).unwrap(), &paths);
        (text, found)
    }

    #[test]
    fn fields_keep_the_order_and_the_writing_of_the_document() {
        let text = r#"{"total": 1.50, "id":7, "guest": {"name": "Zoë", "age": 3}, "x": 0}"#;
        assert_eq!(
            projected(text, &["id", "guest.name", "total", "gone"]),
            (r#"{"total":1.50,"id":7,"guest":{"name":"Zoë"}}"#.to_owned(), vec![true, true, true, false])
        );
        assert_eq!(projected(text, &["guest.gone"]), ("{}".to_owned(), vec![false]));
    }

    #[test]
    fn arrays_are_mapped_and_elements_can_be_named() {
        let text = r#"[{"id":1,"tags":[{"n":"a"},{"n":"b","m":1}]},{"x":2},3]"#;
        assert_eq!(projected(text, &["id", "tags.n"]).0, r#"[{"id":1,"tags":[{"n":"a"},{"n":"b"}]}]"#);
        assert_eq!(projected(text, &["[1]", "[2].x"]), (r#"[{"x":2}]"#.to_owned(), vec![true, false]));
        assert_eq!(projected(text, &["gone"]).0, "[]");
        assert_eq!(projected("5", &["id"]).0, "null");
    }
}
