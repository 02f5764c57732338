//! Whole logs of the runners of Ruby, PHP, Elixir, Haskell, Dart and Robot Framework: verdict, numbers and names.

use crate::support::answer;

/// Log, verdict with failed/passed/skipped, and the names of all failures.
const LOGS: &[(&str, &str, &[&str])] = &[
    ("rspec/few-failures-parallel", "failed 2/14/0", &["Cart adds", "Tax adds"]),
    ("minitest/few-failures-rails", "failed 2/3/0", &["CartTest#test_total", "CartTest#test_tax"]),
    ("rspec/all-pass", "passed 0/3/0", &[]),
    ("rspec/crash-doc", "failed 2/0/0", &["Aborted rspec --order defined -fd spec/dying_spec.rb", "burns 3"]),
    ("rspec/crash", "failed 1/11/0", &["Aborted rspec --seed 5 spec/dying_spec.rb"]),
    (
        "rspec/few-failures-doc",
        "failed 10/2/3",
        &[
            "`after(:context)` hook",
            "Cart differs in text",
            "Cart has several",
            "Cart is fixed",
            "Cart compares",
            "Cart has a cause",
            "Cart raises",
            "Cart compares (2)",
            "Cart with a broken hook is never run",
            "Cart with goods has a price",
        ],
    ),
    ("rspec/few-failures-fail-fast", "failed 1/1/0", &["Cart compares"]),
    (
        "rspec/few-failures",
        "failed 10/2/3",
        &[
            "`after(:context)` hook",
            "Cart compares",
            "Cart raises",
            "Cart differs in text",
            "Cart compares (2)",
            "Cart has several",
            "Cart has a cause",
            "Cart is fixed",
            "Cart with goods has a price",
            "Cart with a broken hook is never run",
        ],
    ),
    ("rspec/hostile-fails", "failed 1/7/0", &["Printer fails"]),
    ("rspec/hostile", "passed 0/7/0", &[]),
    ("rspec/load", "failed 1/0/0", &["./spec/broken_spec.rb"]),
    ("minitest/all-pass-verbose", "passed 0/2/0", &[]),
    ("minitest/all-pass", "passed 0/2/0", &[]),
    ("minitest/crash-verbose", "failed 2/19/0", &["KilnTest#test_burns_13", "KilnTest#test_dies"]),
    ("minitest/crash", "failed 2/19/0", &["Aborted ruby dying_test.rb --seed 1"]),
    (
        "minitest/few-failures-verbose",
        "failed 5/2/1",
        &[
            "CartTest#test_raises",
            "CartTest#test_compares_text",
            "CartTest#test_compares",
            "CartTest#test_has_a_message",
            "Cart::when full#test_0001_is [not] empty",
        ],
    ),
    (
        "minitest/few-failures",
        "failed 5/2/1",
        &[
            "CartTest#test_raises",
            "CartTest#test_compares_text",
            "CartTest#test_compares",
            "CartTest#test_has_a_message",
            "Cart::when full#test_0001_is [not] empty",
        ],
    ),
    ("minitest/hostile-fails", "failed 1/4/0", &["HostileTest#test_e"]),
    ("minitest/hostile", "passed 0/5/0", &[]),
    ("minitest/load", "failed 1/0/0", &["cannot load such file -- ./missing_test (LoadError)"]),
    ("test-unit/all-pass", "passed 0/1/0", &[]),
    (
        "test-unit/crash",
        "failed 4/1/3",
        &[
            "CartTest#test: has words",
            "CartTest#test_compares",
            "CartTest#test_has_a_message",
            "CartTest#test_raises",
        ],
    ),
    (
        "test-unit/few-failures-verbose",
        "failed 4/3/2",
        &[
            "CartTest#test: has words",
            "CartTest#test_compares",
            "CartTest#test_has_a_message",
            "CartTest#test_raises",
        ],
    ),
    (
        "test-unit/few-failures",
        "failed 4/3/2",
        &[
            "CartTest#test: has words",
            "CartTest#test_compares",
            "CartTest#test_has_a_message",
            "CartTest#test_raises",
        ],
    ),
    ("test-unit/hostile", "passed 0/1/0", &[]),
    ("phpunit/all-pass", "passed 0/1/0", &[]),
    ("phpunit/crash-exit", "failed 1/1/0", &[]),
    ("phpunit/crash-fatal", "failed 2/2/0", &["/home/user/project/DyingTest.php:13"]),
    ("phpunit/crash-behind-failures", "failed 66/0/0", &["/home/user/project/FailingTest.php:24"]),
    (
        "phpunit/few-failures-provider",
        "failed 3/0/0",
        &["ProviderTest::testWeight", "ProviderTest::testPrice", "ProviderTest::testName"],
    ),
    ("phpunit/crash-load", "failed 1/0/0", &["Cannot open file \"MissingTest.php\"."]),
    (
        "phpunit/few-failures-testdox",
        "failed 4/3/1",
        &[
            "Shop\\Tests\\Cart > Compares",
            "Shop\\Tests\\Cart > Compares text",
            "Shop\\Tests\\Cart > Raises",
            "Shop\\Tests\\Cart > Price with data set \"a::b \"c\"\"",
        ],
    ),
    (
        "phpunit/few-failures",
        "failed 4/3/1",
        &[
            "Shop\\Tests\\CartTest::testRaises",
            "Shop\\Tests\\CartTest::testCompares",
            "Shop\\Tests\\CartTest::testComparesText",
            "Shop\\Tests\\CartTest::testPrice with data set \"a::b \"c\"\" (1, 2)",
        ],
    ),
    ("phpunit/hostile-fails", "failed 1/4/0", &["Shop\\Tests\\HostileTest::testE"]),
    ("phpunit/hostile", "passed 0/5/0", &[]),
    ("php/all-pass", "unknown ?/?/?", &[]),
    ("php/crash-missing", "failed 1/0/0", &["/home/user/project/missing.php:2"]),
    ("php/crash", "failed 1/0/0", &["/home/user/project/broken.php:2"]),
    ("php/few-failures", "failed 1/0/0", &["/home/user/project/shop.php:3"]),
    ("php/hostile", "unknown ?/?/?", &[]),
    ("ruby/all-pass", "unknown ?/?/?", &[]),
    ("ruby/crash-missing", "failed 1/0/0", &["No such file or directory -- missing.rb (LoadError)"]),
    ("ruby/crash", "failed 1/0/0", &["/home/user/project/lib/broken.rb:1"]),
    ("ruby/few-failures", "failed 1/0/0", &["/home/user/project/lib/cart.rb:2"]),
    ("ruby/hostile", "unknown ?/?/?", &[]),
    ("ruby/rake-boom", "failed 1/0/0", &["rake aborted!"]),
    ("ruby/rake", "failed 1/0/0", &["/home/user/project/lib/cart.rb:2"]),
    ("exunit/all-pass", "passed 0/1/4", &[]),
    ("exunit/crash-compile", "failed 1/0/0", &["lib/broken.ex"]),
    ("exunit/crash", "incomplete 0/2/0", &[]),
    (
        "exunit/few-failures-trace",
        "failed 6/5/2",
        &[
            "SetupTest",
            "ShopTest doctest Shop.add/2 (1)",
            "ShopTest test fails (with brackets)",
            "ShopTest test logs",
            "ShopTest test exits",
            "ShopTest test linked",
        ],
    ),
    (
        "exunit/few-failures",
        "failed 7/2/2",
        &[
            "SetupTest",
            "ShopTest doctest Shop.add/2 (1)",
            "ShopTest test fails (with brackets)",
            "ShopTest test logs",
            "ShopTest test times out",
            "ShopTest test exits",
            "ShopTest test linked",
        ],
    ),
    ("exunit/hostile-fails", "failed 1/4/0", &["HostileTest test c"]),
    ("exunit/hostile", "passed 0/5/0", &[]),
    ("pest/all-pass", "passed 0/60/0", &[]),
    (
        "pest/crash",
        "failed 2/0/0",
        &["Tests\\Feature\\CartTest > it refunds goods", "Tests\\Feature\\CartTest > `tax` → it is added"],
    ),
    (
        "pest/few-failures",
        "failed 2/61/1",
        &["Tests\\Feature\\CartTest > it refunds goods", "Tests\\Feature\\CartTest > `tax` → it is added"],
    ),
    ("pest/hostile", "passed 0/2/0", &[]),
    ("dart-test/all-pass", "passed 0/80/0", &[]),
    (
        "dart-test/crash",
        "failed 2/0/0",
        &["test/cart_test.dart: cart holds 7 goods", "test/cart_test.dart: cart holds 29 goods"],
    ),
    (
        "dart-test/few-failures",
        "failed 2/77/1",
        &["test/cart_test.dart: cart holds 7 goods", "test/cart_test.dart: cart holds 40 goods"],
    ),
    ("dart-test/flutter", "failed 1/1/0", &["counts up"]),
    ("dart-test/github", "failed 1/1/1", &["test/a_test.dart: subtracts"]),
    ("dart-test/hostile", "passed 0/2/0", &[]),
    ("dart-test/load", "failed 1/0/0", &["test/cart_test.dart"]),
    ("hspec/all-pass", "passed 0/50/0", &[]),
    ("hspec/crash", "failed 1/0/0", &["test suite spec"]),
    ("hspec/few-failures", "failed 2/48/0", &["Cart holds 7 goods", "Cart holds 30 goods"]),
    ("hspec/hostile", "passed 0/2/0", &[]),
    ("tasty/all-pass", "passed 0/45/0", &[]),
    ("tasty/crash", "failed 1/0/0", &["Shop.Cart.holds 7 goods"]),
    ("tasty/few-failures", "failed 2/43/0", &["Shop.Cart.holds 7 goods", "Shop.Cart.holds 30 goods"]),
    ("tasty/hostile", "passed 0/3/0", &[]),
    ("ghc/all-pass", "unknown ?/?/?", &[]),
    ("ghc/crash", "failed 1/0/0", &["src/Shop/Cart.hs:12:9"]),
    ("ghc/few-failures", "failed 2/0/0", &["src/Shop/Cart.hs:12:9", "src/Shop/Tax.hs:7:5"]),
    ("ghc/hostile", "unknown ?/?/?", &[]),
    ("robot/all-pass", "passed 0/2/0", &[]),
    ("robot/crash", "failed 2/1/0", &["Dying.Two", "Dying.Dies"]),
    (
        "robot/few-failures-dotted",
        "failed 4/3/1",
        &[
            "Cart & Passing.Cart.Compares Prices",
            "Cart & Passing.Cart.Has A Long Name That Does Not Fit Into The Seventy Columns Of The Console At All",
            "Cart & Passing.Cart.Prints A Report",
            "Cart & Passing.Cart.Fails Softly",
        ],
    ),
    (
        "robot/few-failures",
        "failed 6/3/1",
        &[
            "Cart & Stock & Passing.Cart.Compares Prices",
            "Cart & Stock & Passing.Cart.Has A Long Name That Does Not Fit Into The Seventy Columns Of The ...",
            "Cart & Stock & Passing.Cart.Prints A Report",
            "Cart & Stock & Passing.Cart.Fails Softly",
            "Cart & Stock & Passing.Stock.Counts",
            "Cart & Stock & Passing.Stock.Sells",
        ],
    ),
    (
        "robot/few-failures-teardown",
        "failed 3/2/0",
        &["Dock & Passing.Dock.Lifts", "Dock & Passing.Dock.Moors", "Dock & Passing.Dock.Sails"],
    ),
    ("robot/hostile", "failed 1/0/0", &["Cart.Prints A Report"]),
    (
        "robot/load",
        "failed 1/0/0",
        &["Parsing '/home/user/project/missing.robot' failed: File or directory to execute does not exist."],
    ),
];

fn reported(log: &str) -> (String, Vec<String>) {
    let path = format!("{}/testdata/{log}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read(path).unwrap();
    let answer = answer::answer(&["--format", "json"], text);
    let json: serde_json::Value = serde_json::from_str(answer.text.trim()).unwrap();
    let number = |key: &str| json["counts"][key].as_u64().map_or("?".to_owned(), |number| number.to_string());
    let verdict = json["verdict"].as_str().unwrap();
    let counts = format!("{verdict} {}/{}/{}", number("failed"), number("passed"), number("skipped"));
    let failures = json["failures"].as_array().unwrap();
    (counts, failures.iter().map(|each| each["id"].as_str().unwrap().to_owned()).collect())
}

#[test]
fn every_log_tells_its_numbers_and_the_names_of_its_failures() {
    let mut wrong = Vec::new();
    for (log, counts, names) in LOGS {
        let found = reported(log);
        if (found.0.as_str(), found.1.iter().map(String::as_str).collect::<Vec<_>>())
            != (*counts, names.to_vec())
        {
            wrong.push(format!("{log}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whatever line a log is cut after: what failed is never reported as passed.
#[test]
fn a_failing_log_that_was_cut_never_passes() {
    for (log, counts, _) in LOGS {
        if !counts.starts_with("failed") || log.contains("hostile") {
            continue;
        }
        let path = format!("{}/testdata/{log}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let step = (lines.len() / 12).max(1);
        for end in (1..lines.len()).step_by(step) {
            let cut = lines.get(..end).unwrap().join("\n");
            let answer = answer::answer(&["-m", "minimal"], cut);
            assert!(!answer.text.contains("weir: PASSED"), "{log} after line {end}:\n{}", answer.text);
        }
    }
}

fn text(log: &str) -> String {
    std::fs::read_to_string(format!("{}/testdata/{log}.txt", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// A run that passed, before or after it, whether the points of the failing one confirm its totals or not.
#[test]
fn a_passing_run_takes_no_failure_of_another_run_back() {
    for (log, _, names) in LOGS {
        let Some((runner, name)) = log.split_once('/') else { continue };
        if !name.starts_with("few-failures") {
            continue;
        }
        let passing = text(&format!("{runner}/all-pass"));
        let failing = text(log);
        let loose: String =
            failing.lines().map(|line| format!("{}\n", line.trim_start_matches("...."))).collect();
        for failing in [failing, loose.replace("\n.", "\nprinted.")] {
            for both in [format!("{passing}\n{failing}"), format!("{failing}\n{passing}")] {
                let answer = answer::answer(&["--format", "json"], both);
                let json: serde_json::Value = serde_json::from_str(answer.text.trim()).unwrap();
                assert_eq!(json["verdict"].as_str(), Some("failed"), "{log}");
                let found: Vec<&str> = json["failures"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter_map(|each| each["id"].as_str())
                    .collect();
                assert_eq!(found.len(), names.len(), "{log}: {found:?}");
                for name in *names {
                    assert!(found.contains(name), "{log}: {name} is missing in {found:?}");
                }
            }
        }
    }
}
