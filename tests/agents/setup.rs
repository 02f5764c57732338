//! `weir setup`: what it puts in, and that nothing is left of it.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use crate::home::{Home, called};

/// The agents in whose shell weir can be.
pub const AGENTS: [&str; 6] = ["claude-code", "codex", "gemini-cli", "opencode", "copilot", "qwen-code"];

/// A file of the user's that an agent reads or weir changes, with a text of its own.
const FILES: [(&str, &str, &str); 10] = [
    (
        "claude-code",
        ".claude/settings.json",
        "{\n  \"env\": { \"MINE\": \"kept\" },\n  \"theme\" : \"dark\"\n}",
    ),
    ("claude-code", ".claude/settings.json", "{\r\n\t\"theme\": \"dark\" // mine\r\n}\r\n"),
    ("claude-code", ".claude/settings.json", "{}"),
    ("claude-code", ".claude/settings.json", ""),
    (
        "codex",
        ".codex/config.toml",
        "model = \"m\" # mine\n\n[shell_environment_policy]\ninherit = \"core\"\nset = { MINE = \"kept\" }\n",
    ),
    ("codex", ".codex/config.toml", "shell_environment_policy.set.MINE = \"kept\"\nmodel = \"m\""),
    ("codex", ".codex/config.toml", "\u{feff}# only a comment\r\n"),
    ("gemini-cli", ".gemini/.env", "# mine\nMINE='kept'"),
    ("copilot", ".copilot/settings.json", "{\"beep\": false, /* x */ \"list\": [1, 2,],}\n"),
    ("opencode", ".config/opencode/opencode.jsonc", "{ // mine\n}\n"),
];

fn removed(agent: &str) -> [&str; 3] {
    ["setup", agent, "--remove"]
}

#[test]
fn a_second_setup_changes_no_byte_and_remove_brings_every_byte_back() {
    for (agent, path, text) in FILES {
        let home = Home::new();
        home.write(path, text);
        let before = home.files();
        home.well(&["setup", agent]);
        let once = home.files();
        home.well(&["setup", agent]);
        assert!(home.files() == once, "{agent} {text:?}");
        home.well(&removed(agent));
        assert_eq!(home.files(), before, "{agent} {text:?}");
        home.well(&removed(agent));
        assert_eq!(home.files(), before, "{agent} {text:?}");
    }
}

#[test]
fn what_setup_made_goes_with_the_folders_that_it_made() {
    for agent in AGENTS {
        let home = Home::new();
        home.well(&["setup", agent]);
        assert!(home.has(".local/share/weir/agents/bin/pytest"), "{agent}");
        home.well(&removed(agent));
        assert!(home.files().is_empty(), "{agent}: {:?}", home.files().keys());
        assert!(!home.has(".claude") && !home.has(".codex") && !home.has(".gemini") && !home.has(".config"));
        assert!(!home.has(".local"), "{agent}");
    }
    // What was there stays.
    let home = Home::new();
    home.write(".local/share/mine", "");
    home.well(&["setup", "codex"]);
    home.well(&removed("codex"));
    assert!(home.has(".local/share/mine") && !home.has(".local/share/weir"));
}

#[test]
fn a_line_says_how_many_names_are_linked_and_why() {
    let home = Home::new();
    for words in [&["setup", "codex", "--dry-run"][..], &["setup", "codex"]] {
        let out = home.well(words).out;
        let line = out.lines().find(|line| line.contains("are links to weir")).expect(&out);
        assert!(
            line.contains(".local/share/weir/agents/bin") && line.contains("comes first in PATH"),
            "{line}"
        );
        let number: usize = line.split(' ').next().unwrap().parse().unwrap();
        if let Ok(links) = fs::read_dir(home.home.join(".local/share/weir/agents/bin")) {
            assert_eq!(links.count(), number);
        }
    }
    let out = home.well(&["setup", "cursor", "--dry-run"]).out;
    assert!(!out.contains("are links to weir"), "{out}");
}

#[test]
#[cfg(target_os = "linux")]
fn on_a_terminal_setup_asks_before_it_writes_and_yes_answers_for_you() {
    use std::io::Write as _;
    use std::process::Stdio;
    let home = Home::new();
    let call = |words: &str, typed: &str| {
        let line = format!("{} setup {words}; echo code $?", home.weir.display());
        let mut script = home
            .command(std::path::Path::new("script"), &["-qec", &line, "/dev/null"])
            .env("SHELL", "/bin/sh")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("script(1) of util-linux");
        // What is typed before the question waits for it.
        script.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        String::from_utf8_lossy(&script.wait_with_output().unwrap().stdout).into_owned()
    };
    let asked = "weir: write this? [y/N] ";
    for typed in ["n\n", "\n"] {
        let shown = call("codex", typed);
        assert!(
            shown.contains(asked) && shown.contains("nothing was written") && shown.contains("code 0"),
            "{shown}"
        );
        assert!(home.files().is_empty(), "{shown}");
    }
    assert!(call("codex", "y\n").contains(asked) && home.has(".codex/config.toml"));
    let shown = call("codex --remove", "n\n");
    assert!(shown.contains(asked) && home.has(".codex/config.toml"), "{shown}");
    let shown = call("codex --remove --yes", "");
    assert!(!shown.contains(asked) && !home.has(".codex/config.toml"), "{shown}");
    assert!(!call("codex --dry-run", "").contains(asked) && home.files().is_empty());
}

#[test]
fn one_agent_goes_and_the_others_stay() {
    let home = Home::new();
    for agent in AGENTS {
        home.well(&["setup", agent]);
    }
    let all = home.files();
    home.well(&["setup", "codex", "--remove"]);
    assert!(!home.has(".codex/config.toml") && home.has(".local/share/weir/agents/start.sh"));
    home.well(&["setup", "codex"]);
    assert_eq!(home.files(), all);
    for agent in AGENTS {
        home.well(&removed(agent));
    }
    assert!(home.files().is_empty());
}

#[test]
fn each_entry_is_what_the_agent_reads() {
    let home = Home::new();
    for agent in AGENTS {
        home.well(&["setup", agent]);
    }
    let agents = home.home.join(".local/share/weir/agents");
    let (stub, start) = (agents.join("stub.sh"), agents.join("start.sh"));
    let claude: serde_json::Value = serde_json::from_str(&home.read(".claude/settings.json")).unwrap();
    assert_eq!(claude["env"]["CLAUDE_CODE_SHELL_PREFIX"], stub.to_str().unwrap());
    let codex: toml::Table = home.read(".codex/config.toml").parse().unwrap();
    let set = &codex["shell_environment_policy"]["set"];
    assert_eq!((set["BASH_ENV"].as_str(), set["WEIR_AGENT"].as_str()), (start.to_str(), Some("codex")));
    assert_eq!(set["SHLVL"].as_str(), Some("1"));
    assert_eq!(home.read(".gemini/.env"), format!("BASH_ENV={}\nWEIR_AGENT=gemini-cli\n", start.display()));
    assert!(home.read(".config/opencode/plugins/weir.js").contains(start.to_str().unwrap()));
    assert_eq!(home.read(".copilot/settings.json"), "{\n  \"bashEnv\": true\n}\n");
    assert!(!home.has(".qwen/settings.json"));
    assert_eq!(fs::read_link(agents.join("bin/cargo")).unwrap(), home.weir);
    assert_eq!(
        (home.mode(".claude/settings.json"), fs::metadata(stub).unwrap().permissions().mode() & 0o777),
        (0o600, 0o755)
    );
}

#[test]
fn what_no_file_can_set_is_printed_as_one_line() {
    let home = Home::new();
    for (agent, program) in [("copilot", "copilot"), ("qwen-code", "qwen")] {
        let printed = home.well(&["setup", agent]).out;
        let start = home.home.join(".local/share/weir/agents/start.sh");
        let line = format!("alias {program}='BASH_ENV={} WEIR_AGENT={agent} {program}'", start.display());
        assert!(printed.lines().any(|each| each.trim() == line), "{printed}");
    }
}

#[test]
fn nothing_is_written_without_being_asked_for() {
    let home = Home::new();
    for (_, path, text) in FILES {
        home.write(path, text);
    }
    let before = home.files();
    let list = home.well(&["setup"]).out;
    for name in [
        ".claude/settings.json: would change",
        ".gemini/.env: would change",
        "plugins/weir.js: would be made",
        "not found: ",
    ] {
        assert!(list.contains(name), "{list}");
    }
    for agent in AGENTS {
        let shown = home.well(&["setup", agent, "--dry-run"]).out;
        assert!(shown.lines().any(|line| line.starts_with('+')), "{shown}");
        let shown = home.well(&["setup", agent, "--no-skill", "--dry-run"]).out;
        assert_eq!(shown.lines().any(|line| line.starts_with('+')), agent != "qwen-code", "{shown}");
        home.well(&["setup", agent, "--remove", "--dry-run"]);
    }
    assert_eq!(home.files(), before);
}

#[test]
fn what_the_user_changed_meanwhile_stays() {
    for (agent, path, text) in FILES.into_iter().filter(|(_, _, text)| text.contains("kept")) {
        let home = Home::new();
        home.write(path, text);
        home.well(&["setup", agent]);
        home.write(path, &home.read(path).replace("kept", "CHANGED"));
        home.well(&removed(agent));
        assert_eq!(home.read(path), text.replace("kept", "CHANGED"), "{agent}");
    }
    // Written anew by a program, with a key more.
    let home = Home::new();
    home.write(".claude/settings.json", "{\n  \"theme\": \"dark\"\n}\n");
    home.well(&["setup", "claude-code"]);
    let mut value: serde_json::Value = serde_json::from_str(&home.read(".claude/settings.json")).unwrap();
    value["model"] = "m".into();
    home.write(".claude/settings.json", &value.to_string());
    home.well(&["setup", "claude-code"]);
    assert_eq!(home.read(".claude/settings.json"), value.to_string());
    home.well(&removed("claude-code"));
    assert_eq!(home.read(".claude/settings.json"), "{\"model\":\"m\",\"theme\":\"dark\"}");
    // Put out by hand.
    home.well(&["setup", "claude-code"]);
    home.write(".claude/settings.json", "{\"env\": {}}");
    let printed = home.well(&removed("claude-code")).out;
    assert!(printed.contains("is no longer there"), "{printed}");
    assert_eq!(home.read(".claude/settings.json"), "{\"env\": {}}");
}

#[test]
fn a_file_that_setup_made_stays_when_the_user_wrote_into_it() {
    let home = Home::new();
    home.well(&["setup", "codex"]);
    let text = home.read(".codex/config.toml");
    home.write(".codex/config.toml", &format!("model = \"m\"\n{text}[mine]\na = 1\n"));
    home.well(&removed("codex"));
    assert_eq!(home.read(".codex/config.toml"), "model = \"m\"\n[mine]\na = 1\n");
}

#[test]
fn a_broken_file_is_refused_with_its_line_and_nothing_is_written() {
    for (agent, path, text, line) in [
        ("claude-code", ".claude/settings.json", "{\n \"a\": 1,\n \"b\" 2\n}", 3),
        ("claude-code", ".claude/settings.json", "{\n \"env\": \"x\"\n}", 2),
        ("claude-code", ".claude/settings.json", "[1]", 1),
        ("codex", ".codex/config.toml", "a = 1\n[b\n", 2),
        ("codex", ".codex/config.toml", "a = 1\nshell_environment_policy = 3\n", 2),
        ("gemini-cli", ".gemini/settings.json", "{\n\"a\": {\n\n", 2),
        ("opencode", ".config/opencode/opencode.json", "{\"a\":\n}", 2),
        ("copilot", ".copilot/settings.json", "{\"a\" = 1}", 1),
        ("qwen-code", ".qwen/settings.json", "{,}", 1),
    ] {
        let home = Home::new();
        home.write(path, text);
        let before = home.files();
        for words in [&["setup", agent][..], &["setup", agent, "--dry-run"], &["setup", agent, "--chain"]] {
            let refused = home.call(words);
            assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{agent} {text:?}");
            let printed = format!("{}: line {line}: ", home.home.join(path).display());
            assert!(refused.err.contains(&printed), "{}", refused.err);
        }
        assert_eq!(home.files(), before, "{agent} {text:?}");
        assert_eq!(home.well(&["setup"]).code, 0);
    }
    let home = Home::new();
    fs::create_dir_all(home.home.join(".claude")).unwrap();
    fs::write(home.home.join(".claude/settings.json"), b"{\n\"a\": \"\xff\"}").unwrap();
    assert!(home.call(&["setup", "claude-code"]).err.contains("settings.json: line 2: it is no UTF-8"));
}

#[test]
fn modes_and_links_are_kept_and_a_backup_has_the_old_bytes() {
    let home = Home::new();
    home.write("dotfiles/claude.json", "{\"theme\": \"dark\"}");
    home.link("../dotfiles/claude.json", ".claude/settings.json");
    fs::set_permissions(home.home.join("dotfiles/claude.json"), fs::Permissions::from_mode(0o640)).unwrap();
    let before = home.files();
    home.well(&["setup", "claude-code"]);
    assert_eq!(
        fs::read_link(home.home.join(".claude/settings.json")).unwrap().to_str(),
        Some("../dotfiles/claude.json")
    );
    assert!(home.read("dotfiles/claude.json").contains("stub.sh"));
    assert_eq!(home.mode("dotfiles/claude.json"), 0o640);
    let backups: Vec<_> = fs::read_dir(home.home.join(".local/share/weir/agents/backups")).unwrap().collect();
    let backup = backups[0].as_ref().unwrap().path();
    assert_eq!(fs::read_to_string(&backup).unwrap(), "{\"theme\": \"dark\"}");
    assert_eq!((backups.len(), fs::metadata(&backup).unwrap().permissions().mode() & 0o777), (1, 0o600));
    home.well(&removed("claude-code"));
    assert_eq!(home.files(), before);
    assert!(!backup.exists(), "what was restored needs no backup");
}

#[test]
fn a_link_to_a_missing_file_stays_and_one_into_nowhere_is_refused() {
    let home = Home::new();
    home.write("dotfiles/other", "");
    home.link("../dotfiles/new.toml", ".codex/config.toml");
    let before = home.files();
    home.well(&["setup", "codex"]);
    assert!(home.read("dotfiles/new.toml").contains("BASH_ENV"));
    home.well(&removed("codex"));
    assert_eq!(home.files(), before);
    home.link("../nowhere/settings.json", ".claude/settings.json");
    home.link("settings.json", ".copilot/settings.json");
    for agent in ["claude-code", "copilot"] {
        let refused = home.call(&["setup", agent]);
        assert!(refused.code == 2 && refused.err.contains("it is a link"), "{refused:?}");
    }
    assert!(!home.has("nowhere"));
}

#[test]
fn a_folder_that_cannot_be_written_is_a_failure_and_nothing_changes() {
    let home = Home::new();
    home.write(".claude/settings.json", "{}");
    let folder = home.home.join(".claude");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    let may_all_the_same = fs::write(folder.join("try"), "").is_ok();
    if may_all_the_same {
        // root may write everywhere: a folder in the place of the new file stops it, too.
        let _ = fs::remove_file(folder.join("try"));
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        fs::remove_file(folder.join("settings.json")).unwrap();
        fs::create_dir(folder.join("settings.json")).unwrap();
    }
    let before = home.files();
    let failed = home.call(&["setup", "claude-code"]);
    assert!(failed.code != 0 && failed.err.contains("settings.json"), "{failed:?}");
    assert_eq!(home.files(), before);
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn any_path_of_a_home_and_of_weir_works() {
    for (name, bin) in
        [("a home", "the bin"), ("it's", "b'in"), ("a\"b", "c\"d"), ("a$HOME `b`", "$x"), ("ü\\n", "ß")]
    {
        let home = Home::named(name, bin);
        let before = home.files();
        for agent in AGENTS {
            home.well(&["setup", agent]);
            let (code, found) = home.doctor(agent, &[]);
            assert_eq!(code, 0, "{name} {agent}: {found:#}");
            home.well(&removed(agent));
        }
        assert_eq!(home.files(), before, "{name}");
    }
    // Claude Code takes a prefix apart there.
    let home = Home::named("a -b", "bin");
    let refused = home.call(&["setup", "claude-code"]);
    assert!(
        refused.code == 2 && refused.err.contains("splits") && refused.err.contains("' -'"),
        "{refused:?}"
    );
    home.well(&["setup", "codex"]);
}

#[test]
fn many_setups_at_once_are_as_one_after_the_other() {
    let home = Home::new();
    let start = |words: Vec<&str>| home.command(&home.weir, &words).output();
    std::thread::scope(|scope| {
        let mut all = Vec::new();
        for agent in AGENTS.iter().chain(&AGENTS) {
            all.push(scope.spawn(move || start(vec!["setup", agent])));
        }
        for each in all {
            let done = called(each.join().unwrap().unwrap());
            assert_eq!(done.code, 0, "{done:?}");
        }
    });
    let all = home.files();
    for agent in AGENTS {
        home.well(&["setup", agent]);
    }
    assert_eq!(home.files(), all);
    for agent in AGENTS {
        home.well(&removed(agent));
    }
    assert!(home.files().is_empty(), "{:?}", home.files().keys());
}

#[test]
fn a_project_has_an_entry_of_its_own() {
    let home = Home::new();
    home.write(".claude/settings.json", "{}");
    let before = home.files();
    for (agent, path) in [
        ("claude-code", ".claude/settings.local.json"),
        ("codex", ".codex/config.toml"),
        ("gemini-cli", ".gemini/.env"),
        ("opencode", ".opencode/plugins/weir.js"),
    ] {
        home.well(&["setup", agent, "--project"]);
        assert!(home.project.join(path).is_file(), "{agent}");
        assert_eq!(home.read(".claude/settings.json"), "{}");
        let (code, found) = home.doctor(agent, &[]);
        assert_eq!(code, 0, "{agent}: {found:#}");
        home.well(&["setup", agent]);
        let left = home.well(&removed(agent)).out;
        assert!(left.contains("still has weir in") && home.project.join(path).is_file(), "{left}");
        home.well(&["setup", agent, "--project", "--remove"]);
        assert_eq!(home.files(), before, "{agent}");
    }
    for agent in ["copilot", "qwen-code"] {
        assert_eq!(home.call(&["setup", agent, "--project"]).code, 2, "{agent}");
    }
}

#[test]
fn a_weir_that_moved_is_set_up_anew_and_no_file_of_the_users_changes() {
    let home = Home::new();
    for agent in AGENTS {
        home.well(&["setup", agent]);
    }
    let settings = home.read(".claude/settings.json");
    let moved = home.root.join("weir");
    fs::rename(&home.weir, &moved).unwrap();
    assert_eq!(home.doctor_by(&moved, "claude-code", &[]).0, 1);
    let done = called(home.command(&moved, &["setup", "claude-code"]).output().unwrap());
    assert_eq!(done.code, 0, "{done:?}");
    assert_eq!(home.doctor_by(&moved, "claude-code", &[]).0, 0);
    assert_eq!(home.read(".claude/settings.json"), settings);
}

#[test]
fn without_a_record_the_entry_is_known_all_the_same() {
    let home = Home::new();
    for (agent, path, text) in [
        ("claude-code", ".claude/settings.json", "{\n  \"theme\": \"dark\"\n}\n"),
        ("codex", ".codex/config.toml", "a = 1\n"),
        ("gemini-cli", ".gemini/.env", "A=1\n"),
    ] {
        home.write(path, text);
        home.well(&["setup", agent]);
        fs::remove_dir_all(home.home.join(".local")).unwrap();
        home.well(&removed(agent));
        let left = home.read(path);
        assert!(!left.contains("weir") && !left.contains("BASH_ENV"), "{left}");
    }
}

#[test]
fn an_unknown_agent_is_refused_with_the_names() {
    let refused = Home::new().call(&["setup", "claude-cod"]);
    assert!(refused.code == 2 && refused.err.contains("did you mean 'claude-code'?"), "{}", refused.err);
    for names in [["claude", "claude-code"], ["gemini", "gemini-cli"], ["qwen", "qwen-code"]] {
        let printed = Home::new().well(&["setup", names[0], "--dry-run"]).out;
        assert!(printed.contains(&format!("{}: ", names[1])), "{printed}");
    }
}

#[test]
fn what_is_no_file_is_refused_and_never_waited_for() {
    let home = Home::new();
    fs::create_dir_all(home.home.join(".claude")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(home.home.join(".claude/settings.json")).status();
    assert!(made.unwrap().success());
    for words in [&["setup", "claude-code"][..], &["setup"], &["doctor", "claude-code"]] {
        let printed = home.call(words);
        assert!((printed.out + &printed.err).contains("it is not a regular file"), "{words:?}");
    }
}

#[test]
fn nothing_to_take_out_is_no_failure_even_of_a_broken_file() {
    let home = Home::new();
    for (path, text) in [(".claude/settings.json", "{ broken"), (".codex/config.toml", "a = = 1")] {
        home.write(path, text);
    }
    let before = home.files();
    for agent in AGENTS {
        home.well(&removed(agent));
        assert_eq!(home.files(), before, "{agent}");
    }
    // What weir put in is not taken out of a file that is broken since: the file is named, and stays.
    let home = Home::new();
    home.well(&["setup", "codex"]);
    home.write(".codex/config.toml", &(home.read(".codex/config.toml") + "b = = 1\n"));
    let before = home.files();
    let refused = home.call(&removed("codex"));
    assert!(refused.code == 2 && refused.err.contains("config.toml: line 5: "), "{refused:?}");
    assert_eq!(home.files(), before);
}

/// The folder of an agent's settings, below the home.
fn folder(agent: &str) -> &'static str {
    match agent {
        "claude-code" => ".claude",
        "codex" => ".codex",
        "gemini-cli" => ".gemini",
        "opencode" => ".config/opencode",
        "copilot" => ".copilot",
        _ => ".qwen",
    }
}

#[test]
fn each_agent_gets_the_skill_unless_its_user_does_not_want_it() {
    for agent in AGENTS {
        let skill = format!("{}/skills/weir/SKILL.md", folder(agent));
        let home = Home::new();
        home.well(&["setup", agent, "--no-skill"]);
        assert!(!home.has(&skill), "{agent}");
        home.well(&["setup", agent]);
        let text = home.read(&skill);
        assert!(text.starts_with("---\nname: weir\ndescription: "), "{text}");
        // It stays until it is removed.
        home.well(&["setup", agent, "--no-skill"]);
        assert_eq!(home.read(&skill), text);
        // What its user made of it is the user's.
        home.write(&skill, "mine");
        home.well(&["setup", agent]);
        assert_eq!(home.read(&skill), "mine");
        home.well(&removed(agent));
        assert_eq!(home.read(&skill), "mine");
    }
}

#[test]
fn runs_beside_are_reported_for_the_agents_that_were_asked_for() {
    let home = Home::new();
    let (start, stub) = (".local/share/weir/agents/start.sh", ".local/share/weir/agents/stub.sh");
    home.well(&["setup", "codex"]);
    let silent = home.read(start);
    assert!(!silent.contains("BASH_EXECUTION_STRING") && !home.read(stub).contains("--beside"));
    home.well(&["setup", "codex", "--beside"]);
    home.well(&["setup", "codex"]);
    home.well(&["setup", "gemini-cli"]);
    assert!(home.read(start).contains("      codex)\n") && !home.read(stub).contains("--beside"));
    home.well(&["setup", "claude-code", "--beside"]);
    assert!(home.read(stub).contains("shell --beside \"$1\""));
    home.well(&["setup", "claude-code", "--remove"]);
    home.well(&["setup", "codex", "--remove"]);
    assert_eq!(home.read(start), silent);
    assert!(!home.read(stub).contains("--beside"));
    assert_eq!(home.call(&["setup", "cursor", "--beside"]).code, 2);
}
