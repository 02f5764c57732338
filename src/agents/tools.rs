//! The tools that have a link, and the calls of them that run tests or builds.
//!
//! All others, and whatever is not understood here, run as if there was no link: that is always right.

use super::calls::Rule;

/// A tool with a link.
#[derive(Debug)]
pub(super) struct Tool {
    pub(super) name: &'static str,
    pub(super) rule: Rule,
}

/// The link by which the commands work that answers offer.
const OWN: &str = "weir";

/// The names of all links.
pub fn names() -> impl Iterator<Item = &'static str> {
    TOOLS.iter().map(|tool| tool.name).chain([OWN])
}

/// The tool of this name.
pub(super) fn tool(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// A tool all of whose calls run tests, but for those with one of these words.
const fn all(name: &'static str, never: &'static [&'static str]) -> Tool {
    Tool { name, rule: Rule::All { never } }
}

/// A tool with subcommands, and its options that take a value.
const fn words(name: &'static str, words: &'static [&'static str], values: &'static [&'static str]) -> Tool {
    Tool { name, rule: Rule::Words { words, values } }
}

/// A tool that is given targets of a build.
const fn targets(name: &'static str, alone: bool, values: &'static [&'static str]) -> Tool {
    Tool { name, rule: Rule::Targets { alone, values } }
}

/// A tool that runs scripts and other tools.
const fn scripts(name: &'static str, rule: Rule) -> Tool {
    Tool { name, rule }
}

/// Options of npm and its like with a value.
const NPM: &[&str] =
    &["--prefix", "-C", "-w", "--workspace", "--loglevel", "--cwd", "--dir", "--filter", "-F"];
/// Options of uv with a value.
const UV: &[&str] = &[
    "--with",
    "--python",
    "-p",
    "--extra",
    "--group",
    "--project",
    "--directory",
    "--env-file",
    "--package",
    "--from",
    "--color",
    "--index",
    "--with-requirements",
    "--only-group",
];
/// Options of make with a value.
const MAKE: &[&str] = &["-C", "--directory", "-f", "--file", "--makefile", "-I", "-o", "-W", "-j", "-l"];
/// Options of gradle with a value.
const GRADLE: &[&str] =
    &["-p", "--project-dir", "-b", "-x", "--exclude-task", "-I", "--init-script", "-g", "-c"];
/// Options of Maven with a value.
const MAVEN: &[&str] = &["-f", "--file", "-pl", "--projects", "-P", "-s", "--settings", "-rf", "-T", "-gs"];
/// Options of cargo with a value.
const CARGO: &[&str] = &["--color", "--config", "-C", "-Z", "--manifest-path", "--target-dir"];

/// All of them, in order of their names.
const TOOLS: &[Tool] = &[
    targets("ant", true, &["-f", "-buildfile", "-file", "-lib", "-logger"]),
    all("ava", &["--watch", "-w", "debug"]),
    all("basedpyright", &["-w"]),
    words("bazel", &["build", "test", "coverage"], &["--output_base", "--bazelrc"]),
    words("bazelisk", &["build", "test", "coverage"], &["--output_base", "--bazelrc"]),
    all("behave", &[]),
    words("biome", &["check", "ci", "lint"], &[]),
    words("buck2", &["build", "test"], &[]),
    scripts(
        "bun",
        Rule::Scripts { own: &["test", "build"], script: &["run"], tool: &["x"], direct: true, values: NPM },
    ),
    scripts("bundle", Rule::Scripts { own: &[], script: &[], tool: &["exec"], direct: false, values: &[] }),
    scripts("bunx", Rule::Tool { values: &["--package", "-p"] }),
    words("cabal", &["build", "test", "check", "v2-build", "v2-test"], &["--config-file"]),
    words(
        "cargo",
        &[
            "test", "t", "build", "b", "check", "c", "clippy", "nextest", "bench", "doc", "d", "llvm-cov",
            "hack",
        ],
        CARGO,
    ),
    words("cmake", &["--build"], &[]),
    scripts(
        "composer",
        Rule::Scripts {
            own: &["test"],
            script: &["run", "run-script"],
            tool: &["exec"],
            direct: false,
            values: &["-d", "--working-dir"],
        },
    ),
    all("ctest", &["-N", "--show-only"]),
    all("cucumber", &[]),
    words("cypress", &["run"], &[]),
    words("dart", &["test", "analyze", "compile"], &[]),
    words("deno", &["test", "check", "lint", "bench"], &[]),
    words("dotnet", &["test", "build", "vstest"], &[]),
    all("eslint", &["--init", "--print-config"]),
    all("flake8", &[]),
    words("flutter", &["test", "analyze", "build"], &[]),
    all("ginkgo", &["watch", "bootstrap", "generate", "version"]),
    targets("gmake", true, MAKE),
    words("go", &["test", "build", "vet"], &["-C"]),
    words("golangci-lint", &["run"], &[]),
    all("gotestsum", &["tool"]),
    targets("gradle", false, GRADLE),
    words("hatch", &["test", "build"], &["-e", "--env", "-p", "--project"]),
    all("jest", &["--init", "--showConfig", "--watchman-server"]),
    targets("just", false, &["-f", "--justfile", "-d", "--working-directory", "--set"]),
    words("lein", &["test", "check", "compile"], &[]),
    targets("make", true, MAKE),
    words("meson", &["test", "compile"], &[]),
    words("mix", &["test", "compile", "credo", "dialyzer"], &[]),
    all("mocha", &["--watch", "-w"]),
    all("msbuild", &[]),
    targets("mvn", false, MAVEN),
    targets("mvnd", false, MAVEN),
    all("mypy", &["--install-types"]),
    all("ninja", &["-t"]),
    all("nose2", &[]),
    all("nox", &["-l", "--list"]),
    scripts(
        "npm",
        Rule::Scripts {
            own: &["test", "t", "tst", "install-test", "it", "install-ci-test", "cit"],
            script: &["run", "run-script", "rum", "urn"],
            tool: &["exec", "x"],
            direct: false,
            values: NPM,
        },
    ),
    scripts("npx", Rule::Tool { values: &["--package", "-p", "--prefix", "-w", "--workspace"] }),
    scripts(
        "nx",
        Rule::Scripts {
            own: &["affected", "run-many"],
            script: &["run"],
            tool: &[],
            direct: true,
            values: &[],
        },
    ),
    scripts(
        "pdm",
        Rule::Scripts { own: &[], script: &[], tool: &["run"], direct: false, values: &["-p", "--project"] },
    ),
    all("pest", &["--init"]),
    words("phpstan", &["analyse", "analyze"], &[]),
    all("phpunit", &["--generate-configuration"]),
    scripts("pipenv", Rule::Scripts { own: &[], script: &[], tool: &["run"], direct: false, values: &[] }),
    words("playwright", &["test"], &[]),
    scripts(
        "pnpm",
        Rule::Scripts {
            own: &["test", "t"],
            script: &["run", "run-script"],
            tool: &["exec", "dlx"],
            direct: true,
            values: NPM,
        },
    ),
    scripts(
        "poetry",
        Rule::Scripts {
            own: &[],
            script: &[],
            tool: &["run"],
            direct: false,
            values: &["-C", "--directory", "-P", "--project"],
        },
    ),
    words("pre-commit", &["run"], &["-c", "--config", "--color"]),
    all("prove", &[]),
    all("psalm", &["--init"]),
    all("py.test", PYTEST),
    all("pylint", &["--generate-rcfile", "--list-msgs"]),
    all("pyright", &["-w"]),
    all("pytest", PYTEST),
    scripts("python", Rule::Module),
    scripts("python3", Rule::Module),
    targets("rails", false, &[]),
    targets(
        "rake",
        true,
        &["-f", "--rakefile", "-I", "--libdir", "-r", "--require", "-j", "-C", "--directory"],
    ),
    all("robot", &[]),
    all("rspec", &["--init"]),
    all("rubocop", &["--init", "--lsp", "--server", "--start-server", "--stop-server"]),
    words("ruff", &["check"], &["--config", "--color"]),
    targets("sbt", false, &[]),
    words("stack", &["test", "build"], &["--stack-yaml", "--work-dir", "--resolver"]),
    all("staticcheck", &[]),
    words("swift", &["test", "build"], &["--package-path", "-c"]),
    all("tap", &["repl"]),
    all("tox", &["-l", "list", "l", "devenv", "d", "config", "c", "quickstart", "q"]),
    all("tsc", &["-w", "--init", "--showConfig", "-v"]),
    words("turbo", &["run", "test", "build", "lint", "check", "typecheck"], &["--cwd", "--filter", "-F"]),
    scripts("uv", Rule::Scripts { own: &["build"], script: &[], tool: &["run"], direct: false, values: UV }),
    scripts("uvx", Rule::Tool { values: UV }),
    all("vitest", &["watch", "dev", "-w", "--ui", "init", "list", "bench"]),
    all("vue-tsc", &["-w"]),
    targets(
        "xcodebuild",
        false,
        &["-scheme", "-project", "-workspace", "-destination", "-configuration", "-target"],
    ),
    scripts(
        "yarn",
        Rule::Scripts { own: &["test"], script: &["run"], tool: &["exec", "dlx"], direct: true, values: NPM },
    ),
    words("zig", &["build", "test"], &[]),
];

/// What pytest prints without running a test, and what asks somebody.
const PYTEST: &[&str] =
    &["--collect-only", "--co", "--fixtures", "--markers", "--pdb", "--trace", "--setup-plan"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_in_order_and_each_is_there_once() {
        let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
        assert!(names.is_sorted_by(|one, next| one < next), "{names:?}");
        assert!(super::names().any(|name| name == "weir") && tool("weir").is_none());
    }
}
