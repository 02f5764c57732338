//! The tool as `tools/list` names it.

use crate::text::json::string;

/// The tool, a JSON object without blanks. `most` is the most items of a page.
#[must_use]
pub fn tool(name: &str, most: usize) -> String {
    let mut text = String::from("{\"name\":");
    string(name, &mut text);
    text.push_str(
        ",\"title\":\"Get the rest of an answer\",\"description\":\"Gets what an answer left out. Answers print the call: a cursor leads on; an id gets a part of what is stored, or its lines.\",\"inputSchema\":{\"type\":\"object\",\"properties\":{",
    );
    text.push_str(
        "\"cursor\":{\"type\":\"string\"},\"id\":{\"type\":\"string\"},\"path\":{\"type\":\"string\",\"description\":\".a.b or [3]\"},\"lines\":{\"type\":\"string\",\"description\":\"A:B\"},\"startLine\":{\"type\":\"integer\"},\"endLine\":{\"type\":\"integer\"},\"grep\":{\"type\":\"string\"},\"failures\":{\"type\":\"boolean\"},\"pages\":{\"type\":\"string\",\"description\":\"A-B\"},\"fields\":{\"type\":\"string\",\"description\":\"id,a.b\"}",
    );
    text.push_str(&format!(",\"limit\":{{\"type\":\"integer\",\"minimum\":1,\"maximum\":{most}}}"));
    text.push_str(
        "},\"additionalProperties\":false},\"annotations\":{\"readOnlyHint\":true,\"openWorldHint\":false}}",
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tool_is_json_and_costs_little() {
        let text = tool("weir_get", 200);
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["name"], "weir_get");
        let properties = value["inputSchema"]["properties"].as_object().unwrap();
        assert_eq!(properties.len(), super::super::arguments::NAMES.len());
        assert!(super::super::arguments::NAMES.iter().all(|name| properties.contains_key(*name)));
        assert!(text.len() < 1200, "{}", text.len());
    }
}
