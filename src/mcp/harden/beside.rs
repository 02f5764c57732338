//! What a document says beside its list: the cursor of whoever sent it, its totals. It is shown as it is written, nested as
//! it was, in a part of the budget; what is larger is named with the call that gets it.

use super::desk::Desk;
use crate::budget::Count as _;
use crate::text::json::{Json, JsonPath, Kind, Step, compact, harmless, string};

/// The part of a page's budget that it may have.
const SHARE: u64 = 10;
/// Members that are looked at; further ones are left out.
const MOST_MEMBERS: usize = 200;

/// What is beside a list.
pub(super) struct Beside {
    /// As JSON; nothing when there is no room for any of it.
    pub(super) text: Option<String>,
    /// A word on what is left out.
    pub(super) remark: Option<String>,
}

/// How a member is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Value,
    Call,
    Nothing,
}

/// A member beside the list.
struct Member<'a> {
    /// How many steps lead to the object that it is of.
    level: usize,
    key: Json<'a>,
    value: String,
    call: String,
    way: Way,
}

/// What is beside the list at this path; nothing when there is nothing.
pub(super) fn beside(
    desk: &Desk<'_>,
    text: &str,
    path: &JsonPath,
    budget: u64,
    how: &dyn Fn(&JsonPath) -> Option<String>,
) -> Option<Beside> {
    if path.steps().is_empty() {
        return None;
    }
    // It was checked when its list was found.
    let document = Json::first(text.trim_start())?;
    let (mut members, mut left) = (Vec::new(), 0_usize);
    let (mut here, mut at) = (document, JsonPath::default());
    for (level, step) in path.steps().iter().enumerate() {
        match step {
            Step::Key(name) => {
                for (key, value) in here.raw_fields() {
                    let own = key.string().unwrap_or_default();
                    if own == *name {
                        continue;
                    }
                    if members.len() >= MOST_MEMBERS {
                        left.up(1);
                        continue;
                    }
                    let bytes = value.text().len();
                    let call =
                        how(&at.key(&own)).unwrap_or_else(|| format!("{bytes} bytes; {}", desk.note()));
                    let mut written = String::new();
                    compact(value.text(), &mut written);
                    let value = harmless(&written).into_owned();
                    let mut word = String::new();
                    string(&call, &mut word);
                    members.push(Member { level, key, value, call: word, way: Way::Value });
                }
                here = here.get(name)?;
                at = at.key(name);
            }
            Step::Index(nth) => {
                here = here.elements().nth(*nth)?;
                at = at.index(*nth);
            }
        }
    }
    if members.is_empty() {
        return None;
    }
    let most = budget.div_euclid(SHARE);
    let written = fitting(desk, path, &mut members, most);
    left.up(members.iter().filter(|member| member.way == Way::Nothing).count());
    let remark = (left > 0).then(|| format!("{left} members beside the list have no room here"));
    Some(Beside { text: written, remark })
}

/// The members that fit, the largest ones as their calls.
fn fitting(desk: &Desk<'_>, path: &JsonPath, members: &mut [Member<'_>], most: u64) -> Option<String> {
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(members.get(*at).map_or(0, |member| member.value.len())));
    let fits = |members: &[Member<'_>]| {
        let text = written(path, members);
        desk.scale.affords(&text, most).then_some(text)
    };
    for shorter in [Way::Call, Way::Nothing] {
        for at in &order {
            if let Some(text) = fits(members) {
                let is_empty = members.iter().all(|member| member.way == Way::Nothing);
                return Some(text).filter(|_| !is_empty);
            }
            if let Some(member) = members.get_mut(*at) {
                // A call that is longer than what it gets is no help.
                let helps = shorter == Way::Nothing || member.call.len() < member.value.len();
                member.way = if helps { shorter } else { member.way };
            }
        }
    }
    let is_empty = members.iter().all(|member| member.way == Way::Nothing);
    fits(members).filter(|_| !is_empty)
}

/// The members as JSON, nested as they were.
fn written(path: &JsonPath, members: &[Member<'_>]) -> String {
    let kept = |level: usize| {
        members.iter().filter(move |member| member.level == level && member.way != Way::Nothing)
    };
    let mut text = String::new();
    let steps = path.steps();
    // From the inside to the outside; an object without any member is left out.
    for (level, step) in steps.iter().enumerate().rev() {
        text = match step {
            Step::Index(_) if text.is_empty() => text,
            Step::Index(_) => format!("[{text}]"),
            Step::Key(name) => {
                let mut parts: Vec<String> = kept(level)
                    .map(|member| {
                        let value = if member.way == Way::Call { &member.call } else { &member.value };
                        format!("{}:{value}", member.key.text())
                    })
                    .collect();
                if !text.is_empty() {
                    let mut word = String::new();
                    string(name, &mut word);
                    parts.push(format!("{word}:{text}"));
                }
                if parts.is_empty() { String::new() } else { format!("{{{}}}", parts.join(",")) }
            }
        };
    }
    debug_assert!(text.is_empty() || Json::parse(&text).is_ok_and(|json| json.kind() != Kind::Null));
    text
}
