//! The tools as `tools/list` shows them. Every session pays for them, so they are short.

use super::allow::Pattern;
use crate::mcp::get::definition;
use crate::text::json::string;

/// The name of the tool that runs commands.
pub(super) const RUN: &str = "weir_run";
/// The name of the tool that reads files.
pub(super) const READ: &str = "weir_read";

/// Chars of all patterns in the description.
const PATTERN_CHARS: usize = 240;

/// The list; the tool that runs commands is in it when one may be run. `get` is the name of the get tool, `most` the most
/// items of its pages.
pub(super) fn tools(allowed: &[Pattern], get: &str, most: usize) -> String {
    let run = if allowed.is_empty() { String::new() } else { run(allowed) + "," };
    format!("[{run}{READ_TOOL},{}]", definition(get, most))
}

fn run(allowed: &[Pattern]) -> String {
    let mut patterns = String::new();
    for (at, pattern) in allowed.iter().enumerate() {
        let next = if at == 0 { pattern.text().to_owned() } else { format!(", {}", pattern.text()) };
        if patterns.chars().count().saturating_add(next.chars().count()) > PATTERN_CHARS {
            patterns.push_str(if at == 0 { "see the user" } else { ", ..." });
            break;
        }
        patterns.push_str(&next);
    }
    let mut words = String::new();
    string(&format!("{RUN_WORDS}{patterns}"), &mut words);
    format!("{{\"name\":\"{RUN}\",\"title\":\"Run tests or a build\",\"description\":{words},{RUN_REST}}}")
}

const RUN_WORDS: &str = "Runs tests, a build or a linter, and answers with its verdict, its exit status and every failure, instead of all that it prints. A failing run is an answer, not an error of the tool. No shell: no pipes, no variables. Allowed: ";

const RUN_REST: &str = concat!(
    r#""inputSchema":{"type":"object","properties":{"#,
    r#""command":{"type":"array","items":{"type":"string"},"minItems":1,"description":"program and arguments"},"#,
    r#""cwd":{"type":"string","description":"folder to run in"},"#,
    r#""timeoutSeconds":{"type":"number"},"#,
    r#""mode":{"type":"string","enum":["minimal","standard","verbose"]}},"required":["command"]},"#,
    r#""annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":true}"#
);

const READ_TOOL: &str = concat!(
    r#"{"name":"weir_read","title":"Read a large file","description":"#,
    r#""Reads a file within a budget, by its content: the failures of a log or test report (also packed, or ARCHIVE.zip/MEMBER), a page of a JSON list, what identifies a record, a chunk of a text. Use it for files of unknown size.","#,
    r#""inputSchema":{"type":"object","properties":{"file":{"type":"string"},"#,
    r#""lines":{"type":"string","description":"only A:B"}},"required":["file"]},"#,
    r#""annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}}"#
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tools_are_cheap_whatever_is_allowed() {
        let allowed: Vec<Pattern> =
            (0..100).map(|number| Pattern::new(&format!("make target{number} *")).unwrap()).collect();
        let list = tools(&allowed, "weir_get", 200);
        let read: Vec<serde_json::Value> = serde_json::from_str(&list).unwrap();
        let names: Vec<_> = read.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["weir_run", "weir_read", "weir_get"]);
        assert!(read.iter().all(|tool| tool["description"].as_str().unwrap().len() <= 700));
        assert!(read.iter().all(|tool| tool.get("outputSchema").is_none()));
        // With the blanks that other programs write, at 3 tokens for 10 chars.
        let blanks = list.matches([',', ':']).count();
        assert!((list.len() + blanks) * 3 / 10 < 900, "{}", list.len() + blanks);
        assert!(read[0]["description"].as_str().unwrap().ends_with(", ..."));
        let none: Vec<serde_json::Value> = serde_json::from_str(&tools(&[], "weir_get", 200)).unwrap();
        assert_eq!(none.len(), 2);
    }
}
