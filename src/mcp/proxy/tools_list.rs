//! The answer to `tools/list`.
//!
//! Order and bytes of the server's tools stay. A tool whose answers may be changed loses its `outputSchema`: a changed
//! answer need not fit it, and clients refuse an answer that does not. The get tool comes last, on the last page.

use super::arms::Arms;
use super::facts::Facts;
use super::rules::Rules;
use crate::mcp::wire::{Splice, range_of, without_field};
use crate::text::json::{Json, Kind};

/// The list with what the rules ask for; `None` when it stays as it is.
///
/// Gives the server's names to `facts` in any case. `definition` makes the get tool of a name.
pub fn edited(
    list: Json<'_>,
    rules: &Rules,
    arms: &Arms,
    facts: &Facts,
    definition: impl FnOnce(&str) -> String,
) -> Option<String> {
    let tools = list.get("tools").filter(|tools| tools.kind() == Kind::Array)?;
    let mut splice = Splice::new(list.text());
    let mut edited = false;
    for tool in tools.elements() {
        let Some(name) = tool.get("name").and_then(Json::string) else { continue };
        facts.tool(&name);
        if rules.changes(&name) && arms.may_harden(&rules.tool(&name), rules.guard().assign) {
            for range in without_field(list.text(), tool, "outputSchema") {
                splice.replace(range, "");
                edited = true;
            }
        }
    }
    let more = list.get("nextCursor").is_some_and(|cursor| cursor.kind() == Kind::String);
    if !more {
        facts.list_ends();
    }
    if !more && facts.has_tools() && rules.may_change(arms) {
        let end = range_of(list.text(), tools.text())?.end.checked_sub(1)?;
        let comma = if tools.count() == 0 { "" } else { "," };
        splice.replace(end..end, &format!("{comma}{}", definition(&facts.get_name())));
        edited = true;
    }
    edited.then(|| splice.finish())
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
        edited(Json::parse(text).unwrap(), &rules, &arms(), &Facts::default(), |name| format!("<{name}>"))
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
        assert_eq!(edited(list, &Rules::default(), &arms(), &facts, |_| String::new()), None);
    }
}
