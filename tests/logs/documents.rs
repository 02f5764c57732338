//! Documents for a CI, of the logs of `testdata/`: each is what its host reads, none is greener than weir, and read by weir
//! again it says the same.
//!
//! A sample by default; all logs with `WEIR_EXHAUSTIVE=1`. `benches/documents.py` asks the hosts' own readers.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde_json::{Value, json};

use crate::support::logs::{LOGS, testdata};
use crate::support::sweep::{place, sample, side_by_side};
use crate::support::{schema, weir};

const FORMATS: [&str; 10] = [
    "github",
    "markdown",
    "junit",
    "sarif",
    "gitlab-codequality",
    "ctrf",
    "azure",
    "teamcity",
    "buildkite",
    "html",
];

/// How many logs are tried.
const LOGS_TRIED: usize = 120;

/// The documents of a log, and what weir says of it.
struct Documents {
    folder: tempfile::TempDir,
    answer: Value,
}

impl Documents {
    fn of(log: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let outputs = FORMATS.map(|format| format!("{format}={}", folder.path().join(format).display()));
        let mut words = vec!["--format", "json", "-m", "verbose", log.to_str().unwrap()];
        words.extend(outputs.iter().flat_map(|output| ["--output", output]));
        let output = weir(&words).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{}", log.display());
        Self { folder, answer: serde_json::from_slice(&output.stdout).unwrap() }
    }

    fn path(&self, format: &str) -> PathBuf {
        self.folder.path().join(format)
    }

    fn text(&self, format: &str) -> String {
        fs::read_to_string(self.path(format)).unwrap()
    }

    fn json(&self, format: &str) -> Value {
        serde_json::from_str(&self.text(format)).unwrap()
    }

    fn passed(&self) -> bool {
        self.answer["verdict"] == "passed"
    }

    /// What weir says of a document of its own.
    fn again(&self, format: &str) -> Value {
        let words =
            ["--format", "json", "-m", "verbose", self.path(format).to_str().unwrap()].map(str::to_owned);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        serde_json::from_slice(&weir(&words).output().unwrap().stdout).unwrap()
    }
}

/// All names of failures, when all are known.
fn names(answer: &Value) -> Option<BTreeSet<String>> {
    if answer["unlisted"] != 0 {
        return None;
    }
    let listed = answer["failures"].as_array().unwrap().iter().map(|each| &each["id"]);
    let named = answer["named"].as_array().unwrap();
    // Blanks beside each other are one in an attribute of XML.
    let plain = |name: &Value| name.as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    Some(listed.chain(named).map(plain).collect())
}

/// Looks at one document of a log.
type Check = fn(&Documents) -> Result<(), String>;

/// A workflow command: its name, its properties and its message.
type Command<'a> = (&'a str, Vec<(&'a str, &'a str)>, &'a str);

/// What is wrong with the documents of a log, a line each.
fn faults(log: &Path) -> Vec<String> {
    let documents = Documents::of(log);
    let mut faults = Vec::new();
    let checks: [(&str, Check); 9] = [
        ("junit", junit),
        ("sarif", sarif),
        ("ctrf", ctrf),
        ("gitlab-codequality", codequality),
        ("github", github),
        ("azure", azure),
        ("teamcity", teamcity),
        ("markdown", markdown),
        ("html", html),
    ];
    for (format, check) in checks {
        if let Err(fault) = check(&documents) {
            faults.push(format!("{}: {format}: {fault}", place(log)));
        }
    }
    faults
}

fn ensure(holds: bool, fault: impl Into<String>) -> Result<(), String> {
    if holds { Ok(()) } else { Err(fault.into()) }
}

/// The attributes that junit-10.xsd gives an element.
fn attributes_of(element: &str) -> &'static [&'static str] {
    match element {
        "testsuites" => &["name", "time", "tests", "failures", "errors"],
        "testsuite" => &["name", "tests", "failures", "errors", "skipped", "time", "timestamp"],
        "properties" => &[],
        "property" => &["name", "value"],
        // Where it is, no schema knows, and annotations are made of it.
        "testcase" => &["name", "classname", "time", "file", "line"],
        "failure" | "error" | "skipped" | "flakyFailure" => &["type", "message"],
        other => panic!("{other} is no element of JUnit"),
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = tag.attributes().map(Result::unwrap).find(|each| each.key.as_ref() == name);
    found.map(|each| each.value.into_owned())
}

/// The numbers of a suite.
const NUMBERS: [&str; 4] = ["tests", "failures", "errors", "skipped"];

fn junit(documents: &Documents) -> Result<(), String> {
    let text = documents.text("junit");
    let mut reader = Reader::from_str(&text);
    reader.config_mut().expand_empty_elements = true;
    let (mut open, mut suite): (Vec<String>, String) = (Vec::new(), String::new());
    // Of the suites, what their numbers say, and what is listed: all tests, failures, errors, skipped ones.
    let (mut cases, mut failures, mut errors, mut root) = (0, 0, 0, Vec::new());
    let (mut stated, mut own, mut listed) = ([0_u64; 4], [0_u64; 4], [0_u64; 4]);
    let mut seen = HashSet::new();
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(tag) => {
                let name = tag.name().as_ref().to_owned();
                for attribute in tag.attributes() {
                    let key = attribute.unwrap().key.as_ref().to_owned();
                    ensure(attributes_of(&name).contains(&&*key), format!("{name} has no {key}"))?;
                }
                let of = |key: &str| attribute(&tag, key).unwrap_or_default();
                match &*name {
                    "testsuites" => root = ["tests", "failures", "errors"].map(of).to_vec(),
                    "testsuite" => {
                        suite = of("name");
                        let numbers = NUMBERS.map(|key| of(key).parse::<u64>().unwrap());
                        let sums = if suite == "weir.verdict" { &mut own } else { &mut stated };
                        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
                    }
                    "testcase" => {
                        cases += 1;
                        ensure(of("time").parse::<f64>().is_ok(), "a test without a time")?;
                        listed[0] += u64::from(suite != "weir.verdict");
                        let key = (suite.clone(), of("classname"), of("name"));
                        ensure(seen.insert(key.clone()), format!("{key:?} twice"))?;
                    }
                    "failure" => failures += 1,
                    "error" => errors += 1,
                    "skipped" => listed[3] += 1,
                    _ => {}
                }
                open.push(name);
            }
            Event::End(_) => drop(open.pop()),
            Event::Eof => break,
            _ => {}
        }
    }
    ensure(open.is_empty() && cases > 0, "it is not complete")?;
    let all: Vec<String> = (0..3).map(|at| (stated[at] + own[at]).to_string()).collect();
    ensure(root == all, format!("counts {root:?}, its suites {all:?}"))?;
    ensure(
        cases <= stated[0] + own[0] && listed[0] <= stated[0] && listed[3] <= stated[3],
        "it lists more than it counts",
    )?;
    let counts = &documents.answer["counts"];
    let number = |key: &str| counts[key].as_u64();
    let failed = stated[1] + stated[2];
    if let Some(known) = number("failed") {
        ensure(failed <= known && known <= failed + own[2], format!("{failed} failures of {known}"))?;
    }
    if let (Some(skipped), Some(other), Some(passed)) = (number("skipped"), number("other"), number("passed"))
    {
        let found = [stated[0] + own[0] - failed - own[2] - stated[3] - own[3], stated[3] + own[3]];
        let empty = documents.passed() && stated[0] == 0;
        ensure(
            empty || found == [passed, skipped + other],
            format!("{found:?} passed and skipped, counts {counts}"),
        )?;
    }
    ensure((failures + errors == 0) == documents.passed(), "it is greener than weir, or redder")?;
    round_trip(documents, "junit", true)
}

/// Read by weir, a document has its verdict, and the failures of the log among its own.
fn round_trip(documents: &Documents, format: &str, by_name: bool) -> Result<(), String> {
    let again = documents.again(format);
    if documents.passed() {
        return ensure(again["counts"]["failed"] == 0 || again["counts"]["failed"].is_null(), "it failed");
    }
    ensure(again["verdict"] == "failed", format!("read again it is {}", again["verdict"]))?;
    let (Some(before), Some(after)) = (names(&documents.answer), names(&again)) else { return Ok(()) };
    if !by_name {
        return ensure(after.len() >= before.len().min(1), "no failure is left");
    }
    let lost: Vec<_> = before.iter().filter(|name| !after.contains(*name)).collect();
    ensure(lost.is_empty(), format!("lost {lost:?}, has {after:?}"))
}

fn sarif(documents: &Documents) -> Result<(), String> {
    let run = &documents.json("sarif")["runs"][0];
    ensure(run["invocations"][0]["executionSuccessful"] == documents.passed(), "executionSuccessful")?;
    let notes = run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
    let document = documents.json("sarif");
    let runs = document["runs"].as_array().unwrap();
    let results: Vec<&Value> = runs.iter().flat_map(|run| run["results"].as_array().unwrap()).collect();
    let failures = results.iter().filter(|result| result["level"] == "error").count();
    let mut tools = HashSet::new();
    for run in runs {
        let driver = &run["tool"]["driver"];
        ensure(tools.insert(driver["name"].as_str().unwrap()), "two runs of one tool")?;
        let rules: HashSet<&str> =
            driver["rules"].as_array().unwrap().iter().map(|rule| rule["id"].as_str().unwrap()).collect();
        let known = |result: &Value| rules.contains(result["ruleId"].as_str().unwrap());
        ensure(run["results"].as_array().unwrap().iter().all(known), "a result without its rule")?;
    }
    let errors = notes.iter().filter(|note| note["level"] == "error").count() + failures;
    ensure((errors == 0) == documents.passed(), "it is greener than weir, or redder")?;
    let mut prints = HashSet::new();
    for result in results {
        let place = &result["locations"][0]["physicalLocation"];
        ensure(place["artifactLocation"]["uri"].as_str().is_some_and(|uri| !uri.is_empty()), "no place")?;
        let line = &place["region"]["startLine"];
        ensure(line.is_null() || line.as_u64() > Some(0), "line 0")?;
        let (column, end) = (&place["region"]["startColumn"], &place["region"]["endColumn"]);
        ensure(column.is_null() || column.as_u64() > Some(0), "column 0")?;
        ensure(end.is_null() || end.as_u64() > column.as_u64(), "an end before its beginning")?;
        let print = result["partialFingerprints"]["weirFailure/v1"].as_str().unwrap().to_owned();
        ensure(prints.insert(print), "a fingerprint comes twice")?;
    }
    round_trip(documents, "sarif", false)
}

fn ctrf(documents: &Documents) -> Result<(), String> {
    let document = documents.json("ctrf");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/schemas/ctrf.json");
    let read: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&read).unwrap();
    let wrong = schema::faults(&validator, &document);
    ensure(wrong.is_empty(), format!("{wrong:?}"))?;
    let results = &document["results"];
    let failed = results["summary"]["failed"].as_u64().unwrap();
    ensure((failed == 0) == documents.passed(), "it is greener than weir, or redder")?;
    let tests = results["tests"].as_array().unwrap();
    let listed = tests.iter().filter(|test| test["status"] == "failed").count();
    ensure(listed as u64 <= failed && (listed == 0) == documents.passed(), "failed tests are not listed")?;
    round_trip(documents, "ctrf", true)
}

fn codequality(documents: &Documents) -> Result<(), String> {
    // What GitLab requires of a finding.
    let schema = json!({ "type": "array", "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": { "type": "string", "minLength": 1 },
            "check_name": { "type": "string", "minLength": 1 },
            "fingerprint": { "type": "string", "minLength": 32 },
            "severity": { "enum": ["info", "minor", "major", "critical", "blocker"] },
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": { "type": "string", "minLength": 1, "not": { "pattern": "^\\./" } },
                    "lines": { "type": "object", "required": ["begin"],
                               "properties": { "begin": { "type": "integer", "minimum": 1 } } },
                },
            },
        },
    }});
    let document = documents.json("gitlab-codequality");
    let wrong = schema::faults(&jsonschema::validator_for(&schema).unwrap(), &document);
    ensure(wrong.is_empty(), format!("{wrong:?}"))?;
    let findings = document.as_array().unwrap();
    let prints: HashSet<_> = findings.iter().map(|each| each["fingerprint"].as_str().unwrap()).collect();
    ensure(prints.len() == findings.len(), "a fingerprint comes twice")?;
    // Warnings are there, too, and fail nothing.
    let passed = findings.iter().all(|finding| finding["severity"] == "minor");
    ensure(passed == documents.passed(), "it is greener than weir, or redder")
}

/// A workflow command as the runner of GitHub parses it.
fn command(line: &str) -> Option<Command<'_>> {
    let (head, message) = line.strip_prefix("::")?.split_once("::")?;
    let (name, properties) = head.split_once(' ').unwrap_or((head, ""));
    Some((name, properties.split(',').filter_map(|each| each.split_once('=')).collect(), message))
}

fn github(documents: &Documents) -> Result<(), String> {
    let text = documents.text("github");
    let mut errors = Vec::new();
    for line in text.lines() {
        let (name, properties, message) = command(line).ok_or(format!("no command: {line}"))?;
        ensure(["error", "warning", "notice"].contains(&name) && !message.is_empty(), line)?;
        for (key, value) in &properties {
            ensure(
                ["file", "line", "title", "col", "endColumn"].contains(key) && !value.contains([':', ',']),
                line,
            )?;
        }
        if name == "error" {
            errors.push(properties);
        }
    }
    ensure(errors.len() <= 10, "more than ten errors")?;
    ensure(errors.is_empty() == documents.passed(), "it is greener than weir, or redder")?;
    let closing = errors.last().is_none_or(|last| last.as_slice() == [("title", "weir")]);
    ensure(closing, "no closing line")
}

fn azure(documents: &Documents) -> Result<(), String> {
    let text = documents.text("azure");
    let issues = text.lines().filter(|line| line.starts_with("##vso[task.logissue type=error;")).count();
    ensure(issues <= 10, "more than ten errors")?;
    ensure(
        text.lines().all(|line| line.starts_with("##vso[task.") || line.starts_with("##[section]")),
        "a line",
    )?;
    ensure(
        text.contains("##vso[task.complete result=Failed;]") != documents.passed(),
        "it is greener than weir",
    )
}

fn teamcity(documents: &Documents) -> Result<(), String> {
    let text = documents.text("teamcity");
    for line in text.lines() {
        let body = line.strip_prefix("##teamcity[").and_then(|rest| rest.strip_suffix(']')).ok_or(line)?;
        // Without escapes nothing is left that ends a value.
        let mut plain = String::new();
        let mut chars = body.chars();
        while let Some(char) = chars.next() {
            if char == '|' {
                chars.next();
            } else {
                plain.push(char);
            }
        }
        ensure(plain.matches('\'').count().is_multiple_of(2) && !plain.contains(['[', ']']), line)?;
        ensure(line.is_ascii(), line)?;
    }
    let bad = text.contains("##teamcity[testFailed ") || text.contains("##teamcity[buildProblem ");
    ensure(bad != documents.passed() && text.len() <= 1_000_000, "it is greener than weir, or redder")
}

fn markdown(documents: &Documents) -> Result<(), String> {
    let text = documents.text("markdown");
    let verdict = documents.answer["verdict"].as_str().unwrap().to_uppercase();
    ensure(text.starts_with(&format!("### weir: {verdict}\n")), "the verdict is not its heading")?;
    ensure(text.len() <= 65_535, "it is longer than a comment")?;
    let mut fence: Option<String> = None;
    for line in text.lines() {
        let ticks: String = line.chars().take_while(|char| *char == '`').collect();
        match &fence {
            Some(open) => {
                if ticks.len() >= open.len() && line.trim_start_matches('`').trim().is_empty() {
                    fence = None;
                }
            }
            None if ticks.len() >= 3 && line.strip_prefix(&*ticks) == Some("text") => fence = Some(ticks),
            // Between blocks there is code in lines, and words of weir's own.
            None => ensure(!outside_code(line).contains(['<', '@', '#', '\\']), line)?,
        }
    }
    ensure(fence.is_none(), "a block has no end")?;
    ensure(documents.text("buildkite").starts_with("### weir: "), "buildkite")
}

/// A line without its code and without its marks of a heading.
fn outside_code(line: &str) -> String {
    let mut rest = line.trim_start_matches('#');
    let mut outside = String::new();
    while let Some(at) = rest.find('`') {
        outside.push_str(&rest[..at]);
        let ticks = rest[at..].chars().take_while(|char| *char == '`').count();
        let fence = "`".repeat(ticks);
        let code = &rest[at + ticks..];
        // The end is a run of as many ticks.
        let mut from = 0;
        let end = loop {
            let Some(found) = code[from..].find(&fence).map(|found| from + found) else { break code.len() };
            let run = code[found..].chars().take_while(|char| *char == '`').count();
            if run == ticks {
                break found + run;
            }
            from = found + run;
        };
        rest = &code[end..];
    }
    outside.push_str(rest);
    outside
}

fn html(documents: &Documents) -> Result<(), String> {
    let text = documents.text("html");
    let mut open: Vec<&str> = Vec::new();
    let script = text.find("<script>").unwrap_or(text.len());
    let style = text.find("<style>").unwrap()..text.find("</style>").unwrap();
    let page = format!("{}{}", &text[..style.start], &text[style.end + "</style>".len()..script]);
    let rest = text[script..].split("</script>").last().unwrap();
    let page = page + rest;
    for tag in page.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap();
        let name = tag.trim_start_matches('/').split(' ').next().unwrap();
        match tag.strip_prefix('/') {
            _ if ["!doctype", "meta", "input"].contains(&name) => {}
            Some(_) if open.last() == Some(&name) => drop(open.pop()),
            Some(_) => return Err(format!("</{name}> inside of {open:?}")),
            None => open.push(Box::leak(name.to_owned().into_boxed_str())),
        }
    }
    ensure(open.is_empty(), format!("open: {open:?}"))?;
    let loads = |tag: &str| [" src=", " srcset=", "link "].iter().any(|word| tag.contains(word));
    ensure(!page.split('<').skip(1).any(|tag| loads(tag.split('>').next().unwrap())), "it loads something")?;
    ensure(text.contains("<h1 class=\"passed\">") == documents.passed(), "its colour is not that of weir")?;
    let verdict = documents.answer["verdict"].as_str().unwrap().to_uppercase();
    ensure(text.contains(&format!("<title>weir: {verdict}")), "the verdict is not its title")
}

#[test]
fn each_document_is_what_its_host_reads_and_none_is_greener_than_weir() {
    let all = testdata(&LOGS);
    let tried: Vec<&PathBuf> =
        sample("documents", all.len(), LOGS_TRIED).into_iter().map(|at| &all[at]).collect();
    let faults: Vec<String> = side_by_side(&tried, |log| faults(log)).into_iter().flatten().collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}
