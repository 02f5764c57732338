//! `weir doctor`: all is well after a setup, and each fault is found.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use crate::home::{Home, called, detail, off};
use crate::setup::AGENTS;

fn set_up(agent: &str) -> Home {
    let home = Home::new();
    home.well(&["setup", agent]);
    home
}

#[test]
fn all_is_well_after_a_setup() {
    for (agent, most) in AGENTS.into_iter().zip([10_000, 10_000, 40_000, 50_000, 20_000, 10_600]) {
        let home = set_up(agent);
        let (code, found) = home.doctor(agent, &[]);
        assert_eq!((code, &found["ok"], off(&found)), (0, &json!(true), vec![]), "{found:#}");
        let ids: Vec<&str> =
            found["checks"].as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap()).collect();
        for id in [
            "weir", "config", "shims", "variable", "pipe", "answer", "deny", "ceiling", "off", "hidden",
            "hooks",
        ] {
            assert!(ids.contains(&id), "{id}");
        }
        assert!(found["ceiling"].as_u64().unwrap() <= most - 600, "{agent}");
        assert!(fs::metadata(found["shims"].as_str().unwrap()).unwrap().is_dir());
        assert!(fs::metadata(found["stub"].as_str().unwrap()).unwrap().is_file());
        let launch: Vec<&String> = found["launch_env"].as_object().unwrap().keys().collect();
        let by_launch = ["copilot", "qwen-code"].contains(&agent);
        assert_eq!(launch, if by_launch { vec!["BASH_ENV", "WEIR_AGENT"] } else { vec![] });
        let text = home.well(&["doctor"]).out;
        assert!(text.starts_with(&format!("{agent}: all well\n")), "{text}");
        assert!(!home.has("calls"), "nothing is left behind");
    }
}

#[test]
fn what_is_not_set_up_is_not_well() {
    let home = Home::new();
    let printed = home.call(&["doctor"]);
    assert!(printed.code == 1 && printed.err.contains("not set up for any agent"), "{printed:?}");
    for agent in AGENTS {
        let (code, found) = home.doctor(agent, &[]);
        assert!(code == 1 && off(&found).contains(&"config"), "{found:#}");
    }
    assert!(home.files().is_empty());
}

/// A fault, and the check that finds it.
type Fault = (&'static str, fn(&Home, &Value), &'static str);

#[test]
fn each_fault_is_found_by_another_copy_of_weir() {
    let faults: [Fault; 8] = [
        ("weir moved", |home, _| fs::rename(&home.weir, home.root.join("moved")).unwrap(), "weir"),
        (
            "weir not executable",
            |home, _| {
                fs::remove_file(&home.weir).unwrap();
                fs::write(&home.weir, "no program").unwrap();
            },
            "weir",
        ),
        ("links deleted", |_, found| fs::remove_dir_all(found["shims"].as_str().unwrap()).unwrap(), "shims"),
        (
            "a link deleted",
            |_, found| fs::remove_file(format!("{}/npm", found["shims"].as_str().unwrap())).unwrap(),
            "shims",
        ),
        (
            "a link to something else",
            |_, found| {
                let path = format!("{}/pytest", found["shims"].as_str().unwrap());
                fs::remove_file(&path).unwrap();
                symlink("/bin/true", path).unwrap();
            },
            "shims",
        ),
        (
            "a stranger among the links",
            |_, found| fs::write(format!("{}/ls", found["shims"].as_str().unwrap()), "").unwrap(),
            "shims",
        ),
        (
            "start file emptied",
            |_, found| fs::write(found["stub"].as_str().unwrap(), "#!/bin/sh\n:\n").unwrap(),
            "variable",
        ),
        (
            "start file deleted",
            |_, found| fs::remove_file(found["stub"].as_str().unwrap()).unwrap(),
            "variable",
        ),
    ];
    for agent in ["claude-code", "codex", "copilot"] {
        for (name, fault, id) in faults {
            let home = set_up(agent);
            let other = home.root.join("other-weir");
            fs::hard_link(&home.weir, &other).unwrap();
            let (code, found) = home.doctor_by(&other, agent, &[]);
            assert_eq!(code, 0, "{name}: {found:#}");
            fault(&home, &found);
            let (code, found) = home.doctor_by(&other, agent, &[]);
            assert!(
                code == 1 && found["ok"] == false && off(&found).contains(&id),
                "{agent} {name}: {found:#}"
            );
        }
    }
}

#[test]
fn an_entry_that_is_gone_or_broken_is_found() {
    for (agent, path) in [
        ("claude-code", ".claude/settings.json"),
        ("codex", ".codex/config.toml"),
        ("gemini-cli", ".gemini/.env"),
        ("opencode", ".config/opencode/plugins/weir.js"),
        ("copilot", ".copilot/settings.json"),
    ] {
        let home = set_up(agent);
        fs::remove_file(home.home.join(path)).unwrap();
        assert!(off(&home.doctor(agent, &[]).1).contains(&"config"), "{agent}");
        home.write(path, "{ \"open");
        let (code, found) = home.doctor(agent, &[]);
        assert!(code == 1 && off(&found).contains(&"config"), "{agent}");
        assert!(detail(&found, "config").contains(path), "{found:#}");
    }
}

#[test]
fn weir_left_off_is_found_wherever_it_is_set() {
    let home = set_up("codex");
    assert_eq!(off(&home.doctor("codex", &[("WEIR", "off")]).1), ["off"]);
    home.write(
        ".codex/config.toml",
        &home.read(".codex/config.toml").replace("BASH_ENV", "WEIR = \"off\"\nBASH_ENV"),
    );
    assert_eq!(off(&home.doctor("codex", &[]).1), ["off"]);
    let home = set_up("gemini-cli");
    home.write(".gemini/.env", &(home.read(".gemini/.env") + "WEIR=off\n"));
    assert!(off(&home.doctor("gemini-cli", &[]).1).contains(&"off"));
}

#[test]
fn settings_that_come_first_are_found() {
    let home = set_up("gemini-cli");
    home.write("work/.env", "A=1\n");
    let (code, found) = home.doctor("gemini-cli", &[]);
    assert_eq!((code, off(&found)), (1, vec!["hidden"]));
    assert!(detail(&found, "hidden").contains("work/.env is the .env that it reads"), "{found:#}");
    home.well(&["setup", "gemini-cli", "--project"]);
    assert_eq!(home.doctor("gemini-cli", &[]).0, 0);

    let home = set_up("claude-code");
    home.write("work/shop/.claude/settings.json", "{\"env\": {\"CLAUDE_CODE_SHELL_PREFIX\": \"/other\"}}");
    let (_, found) = home.doctor("claude-code", &[]);
    assert_eq!(off(&found), ["hidden"]);
    assert!(detail(&found, "hidden").contains("'/other' in this project"), "{found:#}");

    let home = set_up("codex");
    home.write(
        ".codex/config.toml",
        &(home.read(".codex/config.toml")
            + "[shell_environment_policy]\ninclude_only = [\"PATH\", \"WEIR*\"]\n"),
    );
    let (_, found) = home.doctor("codex", &[]);
    assert!(detail(&found, "hidden").ends_with("leaves BASH_ENV and SHLVL out"), "{found:#}");
}

#[test]
fn hooks_that_rewrite_commands_are_named_with_what_they_do() {
    let home = set_up("claude-code");
    let settings = home.read(".claude/settings.json");
    let hooks = "{\n  \"hooks\": {\"PreToolUse\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"rtk hook claude\"}]}]},";
    home.write(".claude/settings.json", &settings.replacen('{', hooks, 1));
    let (code, found) = home.doctor("claude-code", &[]);
    assert_eq!((code, off(&found)), (1, vec!["hooks"]));
    assert!(detail(&found, "hooks").contains("rtk is called, which rewrites commands"), "{found:#}");
    home.write(
        ".claude/settings.json",
        &settings.replacen('{', &hooks.replace("rtk hook claude", "my-own-hook"), 1),
    );
    assert_eq!(home.doctor("claude-code", &[]).0, 0);
}

#[test]
fn a_shell_without_a_way_in_and_a_venv_are_named() {
    let home = set_up("codex");
    let (code, found) = home.doctor("codex", &[("SHELL", "/usr/bin/zsh")]);
    assert_eq!((code, off(&found)), (1, vec!["shell"]));
    assert!(detail(&found, "shell").contains("zsh"));
    let home = set_up("claude-code");
    assert_eq!(home.doctor("claude-code", &[("SHELL", "/usr/bin/zsh")]).0, 0);
    let (_, found) = home.doctor("claude-code", &[("VIRTUAL_ENV", "/v")]);
    assert!(detail(&found, "path").contains("a venv is active, /v"), "{found:#}");
    home.write("venv/bin/pytest", "");
    let path = format!("{0}/venv/bin:{0}/.local/share/weir/agents/bin:/usr/bin:/bin", home.home.display());
    let (code, found) = home.doctor("claude-code", &[("PATH", &path)]);
    assert!(code == 0 && detail(&found, "path").contains("venv/bin/pytest"), "{found:#}");
}

#[test]
fn a_lower_limit_of_the_users_counts() {
    let home = Home::new();
    home.write(".claude/settings.json", "{\"env\": {\"BASH_MAX_OUTPUT_LENGTH\": \"4000\"}}");
    home.well(&["setup", "claude-code"]);
    assert_eq!(home.doctor("claude-code", &[]).1["ceiling"], 3400);
    home.write(".claude/settings.json", &home.read(".claude/settings.json").replace("4000", "900"));
    assert_eq!(off(&home.doctor("claude-code", &[]).1), ["ceiling"]);
}

#[test]
fn a_doctor_leaves_nothing_after() {
    let home = set_up("claude-code");
    let before = home.files();
    let lines = called(home.command(&home.weir, &["doctor"]).output().unwrap());
    assert_eq!(lines.code, 0, "{lines:?}");
    let mut after = home.files();
    after.retain(|path, _| !path.contains("/lines/"));
    assert_eq!(after, before);
    let left: Vec<_> = fs::read_dir(&home.root).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().contains("doctor")), "{left:?}");
}

#[test]
fn what_is_reported_beside_a_pipe_is_tried() {
    for agent in AGENTS {
        let home = Home::new();
        home.well(&["setup", agent, "--beside"]);
        let (code, found) = home.doctor(agent, &[]);
        assert_eq!((code, off(&found)), (0, vec![]), "{found:#}");
        assert!(detail(&found, "beside").starts_with("tried: a failed run in a pipe"), "{found:#}");
    }
    // Another weir wrote the start file.
    let home = Home::new();
    home.well(&["setup", "codex"]);
    let silent = home.read(".local/share/weir/agents/start.sh");
    assert!(!home.doctor("codex", &[]).1.to_string().contains("\"beside\""));
    home.well(&["setup", "codex", "--beside"]);
    home.write(".local/share/weir/agents/start.sh", &silent);
    let (code, found) = home.doctor("codex", &[]);
    assert_eq!((code, off(&found)), (1, vec!["beside"]), "{found:#}");
    assert!(detail(&found, "beside").contains("is reported in 0 lines and not in 1"), "{found:#}");
}

#[test]
fn codex_without_the_variable_that_its_sandbox_needs_is_not_well() {
    let home = set_up("codex");
    let settings = home.read(".codex/config.toml").replace("SHLVL = \"1\"\n", "");
    home.write(".codex/config.toml", &settings);
    let (_, found) = home.doctor("codex", &[]);
    assert!(off(&found).contains(&"config") && off(&found).contains(&"variable"), "{found:#}");
    assert!(detail(&found, "config").contains("SHLVL is not there"), "{found:#}");
}
