//! The recipes for CI services in docs/ci.md and README.md, and `action.yml`: their shell is run, with a service, a runner of tests and an
//! agent that are in for the real ones.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A run of tests that fails.
const CARGO: &str = "#!/bin/sh\ncat <<'END'\nrunning 2 tests\ntest moor::holds ... ok\ntest moor::tears ... FAILED\n\nfailures:\n\n---- moor::tears stdout ----\nthread 'moor::tears' panicked at src/moor.rs:7:5:\nit is torn\n\n\nfailures:\n    moor::tears\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\nEND\necho '##vso[task.complete result=Succeeded;]'\nexit 101\n";

/// An agent that keeps what it is given.
const AGENT: &str = "#!/bin/sh\necho \"$@\" > agent.words\ncat > agent.body\n";

/// A folder in which a job runs.
struct Job(tempfile::TempDir);

impl Job {
    fn new() -> Self {
        let job = Self(tempfile::tempdir().unwrap());
        fs::create_dir(job.path("bin")).unwrap();
        for (name, text) in [("cargo", CARGO), ("buildkite-agent", AGENT)] {
            let path = job.path("bin").join(name);
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_weir"), job.path("bin/weir")).unwrap();
        job
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, script: &str, variables: &[(&str, &str)]) -> Output {
        let path = format!("{}:/usr/bin:/bin", self.path("bin").display());
        let mut command = Command::new("bash");
        command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script]);
        command.current_dir(self.0.path()).env_clear().env("PATH", path).env("WEIR_STORE", "off");
        command.envs(variables.iter().copied()).output().unwrap()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}

fn root(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The recipe of a service: the block below its heading.
fn recipe(service: &str, language: &str) -> String {
    block(&root("docs/ci.md"), &format!("### {service}"), language)
}

/// The first block in a language below a heading.
fn block(page: &str, heading: &str, language: &str) -> String {
    let below =
        page.split(&format!("\n{heading}\n")).nth(1).unwrap_or_else(|| panic!("no heading {heading}"));
    let block = below.split(&format!("```{language}\n")).nth(1).unwrap();
    block.split("```").next().unwrap().to_owned()
}

fn yaml(text: &str) -> Value {
    serde_saphyr::from_str(text).unwrap()
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The command failed, it is in the answer, and what it printed for a CI is broken.
#[track_caller]
fn assert_failed(output: &Output) {
    let text = text(output);
    assert_eq!(output.status.code(), Some(101), "{text}");
    assert!(text.contains("weir: FAILED 1 failed, 1 passed") && !text.contains("result=Succeeded"), "{text}");
}

#[test]
fn the_recipe_of_github_annotates_and_writes_a_report() {
    let job = Job::new();
    let recipe = yaml(&recipe("GitHub Actions", "yaml"));
    let summary = job.path("summary.md");
    let variables =
        [("GITHUB_ACTIONS", "true"), ("CI", "true"), ("GITHUB_STEP_SUMMARY", summary.to_str().unwrap())];
    let output = job.run(recipe["steps"][0]["run"].as_str().unwrap(), &variables);
    assert_failed(&output);
    assert!(text(&output).contains("\n::error title=moor%3A%3Atears::it is torn"), "{}", text(&output));
    assert!(job.read("summary.md").starts_with("### weir: FAILED"));
    assert!(job.read("reports/weir.sarif").contains("moor::tears"));
}

#[test]
fn the_recipe_in_readme_annotates_and_fails_as_its_command() {
    let job = Job::new();
    let recipe = yaml(&block(&root("README.md"), "## CI", "yaml"));
    let summary = job.path("summary.md");
    let variables =
        [("GITHUB_ACTIONS", "true"), ("CI", "true"), ("GITHUB_STEP_SUMMARY", summary.to_str().unwrap())];
    let last = recipe["steps"].as_array().unwrap().last().unwrap();
    let output = job.run(last["run"].as_str().unwrap(), &variables);
    assert_failed(&output);
    assert!(text(&output).contains("\n::error title=moor%3A%3Atears::it is torn"), "{}", text(&output));
    assert!(job.read("summary.md").starts_with("### weir: FAILED"));
}

#[test]
fn the_recipe_of_gitlab_writes_the_reports_that_it_names() {
    let job = Job::new();
    let recipe = &yaml(&recipe("GitLab", "yaml"))["test"];
    assert_failed(&job.run(recipe["script"][0].as_str().unwrap(), &[("GITLAB_CI", "true")]));
    let reports = &recipe["artifacts"]["reports"];
    for report in ["junit", "codequality"] {
        assert!(job.read(reports[report].as_str().unwrap()).contains("moor::tears"));
    }
}

#[test]
fn the_recipe_of_azure_fails_its_task_and_writes_the_report_that_it_publishes() {
    let job = Job::new();
    let recipe = &yaml(&recipe("Azure Pipelines", "yaml"))["steps"];
    let output = job.run(recipe[0]["script"].as_str().unwrap(), &[("TF_BUILD", "True")]);
    assert_failed(&output);
    assert!(text(&output).contains("\n##vso[task.complete result=Failed;]"), "{}", text(&output));
    assert!(job.read(recipe[1]["inputs"]["testResultsFiles"].as_str().unwrap()).contains("moor::tears"));
}

#[test]
fn the_recipe_of_buildkite_gives_its_agent_an_annotation() {
    let job = Job::new();
    let recipe = yaml(&recipe("Buildkite", "yaml"));
    // Two of them are one, when a pipeline is uploaded.
    let script = recipe["steps"][0]["command"].as_str().unwrap().replace("$$", "$");
    assert_failed(&job.run(&script, &[("BUILDKITE", "true")]));
    assert_eq!(job.read("agent.words"), "annotate --context weir --style error\n");
    assert!(job.read("agent.body").contains("moor::tears"));
}

#[test]
fn the_recipe_of_jenkins_writes_the_report_that_it_reads() {
    let job = Job::new();
    let recipe = recipe("Jenkins", "groovy");
    let quoted = |word: &str| {
        recipe.split(&format!("{word} '")).nth(1).unwrap().split('\'').next().unwrap().to_owned()
    };
    assert_failed(&job.run(&quoted("sh"), &[("JENKINS_URL", "http://jenkins/")]));
    assert!(job.read(&quoted("junit")).contains("moor::tears"));
}

#[test]
fn the_action_installs_by_checksum_runs_and_reports() {
    let action = yaml(&root("action.yml"));
    let steps = action["runs"]["steps"].as_array().unwrap();
    let job = Job::new();
    let install = steps[0]["run"].as_str().unwrap();
    let binary = job.path("weir-download");
    fs::write(&binary, "#!/bin/sh\n").unwrap();
    let url = format!("file://{}", binary.display());
    let temp = job.path("temp");
    let added = job.path("path");
    let right = "\u{200b}";
    let sum = job.run("sha256sum weir-download | cut -d' ' -f1", &[]);
    let sum = String::from_utf8(sum.stdout).unwrap().trim().to_owned();
    let variables = |sha: &str| {
        let all = [
            ("WEIR_URL", &*url),
            ("RUNNER_TEMP", temp.to_str().unwrap()),
            ("GITHUB_PATH", added.to_str().unwrap()),
        ];
        let mut all: Vec<(String, String)> =
            all.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        all.push(("WEIR_SHA256".to_owned(), sha.to_owned()));
        all
    };
    for (sha, code) in [(&*sum, 0), ("", 1), (&*"0".repeat(64), 1), (right, 1)] {
        let owned = variables(sha);
        let borrowed: Vec<(&str, &str)> = owned.iter().map(|(name, value)| (&**name, &**value)).collect();
        let output = job.run(install, &borrowed);
        assert_eq!(output.status.code(), Some(code), "{sha}: {}", text(&output));
    }
    assert_eq!(job.read("path"), format!("{}/weir-bin\n", temp.display()));
    assert_eq!(job.run(install, &[("WEIR_URL", ""), ("WEIR_SHA256", "")]).status.code(), Some(0));
    let variables = [
        ("GITHUB_ACTIONS", "true"),
        ("WEIR_COMMAND", "cargo test | cat; exit ${PIPESTATUS[0]}"),
        ("WEIR_REPORTS", "out"),
        ("WEIR_OPTIONS", "-m minimal --no-redact"),
    ];
    let output = job.run(steps[1]["run"].as_str().unwrap(), &variables);
    assert_failed(&output);
    for report in ["junit.xml", "results.sarif", "page.html"] {
        assert!(job.read(&format!("out/{report}")).contains("moor::tears"));
    }
    // Each input is handed over by a variable: what it says is no shell.
    for step in steps.iter().filter_map(|step| step["run"].as_str()) {
        assert!(!step.contains("${{"), "{step}");
    }
}
