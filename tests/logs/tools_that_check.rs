//! Linters, type checkers and the tools that run others, over logs of real runs: what failed, how many, and by what
//! names. The logs are made by `testdata/linters/make.sh` and `generate.py`.

use crate::support::answer;

/// A log below `testdata`, the verdict, the number of failures, and the names of the first and the last of them.
type Row = (&'static str, &'static str, u64, &'static [&'static str]);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("ansible/all-pass", "passed", 0, &[]),
    ("ansible/crash", "failed", 1, &["couldn't resolve module/action 'nam'. This often indicates a misspelling, missing collection, or incorrect module path."]),
    ("ansible/few-failures", "failed", 1, &["TASK [breaks] [localhost]"]),
    ("ansible/hostile", "failed", 1, &["TASK [breaks] [localhost]"]),
    ("biome/all-pass", "passed", 0, &[]),
    ("biome/crash", "unknown", 0, &[]),
    ("biome/few-failures", "failed", 3, &["css/cart.css:2:18", "js/cart.js:4:37"]),
    ("biome/hostile", "failed", 3, &["css/cart.css:2:18", "js/cart.js:4:37"]),
    ("black/all-pass", "passed", 0, &[]),
    ("black/crash", "failed", 1, &["/home/user/project/src/broken.py:1:6"]),
    ("black/few-failures", "failed", 2, &["/home/user/project/src/broken.py:1:6", "/home/user/project/src/cart.py"]),
    ("black/hostile", "failed", 2, &["/home/user/project/src/broken.py:1:6", "/home/user/project/src/cart.py"]),
    ("docker-build/all-pass", "passed", 0, &[]),
    ("docker-build/crash", "failed", 1, &["failed to solve: failed to read dockerfile: open Dockerfile: no such file or directory"]),
    ("docker-build/few-failures-legacy", "failed", 1, &["make: *** [Makefile:3: price.o] Error 1"]),
    ("docker-build/few-failures", "failed", 1, &["price.c:3"]),
    ("docker-build/hostile", "failed", 1, &["price.c:3"]),
    ("eslint/all-pass", "unknown", 0, &[]),
    ("eslint/crash", "failed", 1, &["eslint: Oops! Something went wrong! :("]),
    ("eslint/few-failures", "failed", 3, &["/home/user/project/js/cart.js:2:10", "/home/user/project/js/cart.js:4:25"]),
    ("eslint/hostile", "failed", 3, &["/home/user/project/js/cart.js:2:10", "/home/user/project/js/cart.js:4:25"]),
    ("flake8/all-pass", "unknown", 0, &[]),
    ("flake8/crash", "failed", 1, &["flake8: error: argument --max-line-length: invalid int value: 'x'"]),
    ("flake8/few-failures-pylint", "failed", 9, &["src/cart.py:1", "src/cart.py:11"]),
    ("flake8/few-failures-source", "failed", 10, &["src/cart.py:1:1", "src/cart.py:11:5"]),
    ("flake8/few-failures", "failed", 11, &["src/broken.py:1:8", "src/cart.py:11:5"]),
    ("flake8/hostile", "failed", 11, &["src/broken.py:1:8", "src/cart.py:11:5"]),
    ("golangci-lint/all-pass", "passed", 0, &[]),
    ("golangci-lint/crash", "failed", 1, &["level=error msg=\"[linters_context] typechecking error: pattern ./...: directory prefix . does not contain main module\""]),
    ("golangci-lint/few-failures-1", "failed", 4, &["internal/cart/price.go:42:21", "internal/cart/tax.go:12:9"]),
    ("golangci-lint/few-failures-2", "failed", 4, &["internal/cart/price.go:42:21", "internal/cart/tax.go:12:9"]),
    ("golangci-lint/few-failures-staticcheck", "failed", 3, &["test.go:9:9", "other.go:3:8"]),
    ("golangci-lint/hostile", "failed", 4, &["internal/cart/price.go:42:21", "internal/cart/tax.go:12:9"]),
    ("hadolint/all-pass", "unknown", 0, &[]),
    ("hadolint/crash", "failed", 1, &["nothing"]),
    ("hadolint/few-failures-old", "failed", 2, &["Dockerfile:3", "Dockerfile:5"]),
    ("hadolint/few-failures", "failed", 3, &["Dockerfile:3", "docker/app.dockerfile:9"]),
    ("hadolint/hostile", "failed", 1, &["Dockerfile:3"]),
    ("isort/all-pass", "unknown", 0, &[]),
    ("isort/crash", "unknown", 0, &[]),
    ("isort/few-failures", "failed", 1, &["/home/user/project/src/cart.py"]),
    ("isort/hostile", "failed", 1, &["/home/user/project/src/cart.py"]),
    ("linter/all-pass", "unknown", 0, &[]),
    ("linter/crash", "failed", 1, &["app/views/cart.html.haml:33"]),
    ("linter/few-failures-bandit", "failed", 1, &["./shop/cart.py:1"]),
    ("linter/few-failures-hlint", "failed", 2, &["src/Cart.hs:11:18", "src/Cart.hs:19:19"]),
    ("linter/few-failures-kotlin", "failed", 4, &["/home/user/project/shop/Cart.kt:3:1", "shop/tax.go:1:20"]),
    ("linter/few-failures-one-line", "failed", 9, &["app/views/cart.html.haml:33", "README.txt:1:20"]),
    ("linter/all-pass-credo", "passed", 0, &[]),
    ("linter/all-pass-lighthouse", "passed", 0, &[]),
    ("linter/all-pass-pa11y", "passed", 0, &[]),
    ("linter/all-pass-pa11y-ci", "passed", 0, &[]),
    ("linter/crash-pa11y-ci", "failed", 2, &["http://localhost:8080/boats", "http://localhost:8080/adrift"]),
    ("linter/few-failures-credo", "failed", 6, &["lib/harbour/quay.ex:14:5", "lib/harbour/boat.ex:9"]),
    ("linter/few-failures-credo-oneline", "failed", 3, &["lib/harbour/rope.ex:7"]),
    ("linter/few-failures-lighthouse", "failed", 7, &["http://localhost:8080/quay/inner"]),
    ("linter/few-failures-pa11y", "failed", 1, &["http://localhost:8080/quay"]),
    ("linter/few-failures-pa11y-ci", "failed", 3, &["http://localhost:8080/boats"]),
    ("linter/all-pass-commitizen", "passed", 0, &[]),
    ("linter/all-pass-redocly", "passed", 0, &[]),
    ("linter/few-failures-commitizen", "failed", 1, &["Moored a boat."]),
    ("linter/few-failures-depcheck", "failed", 5, &["package.json", "./index.js"]),
    ("linter/few-failures-publint", "failed", 2, &["package.json"]),
    ("linter/few-failures-redocly", "failed", 4, &["quay.yaml:1:1", "quay.yaml:7:71"]),
    ("linter/few-failures-size-limit", "failed", 1, &["Package size limit has exceeded by 27 B"]),
    ("linter/hostile", "failed", 2, &["cart.lua:5:17"]),
    ("markdownlint/all-pass", "unknown", 0, &[]),
    ("markdownlint/crash", "failed", 5, &["md/cart.md:1", "md/cart.md:2"]),
    ("markdownlint/few-failures", "failed", 9, &["md/cart.md:1", "md/cart.md:5"]),
    ("markdownlint/hostile", "failed", 9, &["md/cart.md:1", "md/cart.md:5"]),
    ("mypy/all-pass", "passed", 0, &[]),
    ("mypy/crash", "failed", 2, &["src/broken.py:1", "src/broken.py:1"]),
    ("mypy/few-failures-columns", "failed", 2, &["src/cart.py:11:14", "src/cart.py:12:14"]),
    ("mypy/few-failures-pretty", "failed", 2, &["src/cart.py:11", "src/cart.py:12"]),
    ("mypy/few-failures", "failed", 2, &["src/cart.py:11", "src/cart.py:12"]),
    ("mypy/hostile", "failed", 2, &["src/cart.py:11", "src/cart.py:12"]),
    ("nox/all-pass", "passed", 0, &[]),
    ("nox/crash", "failed", 2, &["tests/test_cart.py::test_price", "Session docs failed"]),
    ("nox/few-failures", "failed", 4, &["tests/test_cart.py::test_price", "Session docs failed"]),
    ("nox/hostile", "failed", 4, &["tests/test_cart.py::test_price", "Session docs failed"]),
    ("pip/all-pass", "unknown", 0, &[]),
    ("pip/crash", "failed", 1, &["Preparing metadata (pyproject.toml) did not run successfully."]),
    ("pip/few-failures", "failed", 1, &["No matching distribution found for weir-nothing-such==99"]),
    ("pip/hostile", "failed", 1, &["No matching distribution found for weir-nothing-such==99"]),
    ("pre-commit/all-pass", "unknown", 0, &[]),
    ("pre-commit/crash", "failed", 8, &["a.py:1:1", "noxfile.py:6:45"]),
    ("pre-commit/few-failures", "failed", 14, &["a.py:1:1", "fix the end: Failed"]),
    ("pre-commit/hostile", "failed", 14, &["a.py:1:1", "fix the end: Failed"]),
    ("prettier/all-pass", "passed", 0, &[]),
    ("prettier/crash", "failed", 1, &["js/cart.js"]),
    ("prettier/few-failures", "failed", 2, &["js/cart.js", "css/cart.css"]),
    ("prettier/hostile", "failed", 2, &["js/cart.js", "css/cart.css"]),
    ("pylint/all-pass", "passed", 0, &[]),
    ("pylint/crash", "failed", 4, &["src/cart.py:1:0", "src/cart.py:6:4"]),
    ("pylint/few-failures-parseable", "failed", 8, &["src/cart.py:1", "src/cart.py:2"]),
    ("pylint/few-failures", "failed", 8, &["src/cart.py:1:0", "src/cart.py:2:0"]),
    ("pylint/hostile", "failed", 8, &["src/cart.py:1:0", "src/cart.py:2:0"]),
    ("pyright/all-pass", "passed", 0, &[]),
    ("pyright/crash", "failed", 6, &["/home/user/project/src/broken.py:1:6", "/home/user/project/src/broken.py:3:1"]),
    ("pyright/few-failures", "failed", 10, &["/home/user/project/src/broken.py:1:6", "/home/user/project/src/cart.py:12:12"]),
    ("pyright/hostile", "failed", 10, &["/home/user/project/src/broken.py:1:6", "/home/user/project/src/cart.py:12:12"]),
    ("rubocop/all-pass", "passed", 0, &[]),
    ("rubocop/crash", "failed", 4, &["cart.rb:2:1", "cart.rb:3:3"]),
    ("rubocop/few-failures-simple", "failed", 6, &["cart.rb:2:1", "cart.rb:3:28"]),
    ("rubocop/few-failures", "failed", 6, &["cart.rb:2:1", "cart.rb:3:28"]),
    ("rubocop/hostile", "failed", 6, &["cart.rb:2:1", "cart.rb:3:28"]),
    ("ruff/all-pass-format", "passed", 0, &[]),
    ("ruff/all-pass", "passed", 0, &[]),
    ("ruff/crash", "failed", 1, &["ruff failed"]),
    ("ruff/few-failures-concise", "failed", 8, &["src/broken.py:1:7", "src/cart.py:11:5"]),
    ("ruff/few-failures-format", "failed", 2, &["src/broken.py:1:7", "src/cart.py:6:6"]),
    ("ruff/few-failures-grouped", "failed", 8, &["src/broken.py:1:7", "src/cart.py:11:5"]),
    ("ruff/few-failures-pylint", "failed", 8, &["src/broken.py:1", "src/cart.py:11"]),
    ("ruff/few-failures", "failed", 8, &["src/broken.py:1:7", "src/cart.py:11:5"]),
    ("ruff/hostile", "failed", 8, &["src/broken.py:1:7", "src/cart.py:11:5"]),
    ("shellcheck/all-pass", "unknown", 0, &[]),
    ("shellcheck/crash", "failed", 1, &["nothing.sh: nothing.sh: openBinaryFile: does not exist (No such file or directory)"]),
    ("shellcheck/few-failures-gcc", "failed", 6, &["sh/cart.sh:2:1", "sh/cart.sh:3:31"]),
    ("shellcheck/few-failures", "failed", 2, &["In sh/cart.sh line 2:", "In sh/cart.sh line 3:"]),
    ("shellcheck/hostile", "failed", 2, &["In sh/cart.sh line 2:", "In sh/cart.sh line 3:"]),
    ("stylelint/all-pass", "unknown", 0, &[]),
    ("stylelint/crash", "failed", 3, &["cart.css:1:3", "cart.css:2:3"]),
    ("stylelint/few-failures-unix", "failed", 6, &["/home/user/project/css/cart.css:1:3", "/home/user/project/css/cart.css:2:24"]),
    ("stylelint/few-failures", "failed", 6, &["cart.css:1:3", "cart.css:2:24"]),
    ("stylelint/hostile", "failed", 6, &["cart.css:1:3", "cart.css:2:24"]),
    ("terraform/all-pass", "passed", 0, &[]),
    ("terraform/crash", "failed", 1, &["Unsupported argument"]),
    ("terraform/few-failures", "failed", 2, &["main.tf:3", "tax.tf:12"]),
    ("terraform/hostile", "failed", 2, &["main.tf:3", "tax.tf:12"]),
    ("tox/all-pass", "passed", 0, &[]),
    ("tox/crash", "failed", 1, &["tests/test_cart.py::test_price"]),
    ("tox/few-failures", "failed", 4, &["tests/test_cart.py::test_price", "No matching distribution found for weir-nothing-such==99"]),
    ("tox/hostile", "failed", 4, &["tests/test_cart.py::test_price", "No matching distribution found for weir-nothing-such==99"]),
    ("tsc/all-pass", "unknown", 0, &[]),
    ("tsc/crash", "failed", 1, &["error TS5058: The specified path does not exist: 'nothing'."]),
    ("tsc/few-failures-pretty", "failed", 5, &["ts/src/cart.ts:1:14", "ts/src/other.ts:2:1"]),
    ("tsc/few-failures", "failed", 5, &["ts/src/cart.ts(1,14)", "ts/src/other.ts(2,1)"]),
    ("tsc/hostile", "failed", 5, &["ts/src/cart.ts(1,14)", "ts/src/other.ts(2,1)"]),
    ("yamllint/all-pass", "unknown", 0, &[]),
    ("yamllint/crash", "failed", 1, &["yml/cart.yml:1:5"]),
    ("yamllint/few-failures-parsable", "failed", 3, &["yml/cart.yml:1:5", "yml/cart.yml:3:1"]),
    ("yamllint/few-failures", "failed", 3, &["yml/cart.yml:1:5", "yml/cart.yml:3:1"]),
    ("yamllint/hostile", "failed", 3, &["yml/cart.yml:1:5", "yml/cart.yml:3:1"]),
];

#[test]
fn each_log_has_its_verdict_its_number_and_its_names() {
    for (log, verdict, failed, names) in ROWS {
        let text = std::fs::read(format!("testdata/{log}.txt")).unwrap();
        let (json, code) = answer::json(&["-m", "verbose"], text);
        assert_eq!(json["verdict"], *verdict, "{log}");
        assert_eq!(json["counts"]["failed"].as_u64().unwrap_or(0), *failed, "{log}");
        // `Broken 1 paths` is its last line.
        let says_so = if *log == "isort/crash" { 3 } else { 0 };
        assert_eq!(code, if *verdict == "failed" { 1 } else { says_so }, "{log}");
        let reported = json["failures"].as_array().unwrap();
        for name in *names {
            assert!(reported.iter().any(|failure| failure["id"] == *name), "{log}: {name}");
        }
    }
}

#[test]
fn a_log_that_ends_anywhere_is_never_reported_as_passed_when_it_failed() {
    for (log, verdict, ..) in ROWS.iter().filter(|(_, verdict, ..)| *verdict == "failed") {
        let text = std::fs::read_to_string(format!("testdata/{log}.txt")).unwrap();
        // A forged success is at the end: it is cut off with everything before it.
        let lines: Vec<&str> = text.lines().collect();
        let step = lines.len().div_ceil(12).max(1);
        for end in (0..lines.len()).step_by(step) {
            let (json, _) = answer::json(&[], lines[..end].join("\n"));
            assert_ne!(json["verdict"], "passed", "{log} up to line {end} of {verdict}");
        }
    }
}

#[test]
fn two_runs_in_one_stream_are_reported_both() {
    for (first, second) in [
        ("flake8/few-failures", "mypy/few-failures"),
        ("mypy/few-failures", "mypy/few-failures-columns"),
        ("ruff/few-failures", "ruff/few-failures"),
        ("eslint/few-failures", "tsc/few-failures"),
        ("tox/few-failures", "tox/few-failures"),
        ("ruff/all-pass", "shellcheck/few-failures"),
    ] {
        let read = |log: &str| std::fs::read_to_string(format!("testdata/{log}.txt")).unwrap();
        let of = |log: &str| ROWS.iter().find(|(name, ..)| *name == log).unwrap().2;
        let (json, _) = answer::json(&[], read(first) + &read(second));
        assert_eq!(json["verdict"], "failed", "{first} and {second}");
        assert_eq!(json["counts"]["failed"], of(first) + of(second), "{first} and {second}");
    }
}

#[test]
fn what_a_command_of_ninja_printed_is_shown_whoever_it_was() {
    let log = std::fs::read_to_string("testdata/make/ninja-commands.txt").unwrap();
    let quiet: String = (0..3000).map(|number| format!("the harbour is quiet, hour {number}\n")).collect();
    let answer = answer::answer(&["-m", "minimal"], format!("{quiet}{log}{quiet}"));
    for printed in [
        "deck: the manifest names 3 crates",
        "FAILED: ../out/deck.check",
        "mast: crate 7 is wet",
        "weir: FAILED 2 errors (",
    ] {
        assert!(answer.text.contains(printed), "{printed}\n{}", answer.text);
    }
}
