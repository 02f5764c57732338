//! Tests of the recognizer for Sphinx.

use super::recognizer::Sphinx;
use crate::recognize::kit::scan;

const HEAD: &str = "Running Sphinx v8.2.3\nloading translations [en]... done\n";
const STRICT: &str = "build finished with problems, 1 warning (with warnings treated as errors).\n";

fn printed(log: &str) -> String {
    scan::drive(&mut Sphinx::default(), log).join("\n")
}

#[test]
fn only_the_end_tells_whether_a_warning_is_a_failure() {
    let warned = format!("{HEAD}/p/a.rst:3: WARNING: no quay\n\n  quay\nreading sources... [100%] a\n");
    let passed = printed(&format!("{warned}build succeeded, 1 warning.\n"));
    assert!(
        passed.contains("Warning { key: \"/p/a.rst:3: WARNING: no quay\"")
            && passed.contains("SectionEnded(Passed)")
    );
    assert!(!passed.contains("Whole"), "{passed}");
    for end in [STRICT, "build finished with problems, 1 warning.\n"] {
        let failed = printed(&format!("{warned}{end}"));
        assert!(failed.contains("Whole { name: \"/p/a.rst:3: no quay\", kind: Diagnostic }"), "{failed}");
        assert!(
            failed.contains("text: \"\\n  quay\"") && failed.contains("SectionEnded(Failed)"),
            "{failed}"
        );
    }
    assert!(!printed(&warned).contains("SectionEnded"));
}

#[test]
fn links_and_examples_fail_a_build_and_its_warnings_do_not() {
    let log = format!(
        "{HEAD}WARNING: old\n(   index: line    4) broken    http://a.b/ - no host\n{}\nFile \"a.rst\", line 7, in quay\n\
         Failed example:\n    2 * 3\nExpected:\n    5\nGot:\n    6\n1 items had failures:\nDoctest summary\n=====\n    4 tests\n\
         \u{20}   1 failure in tests\nbuild finished with problems, 1 warning.\n",
        "*".repeat(70)
    );
    let reported = printed(&log);
    assert!(reported.contains("Whole { name: \"index:4: broken link: http://a.b/ - no host\""), "{reported}");
    assert!(reported.contains("Whole { name: \"a.rst:7: failed example in quay: 2 * 3\""), "{reported}");
    assert!(
        reported.contains("Warning { key: \"WARNING: old\"") && !reported.contains("name: \"old\""),
        "{reported}"
    );
    assert!(reported.contains("passed: Some(3), failed: Some(2)"), "{reported}");
}

#[test]
fn an_error_ends_a_build_and_has_its_reason() {
    let old = printed(&format!("{HEAD}\nExtension error (tides):\nno moon\n\nmake: *** [html] Error 2\n"));
    assert!(old.contains("Whole { name: \"Extension error (tides): no moon\", kind: Build }"), "{old}");
    let warned = printed("\nWarning, treated as error:\n/p/a.rst:3:no quay\n");
    assert!(warned.contains("Whole { name: \"/p/a.rst:3: no quay\", kind: Diagnostic }"), "{warned}");
    let dump = "\nTheme error!\n\nVersions\n========\n\n* Sphinx version:   8.2.3\n\nTraceback\n=========\n\n      \
                File \"/p/conf.py\", line 3, in x\n        raise y\n    sphinx.errors.ThemeError: no theme\n\n\nThe full \
                traceback has been saved in:\n/tmp/x.log\n";
    let new = printed(&format!("{HEAD}{dump}"));
    assert!(
        new.contains("Whole { name: \"Theme error: no theme\"") && new.contains("line: Some(3)"),
        "{new}"
    );
    assert!(printed(dump).contains("SectionEnded(Failed)"));
    for text in ["Configuration error:\nno\n", "Application error!\nno\n", "Theme error\n"] {
        assert!(!printed(text).contains("SectionStarted"), "{text}");
    }
}

#[test]
fn progress_after_an_end_takes_it_back() {
    let forged = format!("{HEAD}reading sources... [ 50%] a\n{STRICT}reading sources... [100%] b\n");
    let reported = printed(&format!("{forged}build succeeded.\n"));
    assert!(reported.contains("Withdrawn(") && reported.contains("SectionEnded(Passed)"), "{reported}");
    let forged = format!("{HEAD}build succeeded.\nRunning Sphinx v1\nreading sources... [100%] b\n");
    assert!(!printed(&forged).contains("SectionEnded"), "{forged}");
    let reported = printed(&format!("{forged}{STRICT}"));
    assert!(
        reported.contains("SectionEnded(Failed)") && reported.matches("SectionStarted").count() == 1,
        "{reported}"
    );
}

#[test]
fn two_builds_are_two_and_one_that_died_is_not_the_next() {
    let reported = printed(&format!("{HEAD}{STRICT}{HEAD}build succeeded.\n"));
    assert!(
        reported.contains("SectionEnded(Failed)") && reported.contains("SectionEnded(Passed)"),
        "{reported}"
    );
    let died = printed(&format!("{HEAD}{HEAD}build succeeded.\n"));
    assert_eq!(
        (died.matches("SectionStarted").count(), died.matches("SectionEnded").count()),
        (2, 2),
        "{died}"
    );
    assert!(died.contains("SectionEnded(Replaced)"), "{died}");
    let begun = printed(&format!("{HEAD}build succeeded.\nRunning Sphinx v8.2.3\n"));
    assert_eq!(
        (begun.matches("SectionStarted").count(), begun.matches("SectionEnded").count()),
        (2, 1),
        "{begun}"
    );
    // A step that is half done does not succeed.
    assert!(
        !printed(&format!("{HEAD}reading sources... [ 25%] a\nbuild succeeded.\n")).contains("SectionEnded")
    );
    // Somebody else's word does not mend it.
    assert!(printed(&format!("{HEAD}{STRICT}build succeeded.\n")).contains("SectionEnded(Failed)"));
}

#[test]
fn a_quiet_build_warns_of_an_exception_that_is_no_crash() {
    let warned = "WARNING: autodoc: failed to import 'a' from module 'b'; the following exception was raised:\n\
                  Traceback (most recent call last):\n  File \"/p/a.py\", line 3, in x\nAttributeError: no\n\nThe above \
                  exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n  File \
                  \"/p/a.py\", line 4, in x\nAttributeError: none\n [autodoc.import_object]\n";
    let reported = printed(&format!("{warned}what else\n"));
    assert!(
        reported.contains("11 Mine(Warning)") && reported.contains("12 No BlockOpened(Warning"),
        "{reported}"
    );
    assert!(!reported.contains("SectionStarted"), "{reported}");
    // What is no traceback is another one's line.
    let first = warned.lines().next().unwrap_or_default();
    for other in ["make: *** [Makefile:3: html] Error 1", "error: the harbour is closed"] {
        let reported = printed(&format!("{first}\n{other}\n"));
        assert!(reported.contains("2 No"), "{reported}");
    }
}

#[test]
fn what_is_unindented_below_a_warning_may_be_anybodys() {
    let reported =
        printed(&format!("{HEAD}/p/a.rst:4: WARNING: no\n  of it\nmake: *** [Makefile:20: html] Killed\n"));
    assert!(reported.contains("Mine(Warning)") && reported.contains("Inside(Warning)"), "{reported}");
}

#[test]
fn a_warning_that_ends_a_build_ends_where_the_build_goes_on() {
    let log = format!(
        "{HEAD}Warning, treated as error:\n/p/a.rst:4:no\nreading sources... [100%] a\nbuild succeeded.\n"
    );
    let reported = printed(&log);
    assert!(reported.contains("SectionEnded(Passed)") && reported.contains("Withdrawn("), "{reported}");
}

#[test]
fn a_dump_may_have_no_head() {
    let dump = "\n\nVersions\n========\n\nTraceback\n=========\n\n      File \"/p/conf.py\", line 3, in setup\n    \
                ValueError: dry\n\nThe full traceback has been saved in:\n/tmp/x.log\n";
    let reported = printed(&format!("{HEAD}{dump}"));
    assert!(reported.contains("Whole { name: \"Exception occurred: ValueError: dry\""), "{reported}");
    assert!(!printed(dump).contains("SectionStarted"));
}

#[test]
fn an_example_that_failed_ends_with_the_first_line_that_is_not_indented() {
    let example = "\nDocument: index\n---------------\n**********************************************************************\n\
         File \"index.rst\", line 7, in cranes\nFailed example:\n    2 * 3\nExpected:\n    5\nGot:\n    6\nhello\n";
    let reported = printed(&format!("{HEAD}{example}"));
    assert!(reported.contains("Inside(Other)"), "{reported}");
}
