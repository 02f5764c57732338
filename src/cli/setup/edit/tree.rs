//! What a document means, whatever its format is: maps, lists and leaves.

use std::collections::BTreeMap;

use serde_json::Value;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Tree {
    /// Anything that holds nothing: its kind shows in how it is written.
    Leaf(String),
    /// A list.
    List(Vec<Tree>),
    /// A map. Where a key is there twice, the last one counts.
    Map(BTreeMap<String, Tree>),
}

impl Tree {
    /// A map of nothing.
    pub(super) const fn empty() -> Self {
        Self::Map(BTreeMap::new())
    }

    /// A text.
    pub(super) fn text(text: &str) -> Self {
        Self::Leaf(Value::from(text).to_string())
    }

    /// What the keys lead to.
    pub(super) fn at(&self, path: &[String]) -> Option<&Self> {
        path.iter().try_fold(self, |tree, key| match tree {
            Self::Map(map) => map.get(key),
            Self::Leaf(_) | Self::List(_) => None,
        })
    }

    /// Puts a value where the keys lead to; maps on the way are made.
    pub(super) fn set(&mut self, path: &[String], value: Self) {
        let Some((key, rest)) = path.split_first() else {
            *self = value;
            return;
        };
        if let Self::Map(map) = self {
            map.entry(key.clone()).or_insert_with(Self::empty).set(rest, value);
        }
    }

    /// Takes away what the keys lead to, and the last `made` maps on the way where nothing is left in them.
    pub(super) fn unset(&mut self, path: &[String], made: usize) {
        let (Self::Map(map), Some((key, rest))) = (self, path.split_first()) else { return };
        if rest.is_empty() {
            map.remove(key);
            return;
        }
        let Some(inner) = map.get_mut(key) else { return };
        inner.unset(rest, made);
        // The maps on the way are the keys before the last one; `made` of them are counted from the end.
        if rest.len() <= made && *inner == Self::empty() {
            map.remove(key);
        }
    }

    /// As it is shown in a message: a text without quotes.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Leaf(written) => {
                serde_json::from_str::<String>(written).unwrap_or_else(|_| written.clone())
            }
            Self::List(_) => "a list".to_owned(),
            Self::Map(_) => "a table".to_owned(),
        }
    }
}

impl From<&Value> for Tree {
    fn from(value: &Value) -> Self {
        match value {
            Value::Array(list) => Self::List(list.iter().map(Self::from).collect()),
            Value::Object(map) => {
                Self::Map(map.iter().map(|(key, value)| (key.clone(), value.into())).collect())
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                Self::Leaf(value.to_string())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_maps_that_were_made_go_with_what_was_in_them() {
        let path = ["a", "b", "c"].map(str::to_owned);
        for (made, left) in [(0, r#"{"a":{"b":{}}}"#), (1, r#"{"a":{}}"#), (2, "{}")] {
            let mut tree = Tree::empty();
            tree.set(&path, Tree::text("x"));
            assert_eq!(tree.at(&path), Some(&Tree::text("x")));
            tree.unset(&path, made);
            let left: Value = serde_json::from_str(left).unwrap();
            assert_eq!(tree, Tree::from(&left), "{made}");
        }
    }
}
