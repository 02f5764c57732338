//! The order of a list: newest first where every item says when it was created, by a field, or as it is.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use super::list::{Item, plain};
use super::stamp::stamp;
use crate::text::json::{Json, JsonPath, Kind};

/// Which end comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The least.
    Ascending,
    /// The greatest.
    Descending,
}

/// How a list is ordered. Equal items keep their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Newest first by a field of creation that every item has, else as it is.
    #[default]
    Auto,
    /// As it is.
    None,
    /// By a field: missing ones last, then null, false and true, numbers, strings, anything else.
    By(JsonPath, Direction),
}

/// Names of a field that says when something was created, in small letters without `_` and `-`.
const CREATED: [&str; 13] = [
    "created",
    "createdat",
    "createdon",
    "createdtime",
    "createddate",
    "createdtimestamp",
    "creationdate",
    "creationtime",
    "creationtimestamp",
    "datecreated",
    "timecreated",
    "insertedat",
    "createdatutc",
];

impl fmt::Display for Order {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => formatter.write_str("auto"),
            Self::None => formatter.write_str("none"),
            Self::By(path, Direction::Ascending) => write!(formatter, "{path}:asc"),
            Self::By(path, Direction::Descending) => write!(formatter, "{path}:desc"),
        }
    }
}

impl Order {
    /// Reads `auto`, `none`, `FIELD`, `FIELD:asc` or `FIELD:desc`.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "auto" => return Some(Self::Auto),
            "none" => return Some(Self::None),
            _ => {}
        }
        let (field, direction) = match word.rsplit_once(':') {
            Some((field, "asc")) => (field, Direction::Ascending),
            Some((field, "desc")) => (field, Direction::Descending),
            _ => (word, Direction::Ascending),
        };
        JsonPath::parse(field)
            .ok()
            .filter(|path| !path.steps().is_empty())
            .map(|path| Self::By(path, direction))
    }

    /// Orders a list. Gives the order that it has then: `Auto` is decided.
    #[must_use]
    pub fn apply(&self, items: &mut [Item<'_>]) -> Self {
        match self {
            Self::None => Self::None,
            Self::Auto => newest_first(items),
            Self::By(path, direction) => {
                by_field(items, path, *direction);
                self.clone()
            }
        }
    }
}

fn newest_first(items: &mut [Item<'_>]) -> Order {
    let Some(first) = items.first() else { return Order::None };
    let top = JsonPath::default();
    let named = |json: Json<'_>, at: &JsonPath| -> Vec<JsonPath> {
        let names = json.fields().filter(|(key, _)| CREATED.contains(&plain(key).as_str()));
        names.map(|(key, _)| at.key(&key)).collect()
    };
    // Kubernetes keeps it one level down.
    let metadata = first.json.get("metadata").map(|json| named(json, &top.key("metadata")));
    let fields = named(first.json, &top).into_iter().chain(metadata.unwrap_or_default());
    for field in fields {
        let stamps: Option<Vec<i128>> =
            items.iter().map(|item| item.json.at(&field).and_then(stamp)).collect();
        let Some(stamps) = stamps else { continue };
        let mut dated: Vec<(i128, Item<'_>)> = stamps.into_iter().zip(items.iter().copied()).collect();
        dated.sort_by_key(|(stamp, _)| std::cmp::Reverse(*stamp));
        for (slot, (_, item)) in items.iter_mut().zip(dated) {
            *slot = item;
        }
        return Order::By(field, Direction::Descending);
    }
    Order::None
}

/// What a field is compared by.
enum Key<'a> {
    Null,
    Bool(bool),
    Whole(i128),
    Number(f64),
    Text(Cow<'a, str>),
    Other,
}

impl<'a> Key<'a> {
    fn of(value: Json<'a>) -> Self {
        match value.kind() {
            Kind::Null => Self::Null,
            Kind::Bool => Self::Bool(value.text() == "true"),
            Kind::Number => match value.text().parse() {
                Ok(whole) => Self::Whole(whole),
                Err(_) => Self::Number(value.text().parse().unwrap_or(f64::NAN)),
            },
            Kind::String => Self::Text(value.string().unwrap_or_default()),
            Kind::Array | Kind::Object => Self::Other,
        }
    }

    const fn rank(&self) -> u8 {
        match self {
            Self::Null => 0,
            Self::Bool(_) => 1,
            Self::Whole(_) | Self::Number(_) => 2,
            Self::Text(_) => 3,
            Self::Other => 4,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a whole number beside a fraction is compared as one")]
    const fn number(&self) -> f64 {
        match self {
            Self::Whole(whole) => *whole as f64,
            Self::Number(number) => *number,
            _ => 0.0,
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Bool(one), Self::Bool(two)) => one.cmp(two),
            (Self::Whole(one), Self::Whole(two)) => one.cmp(two),
            (Self::Text(one), Self::Text(two)) => one.cmp(two),
            _ if self.rank() == 2 && other.rank() == 2 => self.number().total_cmp(&other.number()),
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

/// Missing fields come last, whatever the direction.
fn by_field(items: &mut [Item<'_>], path: &JsonPath, direction: Direction) {
    let mut keyed: Vec<(Option<Key<'_>>, Item<'_>)> =
        items.iter().map(|item| (item.json.at(path).map(Key::of), *item)).collect();
    keyed.sort_by(|(one, _), (two, _)| match (one, two) {
        (Some(one), Some(two)) if direction == Direction::Ascending => one.compare(two),
        (Some(one), Some(two)) => two.compare(one),
        (None, None) => Ordering::Equal,
        (one, two) => one.is_none().cmp(&two.is_none()),
    });
    let ordered: Vec<Item<'_>> = keyed.into_iter().map(|(_, item)| item).collect();
    for (slot, item) in items.iter_mut().zip(ordered) {
        *slot = item;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::List;

    fn ordered(text: &str, word: &str) -> (String, String) {
        let mut list = List::find(text, None).unwrap();
        let order = Order::parse(word).unwrap().apply(&mut list.items);
        let ids = list.items.iter().map(|item| item.json.get("id").unwrap().text());
        (ids.collect(), order.to_string())
    }

    #[test]
    fn newest_comes_first_when_every_item_says_when_it_was_created() {
        let text = r#"[{"id":1,"createdAt":"2024-01-01"},{"id":2,"createdAt":"2024-01-02T01:00:00+02:00"},{"id":3,"createdAt":"2024-01-01T23:00:00Z"}]"#;
        assert_eq!(ordered(text, "auto"), ("231".into(), ".createdAt:desc".into()));
        assert_eq!(ordered(text, "none"), ("123".into(), "none".into()));
        assert_eq!(ordered(r#"[{"id":1,"created":1},{"id":2}]"#, "auto"), ("12".into(), "none".into()));
        let kubernetes = r#"[{"id":1,"metadata":{"creationTimestamp":"2024-01-01"}},{"id":2,"metadata":{"creationTimestamp":"2024-02-01"}}]"#;
        assert_eq!(ordered(kubernetes, "auto"), ("21".into(), ".metadata.creationTimestamp:desc".into()));
    }

    #[test]
    fn a_field_orders_by_kind_then_value_and_missing_ones_come_last() {
        let text = r#"[{"id":1,"x":"b"},{"id":2},{"id":3,"x":10},{"id":4,"x":9.5},{"id":5,"x":null},{"id":6,"x":"b"}]"#;
        assert_eq!(ordered(text, "x").0, "543162");
        assert_eq!(ordered(text, ".x:desc"), ("163452".into(), ".x:desc".into()));
        let large = r#"[{"id":1,"x":9007199254740993},{"id":2,"x":9007199254740992}]"#;
        assert_eq!(ordered(large, "x").0, "21");
        assert!(Order::parse("").is_none() && Order::parse(".").is_none());
    }
}
