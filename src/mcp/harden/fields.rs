//! Fields that no item has, each with the one that was probably meant.

use std::collections::BTreeSet;

use crate::text::json::{Json, JsonPath, Kind, Step};
use crate::text::words::nearest;

/// Names that are compared with an unknown one.
const MOST_NAMES: usize = 1000;
/// Names that a refusal lists.
const LISTED: usize = 12;
/// Unknown fields that a remark names.
const REMARKED: usize = 3;

/// Goes through the values at a path, arrays element by element, until `see` has seen enough; gives whether it has.
fn each<'a>(value: Json<'a>, steps: &[Step], see: &mut impl FnMut(Json<'a>) -> bool) -> bool {
    let Some((step, later)) = steps.split_first() else { return see(value) };
    match (value.kind(), step) {
        (Kind::Object, Step::Key(key)) => value.get(key).is_some_and(|inner| each(inner, later, see)),
        (Kind::Array, Step::Index(at)) => {
            value.elements().nth(*at).is_some_and(|inner| each(inner, later, see))
        }
        (Kind::Array, Step::Key(_)) => value.elements().any(|inner| each(inner, steps, see)),
        _ => false,
    }
}

/// The fields that none of these values has.
fn unknown<'f, 'a>(values: impl Iterator<Item = Json<'a>>, fields: &'f [JsonPath]) -> Vec<&'f JsonPath> {
    let mut unknown: Vec<&JsonPath> = fields.iter().collect();
    for value in values {
        if unknown.is_empty() {
            break;
        }
        unknown.retain(|field| !each(value, field.steps(), &mut |_| true));
    }
    unknown
}

/// The names of the fields at a path.
fn names<'a>(values: impl Iterator<Item = Json<'a>>, steps: &[Step]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for value in values {
        let enough = each(value, steps, &mut |inner| {
            let objects = std::iter::once(inner).chain(inner.elements());
            for object in objects.filter(|object| object.kind() == Kind::Object).take(MOST_NAMES) {
                names.extend(object.fields().take(MOST_NAMES).map(|(name, _)| name.into_owned()));
            }
            names.len() >= MOST_NAMES
        });
        if enough {
            break;
        }
    }
    names
}

/// The field that was probably meant by one that is unknown: beside it, or where its way ends.
fn meant<'a>(values: impl Iterator<Item = Json<'a>> + Clone, field: &JsonPath) -> Option<JsonPath> {
    let steps = field.steps();
    for depth in (0..steps.len()).rev() {
        let (way, Some(Step::Key(key))) = (steps.get(..depth)?, steps.get(depth)) else { continue };
        let names = names(values.clone(), way);
        if !names.is_empty() {
            return nearest(key, names.iter().map(String::as_str)).map(|near| JsonPath::of(way).key(near));
        }
    }
    None
}

fn sentence<'a>(values: impl Iterator<Item = Json<'a>> + Clone, field: &JsonPath) -> String {
    let near = meant(values, field).map(|near| format!("; did you mean {near}?"));
    crate::text::one_line(&format!("there is no field {field}{}", near.unwrap_or_default()))
}

/// A word on the fields that none of these values has; nothing when each is in one of them.
pub(super) fn remark<'a>(
    values: impl Iterator<Item = Json<'a>> + Clone,
    fields: &[JsonPath],
) -> Option<String> {
    let unknown = unknown(values.clone(), fields);
    let words: Vec<String> =
        unknown.into_iter().take(REMARKED).map(|field| sentence(values.clone(), field)).collect();
    (!words.is_empty()).then(|| words.join("; "))
}

/// Refuses fields of which these values have none at all.
pub(in crate::mcp) fn wrong<'a>(
    values: impl Iterator<Item = Json<'a>> + Clone,
    fields: &[JsonPath],
) -> Option<String> {
    let unknown = unknown(values.clone(), fields);
    let first = unknown.first().filter(|_| unknown.len() == fields.len())?;
    let there: Vec<String> = names(values.clone(), &[])
        .iter()
        .take(LISTED)
        .map(|name| JsonPath::default().key(name).to_string())
        .collect();
    let instead = if there.is_empty() {
        String::new()
    } else {
        crate::text::one_line(&format!("; there is {}", there.join(", ")))
    };
    Some(format!("{}{instead}", sentence(values, first)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ITEMS: &str =
        r#"[{"id":1,"guestName":"a","stay":{"nights":2}},{"id":2,"tags":[{"label":"x"}],"odd \u001b":0}]"#;

    fn fields(words: &[&str]) -> Vec<JsonPath> {
        words.iter().map(|word| JsonPath::parse(word).unwrap()).collect()
    }

    fn refused(text: &str, words: &[&str]) -> Option<String> {
        let items: Vec<Json<'_>> = Json::parse(text).unwrap().elements().collect();
        wrong(items.iter().copied(), &fields(words))
    }

    fn remarked(words: &[&str]) -> String {
        let items: Vec<Json<'_>> = Json::parse(ITEMS).unwrap().elements().collect();
        remark(items.iter().copied(), &fields(words)).unwrap_or_default()
    }

    #[test]
    fn an_unknown_field_is_named_with_the_nearest_one_at_its_place() {
        assert_eq!(remarked(&["id", "stay.nights", "tags.label", "tags[0].label"]), "");
        assert_eq!(
            remarked(&["id", "guestNam", "stay.night", "tags.lable", "zzz"]),
            "there is no field .guestNam; did you mean .guestName?; there is no field .stay.night; did you \
             mean .stay.nights?; there is no field .tags.lable; did you mean .tags.label?"
        );
        assert_eq!(remarked(&["zzz"]), "there is no field .zzz");
        assert_eq!(
            remarked(&["guestNam.first"]),
            "there is no field .guestNam.first; did you mean .guestName?"
        );
    }

    #[test]
    fn fields_are_refused_when_all_of_them_are_unknown() {
        assert_eq!(refused(ITEMS, &["guestNam", "id"]), None);
        assert_eq!(refused(ITEMS, &[]), None);
        let why = refused(ITEMS, &["guestNam", "x"]).unwrap();
        assert!(why.starts_with("there is no field .guestNam; did you mean .guestName?; there is "), "{why}");
        assert!(why.contains(".stay") && !why.contains('\u{1b}'), "{why}");
        assert_eq!(refused("[1,2]", &["a"]).unwrap(), "there is no field .a");
    }
}
