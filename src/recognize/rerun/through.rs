//! The command through what runs the runner: wrappers, scripts, shells.

use super::command::{is_in_container, program};
use super::families::{family, is_runner};
use super::offer::Failed;
use super::script::{Read, Script, runs_scripts, script};
use super::shell::line;

/// How many scripts may run one another.
const DEEPEST: u8 = 4;

/// The words that run what failed; else the reason why there are none.
pub(super) fn chosen(
    words: &[String],
    failed: &[Failed<'_>],
    read: Read<'_>,
    depth: u8,
) -> Result<Vec<String>, String> {
    let before = program(words);
    let at = words.iter().take(before.saturating_add(1)).position(|word| runs_scripts(word));
    let Some((front, rest)) = at.and_then(|at| words.split_at_checked(at)) else {
        return family(words, before, failed);
    };
    // A shell is given its script; the others read theirs from files.
    let in_container = is_in_container(front);
    let read: Read<'_> = if in_container { &|_| None } else { read };
    let found = script(rest, read).map_err(|why| {
        if in_container { "the script is in a container, where weir reads no files".to_owned() } else { why }
    })?;
    let Some(found) = found else { return family(words, before, failed) };
    if depth >= DEEPEST {
        return Err("too many scripts run one another".to_owned());
    }
    let made = of_script(&found, failed, read, depth)?;
    Ok([front, &made].concat())
}

/// The words that run a script, or what it runs, with other tests.
fn of_script(
    script: &Script,
    failed: &[Failed<'_>],
    read: Read<'_>,
    depth: u8,
) -> Result<Vec<String>, String> {
    let text = &script.text;
    let more = || format!("the script '{text}' is more than one runner");
    let line = line(text).ok_or_else(more)?;
    if line.before.iter().any(|words| is_runner(words)) {
        return Err(more());
    }
    let all = [line.last.as_slice(), &script.extra].concat();
    let new = chosen(&all, failed, read, depth.saturating_add(1))?;
    if let (Some(through), Some(added)) = (&script.through, new.strip_prefix(line.last.as_slice())) {
        return Ok([through.as_slice(), added].concat());
    }
    if !line.literal {
        return Err(format!("the script '{text}' has words that only its shell knows"));
    }
    match &script.shell {
        Some(shell) if !line.head.is_empty() || script_has_own_shell(shell) => {
            let command = crate::text::words::posix(&new).ok_or("a name cannot be given to a shell")?;
            let head = if line.head.is_empty() { String::new() } else { format!("{} ", line.head) };
            Ok(shell.iter().cloned().chain([format!("{head}{command}")]).collect())
        }
        Some(_) => Ok(new),
        None if !line.head.is_empty() || script.exec.is_empty() => {
            Err(format!("the script '{text}' takes no other tests, and something has to run before it"))
        }
        None => Ok(of_project(&new, script.exec)),
    }
}

/// Whether a shell does more than read the text: as one of a login it has other variables.
fn script_has_own_shell(words: &[String]) -> bool {
    !matches!(words, [_, option] if option == "-c" || option == "-ec")
}

/// The programs that are among the modules of a project.
const OF_MODULES: [&str; 7] = ["jest", "vitest", "mocha", "playwright", "cross-env", "nyc", "c8"];

/// The words with those that find a program among the modules of the project.
fn of_project(words: &[String], exec: &[&str]) -> Vec<String> {
    let at = words.iter().position(|word| OF_MODULES.contains(&word.as_str()));
    let found_so =
        |at: usize| words.get(..at).unwrap_or_default().iter().any(|word| word == "npx" || word == "exec");
    let mut all = words.to_vec();
    if let Some(at) = at.filter(|at| !found_so(*at)) {
        all.splice(at..at, exec.iter().map(|word| (*word).to_owned()));
    }
    all
}
