//! Completion, in the shells themselves. A shell that is not on this machine is left out, and that is printed.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

use crate::support::Plain as _;

/// A folder to complete in: two files, a folder, a store with one run, and `weir` as a program.
struct Desk {
    folder: tempfile::TempDir,
    run: String,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for file in ["build.log", "results.xml"] {
            fs::write(folder.path().join(file), "x\n").unwrap();
        }
        fs::create_dir_all(folder.path().join("pages/deep")).unwrap();
        fs::create_dir(folder.path().join("bin")).unwrap();
        std::os::unix::fs::symlink(cargo_bin("weir"), folder.path().join("bin/weir")).unwrap();
        let desk = Self { folder, run: String::new() };
        let noise = "one line of output that is long enough to be left out\n".repeat(2000);
        let log = desk.folder.path().join("noise");
        fs::write(&log, noise).unwrap();
        desk.command("weir").args(["-m", "minimal", "noise"]).output().unwrap();
        fs::remove_file(&log).unwrap();
        let listed = desk.command("weir").args(["show", "--format", "json"]).output().unwrap();
        let listed: serde_json::Value = serde_json::from_slice(&listed.stdout).unwrap();
        let run = listed["runs"][0]["id"].as_str().unwrap().to_owned();
        Self { run, ..desk }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A command in this folder, in which `weir` is the one under test.
    fn command(&self, program: &str) -> Command {
        let known = std::env::var_os("PATH").unwrap();
        let folders = std::iter::once(self.path().join("bin")).chain(std::env::split_paths(&known));
        let mut command = Command::new(program);
        command.plain();
        command.current_dir(self.path()).env("PATH", std::env::join_paths(folders).unwrap());
        command.env("WEIR_STORE", self.path().join("store")).env("HOME", self.path());
        command
    }

    /// Runs a shell with its arguments; the lines that it prints. Nothing, when there is no such shell.
    fn shell(&self, program: &str, words: &[&str]) -> Option<Vec<String>> {
        let output = match self.command(program).args(words).output() {
            Ok(output) => output,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
            Err(error) => panic!("{program}: {error}"),
        };
        let text = String::from_utf8_lossy(&output.stdout).replace('\r', "");
        Some(text.lines().map(str::to_owned).filter(|line| !line.is_empty()).collect())
    }
}

fn script(name: &str) -> String {
    format!("{}/completions/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Completes the end of a line of bash, which parts words at '='.
fn bash(desk: &Desk, line: &str, kind: u32) -> Option<Vec<String>> {
    let mut words = Vec::new();
    for word in line.split(' ') {
        let mut rest = word;
        while let Some((before, after)) = rest.split_once('=') {
            words.extend([before.to_owned(), "=".to_owned()]);
            rest = after;
        }
        if !rest.is_empty() || !word.ends_with('=') || word.is_empty() {
            words.push(rest.to_owned());
        }
    }
    let call = "source \"$1\"; COMP_LINE=$2 COMP_POINT=${#2} COMP_TYPE=$3; shift 3; COMP_WORDS=(\"$@\"); \
                COMP_CWORD=$(($# - 1)); _weir; printf '%s\\n' \"${COMPREPLY[@]}\"";
    let (script, kind) = (script("weir.bash"), kind.to_string());
    let mut all = vec!["--norc", "-c", call, "bash", &script, line, &kind];
    all.extend(words.iter().map(String::as_str));
    desk.shell("bash", &all)
}

fn fish(desk: &Desk, line: &str) -> Option<Vec<String>> {
    let call = "source $argv[1]; complete -C $argv[2]";
    desk.shell("fish", &["--no-config", "-c", call, &script("weir.fish"), line])
}

/// What an interactive zsh reads when it starts: its completion writes what it offers into a file.
const ZSHRC: &str = r#"
PROMPT= PS2= RPROMPT=
unsetopt zle_bracketed_paste prompt_sp 2>/dev/null
fpath=($COMPLETIONS $fpath)
autoload -Uz compinit
compinit -u -D
bindkey '^I' complete-word
compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
        builtin compadd "$@"
        return
    fi
    local -a offered described
    local at
    (($@[(I)-d])) && described=("${(@P)${@[$@[(i)-d]+1]}}")
    builtin compadd -A offered -D described "$@"
    for ((at = 1; at <= $#offered; at++)); do
        print -r -- "$IPREFIX$offered[at]"$'\t'"$described[at]" >>$OFFERED
    done
    builtin compadd "$@"
}
ended() { print ended >>$OFFERED; exit }
comppostfuncs=(ended)
print ready >>$OFFERED
"#;

/// Types a line and a tab into that zsh, in a terminal of its own.
const TYPE: &str = r#"
zmodload zsh/zpty || exit 3
zpty shell zsh -i
for ((i = 0; i < 1500; i++)); do
    zpty -rt shell line
    [[ -s $OFFERED ]] && break
    sleep 0.02
done
zpty -w -n shell "$1"$'\t'
for ((i = 0; i < 1500; i++)); do
    zpty -rt shell line
    [[ "$(tail -n 1 $OFFERED)" == ended ]] && break
    sleep 0.02
done
zpty -d shell
"#;

fn zsh(desk: &Desk, line: &str) -> Option<Vec<String>> {
    let (settings, offered) = (desk.path().join("settings"), desk.path().join("settings/offered"));
    fs::create_dir_all(&settings).unwrap();
    fs::write(settings.join(".zshrc"), ZSHRC).unwrap();
    let _ = fs::remove_file(&offered);
    let mut command = desk.command("zsh");
    command.env("ZDOTDIR", &settings).env("OFFERED", &offered);
    command.env("COMPLETIONS", format!("{}/completions", env!("CARGO_MANIFEST_DIR")));
    match command.args(["-f", "-c", TYPE, "zsh", line]).output() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        ran => assert!(ran.is_ok(), "{ran:?}"),
    }
    let text = fs::read_to_string(&offered).unwrap();
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    assert!(
        lines.len() >= 2 && lines[0] == "ready" && lines[lines.len() - 1] == "ended",
        "{line}: {lines:?}"
    );
    Some(lines[1..lines.len() - 1].to_vec())
}

/// The words without their descriptions.
fn words(lines: &[String]) -> BTreeSet<&str> {
    lines.iter().map(|line| line.split('\t').next().unwrap().trim_end()).collect()
}

fn left_out(shell: &str) {
    eprintln!("left out: there is no {shell} on this machine");
}

/// Asks one shell for everything that completion promises. `ask` completes a line.
fn is_right(shell: &str, desk: &Desk, ask: &dyn Fn(&str) -> Option<Vec<String>>) {
    if ask("weir --vers").is_none() {
        return left_out(shell);
    }
    let answer = |line: &str| ask(line).unwrap();
    let offers = |line: &str, expected: &[&str], missing: &[&str]| {
        let lines = answer(line);
        let words = words(&lines);
        assert!(
            expected.iter().all(|word| words.contains(word)),
            "{shell}: {line}: {expected:?} in {lines:?}"
        );
        assert!(
            !missing.iter().any(|word| words.contains(word)),
            "{shell}: {line}: {missing:?} in {lines:?}"
        );
    };
    // Options of the command at hand.
    offers("weir show --fail", &["--failures", "--failure"], &[]);
    offers("weir show --", &["--raw", "--grep"], &["--child-exit", "--timeout"]);
    offers("weir run --", &["--timeout", "--mode"], &["--child-exit", "--raw"]);
    offers("weir config show --", &["--profile"], &["--mode"]);
    // Commands, where they may be.
    offers("weir co", &["config", "compile", "completions"], &["show"]);
    offers("weir config ", &["check", "show", "path"], &["run"]);
    // Values of options.
    offers("weir -m ", &["minimal", "standard", "verbose"], &["build.log"]);
    offers("weir show last --format ", &["text", "json"], &["build.log"]);
    offers("weir completions ", &["bash", "zsh", "fish"], &["build.log"]);
    // Files where files go, folders where folders go, nothing where there is a number.
    offers("weir bu", &["build.log"], &[]);
    offers("weir -m minimal bui", &["build.log"], &[]);
    offers("weir --report re", &["results.xml"], &["build.log"]);
    offers("weir --max-chars b", &[], &["build.log", "batch"]);
    offers("weir --color a", &["auto", "always"], &["batch"]);
    // Runners, agents, stored runs.
    offers("weir --from go-t", &["go-test"], &[]);
    offers("weir batch --from cargo-", &["cargo-test"], &[]);
    offers("weir setup claude", &["claude-code"], &[]);
    offers("weir show ", &[desk.run.as_str(), "last"], &["build.log"]);
    offers("weir rerun la", &["last"], &[]);
    // Another command after 'run', with and without dashes.
    offers("weir run bas", &["bash"], &["batch"]);
    offers("weir run -m minimal -- bas", &["bash"], &["batch"]);
    offers("weir run cat buil", &["build.log"], &[]);
}

#[test]
fn bash_completes_every_part_of_a_line() {
    let desk = Desk::new();
    is_right("bash", &desk, &|line| bash(&desk, line, 9));
    // What bash replaces begins after the sign.
    assert_eq!(bash(&desk, "weir --mode=mi", 9).unwrap(), ["minimal"]);
    assert_eq!(bash(&desk, "weir --output=junit=res", 9).unwrap(), ["results.xml"]);
    assert_eq!(bash(&desk, "weir --output juni", 9).unwrap(), ["junit="]);
    assert_eq!(bash(&desk, "weir man pa", 9).unwrap(), ["pages"]);
    // A list that is only shown has the age of runs.
    let listed = bash(&desk, "weir show ", 63).unwrap();
    assert!(listed.iter().any(|line| line.starts_with(&desk.run) && line.contains(" ago, ")), "{listed:?}");
}

#[test]
fn fish_completes_every_part_of_a_line() {
    let desk = Desk::new();
    is_right("fish", &desk, &|line| fish(&desk, line));
    if let Some(listed) = fish(&desk, "weir show ") {
        let run = listed.iter().find(|line| line.starts_with(&desk.run)).unwrap();
        assert!(run.contains('\t') && run.contains(" ago, "), "{run}");
        assert_eq!(words(&fish(&desk, "weir --mode=mi").unwrap()), BTreeSet::from(["--mode=minimal"]));
        let document = fish(&desk, "weir --output=junit=res").unwrap();
        assert_eq!(words(&document), BTreeSet::from(["--output=junit=results.xml"]));
        assert_eq!(words(&fish(&desk, "weir man pa").unwrap()), BTreeSet::from(["pages/"]));
    }
}

#[test]
fn zsh_completes_every_part_of_a_line() {
    let desk = Desk::new();
    is_right("zsh", &desk, &|line| zsh(&desk, line));
    if let Some(listed) = zsh(&desk, "weir show ") {
        let run = listed.iter().find(|line| line.starts_with(&desk.run)).unwrap();
        assert!(run.contains(" ago, "), "{run}");
        assert_eq!(words(&zsh(&desk, "weir --mode=mi").unwrap()), BTreeSet::from(["--mode=minimal"]));
    }
}

#[test]
fn the_answer_to_a_script_is_quick_and_never_an_error() {
    let desk = Desk::new();
    for words in
        [&["__complete", "--"][..], &["__complete", "--", ""], &["__complete", "--", "\u{1b}[2J", "--x=", ""]]
    {
        let output = desk.command("weir").args(words).output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{words:?}");
    }
}
