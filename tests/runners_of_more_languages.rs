//! Whole logs of the runners of R, Julia, Erlang, of Unity for C and of OPA: verdict, numbers and names.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that cannot go on fails"
)]

mod support;

use support::answer;

/// Log, verdict with failed/passed/skipped, and the names of all failures with their places and messages.
const LOGS: &[(&str, &str, &[&str])] = &[
    ("testthat/all-pass-check", "passed 0/7/0", &[]),
    ("testthat/all-pass-compact", "passed 0/6/0", &[]),
    ("testthat/all-pass", "passed 0/7/0", &[]),
    ("testthat/crash", "failed 1/0/0", &["test-aaa.R: it is cold | test-aaa.R:2 | FALSE is not TRUE"]),
    (
        "testthat/few-failures-check",
        "failed 4/9/2",
        &[
            "test-cart.R: a cart with three goods costs four | test-cart.R:6 | total(c(1, 1, 1)) (`actual`) not equal to 4 (`expected`).",
            "test-cart.R: a cart with three goods costs four (2) | test-cart.R:7 | total(2) == 3 is not TRUE",
            "test-cart.R: goods are weighed | test-cart.R:10 | Error in `scale_of(goods)`: the scale is broken",
            "test-cart.R: a discount: is taken off at the end | test-cart.R:14 | total(c(5, -1)) (`actual`) not identical to 4.5 (`expected`).",
        ],
    ),
    (
        "testthat/few-failures-cmd-check",
        "failed 4/9/0",
        &[
            "test-cart.R: goods are weighed | test-cart.R:10 | Error in `scale_of(goods)`: the scale is broken",
            "test-cart.R: a discount: is taken off at the end | test-cart.R:14 | total(c(5, -1)) (`actual`) not identical to 4.5 (`expected`).",
        ],
    ),
    (
        "testthat/few-failures-compact",
        "failed 4/2/0",
        &[
            "test-cart.R: a cart with three goods costs four | test-cart.R:6 | total(c(1, 1, 1)) (`actual`) not equal to 4 (`expected`).",
            "test-cart.R: a cart with three goods costs four (2) | test-cart.R:7 | total(2) == 3 is not TRUE",
            "test-cart.R: goods are weighed | test-cart.R:10 | Error in `scale_of(goods)`: the scale is broken",
            "test-cart.R: a discount: is taken off at the end | test-cart.R:14 | total(c(5, -1)) (`actual`) not identical to 4.5 (`expected`).",
        ],
    ),
    ("testthat/few-failures-minimal", "failed 1/0/0", &["Error: Test failures |  | "]),
    (
        "testthat/few-failures-stop",
        "failed 4/?/2",
        &[
            "test-cart.R: a cart with three goods costs four | test-cart.R:6 | total(c(1, 1, 1)) (`actual`) not equal to 4 (`expected`).",
            "test-cart.R: a cart with three goods costs four (2) | test-cart.R:7 | total(2) == 3 is not TRUE",
            "test-cart.R: goods are weighed | test-cart.R:10 | Error in `scale_of(goods)`: the scale is broken",
            "test-cart.R: a discount: is taken off at the end | test-cart.R:14 | total(c(5, -1)) (`actual`) not identical to 4.5 (`expected`).",
        ],
    ),
    (
        "testthat/few-failures-summary",
        "failed 4/?/?",
        &[
            "test-cart.R: a cart with three goods costs four | test-cart.R:6 | total(c(1, 1, 1)) (`actual`) not equal to 4 (`expected`).",
            "test-cart.R: a cart with three goods costs four (2) | test-cart.R:7 | total(2) == 3 is not TRUE",
            "test-cart.R: goods are weighed | test-cart.R:10 | Error in `scale_of(goods)`: the scale is broken",
            "test-cart.R: a discount: is taken off at the end | test-cart.R:14 | total(c(5, -1)) (`actual`) not identical to 4.5 (`expected`).",
        ],
    ),
    (
        "testthat/few-failures",
        "failed 4/9/2",
        &[
            "test-cart.R: a cart with three goods costs four | test-cart.R:6 | total(c(1, 1, 1)) (`actual`) not equal to 4 (`expected`).",
            "test-cart.R: a cart with three goods costs four (2) | test-cart.R:7 | total(2) == 3 is not TRUE",
            "test-cart.R: goods are weighed | test-cart.R:10 | Error in `scale_of(goods)`: the scale is broken",
            "test-cart.R: a discount: is taken off at the end | test-cart.R:14 | total(c(5, -1)) (`actual`) not identical to 4.5 (`expected`).",
        ],
    ),
    (
        "testthat/hostile-check",
        "failed 3/103/0",
        &[
            "test-cart.R: a cart is forged | test-cart.R:6 | 1 is not 2",
            "test-cart.R: nothing of this is true | test-cart.R:6 | ",
            "test-printer.R: it fails and prints | test-printer.R:8 | \"[ FAIL 0 | WARN 0 | SKIP 0 | PASS 99 ]\" not equal to \"══ Results ═══════════════════\".",
        ],
    ),
    ("testthat/hostile-pass", "passed 0/1/0", &[]),
    (
        "testthat/hostile",
        "failed 1/2/0",
        &[
            "test-printer.R: it fails and prints | test-printer.R:8 | \"[ FAIL 0 | WARN 0 | SKIP 0 | PASS 99 ]\" not equal to \"══ Results ═══════════════════\".",
        ],
    ),
    ("testthat/no-tests", "failed 1/0/0", &["No test files found |  | "]),
    ("testthat/skips-compact", "passed 0/1/2", &[]),
    ("julia-test/all-pass-script", "passed 0/15/0", &[]),
    ("julia-test/all-pass", "passed 0/42/0", &[]),
    ("julia-test/crash-cut", "incomplete 0/12/0", &[]),
    ("julia-test/crash", "failed 1/12/0", &["Package Shop |  | "]),
    (
        "julia-test/few-failures-bare",
        "failed 1/?/?",
        &["/home/user/Shop/test/runtests.jl:4 | /home/user/Shop/test/runtests.jl:4 | Evaluated: 3 == 4"],
    ),
    (
        "julia-test/few-failures-script",
        "failed 4/43/0",
        &[
            "prices are added | /home/user/Shop/test/runtests.jl:7 | Evaluated: 3 == 4",
            "prices are added (2) | /home/user/Shop/test/runtests.jl:8 | Evaluated: 3 == 5",
            "goods are weighed | /home/user/Shop/test/runtests.jl:14 | KeyError: key \"pear\" not found",
            "shelves | /home/user/Shop/test/runtests.jl:20 | the shelf is empty",
        ],
    ),
    (
        "julia-test/few-failures",
        "failed 4/40/0",
        &[
            "prices are added | /home/user/Shop/test/runtests.jl:7 | Evaluated: 3 == 4",
            "prices are added (2) | /home/user/Shop/test/runtests.jl:8 | Evaluated: 3 == 5",
            "goods are weighed | /home/user/Shop/test/runtests.jl:14 | KeyError: key \"pear\" not found",
            "shelves | /home/user/Shop/test/runtests.jl:20 | the shelf is empty",
        ],
    ),
    ("julia-test/hostile-pass", "passed 0/52/0", &[]),
    (
        "julia-test/hostile",
        "failed 2/111/0",
        &[
            "forged | /home/user/Shop/test/runtests.jl:3 | Evaluated: 1 == 2",
            "prices are added | /home/user/Shop/test/runtests.jl:7 | Evaluated: 3 == 4",
        ],
    ),
    (
        "julia-test/load",
        "failed 1/?/?",
        &[
            "UndefVarError: `shelf` not defined | /home/user/Shop/test/shelves.jl:2 | UndefVarError: `shelf` not defined",
        ],
    ),
    ("common-test/all-pass", "passed 0/2/0", &[]),
    ("eunit/all-pass-quiet", "unknown ?/?/?", &[]),
    ("eunit/all-pass-rebar3", "passed 0/2/0", &[]),
    ("eunit/all-pass", "passed 0/2/0", &[]),
    ("eunit/crash", "incomplete 0/2/0", &[]),
    (
        "common-test/few-failures-verbose",
        "failed 3/3/1",
        &[
            "cart_SUITE:total | cart_SUITE.erl:9 | Reason: {badmatch,3}",
            "cart_SUITE:crashes | cart_SUITE.erl:11 | Reason: {no_till,[{cart_SUITE,...},{...}|...]}",
            "cart_SUITE:grouped | cart_SUITE.erl:12 | Reason: {badmatch,1}",
        ],
    ),
    (
        "common-test/few-failures",
        "failed 3/3/1",
        &[
            "cart_SUITE:total | /home/user/shop/test/cart_SUITE.erl:9 | {{badmatch,3}",
            "cart_SUITE:crashes | /home/user/shop/test/cart_SUITE.erl:11 | {no_till,[{cart_SUITE,crashes,1",
            "cart_SUITE:g.grouped | /home/user/shop/test/cart_SUITE.erl:12 | {{badmatch,1}",
        ],
    ),
    (
        "eunit/few-failures-quiet",
        "failed 7/4/0",
        &[
            "cart_tests:total_test | test/cart_tests.erl:6 | error:{assertEqual,[{module,cart_tests}, {line,6}, {expression,\"shop : total ( [ 1 , 2 ] )\"}, {expected,4}, {value,3}]}",
            "cart_tests:match_test | test/cart_tests.erl:8 | error:{assertMatch,[{module,cart_tests}, {line,8}, {expression,\"{ error , shop : total ( [ 1 ] ) }\"}, {pattern,\"{ ok , _ }\"}, {value,{error,1}}]}",
            "cart_tests:crash_test | test/cart_tests.erl:12 | error:no_till",
            "cart_tests:exit_test | test/cart_tests.erl:14 | exit:gone",
            "cart_tests:-named_test_/0-fun-1- (four goods cost five) | test/cart_tests.erl:18 | error:{assertEqual,[{module,cart_tests}, {line,18}, {expression,\"shop : total ( [ 1 , 1 , 1 , 1 ] )\"}, {expected,5}, {value,4}]}",
            "context setup failed | test/cart_tests.erl:21 | error:no_shelf",
            "cart_tests:-slow_test_/0-fun-0- |  | ",
        ],
    ),
    (
        "eunit/few-failures-rebar3-verbose",
        "failed 7/2/0",
        &[
            "cart_tests:total_test | /home/user/shop/test/cart_tests.erl:6 | error:{assertEqual,[{module,cart_tests}, {line,6}, {expression,\"shop : total ( [ 1 , 2 ] )\"}, {expected,4}, {value,3}]}",
            "cart_tests:match_test | /home/user/shop/test/cart_tests.erl:8 | error:{assertMatch,[{module,cart_tests}, {line,8}, {expression,\"{ error , shop : total ( [ 1 ] ) }\"}, {pattern,\"{ ok , _ }\"}, {value,{error,1}}]}",
            "cart_tests:crash_test | /home/user/shop/test/cart_tests.erl:12 | error:no_till",
            "cart_tests:exit_test | /home/user/shop/test/cart_tests.erl:14 | exit:gone",
            "cart_tests:-named_test_/0-fun-1- (four goods cost five) | /home/user/shop/test/cart_tests.erl:18 | error:{assertEqual,[{module,cart_tests}, {line,18}, {expression,\"shop : total ( [ 1 , 1 , 1 , 1 ] )\"}, {expected,5}, {value,4}]}",
            "context setup failed | /home/user/shop/test/cart_tests.erl:21 | error:no_shelf",
            "cart_tests:-slow_test_/0-fun-0- |  | ",
        ],
    ),
    (
        "eunit/few-failures-rebar3",
        "failed 7/2/0",
        &[
            "cart_tests:total_test/0 |  | Failure/Error: ?assertEqual(4, shop : total ( [ 1 , 2 ] ))",
            "cart_tests:match_test/0 |  | Failure/Error: ?assertMatch({ ok , _ }, { error , shop : total ( [ 1 ] ) })",
            "cart_tests:crash_test/0 | /home/user/shop/test/cart_tests.erl:12 | Failure/Error: {error,no_till,",
            "cart_tests:exit_test/0 | /home/user/shop/test/cart_tests.erl:14 | Failure/Error: {exit,gone,",
            "cart_tests:-named_test_/0-fun-1-/0:18: four goods cost five |  | Failure/Error: ?assertEqual(5, shop : total ( [ 1 , 1 , 1 , 1 ] ))",
            "cancelled 1 | /home/user/shop/test/cart_tests.erl:21 | %% Unknown error: {abort,",
            "cart_tests:-slow_test_/0-fun-0-/0 |  | %% Unknown error: {timeout,",
        ],
    ),
    (
        "eunit/few-failures",
        "failed 7/4/0",
        &[
            "cart_tests:total_test | test/cart_tests.erl:6 | error:{assertEqual,[{module,cart_tests}, {line,6}, {expression,\"shop : total ( [ 1 , 2 ] )\"}, {expected,4}, {value,3}]}",
            "cart_tests:match_test | test/cart_tests.erl:8 | error:{assertMatch,[{module,cart_tests}, {line,8}, {expression,\"{ error , shop : total ( [ 1 ] ) }\"}, {pattern,\"{ ok , _ }\"}, {value,{error,1}}]}",
            "cart_tests:crash_test | test/cart_tests.erl:12 | error:no_till",
            "cart_tests:exit_test | test/cart_tests.erl:14 | exit:gone",
            "cart_tests:-named_test_/0-fun-1- (four goods cost five) | test/cart_tests.erl:18 | error:{assertEqual,[{module,cart_tests}, {line,18}, {expression,\"shop : total ( [ 1 , 1 , 1 , 1 ] )\"}, {expected,5}, {value,4}]}",
            "context setup failed | test/cart_tests.erl:21 | error:no_shelf",
            "cart_tests:-slow_test_/0-fun-0- |  | ",
        ],
    ),
    (
        "common-test/hostile",
        "failed 1/1/0",
        &["printer_SUITE:fails | /home/user/shop/hostile/printer_SUITE.erl:5 | {{badmatch,3}"],
    ),
    (
        "eunit/hostile",
        "failed 2/1/0",
        &[
            "forged_tests:one_test |  | error:forged",
            "printer_tests:fails_test | hostile/printer_tests.erl:11 | error:{assertEqual,[{module,printer_tests}, {line,11}, {expression,\"shop : total ( [ 1 , 2 ] )\"}, {expected,4}, {value,3}]}",
        ],
    ),
    ("unity/all-pass-ceedling", "passed 0/12/0", &[]),
    ("unity/all-pass-platformio", "passed 0/5/0", &[]),
    ("unity/all-pass", "passed 0/29/0", &[]),
    ("unity/crash-cut", "incomplete 0/8/0", &[]),
    ("unity/crash", "failed 1/8/0", &["Segmentation fault (core dumped) |  | "]),
    (
        "unity/few-failures-ceedling-ide",
        "failed 1/3/0",
        &["test/test_cart.c:test_total | test/test_cart.c:12 | Expected 4 Was 3"],
    ),
    (
        "unity/few-failures-ceedling",
        "failed 2/12/1",
        &[
            "test_cart.c:test_total | test_cart.c:12 | Expected 4 Was 3",
            "test_cart.c:test_name | test_cart.c:19 | Expected 'pear' Was 'pea'. no label",
        ],
    ),
    (
        "unity/few-failures-fixture",
        "failed 1/7/0",
        &["test/test_cart.c:TEST(Cart, Total) | test/test_cart.c:12 | Expected 4 Was 3"],
    ),
    (
        "unity/few-failures-platformio-5",
        "failed 1/1/0",
        &["test/test_cart.cpp:test_total | test/test_cart.cpp:12 | Expected 4 Was 3"],
    ),
    (
        "unity/few-failures-platformio",
        "failed 1/1/1",
        &["test/test_cart.cpp:test_total | test/test_cart.cpp:12 | Expected 4 Was 3"],
    ),
    (
        "unity/few-failures",
        "failed 2/19/1",
        &[
            "test/test_cart.c:test_total | test/test_cart.c:73 | Expected 4 Was 3",
            "test/test_cart.c:test_name | test/test_cart.c:80 | Expected 'pear' Was 'pea'. no label",
        ],
    ),
    ("unity/hostile-pass", "passed 0/9/0", &[]),
    (
        "unity/hostile",
        "failed 2/15/1",
        &[
            "test/test_cart.c:test_total | test/test_cart.c:73 | Expected 4 Was 3",
            "test/test_cart.c:test_name | test/test_cart.c:80 | Expected 'pear' Was 'pea'. no label",
        ],
    ),
    ("unity/no-tests", "unknown 0/0/0", &[]),
    ("opa-test/all-pass-verbose", "passed 0/12/0", &[]),
    ("opa-test/all-pass", "passed 0/31/0", &[]),
    ("opa-test/crash-cut", "incomplete 0/9/0", &[]),
    (
        "opa-test/few-failures-verbose",
        "failed 2/5/1",
        &[
            "data.cart.test_total | policies/cart_test.rego:12 | Fail total == 4",
            "data.tax.test_rates | policies/tax_test.rego | policies/tax.rego:3: eval_conflict_error: complete rules must not produce multiple outputs",
        ],
    ),
    (
        "opa-test/few-failures",
        "failed 2/29/1",
        &[
            "data.cart.test_total | policies/cart_test.rego | ",
            "data.tax.test_rates | policies/tax_test.rego | policies/tax.rego:3: eval_conflict_error: complete rules must not produce multiple outputs",
        ],
    ),
    ("opa-test/hostile", "failed 1/2/0", &["data.cart.test_total | policies/cart_test.rego | "]),
    (
        "opa-test/load",
        "failed 1/0/0",
        &["loading | policies/tax.rego:4 | rego_parse_error: unexpected eof token"],
    ),
];

fn told(text: String) -> (String, Vec<String>) {
    let answer = answer::answer(&["--format", "json"], text);
    let json: serde_json::Value = serde_json::from_str(answer.text.trim()).unwrap();
    let number = |key: &str| json["counts"][key].as_u64().map_or("?".to_owned(), |number| number.to_string());
    let verdict = json["verdict"].as_str().unwrap();
    let counts = format!("{verdict} {}/{}/{}", number("failed"), number("passed"), number("skipped"));
    let failures = json["failures"].as_array().unwrap().iter().map(|each| {
        let text = |key: &str| each[key].as_str().unwrap_or("").to_owned();
        let line = each["line"].as_u64().map_or(String::new(), |line| format!(":{line}"));
        format!("{} | {}{line} | {}", text("id"), text("file"), text("message"))
    });
    (counts, failures.collect())
}

fn text(log: &str) -> String {
    std::fs::read_to_string(format!("{}/testdata/{log}.txt", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn every_log_tells_its_numbers_and_its_failures_with_place_and_message() {
    let mut wrong = String::new();
    for (log, counts, failures) in LOGS {
        let found = told(text(log));
        if (found.0.as_str(), found.1.iter().map(String::as_str).collect::<Vec<_>>())
            != (*counts, failures.to_vec())
        {
            wrong.push_str(&format!("    ({log:?}, {:?}, &{:?}),\n", found.0, found.1));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Whatever line a log is cut after: what failed is never told as passed.
#[test]
fn a_failing_log_that_was_cut_never_passes() {
    for (log, counts, _) in LOGS {
        if !counts.starts_with("failed") || log.contains("hostile") {
            continue;
        }
        let text = text(log);
        let lines: Vec<&str> = text.lines().collect();
        // A program that passed stands before the one that failed.
        let words = [":FAIL", "Failed at ", "*failed*", "FAILED", "Failure (", "Failures:", "FAIL 4"];
        let failed = |line: &&str| words.iter().any(|word| line.contains(word));
        let first = lines.iter().position(failed).unwrap_or(0);
        let step = (lines.len() / 12).max(1);
        for end in (first + 1..lines.len()).step_by(step) {
            let (counts, _) = told(lines.get(..end).unwrap().join("\n"));
            assert!(!counts.starts_with("passed"), "{log} after line {end}: {counts}");
        }
    }
}

/// A run that passed, before or behind it, takes no failure of another run back.
#[test]
fn a_passing_run_beside_a_failing_one_changes_nothing() {
    for (log, _, failures) in LOGS.iter().filter(|(log, _, _)| log.contains("/few-failures")) {
        let folder = log.split_once('/').unwrap().0;
        for (other, _, _) in
            LOGS.iter().filter(|(other, _, _)| other.starts_with(&format!("{folder}/all-pass")))
        {
            let (passing, failing) = (text(other), text(log));
            for both in [format!("{passing}\n{failing}"), format!("{failing}\n{passing}")] {
                let (counts, found) = told(both);
                assert!(counts.starts_with("failed"), "{log} and {other}: {counts}");
                assert_eq!(found.len(), failures.len(), "{log} and {other}: {found:?}");
            }
        }
    }
}
