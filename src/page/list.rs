//! The list in a document: an array, an object's only array, the array at a path, or the lines of JSON lines.

use crate::text::json::{Json, JsonError, JsonPath, Kind, Step};

/// One item, and its number in the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// From 0, as it is in the document.
    pub index: usize,
    /// As it is written.
    pub json: Json<'a>,
}

/// A list in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<'a> {
    /// Its items.
    pub items: Vec<Item<'a>>,
    /// Where it is in the document.
    pub path: JsonPath,
    /// As it is written; the whole document unless a path was given.
    pub text: &'a str,
    /// Names of the object's other fields.
    pub others: Vec<String>,
    /// Whether the document says of itself that it is one page of several.
    pub continues: bool,
}

/// Why a document has no list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// It is no JSON.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// There is more than one.
    #[error("the object has {} arrays", .0.len())]
    Several(Vec<String>),
    /// Nothing is at the path.
    #[error("there is nothing at {0}")]
    Nothing(String),
    /// Something else is there.
    #[error("{0} is no array: {1}")]
    NoArray(String, &'static str),
}

/// Names of fields by which a service says that there is more of a list, in small letters without `_` and `-`.
const MORE: [&str; 8] =
    ["next", "nextcursor", "nexttoken", "nextpagetoken", "nextpage", "nextlink", "hasmore", "hasnextpage"];

/// A field's name in small letters without `_` and `-`.
pub(super) fn plain(name: &str) -> String {
    name.chars().filter(|char| !matches!(char, '_' | '-')).flat_map(char::to_lowercase).collect()
}

impl<'a> List<'a> {
    /// Finds the list of a document.
    ///
    /// # Errors
    /// When it is no JSON, or which list is meant is not clear.
    pub fn find(text: &'a str, path: Option<&JsonPath>) -> Result<Self, ListError> {
        let values = Json::parse_all(text)?;
        match (path, values.as_slice()) {
            (None, [one]) if one.kind() == Kind::Array => Ok(Self::of(*one, text, JsonPath::default())),
            (None, [one]) if one.kind() == Kind::Object => Self::in_object(*one, text),
            (None, _) => {
                let items = values.iter().enumerate();
                let items = items.map(|(index, json)| Item { index, json: *json }).collect();
                Ok(Self { items, path: JsonPath::default(), text, others: Vec::new(), continues: false })
            }
            (Some(path), [one]) => Self::at(*one, path),
            (Some(path), _) => Err(ListError::Nothing(path.to_string())),
        }
    }

    fn of(array: Json<'a>, text: &'a str, path: JsonPath) -> Self {
        let items = array.elements().enumerate().map(|(index, json)| Item { index, json }).collect();
        Self { items, path, text, others: Vec::new(), continues: false }
    }

    fn in_object(object: Json<'a>, text: &'a str) -> Result<Self, ListError> {
        let arrays: Vec<String> = object
            .fields()
            .filter(|(_, value)| value.kind() == Kind::Array)
            .map(|(key, _)| JsonPath::default().key(&key).to_string())
            .collect();
        match arrays.as_slice() {
            // One value alone is a list of one.
            [] => Ok(Self {
                items: vec![Item { index: 0, json: object }],
                path: JsonPath::default(),
                text,
                others: Vec::new(),
                continues: false,
            }),
            [_] => {
                let found = object.fields().find(|(_, value)| value.kind() == Kind::Array);
                let (key, array) = found.ok_or(ListError::Several(Vec::new()))?;
                let list = Self::of(array, text, JsonPath::default().key(&key));
                Ok(list.beside(object, &key, array.count()))
            }
            _ => Err(ListError::Several(arrays)),
        }
    }

    fn at(document: Json<'a>, path: &JsonPath) -> Result<Self, ListError> {
        let array = document.at(path).ok_or_else(|| ListError::Nothing(path.to_string()))?;
        if array.kind() != Kind::Array {
            return Err(ListError::NoArray(path.to_string(), array.kind().name()));
        }
        let mut list = Self::of(array, array.text(), path.clone());
        let count = list.items.len();
        let mut here = Some(document);
        for step in path.steps() {
            here = match (here, step) {
                (Some(object), Step::Key(key)) => {
                    list = list.beside(object, key, count);
                    object.get(key)
                }
                (Some(array), Step::Index(at)) => array.elements().nth(*at),
                (None, _) => None,
            };
        }
        Ok(list)
    }

    /// Adds what the object says beside the list.
    fn beside(self, object: Json<'_>, list: &str, count: usize) -> Self {
        let own = object.fields().map(|(key, _)| key.into_owned()).filter(|key| key != list);
        let others = self.others.iter().cloned().chain(own).collect();
        let continues = object.fields().any(|(key, value)| {
            let name = plain(&key);
            let says = MORE.contains(&name.as_str())
                && !matches!(value.text(), "null" | "false" | "\"\"" | "{}" | "[]" | "0");
            let total = matches!(name.as_str(), "total" | "totalcount" | "totalresults" | "totalitems")
                && value.text().parse().is_ok_and(|total: usize| total > count);
            key != list && (says || total)
        });
        Self { others, continues: continues || self.continues, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, path: Option<&str>) -> Result<(Vec<String>, String, bool), String> {
        let path = path.map(|path| JsonPath::parse(path).unwrap());
        let list = List::find(text, path.as_ref()).map_err(|error| error.to_string())?;
        let items = list.items.iter().map(|item| item.json.text().to_owned()).collect();
        Ok((items, list.text.to_owned(), list.continues))
    }

    fn some(items: &[&str], text: &str, continues: bool) -> Result<(Vec<String>, String, bool), String> {
        Ok((items.iter().map(|item| (*item).to_owned()).collect(), text.to_owned(), continues))
    }

    #[test]
    fn a_list_is_an_array_an_objects_only_array_or_lines() {
        assert_eq!(found("[1, 2.0]\n", None), some(&["1", "2.0"], "[1, 2.0]\n", false));
        let object = "{\"a\":{\"b\":[]},\"items\":[1]}";
        assert_eq!(found(object, None), some(&["1"], object, false));
        assert_eq!(found(object, Some(".items")), some(&["1"], "[1]", false));
        assert_eq!(
            found("{\"a\":1}\n{\"a\":2}\n", None),
            some(&["{\"a\":1}", "{\"a\":2}"], "{\"a\":1}\n{\"a\":2}\n", false)
        );
        assert_eq!(found("{\"a\":1}", None), some(&["{\"a\":1}"], "{\"a\":1}", false));
        assert_eq!(found("", None), some(&[], "", false));
    }

    #[test]
    fn which_list_is_meant_is_never_guessed() {
        assert_eq!(
            List::find("{\"a\":[],\"b c\":[]}", None),
            Err(ListError::Several(vec![".a".into(), ".[\"b c\"]".into()]))
        );
        assert_eq!(found("{\"a\":1}", Some(".a")), Err(".a is no array: number".into()));
        assert_eq!(found("{\"a\":1}", Some(".b")), Err("there is nothing at .b".into()));
        assert_eq!(
            found("[1", None),
            Err("not JSON at line 1, column 2: the text ends inside a list".into())
        );
    }

    #[test]
    fn a_page_of_an_upstream_is_known_by_what_it_says_beside_its_list() {
        for (beside, continues) in [
            ("\"next\":\"/x?p=2\"", true),
            ("\"next\":null", false),
            ("\"has_more\":true", true),
            ("\"hasMore\":false", false),
            ("\"total\":9", true),
            ("\"total\":1", false),
        ] {
            let found = found(&format!("{{{beside},\"items\":[1]}}"), None).unwrap();
            assert_eq!(found.2, continues, "{beside}");
        }
    }
}
