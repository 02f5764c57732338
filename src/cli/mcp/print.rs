//! What a client's configuration needs for weir as a server.

use serde_json::{Map, Value, json};

use crate::cli::install::{Client, Form, Whose};
use crate::cli::surroundings::Surroundings;

/// The name of the server in configurations.
const NAME: &str = "weir";

/// How a client finds weir.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It starts it by these words.
    Words(Vec<String>),
    /// It is there already.
    Url(String),
}

/// The part of the configuration: TOML for Codex, JSON for all others.
pub(super) fn part(client: Client, found: &Found) -> String {
    if client == Client::Codex {
        return toml(found);
    }
    let mut value = server(client, found);
    let path = client.paths(NAME, None).pop().unwrap_or_default();
    for key in path.iter().rev() {
        let mut outer = Map::new();
        outer.insert(key.clone(), value);
        value = Value::Object(outer);
    }
    let text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text + "\n"
}

fn server(client: Client, found: &Found) -> Value {
    match (found, client.form()) {
        (Found::Words(words), Form::List) => json!({"type": "local", "command": words, "enabled": true}),
        (Found::Words(words), Form::Words) => {
            let (command, args) =
                words.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
            match client {
                Client::VsCode | Client::ClaudeCode => {
                    json!({"type": "stdio", "command": command, "args": args})
                }
                _ => json!({"command": command, "args": args}),
            }
        }
        (Found::Url(url), Form::List) => json!({"type": "remote", "url": url, "enabled": true}),
        (Found::Url(url), Form::Words) => match client {
            Client::Gemini => json!({"httpUrl": url}),
            Client::Cursor => json!({"url": url}),
            _ => json!({"type": "http", "url": url}),
        },
    }
}

/// A text as TOML and JSON write it.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

fn toml(found: &Found) -> String {
    let head = format!("[mcp_servers.{NAME}]\n");
    match found {
        Found::Url(url) => format!("{head}url = {}\n", quoted(url)),
        Found::Words(words) => {
            let (command, args) =
                words.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
            let args: Vec<String> = args.iter().map(|word| quoted(word)).collect();
            format!("{head}command = {}\nargs = [{}]\n", quoted(command), args.join(", "))
        }
    }
}

/// Where it belongs, in words.
pub(super) fn place(client: Client, surroundings: &Surroundings) -> String {
    let files = client.files(surroundings);
    let first = |wanted: Whose| {
        let file = files.iter().find(|(_, whose)| *whose == wanted)?;
        Some(file.0.display().to_string())
    };
    let places: Vec<String> = [first(Whose::Project), first(Whose::User)].into_iter().flatten().collect();
    format!("put this into {}", places.join(" or "))
}

/// The folder that is open when nobody named one: a client that starts servers elsewhere tells where its own is.
pub(super) fn root(client: Client) -> Option<&'static str> {
    match client {
        Client::Cursor | Client::VsCode => Some("${workspaceFolder}"),
        Client::ClaudeCode | Client::Codex | Client::Gemini | Client::OpenCode => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_client_gets_its_own_form() {
        let found = Found::Words(["/bin/weir", "mcp", "--allow", "a \"b\""].map(str::to_owned).to_vec());
        for (name, client) in Client::ALL {
            let text = part(client, &found);
            if client == Client::Codex {
                assert_eq!(
                    text,
                    "[mcp_servers.weir]\ncommand = \"/bin/weir\"\nargs = [\"mcp\", \"--allow\", \"a \\\"b\\\"\"]\n"
                );
                continue;
            }
            let value: Value = serde_json::from_str(&text).unwrap();
            let keys = client.paths("weir", None).pop().unwrap();
            let server = keys.iter().fold(&value, |value, key| &value[key]);
            let command = &server["command"];
            let first = if client.form() == Form::List { &command[0] } else { command };
            assert_eq!(first, "/bin/weir", "{name}: {text}");
        }
        let url = Found::Url("http://127.0.0.1:8080/mcp".to_owned());
        for (name, client) in Client::ALL {
            assert!(part(client, &url).contains("http://127.0.0.1:8080/mcp"), "{name}");
        }
    }
}
