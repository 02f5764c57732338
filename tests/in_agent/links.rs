//! The links: when they act, what they become, and what is when weir or the tool is gone.

use std::fs;

use crate::place::{Door, Place, Ran, executable, verdicts};

const DOORS: [Door; 2] = [Door::StartFile, Door::Stub("bash")];

fn without(door: Door) -> Door {
    match door {
        Door::Stub(shell) => Door::PlainSnapshot(shell),
        _ => Door::Plain,
    }
}

/// Runs a line by each door, and beside it without weir: both have to be the same.
#[track_caller]
fn nothing_changes(place: &Place, line: &str) -> Vec<Ran> {
    let both = DOORS.map(|door| {
        let plain = place.ran(without(door), "plain", line);
        fs::remove_file(place.root().join("calls-plain")).ok();
        let with = place.ran(door, "with", line);
        fs::remove_file(place.root().join("calls-with")).ok();
        assert_eq!(with, plain, "{door:?}: {line}");
        with
    });
    both.into()
}

#[test]
fn a_link_without_its_program_ends_as_a_shell_that_finds_none() {
    let place = Place::new();
    let ran = place.ran(Door::StartFile, "a", "pnpm test; echo \"code $?\"");
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("code 127\n", "pnpm: command not found\n"));
}

#[test]
fn the_program_is_the_first_of_its_name_that_can_be_executed_and_is_no_link() {
    let place = Place::new();
    let root = place.root();
    let shims = place.folders.shims();
    fs::create_dir_all(root.join("front")).unwrap();
    fs::write(root.join("front/pytest"), "no program").unwrap();
    fs::create_dir_all(root.join("folder/pytest")).unwrap();
    // Another weir's links, and a second folder of our own.
    let others = root.join("other/weir/agents/bin");
    executable(&others.join("pytest"), "#!/bin/sh\necho another link\n");
    let again = root.join("again");
    fs::create_dir_all(&again).unwrap();
    std::os::unix::fs::symlink(place.weir(), again.join("pytest")).unwrap();
    let path = [&shims, &again, &others, &root.join("front"), &root.join("folder")]
        .map(|folder| folder.display().to_string())
        .join(":");
    let line = format!("PATH={path}::$PATH; pytest --code 9 | tail -1; pytest > f.txt; head -1 \"$CALLS\"");
    let ran = place.ran(Door::StartFile, "a", &line);
    assert_eq!(
        ran.out,
        format!("3 passed in 0.02s\ncalled [{}/tools/pytest] [--code] [9]\n", root.display())
    );
}

#[test]
fn a_program_in_front_of_the_links_is_itself() {
    let place = Place::new();
    executable(&place.root().join("venv/bin/pytest"), "#!/bin/sh\necho the one of the environment\n");
    let line = format!("PATH={}/venv/bin:$PATH; pytest", place.root().display());
    nothing_changes(&place, &line);
    // After the links it is the one that is meant.
    let after =
        format!("PATH=${{PATH%%:*}}:{}/venv/bin:${{PATH#*:}}; pytest | cat; pytest", place.root().display());
    let ran = place.ran(Door::StartFile, "behind", &after);
    assert_eq!(ran.out.matches("the one of the environment").count(), 2, "{ran:?}");
    assert_eq!(verdicts(&ran.out).len(), 1, "{ran:?}");
}

#[test]
fn managers_of_versions_run_the_program_that_they_choose() {
    let place = Place::new();
    let root = place.root();
    let root = root.display();
    let chosen = |name: &str| format!("#!/bin/sh\necho \"{name} of $0 $*\"\necho '3 passed in 0.02s'\n");
    // pyenv and asdf: a script of the tool's name asks the manager, which puts the chosen folder in front and starts it.
    for manager in ["pyenv", "asdf"] {
        let exec = format!(
            "#!/usr/bin/env bash\nexport PATH=\"{root}/{manager}/versions/3/bin:$PATH\"\nshift\nexec \"$@\"\n"
        );
        executable(format!("{root}/{manager}/bin/{manager}").as_ref(), &exec);
        let shim = format!(
            "#!/usr/bin/env bash\nset -e\nexec \"{root}/{manager}/bin/{manager}\" exec \"${{0##*/}}\" \"$@\"\n"
        );
        executable(format!("{root}/{manager}/shims/pytest").as_ref(), &shim);
        executable(format!("{root}/{manager}/versions/3/bin/pytest").as_ref(), &chosen(manager));
    }
    executable(format!("{root}/nvm/v20/bin/npm").as_ref(), &chosen("nvm"));
    executable(format!("{root}/direnv/bin/cargo").as_ref(), &chosen("direnv"));
    for (folder, call, name) in [
        ("pyenv/shims", "pytest -q", "pyenv of"),
        ("asdf/shims", "pytest -q", "asdf of"),
        ("nvm/v20/bin", "npm test", "nvm of"),
        ("direnv/bin", "cargo test", "direnv of"),
    ] {
        // In front of the links nothing is ours; after them, where the agent's shell finds it, its program is meant.
        nothing_changes(
            &place,
            &format!("PATH={root}/{folder}:$PATH; {call}; {call} | tail -1; v=$({call}); echo \"$v\""),
        );
        let after = format!("PATH=\"${{PATH%%:*}}:{root}/{folder}:${{PATH#*:}}\"; {call} | head -1; {call}");
        let ran = place.ran(Door::StartFile, "behind", &after);
        assert_eq!((ran.code, ran.out.matches(name).count()), (Some(0), 2), "{ran:?}");
        assert_eq!(verdicts(&ran.out).len(), 1, "{ran:?}");
    }
}

#[test]
fn a_link_becomes_the_program() {
    let place = Place::new();
    let line = "pytest --pid > p.txt & echo \"$!\" > q.txt; wait; head -1 p.txt | cmp - q.txt && echo same";
    assert_eq!(place.ran(Door::StartFile, "a", line).out, "same\n");
}

#[test]
fn a_script_that_names_no_shell_runs_in_bash() {
    let place = Place::new();
    executable(&place.root().join("tools/tox"), "[[ $1 == a* ]] && echo \"tox of bash: $*\"\n");
    nothing_changes(&place, "tox abc | cat; tox abc > f.txt");
    let ran = place.ran(Door::StartFile, "a", "tox abc");
    assert!(ran.out.contains("tox of bash: abc") && verdicts(&ran.out).len() == 1, "{ran:?}");
}

#[test]
fn it_acts_only_when_the_line_says_which_outputs_are_its_own() {
    let place = Place::new();
    for line in [
        "unset WEIR_OUT; pytest",
        "WEIR_OUT=1:1 pytest",
        "WEIR_OUT= pytest",
        "WEIR_ACTIVE=1 pytest",
        "WEIR=off pytest",
        "export WEIR=off; bash -c pytest",
    ] {
        nothing_changes(&place, line);
    }
    let ran = place.ran(Door::StartFile, "wrapped", "WEIR=on pytest");
    assert_eq!(verdicts(&ran.out).len(), 1, "{ran:?}");
}

#[test]
fn below_a_tool_that_is_wrapped_nothing_else_is() {
    let place = Place::new();
    executable(
        &place.root().join("tools/make"),
        "#!/bin/sh\necho \"active $WEIR_ACTIVE\"\npytest\ncargo test\n",
    );
    let ran = place.ran(Door::StartFile, "a", "make check; echo \"active ${WEIR_ACTIVE-no}\"");
    assert_eq!(verdicts(&ran.out).len(), 1, "{ran:?}");
    assert!(ran.out.ends_with("active no\n"), "{ran:?}");
    assert_eq!(ran.calls.matches("called").count(), 2, "{ran:?}");
}

#[test]
fn when_weir_is_gone_or_broken_everything_runs_as_without_it() {
    let line = "pytest fail; cargo test | tail -1; other x </dev/null; echo \"code $?\"";
    let place = Place::new();
    fs::remove_file(place.weir()).unwrap();
    nothing_changes(&place, line);
    fs::create_dir_all(place.weir()).unwrap();
    nothing_changes(&place, line);
    fs::remove_dir(place.weir()).unwrap();
    for broken in [
        "",
        "#!/bin/sh\nexit 1\n",
        "#!/bin/sh\necho weir is broken; echo loudly >&2\n",
        "#!/nowhere/sh\n",
        "\u{7f}ELF and nothing else",
        "#!/bin/sh\nkill -SEGV $$\n",
    ] {
        executable(&place.weir(), broken);
        nothing_changes(&place, line);
    }
}

#[test]
fn without_the_folder_of_links_everything_runs_as_without_it() {
    let place = Place::new();
    fs::remove_dir_all(place.folders.shims()).unwrap();
    nothing_changes(&place, "pytest fail; echo \"code $?\"; cargo test");
}
