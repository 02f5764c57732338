//! A key that has a value of the user's: refused with it, or chained and given back.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use crate::home::Home;

/// A prefix that notes its call and runs the line.
const PREFIX: &str = "#!/bin/sh\necho prefix >> \"$NOTES\"\nexec bash -c \"$1\"\n";

fn with_prefix(home: &Home) -> String {
    let path = home.home.join("my prefix.sh");
    fs::write(&path, PREFIX).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    format!("{{\n  \"env\": {{\"CLAUDE_CODE_SHELL_PREFIX\": \"{}\"}}\n}}\n", path.display())
}

#[test]
fn a_value_of_the_users_is_refused_by_name_and_nothing_is_written() {
    for (agent, path, text, printed) in [
        (
            "claude-code",
            ".claude/settings.json",
            "{\"env\": {\n\"CLAUDE_CODE_SHELL_PREFIX\": \"/mine\"}}",
            "line 2: env.CLAUDE_CODE_SHELL_PREFIX is '/mine'",
        ),
        (
            "codex",
            ".codex/config.toml",
            "[shell_environment_policy.set]\nBASH_ENV = \"/mine\"\n",
            "line 2: shell_environment_policy.set.BASH_ENV is '/mine'",
        ),
        ("gemini-cli", ".gemini/.env", "A=1\n\nBASH_ENV=/mine\n", "line 3: BASH_ENV is '/mine'"),
        ("copilot", ".copilot/settings.json", "{\"bashEnv\": false}", "line 1: bashEnv is 'false'"),
        ("opencode", ".config/opencode/plugins/weir.js", "// my own\n", "line 1: the file is '// my own'"),
    ] {
        let home = Home::new();
        home.write(path, text);
        let before = home.files();
        let refused = home.call(&["setup", agent]);
        assert!(
            refused.code == 2 && refused.err.contains(printed) && refused.err.contains("--chain"),
            "{refused:?}"
        );
        assert_eq!(home.files(), before);
        // What comes in its place with --chain goes again.
        home.well(&["setup", agent, "--chain"]);
        let chained = home.files();
        assert!(chained != before);
        home.well(&["setup", agent]);
        assert_eq!(home.files(), chained, "{agent}");
        home.well(&["setup", agent, "--remove"]);
        assert_eq!(home.files(), before, "{agent}");
    }
}

#[test]
fn a_bash_env_of_the_environment_is_refused_too_but_for_weirs_own() {
    let home = Home::new();
    for agent in ["codex", "gemini-cli", "opencode", "copilot", "qwen-code"] {
        let refused = home.call_with(&["setup", agent], &[("BASH_ENV", "/my start")]);
        assert!(refused.code == 2 && refused.err.contains("BASH_ENV is '/my start'"), "{refused:?}");
        assert!(home.files().is_empty());
    }
    home.well(&["setup", "codex"]);
    let own = home.home.join(".local/share/weir/agents/start.sh");
    let again = home.call_with(&["setup", "codex"], &[("BASH_ENV", own.to_str().unwrap())]);
    assert_eq!(again.code, 0, "{again:?}");
}

#[test]
fn a_chained_start_file_is_read_before_weirs() {
    let home = Home::new();
    home.write("my start.sh", "MINE=yes; export MINE\n");
    let value = "$HOME/my start.sh";
    home.write(".codex/config.toml", &format!("[shell_environment_policy.set]\nBASH_ENV = '{value}'\n"));
    home.well(&["setup", "codex", "--chain"]);
    let config: toml::Table = home.read(".codex/config.toml").parse().unwrap();
    let chain = config["shell_environment_policy"]["set"]["BASH_ENV"].as_str().unwrap().to_owned();
    let output = Command::new("bash")
        .args(["-c", "echo \"$MINE ${WEIR_OUT:+weir}\""])
        .env_clear()
        .envs([
            ("HOME", home.home.to_str().unwrap()),
            ("PATH", "/usr/bin:/bin"),
            ("BASH_ENV", &chain),
            ("WEIR_AGENT", "codex"),
        ])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "yes weir\n");
    let (code, found) = home.doctor("codex", &[]);
    assert_eq!(code, 0, "{found:#}");
}

#[test]
fn a_chained_prefix_gets_every_line_and_weir_is_in_it() {
    let home = Home::new();
    let text = with_prefix(&home);
    home.write(".claude/settings.json", &text);
    home.well(&["setup", "claude-code", "--chain"]);
    let notes = home.root.join("notes");
    let (code, found) = home.doctor("claude-code", &[("NOTES", notes.to_str().unwrap())]);
    assert_eq!(code, 0, "{found:#}");
    assert!(fs::read_to_string(&notes).unwrap().lines().count() >= 3);
    // Any line comes through as it is.
    let settings: serde_json::Value = serde_json::from_str(&home.read(".claude/settings.json")).unwrap();
    let chain = settings["env"]["CLAUDE_CODE_SHELL_PREFIX"].as_str().unwrap();
    for line in
        ["printf '%s|' it\\'s \"a  b\" '$x'", "echo one\necho 'two\n\nthree'", "printf '%s' 'end\n\n'"]
    {
        let run = |program: &str, words: &[&str]| {
            let mut command = Command::new(program);
            command.args(words).env("NOTES", &notes).env("SHELL", "/bin/bash");
            command.output().unwrap().stdout
        };
        assert_eq!(run(chain, &[line]), run("bash", &["-c", line]), "{line}");
    }
    home.well(&["setup", "claude-code", "--remove"]);
    assert_eq!(home.read(".claude/settings.json"), text);
}
