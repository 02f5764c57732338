//! The get tool as `tools/list` shows it. Every session pays for it, so it is short.

use crate::text::json::string;

/// What follows the name.
const REST: &str = concat!(
    r#","title":"Get the rest","description":"Gives more of an answer that was shortened: the next page by its cursor, or a part of it by its id. Use the calls that the shortened answer names.","inputSchema":{"type":"object","properties":{"#,
    r#""cursor":{"type":"string","description":"where a page or chunk goes on; alone or with limit"},"#,
    r#""id":{"type":"string","description":"the stored answer"},"#,
    r#""path":{"type":"string","description":"a part of it: .a.b[3]"},"#,
    r#""select":{"type":"string","description":"a jq program over all of it"},"#,
    r#""fields":{"type":"string","description":"only these: id,a.b"},"#,
    r#""pages":{"type":"string","description":"A-B"},"#,
    r#""lines":{"type":"string","description":"A:B"},"#,
    r#""startLine":{"type":"integer"},"endLine":{"type":"integer"},"#,
    r#""grep":{"type":"string","description":"items or lines that match"},"#,
    r#""failures":{"type":"boolean","description":"all failures of a log"},"#,
    r#""format":{"type":"string","enum":["json","table"]},"#,
    r#""limit":{"type":"integer","description":"items of a page","minimum":1,"maximum":"#,
);

/// What follows the most items of a page.
const END: &str = r#"}}},"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}}"#;

/// The tool under this name; `most` is the most items of a page.
#[must_use]
pub fn definition(name: &str, most: usize) -> String {
    let mut tool = String::from("{\"name\":");
    string(name, &mut tool);
    tool.push_str(REST);
    tool.push_str(&most.to_string());
    tool.push_str(END);
    tool
}

#[cfg(test)]
mod tests {
    use super::super::arguments::NAMES;
    use super::*;

    #[test]
    fn the_tool_is_cheap_and_changes_nothing() {
        let text = definition("weir_get", 200);
        let tool: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(tool["name"], "weir_get");
        assert_eq!(tool["annotations"]["readOnlyHint"], true);
        let properties = tool["inputSchema"]["properties"].as_object().unwrap();
        assert!(NAMES.iter().all(|name| properties.contains_key(*name)) && properties.len() == NAMES.len());
        // With the blanks that other programs write, at 3 tokens for 10 chars.
        let blanks = text.matches([',', ':']).count();
        assert!((text.len() + blanks) * 3 / 10 < 450, "{}", text.len());
    }
}
