//! What a server's clients share: its list of tools, questions to what is stored, tables, secrets.

use serde_json::{Value, json};

use crate::client::{Client, call, configured, request};
use crate::listening::listening;

/// A server of a few lines: lists of orders, a text, a list of tools that grows.
const SERVER: &str = r#"while read -r line; do
id=$(printf '%s' "$line" | sed 's/.*"id":\("[^"]*"\|[0-9.]*\).*/\1/')
echo "$line" >> asked
case "$line" in
*tools/list*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"tools":[{"name":"orders","description":"Lists orders. With all of their fields.","inputSchema":{"type":"object","properties":{"n":{"type":"integer","description":"how many","minimum":1.0}}}},{"name":"drop_order","description":"Drops an order.","inputSchema":{"type":"object"}}]}}';;
*orders*) rows=$(seq 1 300 | sed 's/.*/{\\"id\\":&,\\"state\\":\\"open\\",\\"total\\":&.50}/' | paste -sd,); echo '{"jsonrpc":"2.0","id":'$id',"result":{"content":[{"type":"text","text":"{\"rows\":['"$rows"'],\"next\":\"CUR-9\"}"}]}}';;
*small*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"content":[{"type":"text","text":"token ghp_0123456789abcdefABCDEF0123456789abcd"}]}}';;
*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"content":[{"type":"text","text":"pong"}]}}';;
esac; done"#;

fn text(answer: &Value) -> String {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

fn page(answer: &Value) -> Value {
    serde_json::from_str(&text(answer)).unwrap()
}

fn tool(client: &mut Client, name: &str, arguments: &Value) -> Value {
    let params = json!({"name": name, "arguments": arguments}).to_string();
    client.send(request("7", "tools/call", &params)).message()
}

#[test]
fn a_page_shows_what_is_beside_its_list_and_where_the_list_is() {
    let mut client = configured("{}", SERVER);
    let answer = client.send(call("1", "orders")).message();
    let first = page(&answer);
    assert_eq!(first["beside"], json!({"next": "CUR-9"}));
    assert_eq!((&first["meta"]["path"], first["items"].as_array().unwrap().len()), (&json!(".rows"), 50));
    let next = tool(&mut client, "weir_get", &json!({"cursor": first["nextCursor"]}));
    assert_eq!((&page(&next)["items"][0]["id"], page(&next).get("beside")), (&json!(51), None));
}

#[test]
fn a_program_and_a_pattern_answer_questions_to_what_is_stored() {
    let mut client = configured("{}", SERVER);
    let answer = client.send(call("1", "orders")).message();
    let id = answer["result"]["_meta"]["weir/answer"]["snapshot"].clone();
    let mut get = |arguments: Value| {
        let mut all = json!({"id": id});
        for (name, value) in arguments.as_object().unwrap() {
            all[name] = value.clone();
        }
        tool(&mut client, "weir_get", &all)
    };
    assert_eq!(text(&get(json!({"select": ".rows | length"}))), "300");
    let several = page(&get(json!({"select": ".rows[] | select(.id > 290) | {id}", "limit": 4})));
    assert_eq!((&several["totalCount"], several["items"].as_array().unwrap().len()), (&json!(10), 4));
    let found = page(&get(json!({"grep": "\"id\":29[0-9],", "fields": "total"})));
    assert_eq!((&found["totalCount"], &found["items"][0]), (&json!(10), &json!({"total": 290.5})));
    let wrong = get(json!({"select": ".rows | selct(1)"}));
    assert!(wrong["result"]["isError"] == true && text(&wrong).contains("line 1, column 9"), "{wrong}");
    for (program, limit) in [
        ("def f: 1 + f; f", "recurs"),
        ("(\"x\" * 100000000) | length", "64 MiB"),
        ("0 | until(false; . + 1)", "2 s"),
    ] {
        let beyond = get(json!({"select": program}));
        assert!(beyond["result"]["isError"] == true && text(&beyond).contains(limit), "{program}: {beyond}");
    }
    let table = text(&get(json!({"format": "table", "limit": 2})));
    let rows = "id,state,total\n1,open,1.50\n2,open,2.50\nweir: beside {\"next\":\"CUR-9\"}\nweir: rows 1-2 of 300; rest: weir_get ";
    assert!(table.starts_with(rows), "{table}");
}

#[test]
fn a_tool_that_is_not_permitted_is_neither_listed_nor_called() {
    let mut client = configured(r#"{"mode": "observe", "tools": {"deny": ["drop_*"]}}"#, SERVER);
    let list = client.send(request("1", "tools/list", "{}")).message();
    assert_eq!(list["result"]["tools"].as_array().unwrap().len(), 1, "{list}");
    let refused = client.send(call("2", "drop_order")).message();
    assert_eq!(refused["error"], json!({"code": -32602, "message": "Unknown tool: drop_order"}));
    let twice =
        r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"drop_order","name":"other"}}"#;
    assert_eq!(client.send(twice).message()["error"]["code"], -32602);
    assert!(!client.file("asked", |_| true).contains("drop_order"));
}

#[test]
fn an_index_finds_tools_and_calls_them_by_their_names() {
    let mut client = configured(r#"{"toolList": "index", "tools": {"deny": ["drop_*"]}}"#, SERVER);
    let found = text(&tool(&mut client, "weir_tools", &json!({"query": "list an order"})));
    assert!(found.starts_with("orders: Lists orders.\nweir: 1 of 1 tools"), "{found}");
    let named = tool(&mut client, "weir_tools", &json!({"names": ["orders"]}));
    assert!(text(&named).contains(r#""minimum":1.0"#), "{named}");
    let answer = tool(&mut client, "weir_call", &json!({"name": "orders", "arguments": {"n": 3}}));
    assert_eq!(page(&answer)["totalCount"], Value::Null, "the server has more of it");
    let asked = client.file("asked", |text| text.contains("tools/call"));
    assert!(
        asked.contains(r#""name":"orders","arguments":{"n":3}"#)
            || asked.contains(r#""arguments":{"n":3},"name":"orders""#),
        "{asked}"
    );
    let denied = tool(&mut client, "weir_call", &json!({"name": "drop_order", "arguments": {}}));
    assert_eq!(denied["error"]["code"], -32602);
    let list = client.send(request("9", "tools/list", "{}")).message();
    let names: Vec<&str> = list["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["weir_tools", "weir_call", "weir_get"]);
}

#[test]
fn secrets_of_small_answers_are_hidden_where_that_is_asked_for() {
    let secret = "ghp_0123456789abcdefABCDEF0123456789abcd";
    assert!(text(&configured("{}", SERVER).send(call("1", "small")).message()).contains(secret));
    let hidden = configured(r#"{"redact": "always"}"#, SERVER).send(call("1", "small")).message();
    assert!(text(&hidden).starts_with("token [redacted"), "{hidden}");
}

#[test]
fn the_unit_and_the_compose_file_of_the_page_for_operators_start_weir() {
    let read = |name: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/examples").join(name);
        std::fs::read_to_string(path).unwrap()
    };
    let unit = read("weir-mcp.service");
    let start = unit.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/bin/weir ")).unwrap();
    let compose = read("compose.yaml");
    let words: Vec<&str> = compose.lines().filter_map(|line| line.strip_prefix("      - ")).collect();
    for words in [start.to_owned(), words.join(" ")] {
        let here = [
            ("127.0.0.1:8080", "127.0.0.1:0"),
            ("0.0.0.0:8080", "127.0.0.1:0"),
            ("${CREDENTIALS_DIRECTORY}/", ""),
            ("/run/secrets/", ""),
            ("/var/lib/weir/", ""),
            ("/store/", ""),
        ];
        let words = here.iter().fold(words, |words, (there, here)| words.replace(there, here));
        let listener = listening(&words.split(' ').collect::<Vec<_>>());
        let status = |headers: &[(&str, &str)]| listener.ask("GET", "/health", headers, "").status;
        let shown = ("Authorization", "Bearer 0123456789abcdef");
        assert_eq!([status(&[]), status(&[shown])], [401, 200], "{words}");
    }
}
