//! The answer to `tools/list`.
//!
//! Order and bytes of the server's tools stay. A tool whose answers may be changed loses its `outputSchema`: a changed
//! answer need not fit it, and clients refuse an answer that does not. A tool that is not permitted is not listed. The get
//! tool comes last, on the last page.

use std::borrow::Cow;

use super::arms::Arms;
use super::facts::Facts;
use super::listing::Listed;
use super::rules::Rules;
use super::short::short;
use crate::budget::Count as _;
use crate::mcp::wire::{Splice, range_of, without_field};
use crate::settings::guard::ToolList;
use crate::text::json::{Json, Kind};

/// The list with what the rules ask for, unless it stays as it is, and what was counted of it; nothing for what is no list.
///
/// Gives the server's names to `facts` in any case. `definition` makes the get tool of a name.
pub fn edited(
    list: Json<'_>,
    rules: &Rules,
    arms: &Arms,
    facts: &Facts,
    definition: impl FnOnce(&str) -> String,
) -> Option<(Option<String>, Listed)> {
    let tools = list.get("tools").filter(|tools| tools.kind() == Kind::Array)?;
    let form = rules.tool_list(arms);
    let is_short = form == ToolList::Short;
    let mut listed = Listed::of(form, tools);
    // Each tool that stays, as it was or with other text.
    let mut kept: Vec<Cow<'_, str>> = Vec::new();
    let (mut splice, mut edited) = (Splice::new(list.text()), false);
    for tool in tools.elements() {
        let name = tool.get("name").and_then(Json::string);
        if let Some(name) = &name {
            facts.tool(name);
        }
        if name.as_ref().is_some_and(|name| !rules.guard().permits(name)) {
            listed.denied.up(1);
            continue;
        }
        let is_changed = name.is_some_and(|name| {
            rules.changes(&name) && arms.may_harden(&rules.tool(&name), rules.guard().assign)
        });
        let gone = if is_changed { without_field(list.text(), tool, "outputSchema") } else { Vec::new() };
        let (from, mut own) = (range_of(list.text(), tool.text())?.start, Splice::new(tool.text()));
        edited |= !gone.is_empty();
        for range in gone {
            own.replace(range.start.checked_sub(from)?..range.end.checked_sub(from)?, "");
            splice.replace(range, "");
        }
        let text = own.finish();
        kept.push(if is_short { short(&text).into() } else { text.into() });
    }
    let more = list.get("nextCursor").is_some_and(|cursor| cursor.kind() == Kind::String);
    if !more {
        facts.list_ends();
    }
    let own = (!more && facts.has_tools() && rules.may_change(arms)).then(|| definition(&facts.get_name()));
    if is_short || listed.denied > 0 {
        // Another list in the place of the old one.
        edited = true;
        splice = Splice::new(list.text());
        let all: Vec<&str> = kept.iter().map(AsRef::as_ref).chain(own.as_deref()).collect();
        splice.replace(range_of(list.text(), tools.text())?, &format!("[{}]", all.join(",")));
    } else if let Some(own) = &own {
        let end = range_of(list.text(), tools.text())?.end.checked_sub(1)?;
        let comma = if tools.count() == 0 { "" } else { "," };
        splice.replace(end..end, &format!("{comma}{own}"));
        edited = true;
    }
    let all: Vec<&str> = kept.iter().map(AsRef::as_ref).chain(own.as_deref()).collect();
    listed.shows(&all);
    Some((edited.then(|| splice.finish()), listed))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::settings::guard::{Guard, GuardMode, Switch, ToolGuard};
    use crate::settings::pattern::NamePattern;

    fn arms() -> Arms {
        Arms::new("a session".to_owned())
    }

    fn list(text: &str, guard: Guard) -> Option<String> {
        let rules = Rules::of(Arc::new(guard));
        let edited = edited(Json::parse(text).unwrap(), &rules, &arms(), &Facts::default(), |name| {
            format!("<{name}>")
        });
        edited.and_then(|(text, _)| text)
    }

    #[test]
    fn schemas_of_answers_go_and_the_get_tool_comes_last() {
        assert_eq!(
            list(
                r#"{ "ttlMs":1.0, "tools": [{"name":"a", "outputSchema":{"x":[]} ,"z":1e2}, {"name":"b"} ] }"#,
                Guard::default()
            ),
            Some(r#"{ "ttlMs":1.0, "tools": [{"name":"a" ,"z":1e2}, {"name":"b"} ,<weir_get>] }"#.to_owned())
        );
        assert_eq!(list(r#"{"tools":[]}"#, Guard::default()), Some(r#"{"tools":[<weir_get>]}"#.to_owned()));
        assert_eq!(
            list(r#"{"tools":[{"name":"weir_get"}]}"#, Guard::default()),
            Some(r#"{"tools":[{"name":"weir_get"},<weir_get_2>]}"#.to_owned())
        );
    }

    #[test]
    fn a_page_before_the_last_one_gets_no_tool() {
        assert_eq!(list(r#"{"tools":[{"name":"a"}],"nextCursor":"2"}"#, Guard::default()), None);
        assert!(list(r#"{"tools":[],"nextCursor":null}"#, Guard::default()).is_some());
    }

    #[test]
    fn what_is_observed_or_off_keeps_its_schema() {
        let text = r#"{"tools":[{"name":"a","outputSchema":{}}]}"#;
        let off = ToolGuard { enabled: Switch::Off, rollout: 100, ..ToolGuard::default() };
        let guard = Guard { tools: vec![(NamePattern::new("a").unwrap(), off)], ..Guard::default() };
        assert_eq!(
            list(text, guard),
            Some(r#"{"tools":[{"name":"a","outputSchema":{}},<weir_get>]}"#.to_owned())
        );
        let base = ToolGuard { mode: GuardMode::Observe, rollout: 100, ..ToolGuard::default() };
        assert_eq!(list(text, Guard { base, ..Guard::default() }), None);
    }

    #[test]
    fn what_is_no_list_stays() {
        for text in ["{}", "[]", r#"{"tools":{}}"#, "null"] {
            assert_eq!(list(text, Guard::default()), None, "{text}");
        }
    }

    #[test]
    fn a_server_without_tools_gets_none() {
        let facts = Facts::default();
        facts.learn(Json::parse(r#"{"capabilities":{}}"#).unwrap());
        let list = Json::parse(r#"{"tools":[]}"#).unwrap();
        assert_eq!(edited(list, &Rules::default(), &arms(), &facts, |_| String::new()).unwrap().0, None);
    }
}
