//! The skill for coding agents: short, one text everywhere, of this version.

use std::fs;
use std::path::Path;

fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/agents").join(path);
    fs::read_to_string(&path).unwrap_or_else(|cause| panic!("{}: {cause}", path.display()))
}

#[test]
fn the_skill_has_at_most_250_words_and_the_rules_are_its_text() {
    let skill = text("weir/skills/weir/SKILL.md");
    assert!(skill.split_whitespace().count() <= 250);
    let (_, body) = skill.strip_prefix("---\n").unwrap().split_once("---\n").unwrap();
    assert_eq!(text("rules.md"), body.trim_start());
}

#[test]
fn the_forms_of_the_agents_name_this_version() {
    for path in ["weir/.claude-plugin/plugin.json", "weir/gemini-extension.json"] {
        let form: serde_json::Value = serde_json::from_str(&text(path)).unwrap();
        assert_eq!(
            (&form["name"], &form["version"]),
            (&"weir".into(), &env!("CARGO_PKG_VERSION").into()),
            "{path}"
        );
    }
    let market: serde_json::Value = serde_json::from_str(&text(".claude-plugin/marketplace.json")).unwrap();
    let source = market["plugins"][0]["source"].as_str().unwrap();
    assert!(!text(&format!("{source}/.claude-plugin/plugin.json")).is_empty());
}
