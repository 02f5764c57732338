//! Every way to write a table, with an entry put in and taken out again.

use serde_json::json;

use super::*;

fn prefix() -> Put {
    Put { parent: vec!["env".to_owned()], fields: vec![("PREFIX".to_owned(), json!("/w/stub.sh"))] }
}

fn variables(parent: &[&str]) -> Put {
    let fields = [("BASH_ENV", "/home/a b/start.sh"), ("WEIR_AGENT", "codex")];
    Put {
        parent: parent.iter().map(|key| (*key).to_owned()).collect(),
        fields: fields.iter().map(|(key, value)| ((*key).to_owned(), json!(value))).collect(),
    }
}

fn policy() -> Put {
    variables(&["shell", "set"])
}

/// Puts in, and checks that a second time changes nothing and that what comes out is what was there.
fn there_and_back(format: Format, text: &str, put: &Put) -> Done {
    let done = super::put(format, text, put, Taken::Refused)
        .unwrap_or_else(|why| panic!("{text:?}: {why:?}"))
        .unwrap_or_else(|| panic!("{text:?}: nothing was done"));
    assert_eq!(super::put(format, &done.text, put, Taken::Refused), Ok(None), "{}", done.text);
    for unchanged in [true, false] {
        let back = take(format, &done.text, put, (&done.edits, done.made), unchanged);
        assert_eq!(back, Ok(Some(text.to_owned())), "{unchanged} {}", done.text);
    }
    // Where the record of the edits helps no more, what is left means the same.
    let bare = take(format, &done.text, put, (&[], done.made), false)
        .unwrap_or_else(|why| panic!("{}: {why:?}", done.text))
        .unwrap();
    assert_eq!(tree(format, &bare), tree(format, text), "{}", done.text);
    let mut at = 0;
    for char in text.chars() {
        at += done.text[at..].find(char).expect("the old text is kept in order") + char.len_utf8();
    }
    done
}

#[test]
fn an_entry_comes_into_json_of_any_layout_and_goes_again() {
    for text in [
        "",
        "\n",
        "// only a comment",
        "{}",
        "{ }\n",
        "{\n}\n",
        "{\r\n  \"a\": 1\r\n}\r\n",
        "\u{feff}{\"a\": 1}",
        "{\"a\":1,}",
        "{\n\t\"a\": 1, // last\n}\n",
        "{ // mine\n  // about a\n  \"a\": 1\n}",
        "{ /* x */ \"a\": [1, 2] }",
        "{\"env\": {}}",
        "{\n  \"env\": {\n  }\n}",
        "{\n  \"env\": { \"A\":\"x\" },\n  \"b\": 1}",
        "{\n    \"env\": {\n        \"A\": \"x\", // a\n        \"B\": \"y\"\n    }\n}\n",
        "{\"env\": {\"A\": \"1\"}, \"env\": {\"B\": \"2\"}}",
        "{\"a\": \"\\\"env\\\": {\", \"b\": \"//\"}",
        "{\n\n\n  \"a\": 1}",
        "{\"envy\": {\"PREFIX\": \"other\"}}",
    ] {
        there_and_back(Format::Json, text, &prefix());
        let on = Put { parent: Vec::new(), fields: vec![("on".to_owned(), json!(true))] };
        there_and_back(Format::Json, text, &on);
    }
}

#[test]
fn an_entry_in_json_looks_as_its_neighbours_do() {
    let text = |text: &str| there_and_back(Format::Json, text, &prefix()).text;
    assert_eq!(text("{}"), "{\n  \"env\": {\n    \"PREFIX\": \"/w/stub.sh\"\n  }\n}");
    assert_eq!(text("{\"a\":1}"), "{\"env\": {\"PREFIX\": \"/w/stub.sh\"},\"a\":1}");
    assert_eq!(
        text("{\r\n\t\"a\": 1\r\n}"),
        "{\r\n\t\"env\": {\r\n\t\t\"PREFIX\": \"/w/stub.sh\"\r\n\t},\r\n\t\"a\": 1\r\n}"
    );
    assert_eq!(
        text("{\"env\": { \"A\": \"x\" }}"),
        "{\"env\": { \"PREFIX\": \"/w/stub.sh\", \"A\": \"x\" }}"
    );
}

#[test]
fn an_entry_comes_into_toml_of_any_layout_and_goes_again() {
    for text in [
        "",
        "a = 1",
        "a = 1\r\n# end\r\n",
        "\u{feff}a = 1\n",
        "[shell]\ninherit = \"all\"\n",
        "[shell.set]",
        "[shell.set] # mine\nA = \"x\" # a\n\n[z]\nx=1\n",
        "[shell.set]\r\nA = \"x\"\r\n[z]\r\n",
        "[shell]\nset = { A = \"x\" }\n[z]\n",
        "[shell]\nset = {}\n",
        "[shell]\nset = { }\n",
        "[shell]\nset.A = \"x\"\ninherit = \"all\"\n",
        "[shell]\n  set.A = \"x\"\n",
        "shell = { inherit = \"all\" }\n",
        "shell = {}\n",
        "shell.inherit = \"all\"\nz = 1\n",
        "shell.set.A = \"x\"\nz = 1\n",
        "shell.set = { A = \"x\" }\n",
        "shell = { set = { A = \"x\" }, b = 1 }\n",
        "shell = { set.A = \"x\" }\n",
        "[shell.other]\na = 1\n[z]\nb = 2\n",
        "[shell.set.deep]\na = 1\n",
        "[[list]]\na = 1\n[[list]]\na = 2\n",
        "a = '''\n[shell.set]\n'''\n",
        "d = 1979-05-27T07:32:00Z\n\"shell\".x = 1\n",
        "[\"shell\".'set']\nA = \"x\"\n",
    ] {
        there_and_back(Format::Toml, text, &policy());
    }
}

#[test]
fn an_entry_in_toml_is_below_its_header() {
    let text = |text: &str| there_and_back(Format::Toml, text, &policy()).text;
    let lines = "BASH_ENV = \"/home/a b/start.sh\"\nWEIR_AGENT = \"codex\"\n";
    assert_eq!(text("[shell.set]\nA = 1\n"), format!("[shell.set]\n{lines}A = 1\n"));
    assert_eq!(text("a = 1\n"), format!("a = 1\n\n[shell.set]\n{lines}"));
    assert_eq!(text("a = 1"), format!("a = 1\n\n[shell.set]\n{}", lines.trim_end()));
}

#[test]
fn variables_come_into_a_file_of_variables_and_go_again() {
    for text in [
        "",
        "A=1",
        "A=1\n",
        "# mine\r\nA='x y'\r\n",
        "export A=\"b # c\" # d\n\n",
        "A=\"two\nlines\"\nB=2\n",
        "A=\n",
        "BASH_ENVY=1\n#BASH_ENV=2\n",
    ] {
        there_and_back(Format::Dotenv, text, &variables(&[]));
    }
}

#[test]
fn any_path_is_quoted_so_that_it_is_read_as_it_is() {
    for path in ["/plain/x", "/a b", "/it's", "/a\"b", "/a\"b'c", "/a#b", "/a$b", "/ü", "/a\\nb"] {
        for (format, parent) in [(Format::Json, "env"), (Format::Toml, "shell"), (Format::Dotenv, "")] {
            let parent = if parent.is_empty() { Vec::new() } else { vec![parent.to_owned()] };
            let put = Put { parent, fields: vec![("BASH_ENV".to_owned(), json!(path))] };
            let done = there_and_back(format, "", &put);
            assert_eq!(held(format, &done.text, &put), Ok(vec![Some(path.to_owned())]), "{}", done.text);
        }
    }
    let all = Put { parent: Vec::new(), fields: vec![("A".to_owned(), json!("two\nlines"))] };
    assert_eq!(super::put(Format::Dotenv, "", &all, Taken::Refused), Err(Refusal::NoPlace));
}

#[test]
fn a_server_comes_into_yaml_and_goes_again() {
    let server = json!({"cmd": "/w/weir", "args": ["mcp"], "enabled": true});
    let put = Put { parent: vec!["extensions".to_owned()], fields: vec![("weir".to_owned(), server)] };
    for text in [
        "",
        "# mine\n",
        "a: 1\n",
        "a: 1",
        "extensions:\n  developer:\n    enabled: true\nz: 1\n",
        "extensions: # mine\n    developer:\n        enabled: true",
    ] {
        let done = super::put(Format::Yaml, text, &put, Taken::Refused).unwrap().unwrap();
        assert_eq!(super::put(Format::Yaml, &done.text, &put, Taken::Refused), Ok(None));
        for unchanged in [true, false] {
            let back = take(Format::Yaml, &done.text, &put, (&done.edits, done.made), unchanged);
            assert_eq!(back, Ok(Some(text.to_owned())), "{}", done.text);
        }
    }
    assert_eq!(
        super::put(Format::Yaml, "extensions: {a: {b: 1}}\n", &put, Taken::Refused),
        Err(Refusal::NoPlace)
    );
    assert!(matches!(
        super::put(Format::Yaml, "a: 1\nb: [\n", &put, Taken::Refused),
        Err(Refusal::Broken(..))
    ));
}

#[test]
fn a_value_of_the_users_is_refused_or_replaced_and_given_back() {
    for (format, text, put, line) in [
        (Format::Json, "{\n \"env\": {\"PREFIX\" : \"/mine\\u0021\"}}", prefix(), 2),
        (Format::Toml, "[shell.set]\nBASH_ENV = '/mine!' # x\n", policy(), 2),
        (Format::Toml, "shell.set = { BASH_ENV = '/mine!' }\n", policy(), 1),
        (Format::Dotenv, "A=1\nBASH_ENV = \"/mine!\" # x\n", variables(&[]), 2),
    ] {
        let refused = super::put(format, text, &put, Taken::Refused);
        let key = put.path(&put.fields[0].0).join(".");
        assert_eq!(refused, Err(Refusal::Taken(line, key, "/mine!".to_owned())), "{text}");
        let done = super::put(format, text, &put, Taken::Replaced).unwrap().unwrap();
        for (now, unchanged) in [(done.text.clone(), true), (done.text.clone(), false)] {
            let back = take(format, &now, &put, (&done.edits, done.made), unchanged);
            assert_eq!(back, Ok(Some(text.to_owned())), "{now}");
        }
    }
}

#[test]
fn what_the_user_changed_meanwhile_stays() {
    let done = there_and_back(Format::Json, "{}", &prefix());
    let now = done.text.replace("}\n}", "},\n  \"mine\": 1\n}");
    assert_eq!(
        take(Format::Json, &now, &prefix(), (&done.edits, done.made), false),
        Ok(Some("{\n  \"mine\": 1\n}".to_owned()))
    );
    // Written anew by a program, with the user's own key beside weir's.
    let now = "{\"mine\":1,\"env\":{\"PREFIX\":\"/w/stub.sh\",\"A\":\"x\"}}";
    let back = take(Format::Json, now, &prefix(), (&done.edits, done.made), false);
    assert_eq!(back, Ok(Some("{\"mine\":1,\"env\":{\"A\":\"x\"}}".to_owned())));
    let now = "{\"mine\":1,\"env\":{\"PREFIX\":\"/w/stub.sh\"}}";
    let back = take(Format::Json, now, &prefix(), (&done.edits, done.made), false);
    assert_eq!(back, Ok(Some("{\"mine\":1}".to_owned())));
    // A value of the user's own in its place.
    let now = "{\"env\":{\"PREFIX\":\"/mine\"}}";
    assert_eq!(take(Format::Json, now, &prefix(), (&done.edits, done.made), false), Ok(None));

    let done = there_and_back(Format::Toml, "a = 1\n", &policy());
    let now = format!("{}MINE = \"x\"\n[z]\n", done.text);
    let back = take(Format::Toml, &now, &policy(), (&done.edits, done.made), false);
    assert_eq!(back, Ok(Some("a = 1\n\n[shell.set]\nMINE = \"x\"\n[z]\n".to_owned())));
    let now = format!("# top\n{}\n[z]\nb = 2\n", done.text);
    let back = take(Format::Toml, &now, &policy(), (&done.edits, done.made), false);
    assert_eq!(back, Ok(Some("# top\na = 1\n\n[z]\nb = 2\n".to_owned())));
}

#[test]
fn what_is_broken_is_refused_with_its_line() {
    let broken = |format, text: &str, put: &Put| match super::put(format, text, put, Taken::Refused) {
        Err(Refusal::Broken(line, _)) => line,
        other => panic!("{text:?}: {other:?}"),
    };
    for (text, line) in [
        ("{\"a\": 1,\n \"b\": [1,\n \"c\" 3}\n", 3),
        ("{\n  \"a\": 1\n  \"b\": 2\n}", 3),
        ("[]\n", 1),
        ("{\n\"env\": []}", 2),
        ("{\n\"env\": null\n}", 2),
        ("{\"a\": 'x'}", 1),
        ("{\"a\": 1}\n{}", 2),
        ("{\n\n{", 3),
        ("{\"a\": [1,\n2,\n\n", 2),
        ("nonsense", 1),
    ] {
        assert_eq!(broken(Format::Json, text, &prefix()), line, "{text}");
    }
    for (text, line) in [
        ("m = \"x\"\n[a]\nb = = 3\n", 3),
        ("a = 1\na = 2\n", 2),
        ("x = 1\nshell = \"x\"\n", 2),
        ("[shell]\nset = 3\n", 2),
        ("a = 1\n[[shell]]\n", 2),
        ("a = \"open\n", 1),
    ] {
        assert_eq!(broken(Format::Toml, text, &policy()), line, "{text}");
    }
}

#[test]
fn a_file_of_its_own_is_made_and_never_taken() {
    let put = Put { parent: Vec::new(), fields: vec![(String::new(), json!("// weir\n"))] };
    there_and_back_whole(&put);
    let taken = super::put(Format::Whole, "// mine\n", &put, Taken::Refused);
    assert_eq!(taken, Err(Refusal::Taken(1, "the file".to_owned(), "// mine".to_owned())));
}

fn there_and_back_whole(put: &Put) {
    let done = super::put(Format::Whole, "", put, Taken::Refused).unwrap().unwrap();
    assert_eq!(done.text, "// weir\n");
    assert_eq!(take(Format::Whole, &done.text, put, (&done.edits, 0), true), Ok(Some(String::new())));
    let changed = take(Format::Whole, "// weir\n// mine\n", put, (&done.edits, 0), false);
    assert_eq!(changed, Ok(Some("// mine\n".to_owned())));
}
