//! Scripts that run a runner: those of package.json, rules of a makefile, and what a shell is given.

use serde_json::Value;

use super::command::{base, is_variable};

/// Reads a small file of the folder in which the command was run.
pub type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

/// A script, and how it is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Script {
    /// Its text, for a shell.
    pub(super) text: String,
    /// What the command adds to its words.
    pub(super) extra: Vec<String>,
    /// The words to which more can be added.
    pub(super) through: Option<Vec<String>>,
    /// The words that run another text in its place.
    pub(super) shell: Option<Vec<String>>,
    /// The words that run a program of the project.
    pub(super) exec: &'static [&'static str],
}

/// Whether a program runs scripts.
pub(super) fn runs_scripts(word: &str) -> bool {
    ["npm", "yarn", "pnpm", "bun", "make", "gmake", "sh", "bash", "dash", "zsh", "ksh"].contains(&base(word))
}

/// The script that these words run; none when they run something else, and the reason when it cannot be known.
pub(super) fn script(words: &[String], read: Read<'_>) -> Result<Option<Script>, String> {
    let Some((program, rest)) = words.split_first() else { return Ok(None) };
    match base(program) {
        "npm" | "yarn" | "pnpm" | "bun" => of_package(base(program), words, rest, read),
        "make" | "gmake" => of_makefile(program, rest, read).map(Some),
        _ => Ok(of_shell(words, rest)),
    }
}

/// `sh -c TEXT`, `bash --norc -eo pipefail -c TEXT`.
fn of_shell(words: &[String], rest: &[String]) -> Option<Script> {
    let mut options = rest.iter().enumerate();
    let at = loop {
        let (at, option) = options.next().filter(|(_, word)| word.starts_with('-'))?;
        match option.as_bytes() {
            [b'-', b'-', ..] => {}
            [.., b'c'] => break at,
            // The name of an option follows.
            [.., b'o'] => _ = options.next(),
            _ => {}
        }
    };
    let text = rest.get(at.saturating_add(1))?.clone();
    // Words after the text are its arguments.
    if rest.len() > at.saturating_add(2) {
        return None;
    }
    let shell = words.get(..at.saturating_add(2)).map(<[String]>::to_vec);
    Some(Script { text, extra: Vec::new(), through: None, shell, exec: &[] })
}

/// `npm test -- ARGUMENTS`, and the other programs that read package.json.
fn of_package(
    program: &str,
    words: &[String],
    rest: &[String],
    read: Read<'_>,
) -> Result<Option<Script>, String> {
    let first = rest.first().map_or("", String::as_str);
    let runs = matches!(first, "run" | "run-script");
    let name = match (program, first) {
        ("npm" | "pnpm", "t" | "tst") => "test",
        ("npm", "test") => first,
        (_, "run" | "run-script") => rest.get(1).map_or("", String::as_str),
        ("yarn" | "pnpm", _) if !first.starts_with('-') => first,
        _ => return Ok(None),
    };
    let package = read("package.json").and_then(|text| serde_json::from_str::<Value>(&text).ok());
    let script = |name: &str| Some(package.as_ref()?.get("scripts")?.get(name)?.as_str()?.to_owned());
    let Some(text) = script(name) else {
        // It may be a program of the project.
        return match program {
            "yarn" | "pnpm" => Ok(None),
            _ => Err(format!("package.json has no script '{name}' that can be read")),
        };
    };
    let own = if runs { 3 } else { 2 };
    let given = words.get(own..).unwrap_or_default();
    let mut through: Vec<String> = words.get(..own).unwrap_or_default().to_vec();
    let extra = if program == "npm" {
        let dashes = given.iter().position(|word| word == "--").unwrap_or(given.len());
        let (before, after) = given.split_at_checked(dashes).unwrap_or_default();
        if let Some(word) = before.iter().find(|word| !["-s", "--silent"].contains(&word.as_str())) {
            return Err(format!("'{word}' is before the two dashes, where npm may take it for its own"));
        }
        through.extend(before.iter().cloned());
        through.push("--".to_owned());
        after.get(1..).unwrap_or_default().to_vec()
    } else {
        given.iter().skip_while(|word| *word == "--").cloned().collect()
    };
    // Without the script, what runs before it would not run.
    let before = script(&format!("pre{name}")).is_some();
    let shell = None;
    let exec: &[&str] = match program {
        _ if before => &[],
        "npm" => &["npx"],
        "yarn" => &["yarn", "run"],
        "pnpm" => &["pnpm", "exec"],
        _ => &["bunx"],
    };
    Ok(Some(Script { text, extra, through: Some(through), shell, exec }))
}

/// `make TARGET`: the commands of its rule, after what it needs.
fn of_makefile(program: &str, rest: &[String], read: Read<'_>) -> Result<Script, String> {
    let (mut target, mut folder, mut given) = (None, None, Vec::new());
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-C" | "--directory" => folder = words.next(),
            "-s" | "--silent" | "-k" | "--keep-going" | "--no-print-directory" => {}
            word if word.starts_with("-j") => {}
            _ if is_variable(word) => given.extend(word.split_once('=')),
            _ if word.starts_with('-') || target.is_some() => {
                return Err(format!("'{word}' is not understood in the words of make"));
            }
            _ => target = Some(word),
        }
    }
    let target = target.ok_or("make is given no target")?;
    let at = |name: &str| folder.map_or_else(|| name.to_owned(), |folder| format!("{folder}/{name}"));
    let text = ["GNUmakefile", "makefile", "Makefile"].iter().find_map(|name| read(&at(name)));
    let text = text.ok_or("no makefile can be read")?.replace("\\\n", " ");
    let rule = rule(&text, target)
        .ok_or_else(|| format!("the makefile has no rule for '{target}' that is one of plain commands"))?;
    let mut commands: Vec<String> = Vec::new();
    if let Some(folder) = folder {
        commands.push(format!(
            "cd {}",
            crate::text::words::posix(std::slice::from_ref(folder)).unwrap_or_default()
        ));
    }
    if !rule.needs.is_empty() {
        commands.push(format!("{program} {}", rule.needs));
    }
    for line in rule.lines {
        let line = line.trim_start_matches(['@', '-', '+', ' ', '\t']);
        if !line.is_empty() && !line.starts_with("echo ") {
            commands.push(expanded(line, &given, &text)?);
        }
    }
    let moves = |command: &String| command.starts_with("cd ");
    let own = commands.len().saturating_sub(1);
    if commands.iter().take(own).skip(usize::from(folder.is_some())).any(moves) {
        return Err(format!("a command of the rule '{target}' changes the folder for itself only"));
    }
    let shell = Some(vec!["sh".to_owned(), "-c".to_owned()]);
    Ok(Script { text: commands.join(" && "), extra: Vec::new(), through: None, shell, exec: &[] })
}

/// A rule of a makefile.
struct Rule<'a> {
    needs: String,
    lines: Vec<&'a str>,
}

/// The rule of a target; none when there is none, or two, or one that is not plain.
fn rule<'a>(text: &'a str, target: &str) -> Option<Rule<'a>> {
    let mut found: Option<Rule<'a>> = None;
    let mut inside = false;
    for line in text.lines() {
        if let Some(command) = line.strip_prefix('\t') {
            if inside {
                found.as_mut()?.lines.push(command);
            }
            continue;
        }
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        // What depends on a condition is not plain.
        if inside
            && ["ifeq", "ifneq", "ifdef", "ifndef", "else", "endif"].iter().any(|word| line.starts_with(word))
        {
            return None;
        }
        let (name, needs) = line.split_once(':').unwrap_or((line, ""));
        inside = name.split_whitespace().any(|name| name == target) && !needs.starts_with(['=', ':']);
        if inside {
            let needs = needs.split('#').next().unwrap_or_default();
            let needs = needs.split_whitespace().collect::<Vec<_>>().join(" ");
            let plain =
                !needs.contains(['$', '|', '%', ';', '=', ':', '*', '&', '`', '\'', '"', '(', '<', '>']);
            if found.is_some() || !plain {
                return None;
            }
            found = Some(Rule { needs, lines: Vec::new() });
        }
    }
    found.filter(|rule| !rule.lines.is_empty())
}

/// A command of a rule with the values of its variables; an error when one is not known.
fn expanded(line: &str, given: &[(&str, &str)], makefile: &str) -> Result<String, String> {
    let mut text = line.to_owned();
    // A value may have variables of its own.
    for _ in 0..8 {
        let Some(at) = text.find("$(").or_else(|| text.find("${")) else { break };
        let rest = text.get(at.saturating_add(2)..).unwrap_or_default();
        let name = rest.split([')', '}']).next().unwrap_or_default().to_owned();
        let value = given.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        let value = value.or_else(|| assigned(&name, makefile));
        let value = value.ok_or_else(|| format!("the value of $({name}) in the makefile is not known"))?;
        let end = at.saturating_add(name.len()).saturating_add(3);
        text = [text.get(..at).unwrap_or_default(), &value, text.get(end..).unwrap_or_default()].concat();
    }
    if text.replace("$$", "").contains('$') || text.len() > 4096 {
        return Err("a variable of the makefile is not known".to_owned());
    }
    Ok(text.replace("$$", "$"))
}

/// The value that a makefile gives a variable, when it does so once.
fn assigned(name: &str, makefile: &str) -> Option<String> {
    let mut values = makefile.lines().filter_map(|line| {
        let (left, value) = line.strip_prefix("export ").unwrap_or(line).split_once('=')?;
        let left = left.trim_end_matches([':', '?']).trim_end();
        (left == name).then(|| value.split(" #").next().unwrap_or_default().trim().to_owned())
    });
    let value = values.next()?;
    values.next().is_none().then_some(value)
}
