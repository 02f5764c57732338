//! What xcodebuild's recognizer makes of whole builds, in the smallest inputs that show a rule.

use super::Xcodebuild;
use crate::recognize::Recognizer;
use crate::recognize::kit::scan::drive;

fn rows(text: &str) -> Vec<String> {
    drive(&mut Xcodebuild::default(), text)
}

const STARTED: &str = "SectionStarted { opened: Own, announced: Some(0), label: \"\" }";
const NO_TESTS: &str = "Declared { totals: Totals { passed: Some(0), failed: Some(0), errors: None, skipped: Some(0), \
                        other: Some(0), total: Some(0) }, level: Section }";

#[test]
fn an_invocation_is_a_section_that_its_marker_ends() {
    let text = "\
Command line invocation:
    /Applications/Xcode.app/Contents/Developer/usr/bin/xcodebuild build -scheme App
CompileSwift normal arm64 /U/App/A.swift
    cd /U/App
    builtin-swiftTaskExecution -- /usr/bin/swiftc
** BUILD SUCCEEDED ** [12.692 sec]
";
    assert_eq!(
        rows(text),
        [
            &format!("1 Inside(Noise) {STARTED}"),
            "2 Mine(Noise) ",
            "3 Mine(Noise) ",
            "4 Mine(Noise) ",
            "5 Mine(Noise) ",
            "6 Inside(Totals) SectionEnded(Passed)",
            "end ",
        ]
    );
}

#[test]
fn a_marker_of_failure_alone_is_a_consequence_without_a_cause() {
    assert_eq!(
        rows("** TEST FAILED **\n")[0],
        "1 Inside(Detail) Consequence { name: \"** TEST FAILED **\", kind: Suite }"
    );
    assert_eq!(
        rows("** TEST BUILD FAILED **\n")[0],
        "1 Inside(Detail) Consequence { name: \"** TEST BUILD FAILED **\", kind: Build }"
    );
    assert_eq!(rows("** TEST SUCCEEDED **\n")[0], format!("1 Inside(Totals) {STARTED} | {NO_TESTS}"));
    assert_eq!(rows("** CLEAN SUCCEEDED **\n")[0], format!("1 Inside(Totals) {STARTED} | {NO_TESTS}"));
    for text in ["** TEST BUILD SUCCEEDED **\n", "** ARCHIVE SUCCEEDED **\n"] {
        assert_eq!(rows(text)[0], format!("1 Inside(Totals) {STARTED} | SectionEnded(Passed)"));
    }
    assert_eq!(rows("** nothing FAILED **\n")[0], "1 No ");
}

#[test]
fn an_error_in_derived_data_with_a_note_in_its_message_is_kept_with_its_excerpt() {
    let text = "\
/U/DerivedData/My App/A.swift:10:5: error: cannot find 'x' in scope; note: did you mean 'y'?
    let a = x
            ^
/U/A.swift:1:1: note: 'y' declared here
/U/B.swift:8:3: error: no such module 'Z'
 8 | import Z
   |        `- error: no such module 'Z'

2 errors generated.
";
    let diagnostic = |file: &str, line: u64, message: &str| {
        format!(
            "BlockOpened(Diagnostic {{ place: Place {{ file: \"{file}\", line: Some({line}) }}, code: \"\", \
             message: \"{message}\" }}) | Heading | Message(\"{message}\")"
        )
    };
    let message = "cannot find 'x' in scope; note: did you mean 'y'?";
    assert_eq!(
        rows(text)[..9],
        [
            format!("1 Mine(Detail) {}", diagnostic("/U/DerivedData/My App/A.swift", 10, message)),
            "2 Mine(Detail) Text(Where)".to_owned(),
            "3 Mine(Detail) Text(Where)".to_owned(),
            "4 Mine(Detail) Text(Where)".to_owned(),
            format!("5 Mine(Detail) BlockClosed | {}", diagnostic("/U/B.swift", 8, "no such module 'Z'")),
            "6 Mine(Detail) Text(Where)".to_owned(),
            "7 Mine(Detail) Text(Where)".to_owned(),
            "8 No BlockClosed".to_owned(),
            "9 No ".to_owned(),
        ]
    );
}

#[test]
fn missing_symbols_are_one_failure_and_the_linkers_end_follows_from_it() {
    let text = "\
Undefined symbols for architecture arm64:
  \"_missing\", referenced from:
      main() in main.o
ld: symbol(s) not found for architecture arm64
clang: error: linker command failed with exit code 1 (use -v to see invocation)
Command Ld failed with a nonzero exit code
";
    assert_eq!(
        rows(text),
        [
            "1 Mine(Detail) BlockOpened(Whole { name: \"Undefined symbols for architecture arm64:\", kind: Diagnostic }) | Heading",
            "2 Mine(Detail) Text(Why)",
            "3 Mine(Detail) Text(Where)",
            "4 Mine(Detail) Text(Why)",
            "5 Mine(Detail) BlockClosed | Consequence { name: \"clang: error: linker command failed with exit code 1 (use -v to see invocation)\", kind: Build }",
            "6 Mine(Detail) Consequence { name: \"Command Ld failed with a nonzero exit code\", kind: Build }",
            "end ",
        ]
    );
}

#[test]
fn the_end_of_another_linker_is_left_to_others() {
    let text = "\
ld.lld: error: duplicate symbol: main
>>> defined at a.c:3 (/a.c:3)
clang: error: linker command failed with exit code 1 (use -v to see invocation)
";
    assert_eq!(rows(text)[2], "3 No ");
}

#[test]
fn a_failed_command_without_an_error_is_the_failure() {
    let text = "\
Command line invocation:
Command PhaseScriptExecution failed with a nonzero exit code
** BUILD FAILED **


The following build commands failed:
\tPhaseScriptExecution Lint /U/Script.sh
(1 failure)
";
    let name = "Command PhaseScriptExecution failed with a nonzero exit code";
    assert_eq!(
        rows(text)[1..],
        [
            &format!(
                "2 Mine(Detail) BlockOpened(Whole {{ name: \"{name}\", kind: Build }}) | Heading | BlockClosed"
            ),
            "3 Inside(Detail) Consequence { name: \"** BUILD FAILED **\", kind: Build }",
            "4 No ",
            "5 No ",
            "6 Mine(Noise) ",
            "7 Mine(Detail) Consequence { name: \"PhaseScriptExecution Lint /U/Script.sh\", kind: Build }",
            "8 Mine(Totals) ",
            "end ",
        ]
    );
}

#[test]
fn commands_that_failed_count_for_the_marker_when_nothing_else_tells_why() {
    let text = "** BUILD FAILED **\n\nThe following build commands failed:\n\tCompileSwift Quay /U/Quay.swift\n\tCompileSwift Barge /U/Barge.swift\n(2 failures)\n";
    let rows = rows(text).join("\n");
    assert_eq!(rows.matches("BlockOpened(Whole").count(), 2, "{rows}");
    assert_eq!(rows.matches("Withdrawn").count(), 1, "{rows}");
}

#[test]
fn an_explanation_belongs_to_the_error_of_xcodebuild_itself() {
    let text = "\
xcodebuild: error: Unable to find a destination matching the provided destination specifier:
\t\t{ platform:iOS Simulator, name:iPhone 6 }

\tThe requested device could not be found because no available devices matched the request.
Next
";
    let message = "Unable to find a destination matching the provided destination specifier:";
    assert_eq!(
        rows(text)[..5],
        [
            &format!(
                "1 Mine(Detail) BlockOpened(Whole {{ name: \"xcodebuild: error: {message}\", kind: Build }}) | \
                 Heading | Message(\"{message}\")"
            ),
            "2 Mine(Detail) Text(Why)",
            "3 Mine(Noise) ",
            "4 Mine(Detail) Text(Why)",
            "5 No BlockClosed",
        ]
    );
}

#[test]
fn a_runner_that_never_started_is_a_crash_and_a_cancelled_test_run_a_consequence() {
    let text = "\
Precondition failed: no: file /U/AppDelegate.swift, line 19

Testing failed:
\tApp.app (30007) encountered an error (Early unexpected exit, operation never finished bootstrapping. (Underlying error: Test runner exited before starting test execution.))
\tTesting cancelled because the build failed.
\tAppTests:
\t\tS.t() encountered an error (Crash: App (30007))
** TEST FAILED **
";
    let rows = rows(text);
    assert_eq!(rows[0], "1 Mine(Other) ");
    assert!(rows[3].contains("Decoded { part: Why, text: \"Precondition failed: no: file"), "{}", rows[3]);
    assert!(rows[3].contains("Whole { name: \"App.app (30007)\", kind: Crash }"), "{}", rows[3]);
    assert!(rows[3].contains("file: \"/U/AppDelegate.swift\", line: Some(19)"), "{}", rows[3]);
    assert!(rows[4].contains("Consequence { name: \"Testing cancelled"), "{}", rows[4]);
    assert_eq!(rows[5], "6 Mine(Detail) ");
    assert!(rows[6].contains("Consequence { name: \"S.t() encountered"), "{}", rows[6]);
    assert!(rows[7].contains("Consequence { name: \"** TEST FAILED **\""), "{}", rows[7]);
}

#[test]
fn signing_packages_and_projects_fail_without_a_line() {
    for (text, wanted) in [
        (
            "/U/App.xcodeproj: error: Signing for \"App\" requires a development team.",
            "file: \"/U/App.xcodeproj\", line: None",
        ),
        (
            "error: Couldn't resolve package",
            "Whole { name: \"error: Couldn't resolve package\", kind: Diagnostic }",
        ),
        (
            "error: emit-module command failed with exit code 1 (use -v to see invocation)",
            "Whole { name: \"error: emit-module command failed with exit code 1 (use -v to see invocation)\"",
        ),
        ("Code Signing Error: no profile", "Whole { name: \"Code Signing Error: no profile\", kind: Build }"),
        ("xcodebuild: error: Could not resolve package dependencies:", "kind: Build"),
    ] {
        assert!(rows(text)[0].contains(wanted), "{}", rows(text)[0]);
    }
}

#[test]
fn an_error_that_only_announces_others_is_none_of_its_own() {
    let announced = "error: emit-module command failed with exit code 1 (use -v to see invocation)";
    let rows = rows(&format!("{announced}\n/U/A.swift:1:1: error: no\nerror: fatalError\n"));
    assert!(
        rows[1].contains(&format!(
            "Withdrawn(TestId {{ module: \"\", separator: \"\", name: \"{announced}\" }})"
        ))
    );
    assert!(rows[2].ends_with("Consequence { name: \"error: fatalError\", kind: Build }"), "{}", rows[2]);
}

#[test]
fn the_build_ends_where_tests_begin() {
    let text = "Command line invocation:\nTest Suite 'All tests' started at 2025-01-01 10:00:00.000.\nerror: printed\n";
    assert_eq!(rows(text)[1..3], [format!("2 No {NO_TESTS}"), "3 No ".to_owned()]);
}

#[test]
fn what_tests_print_about_tests_is_left_to_them() {
    for text in [
        "/p/A.swift:4: error: -[A.S t] : XCTAssertTrue failed",
        "/p/A.swift:4: error: S.t : XCTAssertTrue failed",
        "2025-01-01 10:00:00.123 App[123:456] error: nothing",
        "error: nothing that a build of Apple's tools says",
        "we say Fatal error: no",
    ] {
        assert_eq!(rows(text)[0], "1 No ", "{text}");
    }
}

#[test]
fn a_warning_is_keyed_by_place_and_message_so_that_repetitions_count_once() {
    let text = "/U/A.swift:7:3: warning: old\n   old()\n";
    assert_eq!(
        rows(text)[..2],
        [
            "1 Mine(Warning) BlockOpened(Warning { key: \"/U/A.swift:7: old\" }) | Text(Why)",
            "2 Mine(Warning) Text(Where)"
        ]
    );
}

#[test]
fn a_build_of_the_package_manager_ends_with_its_own_words() {
    let text = "Building for debugging...\n[1/2] Compiling App main.swift\nBuild complete! (1.20s)\n";
    assert_eq!(
        rows(text)[..3],
        [
            &format!("1 Inside(Noise) Tool(Runner(\"swift\")) | {STARTED}"),
            "2 Mine(Noise) ",
            &format!("3 Mine(Noise) {NO_TESTS}")
        ]
    );
}

#[test]
fn every_start_of_noise_is_a_sign() {
    let signs = Xcodebuild::default().signs();
    assert!(signs.starts.len() > super::noise::STARTS.len());
    assert!(signs.starts.iter().all(|start| start.len() >= 2));
    assert!(super::noise::STARTS.iter().all(|start| signs.starts.contains(start)));
}

#[test]
fn formatted_errors_and_warnings_are_diagnostics_with_their_excerpt() {
    let text = "\
\u{274c}  /U/My App/A.swift:47:19: 'value' is inaccessible

let a = b.value
        ^
xy\u{274c}  /U/A.swift:62:19: no
\u{26a0}\u{fe0f}  /U/A.m:7:3: old
[x] /U/A.m:8:3: no
";
    let rows = rows(text);
    let error = |file: &str, line: u32, message: &str| {
        format!(
            "BlockOpened(Diagnostic {{ place: Place {{ file: \"{file}\", line: Some({line}) }}, code: \"\", \
             message: \"{message}\" }}) | Heading | Message(\"{message}\")"
        )
    };
    assert_eq!(
        rows[0],
        format!("1 Mine(Detail) {}", error("/U/My App/A.swift", 47, "'value' is inaccessible"))
    );
    assert_eq!(rows[1], "2 Mine(Noise) ");
    assert_eq!(rows[2], "3 No BlockClosed");
    assert_eq!(rows[4], format!("5 Mine(Detail) {}", error("/U/A.swift", 62, "no")));
    assert_eq!(
        rows[5],
        "6 Mine(Warning) BlockClosed | BlockOpened(Warning { key: \"/U/A.m:7: old\" }) | Text(Why)"
    );
    assert_eq!(rows[6], format!("7 Mine(Detail) BlockClosed | {}", error("/U/A.m", 8, "no")));
}

#[test]
fn formatted_words_of_the_tools_count_and_those_of_others_do_not() {
    for text in
        ["\u{274c} error: no such module 'A'", "\u{274c} ld: symbol(s) not found for architecture arm64"]
    {
        assert!(rows(text)[0].contains("BlockOpened(Whole"), "{}", rows(text)[0]);
    }
    for text in [
        "\u{274c} Deployment failed",
        "[x] buy milk",
        "[!] check this",
        "\u{26a0}\u{fe0f} careful",
        "\u{274c} a.test.js:3: no",
    ] {
        assert_eq!(rows(text)[0], "1 No ", "{text}");
    }
    assert!(rows("Command line invocation:\n\u{274c} no profile\n")[1].contains("BlockOpened(Whole"));
    assert_eq!(rows("\u{25b8} Compiling A.swift\n")[0], "1 Mine(Noise) ");
    assert_eq!(rows("\u{25b8} Build Succeeded\n")[0], format!("1 Inside(Totals) {STARTED} | {NO_TESTS}"));
}

#[test]
fn each_error_of_a_pod_is_one_and_its_verdict_follows_from_them() {
    let text = "    - ERROR | xcodebuild: Returned an unsuccessful exit code.
    - NOTE  | xcodebuild:  note: Planning build
    - ERROR | [iOS] xcodebuild:  /U/A.swift:134:2: error: no
    - NOTE  | xcodebuild:  b:2:13: note: did you mean 'c'?
    - ERROR | xcodebuild:  /U/A.swift:140:2: error: no
    - WARN  | url: not reachable
[!] Pod did not pass validation, due to 3 errors and 1 warning.
";
    let rows = rows(text);
    assert!(
        rows[0].contains("Whole { name: \"xcodebuild: Returned an unsuccessful exit code.\", kind: Build }")
    );
    assert_eq!(rows[1], "2 Mine(Noise) ");
    assert!(rows[2].contains("line: Some(134)") && rows[4].contains("line: Some(140)"));
    assert_eq!(rows[3], "4 Mine(Detail) Text(Where)");
    assert!(rows[5].starts_with("6 Mine(Warning) BlockClosed | BlockOpened(Warning"), "{}", rows[5]);
    assert!(rows[6].contains("Consequence { name: \"[!] Pod did not pass"), "{}", rows[6]);
}

#[test]
fn what_announced_an_error_is_shown_with_it() {
    let announced = "error: emit-module command failed with exit code 1 (use -v to see invocation)";
    let rows = rows(&format!("{announced}\n/U/A.swift:1:1: error: no\n"));
    assert!(rows[1].ends_with(&format!("Decoded {{ part: Where, text: \"{announced}\" }}")), "{}", rows[1]);
}

#[test]
fn the_exit_of_a_test_runner_follows_from_its_tests() {
    assert_eq!(
        rows("error: tests exited with '11'\n")[0],
        "1 Mine(Detail) Consequence { name: \"error: tests exited with '11'\", kind: Suite }"
    );
}

#[test]
fn a_few_failed_commands_are_reported_where_their_error_is_known() {
    let list = "The following build commands failed:\n".to_owned() + &"\tCompileC /b/a.o\n".repeat(20);
    let reported = |text: &str| rows(text).iter().filter(|row| row.contains("Consequence")).count();
    assert_eq!(reported(&format!("/U/A.swift:1:1: error: no\n{list}")), 6);
    // Where nothing else tells why, each of them is a failure.
    assert_eq!(reported(&list), 0);
    assert_eq!(rows(&list).iter().filter(|row| row.contains("BlockOpened(Whole")).count(), 20);
}

#[test]
fn commands_that_failed_are_no_failures_beside_the_error_below_their_list() {
    let list = "The following build commands failed:\n\tCompileSwift normal x86_64 /q/Moor.swift\n\tCompileSwift normal x86_64 /q/Quay.swift\n\tPhaseScriptExecution Lint /q/lint.sh\n(3 failures)\n";
    let rows =
        |text: &str| crate::recognize::kit::scan::drive(&mut super::Xcodebuild::default(), text).join("\n");
    let printed = rows(&format!("{list}/q/Quay.swift:10:8: error: no such module 'Rope'\n"));
    assert_eq!(printed.matches("Withdrawn").count(), 2, "{printed}");
    assert!(
        !printed.contains("Withdrawn(TestId { module: \"\", separator: \"\", name: \"Phase"),
        "{printed}"
    );
    let printed = rows(&format!("{list}/q/Other.swift:10:8: error: no such module 'Rope'\n"));
    assert!(!printed.contains("Withdrawn"), "{printed}");
}
