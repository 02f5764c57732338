//! `--output`: documents beside an answer, and lines that a CI would obey.

use std::fs;
use std::path::Path;

use crate::support::logs::testdata;
use crate::support::{answer, weir};

const FAILED: &str = "running 2 tests\ntest moor::holds ... ok\ntest moor::tears ... FAILED\n\nfailures:\n\n---- moor::tears stdout ----\nthread 'moor::tears' panicked at src/moor.rs:7:5:\nassertion failed: 100% :: <b>, @me\n\n\nfailures:\n    moor::tears\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
const PASSED: &str = "running 1 test\ntest moor::holds ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";

fn answered(words: &[&str], variables: &[(&str, &str)], input: &str) -> (String, String, i32) {
    let output = weir(words).envs(variables.iter().copied()).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

#[test]
fn a_document_is_beside_the_answer_and_changes_nothing_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new/report.xml");
    let plain = answer(&[], FAILED);
    let with = answer(&["--output", &format!("junit={}", file.display())], FAILED);
    assert_eq!(with, plain);
    let report = fs::read_to_string(&file).unwrap();
    assert!(
        report.contains("<testcase name=\"moor::tears\" classname=\"moor\" file=\"src/moor.rs\" line=\"7\" time=\"0.000\"><failure message="),
        "{report}"
    );
    assert!(report.contains("100% :: &lt;b&gt;, @me"), "{report}");
    // Nothing else is left in the folder.
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn tests_that_did_not_fail_are_in_a_document_with_what_the_log_tells_of_them() {
    let log = "1..5\nok 1 moors\nok 2 lands # SKIP no quay\nnot ok 3 tears\nok 4 floats\nnot ok 5 sinks # TODO later\n";
    let (report, ..) = answered(&["--output", "junit=-"], &[], log);
    let has = |part: &str| assert!(report.contains(part), "{part}: {report}");
    has("<testsuites name=\"weir\" tests=\"5\" failures=\"1\" errors=\"0\"");
    has("<testsuite name=\"tap\" tests=\"5\" failures=\"1\" errors=\"0\" skipped=\"2\" time=\"0.000\"");
    has("<testcase name=\"floats\" time=\"0.000\"/>");
    has("<testcase name=\"lands\" time=\"0.000\"><skipped type=\"skipped\" message=\"no quay\"/></testcase>");
    has("<testcase name=\"sinks\" time=\"0.000\"><skipped type=\"other\"");
    let (report, ..) = answered(&["--output", "ctrf=-"], &[], log);
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let tests = report["results"]["tests"].as_array().unwrap();
    let told = tests
        .iter()
        .map(|test| format!("{} {}", test["status"].as_str().unwrap(), test["name"].as_str().unwrap()));
    let told: Vec<String> = told.collect();
    assert_eq!(told, ["failed tears", "passed moors", "skipped lands", "passed floats", "other sinks"]);
    let (report, ..) = answered(&["--output", "teamcity"], &[], log);
    let ignored = report
        .lines()
        .filter(|line| line.starts_with("##teamcity[testIgnored name='lands' message='no quay'"));
    assert_eq!((ignored.count(), report.matches("testStarted").count()), (1, 5), "{report}");
}

#[test]
fn a_test_that_failed_and_then_passed_is_a_passed_one_with_its_first_failure() {
    let log = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/nextest/flaky.txt")).unwrap();
    let (report, ..) = answered(&["--output", "junit=-"], &[], &log);
    assert!(report.contains("tests=\"14\" failures=\"1\" errors=\"0\" skipped=\"1\""), "{report}");
    let flaky = "<testcase name=\"harbour::storm is_flaky\" classname=\"harbour::storm\" file=\"tests/storm.rs\" line=\"74\" time=\"0.005\"><flakyFailure type=\"flaky\" message=\"only the second attempt holds";
    assert!(report.contains(flaky), "{report}");
}

#[test]
fn a_report_file_has_times_and_places_of_passed_tests() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("in.xml");
    let text = "<testsuites><testsuite name=\"quay\" tests=\"2\" failures=\"1\"><testcase name=\"floats\" classname=\"Quay\" time=\"1,000.250\" file=\"quay.js\" line=\"7\"/><testcase name=\"tears\" classname=\"Quay\" time=\"0.5\"><failure message=\"no\"/></testcase></testsuite></testsuites>";
    fs::write(&file, text).unwrap();
    let (report, ..) = answered(&[file.to_str().unwrap(), "--output", "junit=-"], &[], "");
    assert!(report.contains("file=\"quay.js\" line=\"7\" time=\"1000.250\"/>"), "{report}");
    assert!(report.contains(" time=\"0.500\"><failure message=\"no\""), "{report}");
}

#[test]
fn where_only_numbers_are_known_the_numbers_are_those_of_the_verdict_line() {
    let log = "============================= test session starts ==============================\ncollected 162 items\n\ntest_a.py ....s\n\n======================== 161 passed, 1 skipped in 0.12s ========================\n";
    let (report, ..) = answered(&["--output", "junit=-"], &[], log);
    let has = |part: &str| assert!(report.contains(part), "{part}: {report}");
    has("<testsuites name=\"weir\" tests=\"162\" failures=\"0\" errors=\"0\" time=\"0.120\">");
    has("<testsuite name=\"pytest\" tests=\"162\" failures=\"0\" errors=\"0\" skipped=\"1\"");
    has("<property name=\"weir.without_name\" value=\"162\"/>");
    has("<testcase name=\"161 passed, 1 skipped, without names\" classname=\"pytest\"");
    assert!(!report.contains("weir.verdict\" tests"), "{report}");
}

#[test]
fn a_hundred_thousand_passed_tests_are_counted_where_they_are_not_listed() {
    let lines: String =
        (0..120_000).map(|number| format!("test moor::weather::holds_{number:06} ... ok\n")).collect();
    let log = format!(
        "running 120000 tests\n{lines}\ntest result: ok. 120000 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 9.00s\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xml");
    answered(&["--output", &format!("junit={}", path.display())], &[], &log);
    let report = fs::read_to_string(path).unwrap();
    let listed = report.matches("<testcase name=").count();
    assert!(listed > 90_000 && listed < 120_000 && report.len() < 30_000_000, "{listed}");
    assert!(report.contains("<testsuites name=\"weir\" tests=\"120000\""));
    assert!(
        report.contains(&format!("<property name=\"weir.without_name\" value=\"{}\"/>", 120_000 - listed))
    );
}

#[test]
fn a_document_on_standard_output_is_there_instead_of_the_answer() {
    let (out, _, code) = answered(&["--output", "ctrf=-"], &[], FAILED);
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((report["results"]["summary"]["failed"].as_u64(), code), (Some(1), 1));
}

#[test]
fn annotations_have_a_place_only_in_the_workspace() {
    let folder = tempfile::tempdir().unwrap();
    let summary = folder.path().join("summary.md");
    fs::write(&summary, "before\n").unwrap();
    let workspace = folder.path().to_str().unwrap();
    let variables = [
        ("GITHUB_WORKSPACE", workspace),
        ("GITHUB_ACTIONS", "true"),
        ("GITHUB_STEP_SUMMARY", summary.to_str().unwrap()),
    ];
    let last = |out: &str| {
        out.lines().skip_while(|line| !line.starts_with("::")).map(str::to_owned).collect::<Vec<_>>()
    };
    let (out, err, code) = answered(&["--output", "github"], &variables, FAILED);
    assert_eq!((last(&out).len(), &*err, code), (2, "", 1), "{out}");
    assert!(
        last(&out)[0].starts_with("::error title=moor%3A%3Atears::assertion failed: 100%25 :: <b>, @me"),
        "{out}"
    );
    assert!(last(&out)[1].starts_with("::error title=weir::FAILED 1 failed, 1 passed"), "{out}");
    fs::create_dir(folder.path().join("src")).unwrap();
    fs::write(folder.path().join("src/moor.rs"), "").unwrap();
    let (out, ..) = answered(&["--output", "auto"], &variables, FAILED);
    assert!(last(&out)[0].starts_with("::error file=src/moor.rs,title=moor%3A%3Atears,line=7::"), "{out}");
    let (out, ..) = answered(&["--output", "github"], &variables, PASSED);
    assert_eq!(last(&out), ["::notice title=weir::PASSED 1 passed (cargo test)"]);
    let summary = fs::read_to_string(summary).unwrap();
    assert!(summary.starts_with("before\n### weir: FAILED\n"), "{summary}");
    assert_eq!(summary.matches("### weir: ").count(), 3, "{summary}");
}

#[test]
fn diagnostics_have_their_rule_their_tool_and_their_columns() {
    let log = "error[E0308]: mismatched types\n --> src/moor.rs:7:17\n  |\n7 |     let x: u8 = \"\"; let y: u8 = 'a';\n  |            --   ^^ expected `u8`, found `&str`\n\nerror[E0308]: mismatched types\n --> src/moor.rs:7:33\n  |\n7 |     let x: u8 = \"\"; let y: u8 = 'a';\n  |                                 ^^^ expected `u8`, found `char`\n\nerror: could not compile `moor` (lib) due to 2 previous errors\n";
    let gcc = "src/quay.c: In function 'f':\nsrc/quay.c:3:5: warning: unused variable 'x' [-Wunused-variable]\n    3 |     int x;\n      |         ^\nsrc/quay.c:4:1: error: no return [-Werror=return-type]\nmake: *** [Makefile:2: quay.o] Error 1\n";
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("src")).unwrap();
    fs::write(folder.path().join("src/moor.rs"), "").unwrap();
    fs::write(folder.path().join("src/quay.c"), "").unwrap();
    let variables = [("GITHUB_WORKSPACE", folder.path().to_str().unwrap()), ("GITHUB_ACTIONS", "true")];
    let sarif = |log: &str| -> serde_json::Value {
        serde_json::from_str(&answered(&["--output", "sarif=-"], &variables, log).0).unwrap()
    };
    let runs = sarif(log);
    let run = &runs["runs"][1];
    assert_eq!(run["tool"]["driver"]["name"], "rustc", "{runs}");
    assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "E0308");
    let region = |at: usize| &run["results"][at]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(
        *region(0),
        serde_json::json!({ "startLine": 7, "startColumn": 17, "endColumn": 19 }),
        "{runs}"
    );
    assert_eq!(
        *region(1),
        serde_json::json!({ "startLine": 7, "startColumn": 33, "endColumn": 36 }),
        "{runs}"
    );
    let runs = sarif(gcc);
    let results = runs["runs"][1]["results"].as_array().unwrap();
    let told: Vec<String> =
        results.iter().map(|result| format!("{} {}", result["level"], result["ruleId"])).collect();
    assert_eq!(told, ["\"error\" \"-Werror=return-type\"", "\"warning\" \"-Wunused-variable\""], "{runs}");
    let github = |log: &str| answered(&["--output", "github"], &variables, log).0;
    let out = github(log);
    for part in [
        "title=E0308%3A mismatched types,line=7,col=17,endColumn=19::",
        "title=E0308%3A mismatched types,line=7,col=33,endColumn=36::",
    ] {
        assert!(out.contains(part), "{out}");
    }
    let warning = "::warning file=src/quay.c,title=-Wunused-variable,line=3,col=5::unused variable 'x' [-Wunused-variable]";
    assert!(github(gcc).lines().any(|line| line == warning), "{}", github(gcc));
    let out = answered(&["--output", "gitlab-codequality=-"], &variables, gcc).0;
    let findings: serde_json::Value = serde_json::from_str(&out).unwrap();
    let told = findings
        .as_array()
        .unwrap()
        .iter()
        .map(|each| format!("{} {}", each["severity"], each["check_name"]));
    assert_eq!(
        told.collect::<Vec<_>>(),
        ["\"major\" \"-Werror=return-type\"", "\"minor\" \"-Wunused-variable\""],
        "{out}"
    );
}

#[test]
#[cfg_attr(windows, ignore = "needs a POSIX shell")]
fn a_run_that_has_not_ended_leaves_no_green_document() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.xml");
    let output = format!("junit={}", file.display());
    answered(&["--output", &output], &[], PASSED);
    assert!(!fs::read_to_string(&file).unwrap().contains("<error"));
    // The command looks at the document while it runs.
    let look = format!("grep -q 'has not ended' {} && echo it says so", file.display());
    let (out, ..) = answered(&["run", "--output", &output, "--", "sh", "-c", &look], &[], "");
    assert!(out.lines().any(|line| line == "it says so"), "{out}");
    assert!(!fs::read_to_string(&file).unwrap().contains("has not ended"));
}

#[test]
#[cfg_attr(windows, ignore = "needs a POSIX shell")]
fn how_a_command_ended_is_an_entry() {
    let document = |words: &[&str]| {
        let words: Vec<&str> =
            ["run", "--output", "gitlab-codequality=-"].into_iter().chain(words.iter().copied()).collect();
        answered(&words, &[], "").0
    };
    assert!(document(&["--timeout", "0.2s", "--", "sleep", "5"]).contains("\"weir.timeout\""));
    assert!(document(&["--", "sh", "-c", "kill -9 $$"]).contains("\"weir.crash\""));
    assert!(document(&["--", "sh", "-c", "exit 3"]).contains("FAILED (exit 3, "));
    assert_eq!(document(&["--", "sh", "-c", "exit 0"]), "[\n]\n");
}

#[test]
fn what_cannot_be_written_is_exit_74_and_nothing_was_run() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("mark");
    let output = format!("html={}", folder.path().display());
    let touch = format!("touch {}", mark.display());
    let (_, err, code) = answered(&["run", "--output", &output, "--", "sh", "-c", &touch], &[], "");
    assert_eq!(code, 74, "{err}");
    assert!(err.starts_with("weir: failed to write the document ") && !mark.exists(), "{err}");
}

#[test]
fn an_input_is_not_replaced_by_a_document() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("a.log");
    fs::write(&log, FAILED).unwrap();
    let log = log.to_str().unwrap();
    let (_, err, code) = answered(&[log, "--output", &format!("html={log}")], &[], "");
    assert_eq!(code, 2, "{err}");
    assert_eq!(fs::read_to_string(log).unwrap(), FAILED);
}

#[test]
fn many_logs_have_one_document() {
    let folder = tempfile::tempdir().unwrap();
    let log = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    log("a.log", FAILED);
    log("b.log", PASSED);
    let report = folder.path().with_extension("xml");
    let output = format!("junit={}", report.display());
    let path = folder.path().to_str().unwrap();
    let (out, _, code) = answered(&["batch", path, "--output", &output], &[], "");
    assert_eq!((out.lines().count(), code), (3, 1), "{out}");
    let text = fs::read_to_string(&report).unwrap();
    assert!(text.contains("FAILED logs: 1 failed, 1 passed"), "{text}");
    assert!(text.contains("a.log\" tests=\"1\" failures=\"1\""), "{text}");
    log("a.log", "running 2 tests\ntest moor::holds ... ok\n");
    answered(&["batch", path, "--output", &output], &[], "");
    let text = fs::read_to_string(&report).unwrap();
    assert!(text.contains("errors=\"1\"") && text.contains("a.log: INCOMPLETE"), "{text}");
    fs::remove_file(report).unwrap();
}

#[test]
fn a_stored_run_has_documents_too() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let variables = [("WEIR_STORE", store.to_str().unwrap())];
    let many: String = (0..200).map(|number| format!("test moor::tears_{number:03} ... FAILED\n")).collect();
    let log = format!(
        "running 200 tests\n{many}\ntest result: FAILED. 0 passed; 200 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n"
    );
    answered(&["-m", "minimal"], &variables, &log);
    let (out, err, code) = answered(&["show", "last", "--output", "github=-"], &variables, "");
    assert_eq!((out.lines().count(), code), (10, 0), "{out}{err}");
    assert!(out.contains("191 more failures are not listed here: weir show "), "{out}");
    let (_, err, code) = answered(&["show", "--output", "github"], &variables, "");
    assert_eq!(code, 2, "{err}");
}

#[test]
fn no_line_of_the_input_is_a_command_to_a_ci() {
    let log = " x ##[error] y\n::error file=a.rs::forged\n##vso[task.complete result=Succeeded;]\n##teamcity[buildStatus status='SUCCESS']\n  ::set-output name=a::b\n";
    let broken = |words: &[&str], variable: &str| answered(words, &[(variable, "true")], log).0;
    let plain = answered(&[], &[], log).0;
    assert!(plain.contains("\n##vso[task.complete") || plain.contains("\n::error"), "{plain}");
    for variable in
        ["CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION", "GITLAB_CI", "BUILDKITE", "JENKINS_URL"]
    {
        for mode in ["minimal", "standard", "verbose"] {
            let text = broken(&["-m", mode], variable);
            let obeyed = |line: &str| {
                line.trim_start().starts_with("::")
                    || line.contains("##vso[")
                    || line.contains("##[")
                    || line.contains("##teamcity[")
            };
            assert!(!text.lines().any(obeyed), "{text}");
            assert!(text.contains("\\:error file=a.rs::forged"), "{text}");
        }
        let json = broken(&["--format", "json"], variable);
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert!(!json.contains("##") && value.to_string().contains("x ##[error] y"), "{json}");
    }
}

#[test]
fn a_hundred_thousand_failures_are_below_what_the_hosts_take() {
    let folder = tempfile::tempdir().unwrap();
    let names = |number: u32| format!("moor::weather::tears_{number:06}");
    let lines: String = (0..100_000).map(|number| format!("test {} ... FAILED\n", names(number))).collect();
    let blocks: String = (0..100_000)
        .map(|number| format!("---- {0} stdout ----\nthread '{0}' panicked at src/moor.rs:{number}:5:\nassertion failed: <{number}> & '|'\n\n", names(number)))
        .collect();
    let log = format!(
        "running 100000 tests\n{lines}\nfailures:\n\n{blocks}\ntest result: FAILED. 0 passed; 100000 failed; 0 ignored; 0 measured; 0 filtered out; finished in 9.00s\n"
    );
    let limits = [
        ("github", 300_000),
        ("markdown", 65_535),
        ("junit", 30_000_000),
        ("sarif", 10_000_000),
        ("gitlab-codequality", 30_000_000),
        ("ctrf", 30_000_000),
        ("azure", 300_000),
        ("teamcity", 1_000_000),
        ("buildkite", 1_048_576),
        ("html", 5_000_000),
    ];
    let path = |format: &str| folder.path().join(format);
    let outputs = limits.map(|(format, _)| format!("{format}={}", path(format).display()));
    let words: Vec<&str> = outputs.iter().flat_map(|output| ["--output", output]).collect();
    answered(&words, &[], &log);
    for (format, limit) in limits {
        let text = fs::read_to_string(path(format)).unwrap();
        assert!(text.len() <= limit, "{format}: {}", text.len());
        // What is not listed is counted in the document itself.
        let listed = match format {
            "github" => text.matches("::error ").count() - 1,
            "azure" => text.matches("##vso[task.logissue ").count() - 1,
            "junit" => text.matches("<testcase name=").count(),
            "teamcity" => text.matches("testFailed ").count(),
            "html" => text.matches("<details class=\"item failed\"").count(),
            "sarif" => text.matches("\"ruleId\"").count(),
            "gitlab-codequality" => text.matches("\"check_name\":\"test\"").count(),
            "ctrf" => text.matches("\"rawStatus\":\"test\"").count(),
            _ => text
                .matches("tears_")
                .count()
                .min(text.matches("\n- `").count() + text.matches("#### `").count()),
        };
        let more = format!("{} more failures are not listed here", 100_000 - listed);
        assert!(listed > 8 && (listed == 100_000 || text.contains(&more)), "{format}: {listed}");
    }
}

#[test]
fn the_manual_and_the_table_say_the_same_of_each_format() {
    let (help, ..) = answered(&["--help"], &[], "");
    for format in weir::render::documents::Format::ALL {
        assert!(help.contains(format.name()), "{}", format.name());
    }
    assert!(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/schemas").is_dir()
            && testdata(&["txt"]).len() > 300
    );
}
