//! Agents without a way into their shell: an MCP server, and a file of rules.

use crate::home::{Home, off};

const OTHERS: [&str; 9] = ["cursor", "vscode", "windsurf", "cline", "amp", "zed", "goose", "kiro", "junie"];

#[test]
fn a_server_is_put_in_and_goes_again_and_what_it_is_not_is_printed() {
    for agent in OTHERS {
        let home = Home::new();
        let printed = home.well(&["setup", agent]).out;
        assert!(
            printed.contains("this is all that weir can do there") && printed.contains("--allow"),
            "{printed}"
        );
        let files = home.files();
        let entry = files.values().any(|(_, bytes)| {
            let text = String::from_utf8_lossy(bytes);
            text.contains(home.weir.to_str().unwrap()) && text.contains("mcp")
        });
        assert!(entry, "{agent}: {:?}", files.keys());
        assert!(!home.has(".local/share/weir/agents/bin"), "{agent}");
        let (code, found) = home.doctor(agent, &[]);
        assert_eq!((code, off(&found)), (0, vec![]), "{found:#}");
        home.well(&["setup", agent]);
        assert_eq!(home.files(), files, "{agent}");
        home.well(&["setup", agent, "--remove"]);
        assert!(home.files().is_empty(), "{agent}: {:?}", home.files().keys());
    }
}

#[test]
fn other_servers_and_rules_stay_as_they_are() {
    for (agent, path, text) in [
        (
            "cursor",
            ".cursor/mcp.json",
            "{\n  \"mcpServers\": {\n    \"mine\": {\"command\": \"x\"}\n  }\n}\n",
        ),
        (
            "zed",
            ".config/zed/settings.json",
            "// mine\n{\n  \"theme\": \"One\",\n  \"context_servers\": {},\n}\n",
        ),
        ("amp", ".config/amp/settings.json", "{\"amp.mcpServers\": {\"mine\": {}}}"),
        (
            "goose",
            ".config/goose/config.yaml",
            "GOOSE_MODEL: m # mine\nextensions:\n  developer:\n    enabled: true\n",
        ),
    ] {
        let home = Home::new();
        home.write(path, text);
        home.well(&["setup", agent]);
        let now = home.read(path);
        let mut at = 0;
        for char in text.chars() {
            at += now[at..].find(char).expect("the old text is kept in order") + char.len_utf8();
        }
        home.well(&["setup", agent, "--remove"]);
        assert_eq!(home.read(path), text);
    }
    let home = Home::new();
    home.write(".kiro/steering/weir.md", "my own\n");
    let refused = home.call(&["setup", "kiro"]);
    assert!(
        refused.code == 2 && refused.err.contains("weir.md: line 1: the file is 'my own'"),
        "{refused:?}"
    );
    assert!(!home.has(".kiro/settings"));
}

#[test]
fn a_projects_server_is_weir_by_its_name_as_others_have_it_elsewhere() {
    let home = Home::new();
    home.well(&["setup", "cursor", "--project"]);
    let text = home.read("work/shop/.cursor/mcp.json");
    assert!(text.contains("\"command\": \"weir\""), "{text}");
    assert!(home.read("work/shop/.cursor/rules/weir.mdc").contains("2>&1 | weir"));
    home.well(&["setup", "cursor", "--project", "--remove"]);
    assert!(home.files().is_empty());
    assert_eq!(home.call(&["setup", "goose", "--project"]).code, 2);
    assert_eq!(home.call(&["setup", "cursor", "--stats"]).code, 2);
}

#[test]
fn a_server_that_moved_or_was_changed_is_found() {
    let home = Home::new();
    home.well(&["setup", "cursor"]);
    let other = home.root.join("other");
    std::fs::rename(&home.weir, &other).unwrap();
    let (code, found) = home.doctor_by(&other, "cursor", &[]);
    assert_eq!((code, off(&found)), (1, vec!["weir", "server"]), "{found:#}");
    std::fs::rename(&other, &home.weir).unwrap();
    home.write(".cursor/mcp.json", &home.read(".cursor/mcp.json").replace("\"mcp\"", "\"other\""));
    assert_eq!(off(&home.doctor("cursor", &[]).1), ["config"]);
}
