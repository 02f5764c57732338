//! Which calls of a tool run tests or builds.
//!
//! A call is judged by its words alone. Help, versions, watchers and what asks somebody stay as they are.

use std::ffi::OsString;

use super::tools::tool;

/// Which calls of a tool are wrapped.
#[derive(Debug)]
pub(super) enum Rule {
    /// All, but for those with one of these words.
    All {
        /// Words of other calls.
        never: &'static [&'static str],
    },
    /// Those whose first word is one of these.
    Words {
        /// The words.
        words: &'static [&'static str],
        /// Options before it that take a value.
        values: &'static [&'static str],
    },
    /// Those of which a word names a test or a build.
    Targets {
        /// Those without any word, too.
        alone: bool,
        /// Options that take a value.
        values: &'static [&'static str],
    },
    /// Those that run a script whose name says so, or a tool of which the call would be wrapped.
    Scripts {
        /// Words of their own that run tests.
        own: &'static [&'static str],
        /// Words after which the name of a script is.
        script: &'static [&'static str],
        /// Words after which another tool is.
        tool: &'static [&'static str],
        /// Whether the name of a script or a tool can be the first word.
        direct: bool,
        /// Options before it that take a value.
        values: &'static [&'static str],
    },
    /// Those of another tool after it.
    Tool {
        /// Options before it that take a value.
        values: &'static [&'static str],
    },
    /// Those of a module of Python's that would be wrapped as a tool: `-m pytest`.
    Module,
}

/// Words of a tool's own that ask for something else than a run: what is after `--` is not its own.
const ELSE: [&str; 3] = ["--help", "-h", "--version"];

/// Tools for which `-V` alone is no question for their version.
const VERBOSE: [&str; 1] = ["ctest"];

/// Words that make a run wait for somebody or go on for ever, wherever they are: `npm test -- --watch`.
const WAITS: [&str; 5] = ["--watch", "--watchAll", "--watch-all", "--interactive", "--pdb"];

/// Parts of the name of a script that runs tests or builds.
const RUNS: [&str; 25] = [
    "test",
    "tests",
    "unittest",
    "check",
    "checks",
    "build",
    "builds",
    "lint",
    "typecheck",
    "types",
    "tsc",
    "compile",
    "verify",
    "spec",
    "specs",
    "e2e",
    "ci",
    "unit",
    "integration",
    "assemble",
    "coverage",
    "vet",
    "clippy",
    "validate",
    "analyze",
];

/// The same of targets of a build alone.
const TARGETS: [&str; 3] = ["all", "install", "package"];

/// Parts of the name of a script that does something else, or never ends.
const DOES_ELSE: [&str; 12] = [
    "dev",
    "serve",
    "server",
    "start",
    "watch",
    "deploy",
    "publish",
    "repl",
    "console",
    "preview",
    "storybook",
    "init",
];

/// Modules of Python that are no tool of their own name.
const MODULES: [&str; 2] = ["unittest", "build"];

/// Options of Python that take a value.
const PYTHON_VALUES: [&str; 3] = ["-X", "-W", "--check-hash-based-pycs"];

/// Whether the call of the tool `name` with these words runs tests or builds.
#[must_use]
pub fn runs(name: &str, words: &[OsString]) -> bool {
    // What is no text is no word of ours.
    let words: Vec<&str> = words.iter().map(|word| word.to_str().unwrap_or_default()).collect();
    of_tool(name, &words)
}

/// Whether there is a link of this name.
#[must_use]
pub fn is_tool(name: &str) -> bool {
    tool(name).is_some()
}

fn of_tool(name: &str, words: &[&str]) -> bool {
    let Some(tool) = tool(name) else { return false };
    let ours = words.iter().take_while(|word| **word != "--");
    let waits = words.iter().any(|word| WAITS.contains(word) || word.starts_with("--watch="));
    let version = words == ["-V"] && !VERBOSE.contains(&name);
    if waits || version || ours.clone().any(|word| ELSE.contains(word)) {
        return false;
    }
    match &tool.rule {
        Rule::All { never } => !ours.clone().any(|word| never.contains(word)),
        Rule::Words { words: wanted, values } => {
            first(words, values, wanted).is_some_and(|(word, _)| wanted.contains(&word))
        }
        Rule::Targets { alone, values } => by_targets(words, values, *alone),
        Rule::Scripts { own, script, tool, direct, values } => {
            let Some((word, rest)) = first(words, values, &[]) else { return false };
            if own.contains(&word) {
                true
            } else if script.contains(&word) {
                first(rest, values, &[]).is_some_and(|(name, _)| is_script(name))
            } else if tool.contains(&word) {
                called(rest, values)
            } else {
                *direct && (is_script(word) || called(words, values))
            }
        }
        Rule::Tool { values } => called(words, values),
        Rule::Module => by_module(words),
    }
}

/// The first word that is no option and no option's value, and what is after it. An option that is `wanted` is a word, too.
fn first<'a, 'b>(words: &'b [&'a str], values: &[&str], wanted: &[&str]) -> Option<(&'a str, &'b [&'a str])> {
    let mut rest = words;
    loop {
        let (word, after) = rest.split_first()?;
        if wanted.contains(word) {
            return Some((word, after));
        }
        rest = match word {
            word if values.contains(word) => after.get(1..)?,
            // `+nightly` chooses a toolchain.
            word if word.starts_with('-') || word.starts_with('+') => after,
            word => return Some((word, after)),
        };
    }
}

/// Whether another tool is called whose call would be wrapped.
fn called(words: &[&str], values: &[&str]) -> bool {
    first(words, values, &[]).is_some_and(|(name, rest)| {
        // `npx jest@29` is jest.
        let bare = name.split('@').next().unwrap_or_default();
        of_tool(bare, rest)
    })
}

fn by_targets(words: &[&str], values: &[&str], alone: bool) -> bool {
    let mut targets = Vec::new();
    let mut rest = words;
    while let Some((word, after)) = first(rest, values, &[]) {
        // `NAME=VALUE` is a variable.
        if !word.contains('=') {
            targets.push(word);
        }
        rest = after;
    }
    if targets.is_empty() {
        return alone;
    }
    let does_else = targets.iter().any(|target| does_else(&parts(target)));
    !does_else && targets.iter().any(|target| has(&parts(target), &RUNS) || has(&parts(target), &TARGETS))
}

/// Whether the name of a script says that it runs tests or builds.
fn is_script(name: &str) -> bool {
    let parts = parts(name);
    // Of a target it is a variant: `testDebug`.
    let waits = has(&parts, &["debug"]);
    has(&parts, &RUNS) && !does_else(&parts) && !waits
}

fn does_else(parts: &[String]) -> bool {
    has(parts, &DOES_ELSE)
}

fn has(parts: &[String], wanted: &[&str]) -> bool {
    parts.iter().any(|part| wanted.contains(&part.as_str()))
}

/// The words in a name like `test:unit`, `build-all`, `:app:assembleDebug`, in small letters.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut small = false;
    for char in name.chars() {
        let begins = char.is_ascii_uppercase() && small;
        small = char.is_ascii_lowercase();
        if begins || !char.is_ascii_alphanumeric() {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut().filter(|_| char.is_ascii_alphanumeric()) {
            part.push(char.to_ascii_lowercase());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// `python -m pytest`: options, `-m` at the end of some letters, the module.
fn by_module(words: &[&str]) -> bool {
    let mut rest = words;
    while let Some((word, after)) = rest.split_first() {
        if PYTHON_VALUES.contains(word) {
            rest = after.get(1..).unwrap_or_default();
            continue;
        }
        let Some(letters) = word.strip_prefix('-').filter(|letters| !letters.is_empty()) else {
            return false;
        };
        let Some((before, module)) = letters.split_once('m').filter(|_| !letters.starts_with('-')) else {
            rest = after;
            continue;
        };
        // `-c` and what takes the rest of the word as its value come before it.
        if before.contains(['c', 'X', 'W']) {
            return false;
        }
        let (module, arguments) = match module {
            "" => match after.split_first() {
                Some((module, arguments)) => (*module, arguments),
                None => return false,
            },
            module => (module, after),
        };
        return of_module(module, arguments);
    }
    false
}

fn of_module(module: &str, arguments: &[&str]) -> bool {
    let else_ = arguments.iter().any(|word| ELSE.contains(word));
    (MODULES.contains(&module) && !else_) || of_tool(module, arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(line: &str) -> bool {
        let mut words = line.split(' ').map(OsString::from);
        let name = words.next().unwrap_or_default();
        runs(&name.to_string_lossy(), &words.collect::<Vec<_>>())
    }

    #[test]
    fn calls_that_run_tests_or_builds_are_wrapped() {
        for line in [
            "pytest",
            "pytest -q tests/a.py -- --help",
            "cargo test",
            "cargo t",
            "cargo +nightly -q --color always test -p a",
            "cargo nextest run",
            "npm test",
            "npm t -- --help",
            "npm --prefix web run test:unit",
            "npm run build",
            "npm run build:release",
            "npm exec -- jest",
            "npx --yes jest@29 src",
            "yarn lint",
            "yarn jest a",
            "pnpm --filter web test",
            "bun test",
            "go -C sub test ./...",
            "go vet",
            "make",
            "make -j 8 -C dev check",
            "make CFLAGS=-O2 all",
            "make install",
            "rails test test/models",
            "gradle :app:testDebugUnitTest",
            "mvn -q clean verify",
            "cmake --build out",
            "python3 -m pytest -q",
            "python -X dev -Wd -um unittest",
            "python3 -mpytest",
            "python3 -W error -m mypy src",
            "python3 -m ruff check .",
            "uv run --with a pytest -q",
            "uv run python -m pytest",
            "poetry run pytest",
            "bundle exec rspec",
            "ctest -V",
            "ruff check",
            "tsc --noEmit",
            "vitest run",
        ] {
            assert!(wrapped(line), "{line}");
        }
    }

    #[test]
    fn all_other_calls_are_left_alone() {
        for line in [
            "pytest --version",
            "pytest -V",
            "pytest --collect-only -q",
            "pytest --pdb",
            "cargo",
            "cargo metadata",
            "cargo --version",
            "cargo run",
            "cargo test --help",
            "cargo --color test",
            "npm run dev",
            "npm run test:watch",
            "npm run test:debug",
            "npm run release",
            "npm t -- --watch",
            "yarn install",
            "pnpm install",
            "rails generate model Test",
            "npm install",
            "npm -v",
            "npx cowsay test",
            "yarn dev",
            "yarn add jest",
            "go run ./test",
            "make deploy",
            "make -C tests deploy",
            "make test-server",
            "gradle bootRun",
            "cmake -S . -B out",
            "cmake -E touch a",
            "python3",
            "python3 -i",
            "python3 pytest",
            "python3 -c import-pytest -m pytest",
            "python3 -cm pytest",
            "python3 - -m pytest",
            "python3 -m http.server",
            "python3 -m pytest --version",
            "python3 --version",
            "python3 -m",
            "uv run app.py",
            "uv pip install pytest",
            "ruff server",
            "ruff format",
            "tsc -w",
            "jest --watch",
            "vitest dev",
            "nothing test",
            "weir run -- pytest",
        ] {
            assert!(!wrapped(line), "{line}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn words_that_are_no_text_are_no_words_of_ours() {
        use std::os::unix::ffi::OsStringExt as _;
        let odd = OsString::from_vec(vec![0xff, b't']);
        assert!(runs("pytest", std::slice::from_ref(&odd)) && !runs("cargo", &[odd]));
    }
}
