//! `weir proxy install`: in, and out again byte for byte.

use crate::desk::Desk;

/// Puts weir in and takes it out; gives what was between.
#[track_caller]
fn there_and_back(desk: &Desk, client: &str, file: &str, text: &str) -> String {
    desk.write(file, text);
    let install = ["proxy", "install", client, "books"];
    let done = desk.run(&install);
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.out);
    let wrapped = desk.read(file);
    assert_ne!(wrapped, text);
    let again = desk.run(&install);
    assert!(again.code == 0 && again.out.ends_with("nothing changes\n"), "{}{}", again.out, again.err);
    assert_eq!(desk.read(file), wrapped);
    let out = desk.run(&["proxy", "install", client, "books", "--remove"]);
    assert_eq!((out.code, out.err.as_str()), (0, ""));
    assert_eq!(desk.read(file), text);
    let files = std::fs::read_dir(desk.path(file).parent().unwrap()).unwrap().flatten();
    assert!(files.map(|file| file.file_name()).all(|name| !name.to_string_lossy().contains("backup")));
    wrapped
}

const PROJECT: &str = r#"{
  // servers of this project
  "mcpServers": {
    "books": {
      "command": "npx",   // the server
      "args": [
        "-y",
        "@example/books",
      ],
      "env": { "TOKEN": "x" },
    },
    "other": { "command": "other" }
  }
}
"#;

#[test]
fn claude_code_in_a_project_keeps_comments_and_form() {
    let wrapped = there_and_back(&Desk::new(), "claude-code", ".mcp.json", PROJECT);
    let expected = PROJECT
        .replace(r#""command": "npx""#, r#""command": "weir""#)
        .replace(r#""-y","#, r#""proxy", "--", "npx", "-y","#);
    assert_eq!(wrapped, expected);
}

#[test]
fn claude_codes_own_file_has_servers_of_projects_too() {
    let desk = Desk::new();
    let folder = std::fs::canonicalize(desk.path("")).unwrap();
    let text = format!(
        "{{\"projects\": {{\"{}\": {{\"mcpServers\": {{\"books\": {{\"type\": \"stdio\", \"command\": \"books\"}}}}}}}}, \"n\": 1.0}}",
        folder.display()
    );
    let wrapped = there_and_back(&desk, "claude-code", ".claude.json", &text);
    assert!(
        wrapped.contains(r#"weir", "args": ["proxy", "--", "books"]}"#) && wrapped.ends_with(r#""n": 1.0}"#),
        "{wrapped}"
    );
}

#[test]
fn codex_keeps_its_toml() {
    let text = "# mine\nmodel = 'gpt-5'\n\n[mcp_servers.books] # books\ncommand = 'npx' # the server\nargs = [\n  '-y', # yes\n  'books',\n]\n\n[mcp_servers.books.env]\nTOKEN = 'x'\n\n[mcp_servers.bare]\ncommand = 'bare'\n";
    let wrapped = there_and_back(&Desk::new(), "codex", ".codex/config.toml", text);
    let expected = text
        .replace("command = 'npx'", "command = \"weir\"")
        .replace("'-y',", "\"proxy\", \"--\", 'npx', '-y',");
    assert_eq!(wrapped.replace(&format!("{:?}", env!("CARGO_BIN_EXE_weir")), "\"weir\""), expected);
    let desk = Desk::new();
    desk.write(".codex/config.toml", text);
    assert_eq!(desk.run(&["proxy", "install", "codex", "bare"]).code, 0);
    assert!(desk.read(".codex/config.toml").contains("\nargs = [\"proxy\", \"--\", 'bare']\n"));
}

#[test]
fn every_client_is_known() {
    let stdio = r#"{"command": "books", "args": []}"#;
    for (client, file, text, inside) in [
        (
            "cursor",
            ".cursor/mcp.json",
            format!(r#"{{"mcpServers": {{"books": {stdio}}}}}"#),
            r#"["proxy", "--", "books"]"#,
        ),
        (
            "vscode",
            ".vscode/mcp.json",
            format!(r#"{{"servers": {{"books": {stdio}}}}}"#),
            r#"["proxy", "--", "books"]"#,
        ),
        (
            "gemini",
            ".gemini/settings.json",
            format!(r#"{{"mcpServers": {{"books": {stdio}}}}}"#),
            r#"["proxy", "--", "books"]"#,
        ),
        (
            "opencode",
            "opencode.jsonc",
            r#"{"mcp": {"books": {"type": "local", "command": ["npx", "books"]}}}"#.to_owned(),
            r#"weir", "proxy", "--", "npx", "books"]"#,
        ),
        (
            "vscode",
            ".vscode/mcp.json",
            r#"{"servers": {"books": {"type": "http", "url": "http://h/mcp"}}}"#.to_owned(),
            r#"{"type": "stdio", "command": "weir", "args": ["proxy", "--url", "http://h/mcp"]}"#,
        ),
        (
            "claude-code",
            ".mcp.json",
            r#"{"mcpServers": {"books": {"url": "http://h/mcp", "headers": {"X-Key": "k 1"}}}}"#.to_owned(),
            r#""args": ["proxy", "--url", "http://h/mcp", "--header-env", "X-Key=HEADER_X_KEY"], "env": { "HEADER_X_KEY": "k 1" }}"#,
        ),
    ] {
        let wrapped = there_and_back(&Desk::new(), client, file, &text);
        assert!(wrapped.contains(inside), "{client}: {wrapped}");
    }
}

#[test]
fn headers_are_taken_over_from_the_form_of_each_client() {
    for (client, file, text, inside) in [
        (
            "codex",
            ".codex/config.toml",
            "[mcp_servers.books]\nurl = 'http://h/mcp' # here\nhttp_headers = { X-Key = 'k 1' }\nenv_http_headers = { Authorization = 'BOOKS' }\n",
            "args = [\"proxy\", \"--url\", 'http://h/mcp', \"--header-env\", \"X-Key=HEADER_X_KEY\", \"--header-env\", \"Authorization=BOOKS\"] # here\nenv = { HEADER_X_KEY = \"k 1\" }\nenv_vars = [\"BOOKS\"]\n",
        ),
        (
            "codex",
            ".codex/config.toml",
            "[mcp_servers.books]\nurl = 'http://h/mcp'\n\n[mcp_servers.books.http_headers] # mine\nX-Key = 'k 1'\n\n[mcp_servers.books.env_http_headers]\nAuthorization = 'BOOKS'\n\n[mcp_servers.bare]\ncommand = 'bare'\n",
            "\"--header-env\", \"X-Key=HEADER_X_KEY\", \"--header-env\", \"Authorization=BOOKS\"]\nenv = { HEADER_X_KEY = \"k 1\" }\nenv_vars = [\"BOOKS\"]\n\n[mcp_servers.bare]\n",
        ),
        (
            "gemini",
            ".gemini/settings.json",
            r#"{"mcpServers": {"books": {"httpUrl": "http://h/mcp", "headers": {"Authorization": "Bearer $TOKEN"}, "timeout": 5}}}"#,
            r#""--header-env", "Authorization=HEADER_AUTHORIZATION"], "env": { "HEADER_AUTHORIZATION": "Bearer $TOKEN" }, "timeout": 5}"#,
        ),
        (
            "vscode",
            ".vscode/mcp.json",
            r#"{"servers": {"books": {"type": "http", "url": "http://h/mcp", "headers": {"X-Key": "${input:key}"}}}}"#,
            r#""--header-env", "X-Key=HEADER_X_KEY"], "env": { "HEADER_X_KEY": "${input:key}" }}"#,
        ),
        (
            "cursor",
            ".cursor/mcp.json",
            r#"{"mcpServers": {"books": {"url": "http://h/mcp", "headers": {}}}}"#,
            r#""args": ["proxy", "--url", "http://h/mcp"], "env": {  }}"#,
        ),
        (
            "opencode",
            "opencode.json",
            r#"{"mcp": {"books": {"type": "remote", "url": "http://h/mcp", "headers": {"X-Key": "{env:KEY}"}}}}"#,
            r#""--header-env", "X-Key=HEADER_X_KEY"], "environment": { "HEADER_X_KEY": "{env:KEY}" }}"#,
        ),
    ] {
        let wrapped = there_and_back(&Desk::new(), client, file, text);
        assert!(wrapped.contains(inside), "{client}: {wrapped}");
        assert!(!wrapped.contains("headers"), "{client}: {wrapped}");
    }
}

#[test]
fn a_file_that_changed_since_gives_the_server_back_byte_for_byte() {
    let desk = Desk::new();
    desk.write(".mcp.json", PROJECT);
    desk.run(&["proxy", "install", "claude-code", "books"]);
    let changed = desk.read(".mcp.json").replace(r#""other": {"#, r#""third": {}, "other": {"#);
    desk.write(".mcp.json", &changed);
    desk.run(&["proxy", "install", "claude-code", "books", "--remove"]);
    assert_eq!(desk.read(".mcp.json"), PROJECT.replace(r#""other": {"#, r#""third": {}, "other": {"#));
}

#[test]
fn without_a_backup_weirs_own_words_tell_what_was_there() {
    let desk = Desk::new();
    desk.write(".mcp.json", PROJECT);
    desk.run(&["proxy", "install", "claude-code", "books"]);
    std::fs::remove_file(desk.path(".mcp.json.weir-books.backup")).unwrap();
    desk.run(&["proxy", "install", "claude-code", "books", "--remove"]);
    assert_eq!(desk.read(".mcp.json"), PROJECT);
}

#[test]
fn what_changes_is_shown_without_secrets_and_a_dry_run_changes_nothing() {
    let desk = Desk::new();
    let secret = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
    let text =
        format!(r#"{{"mcpServers": {{"books": {{"command": "books", "env": {{"T": "{secret}"}}}}}}}}"#);
    desk.write(".mcp.json", &text);
    let done = desk.run(&["proxy", "install", "claude-code", "books", "--dry-run"]);
    assert_eq!((done.code, desk.read(".mcp.json")), (0, text));
    assert!(
        done.out.contains("\n-{") && done.out.contains("\n+{") && done.out.contains("proxy"),
        "{}",
        done.out
    );
    assert!(!done.out.contains(&secret));
}

#[test]
fn what_cannot_be_wrapped_is_refused_and_left_alone() {
    let desk = Desk::new();
    for (text, reported) in [
        ("{", "is not JSON"),
        (r#"{"mcpServers": {}}"#, "no server 'books' in "),
        (r#"{"mcpServers": {"books": {"url": "http://h", "requestInit": {}}}}"#, "has requestInit"),
        (r#"{"mcpServers": {"books": {"url": "http://h", "headersHelper": "x"}}}"#, "has headersHelper"),
        (r#"{"mcpServers": {"books": {"url": "http://h", "headers": {"A": 1}}}}"#, "has headers"),
        (
            r#"{"mcpServers": {"books": {"url": "http://h", "headers": {"A-B": "1", "A_B": "2"}}}}"#,
            "has headers that are HEADER_A_B both",
        ),
        (r#"{"mcpServers": {"books": {}}}"#, "neither a command nor a url"),
    ] {
        desk.write(".mcp.json", text);
        let done = desk.run(&["proxy", "install", "claude-code", "books"]);
        assert!(done.code == 2 && done.err.contains(reported), "{text}: {}", done.err);
        assert_eq!(desk.read(".mcp.json"), text);
    }
}

#[test]
fn a_link_stays_a_link_and_rights_stay() {
    use std::os::unix::fs::PermissionsExt as _;
    let desk = Desk::new();
    desk.write("dots/mcp.json", PROJECT);
    std::fs::set_permissions(desk.path("dots/mcp.json"), std::fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink(desk.path("dots/mcp.json"), desk.path(".mcp.json")).unwrap();
    assert_eq!(desk.run(&["proxy", "install", "claude-code", "books"]).code, 0);
    assert!(std::fs::symlink_metadata(desk.path(".mcp.json")).unwrap().is_symlink());
    assert_eq!(std::fs::metadata(desk.path("dots/mcp.json")).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(desk.read("dots/mcp.json").contains("\"proxy\""));
}
