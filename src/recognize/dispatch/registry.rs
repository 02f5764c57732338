//! All recognizers, in the order in which they are asked. A new runner is one line in `ENTRIES`.

use crate::recognize::kit::linter::{Linter, Linting};
use crate::recognize::kit::words::Closing;
use crate::recognize::kit::{Driven, Runner};
use crate::recognize::runners::infra::tools::words;
use crate::recognize::runners::lint::rows;
use crate::recognize::{Recognizer, documents, runners};

/// A recognizer's maker, and what it reads in a few words.
struct Entry {
    new: fn() -> Box<dyn Recognizer>,
    reads: &'static str,
}

const fn entry<R: Recognizer + Default + 'static>(reads: &'static str) -> Entry {
    Entry { new: || Box::new(R::default()), reads }
}

/// A runner on the kit: what it reads is in its own file.
const fn driven<R: Runner + Send + 'static>() -> Entry {
    Entry { new: || Box::new(Driven::<R>::default()), reads: R::SPEC.reads }
}

/// A linter that is rows and code: what it reads is in its own file.
const fn linter<L: Linter + Send + 'static>() -> Entry {
    Entry { new: || Box::new(Linting::<L>::default()), reads: L::TABLE.reads }
}

/// A tool that is rows: what it reads is in its own file.
macro_rules! rows {
    ($words:ident) => {
        Entry { new: || Box::new(Closing::new(&words::$words)), reads: words::$words.reads }
    };
}

/// A linter that is rows alone.
macro_rules! lint {
    ($rows:ident) => {
        Entry { new: || Box::new(Linting::of(&rows::$rows)), reads: rows::$rows.reads }
    };
}

/// Every runner that weir knows.
const ENTRIES: &[Entry] = &[
    entry::<runners::ci::weir::Weir>("answers of weir itself, met again as input"),
    entry::<documents::Teamcity>("service messages of TeamCity, whichever runner prints them"),
    entry::<runners::rust::nextest::Nextest>("cargo nextest run"),
    entry::<runners::rust::cargo_test::CargoTest>("cargo test: unit, integration and doc tests"),
    // Before pytest, whose headings it has.
    driven::<runners::python::schemathesis::Schemathesis>(),
    entry::<runners::python::pytest::Pytest>("pytest, with xdist, reruns and subtests"),
    // Before unittest, whose closing lines it shares.
    entry::<runners::python::trial::Trial>("trial of Twisted: its reporters but subunit"),
    // Before unittest, whose closing lines look like its own.
    driven::<runners::python::green::Green>(),
    entry::<runners::python::unittest::Unittest>("python -m unittest"),
    entry::<runners::python::stestr::Stestr>("stestr and ostestr, as they print for people"),
    driven::<runners::python::ward::Ward>(),
    driven::<runners::python::zope_testrunner::ZopeTestrunner>(),
    driven::<runners::python::avocado::Avocado>(),
    driven::<runners::native::kyua::Kyua>(),
    driven::<runners::infra::goss::Goss>(),
    driven::<runners::infra::conftest::Conftest>(),
    driven::<runners::infra::container_structure_test::ContainerStructureTest>(),
    driven::<runners::build::buck2::Buck2>(),
    // Before jest, whose numbers look like its own.
    driven::<runners::infra::helm_unittest::HelmUnittest>(),
    entry::<runners::lint::helm_lint::HelmLint>("helm lint"),
    driven::<runners::infra::tools::helm_test::HelmTest>(),
    driven::<runners::php::kahlan::Kahlan>(),
    driven::<runners::jvm::kotest::Kotest>(),
    driven::<runners::infra::maestro::Maestro>(),
    driven::<runners::build::nx::Nx>(),
    driven::<runners::build::turbo::Turbo>(),
    driven::<runners::python::cocotb::Cocotb>(),
    // Before mocha, whose marks it draws for checks.
    driven::<runners::infra::k6::K6>(),
    driven::<runners::infra::locust::Locust>(),
    driven::<runners::native::kunit::Kunit>(),
    driven::<runners::native::vunit::Vunit>(),
    driven::<runners::native::twister::Twister>(),
    driven::<runners::native::pg_regress::PgRegress>(),
    driven::<runners::native::mysql_test_run::MysqlTestRun>(),
    driven::<runners::infra::inspec::Inspec>(),
    driven::<runners::functional::elm_test::ElmTest>(),
    // Before mocha, whose marks it draws.
    driven::<runners::javascript::intern::Intern>(),
    driven::<runners::javascript::nightwatch::Nightwatch>(),
    driven::<runners::script::bashunit::Bashunit>(),
    driven::<runners::script::shellspec::Shellspec>(),
    entry::<runners::python::behave::Behave>("behave: pretty, plain and the progress formatters"),
    entry::<runners::ruby::cucumber::Cucumber>(
        "cucumber-js, cucumber-ruby, Behat, godog and the summary of Cucumber-JVM",
    ),
    // Before those that print the same marks: it only counts them until it knows more.
    entry::<runners::script::tap::BatsPretty>("bats' pretty form"),
    entry::<runners::javascript::jasmine::Jasmine>("jasmine, its own console reporter"),
    entry::<runners::javascript::jasmine::JasmineSpec>("jasmine with jasmine-spec-reporter"),
    entry::<runners::javascript::karma::Karma>("Karma: progress, dots, mocha and spec reporters"),
    // Before vitest, whose numbers look like its own.
    driven::<runners::javascript::japa::Japa>(),
    entry::<runners::javascript::vitest::Vitest>("vitest"),
    entry::<runners::javascript::jest::Jest>("jest"),
    entry::<runners::javascript::playwright::Playwright>("playwright test"),
    entry::<runners::javascript::cypress::Cypress>("cypress run"),
    driven::<runners::javascript::testcafe::Testcafe>(),
    entry::<runners::javascript::wdio::Wdio>("WebdriverIO's test runner and its spec reporter"),
    driven::<runners::javascript::poku::Poku>(),
    driven::<runners::javascript::dredd::Dredd>(),
    entry::<runners::javascript::bun_test::BunTest>("bun test"),
    entry::<runners::javascript::deno_test::DenoTest>("deno test"),
    // Before those with which it shares the heading of its failures.
    driven::<runners::javascript::lab::Lab>(),
    entry::<runners::ruby::rspec::Rspec>("RSpec, with parallel_tests"),
    entry::<runners::ruby::rspec::RspecFailureList>("RSpec: its list of failures for editors"),
    entry::<runners::ruby::minitest::Minitest>("minitest, with Rails and minitest-reporters"),
    entry::<runners::ruby::minitest::TestUnit>("test-unit for Ruby"),
    entry::<runners::php::codeception::Codeception>("Codeception: marks, steps, lists of problems"),
    driven::<runners::php::phpspec::Phpspec>(),
    entry::<runners::php::phpunit::Phpunit>("PHPUnit and ParaTest, with --testdox"),
    entry::<runners::php::interpreter::Php>("fatal errors of PHP"),
    entry::<runners::functional::exunit::Exunit>("mix test and Elixir's compiler"),
    entry::<runners::python::robot::Robot>("Robot Framework"),
    entry::<runners::script::dart_test::DartTest>("dart test and flutter test"),
    entry::<runners::ruby::interpreter::Ruby>("exceptions of Ruby itself, and rake"),
    entry::<runners::php::pest::Pest>("Pest and Laravel's artisan test"),
    entry::<runners::functional::haskell::Hspec>("hspec, under cabal test and stack test"),
    driven::<runners::functional::haskell::Doctest>(),
    driven::<runners::functional::haskell::Sydtest>(),
    entry::<runners::functional::haskell::Tasty>("tasty, under cabal test and stack test"),
    entry::<runners::functional::haskell::Ghc>("GHC's errors and warnings"),
    entry::<runners::go::go_json::GoJson>("go test -json"),
    entry::<documents::Libtest>("cargo test and nextest in libtest's JSON lines"),
    entry::<runners::go::ginkgo::GoTest>("go test, plain and -v"),
    entry::<runners::go::ginkgo::Ginkgo>("ginkgo 1 and 2, by its command and under go test"),
    entry::<runners::go::gotestsum::Gotestsum>("gotestsum: its summary of go test"),
    entry::<runners::build::bazel::Bazel>("Bazel builds and tests"),
    entry::<runners::native::ctest::Ctest>("CTest, quiet, with output on failure, and verbose"),
    driven::<runners::native::ctest::LastTest>(),
    // Before GoogleTest, whose brackets one of its handlers draws.
    entry::<runners::script::busted::BustedScanned>("busted with -o gtest"),
    entry::<runners::script::busted::Busted>("busted: its terminal handlers (its TAP is read as tap)"),
    entry::<runners::script::luaunit::LuaUnit>("LuaUnit's text, quiet and verbose"),
    entry::<runners::native::meson_test::MesonTest>(
        "meson test, quiet, verbose and with error logs, and its testlog.txt",
    ),
    entry::<runners::native::meson_setup::MesonSetup>("meson setup, and its meson-log.txt"),
    entry::<runners::native::automake::Automake>(
        "make check of GNU Automake: both harnesses, TAP cases, and test-suite.log",
    ),
    entry::<runners::native::autotest::Autotest>(
        "GNU Autotest: `testsuite`, also verbose, traced and with several jobs, and testsuite.log",
    ),
    entry::<runners::native::dejagnu::Dejagnu>(
        "DejaGnu's runtest, with and without -a, as GCC and GDB use it",
    ),
    entry::<runners::python::sphinx::Sphinx>("Sphinx: builds of documentation, its link checks and doctests"),
    entry::<runners::python::mkdocs::Mkdocs>("MkDocs: builds, also with --strict and quiet"),
    entry::<runners::native::lit::Lit>("LLVM's lit, quiet, verbose and with -a, also before LLVM 11"),
    // Before GoogleTest, whose brackets it draws too.
    entry::<runners::native::cmocka::Cmocka>("cmocka programs (their TAP is read as tap)"),
    entry::<runners::native::gtest::GoogleTest>("GoogleTest programs, in full and brief form"),
    entry::<runners::native::catch2::Catch2>("Catch2 programs, console, compact and Automake form"),
    entry::<runners::native::doctest::Doctest>("doctest programs"),
    driven::<runners::native::boost_test::BoostTest>(),
    entry::<runners::native::qttest::QtTest>("QtTest programs, quiet and verbose"),
    driven::<runners::native::check::Check>(),
    driven::<runners::native::criterion::Criterion>(),
    entry::<runners::native::cpputest::CppUTest>("CppUTest programs, quiet and verbose"),
    entry::<runners::dotnet::pester::Pester>("Pester 3 to 6 for PowerShell, in every verbosity and on CI"),
    entry::<runners::infra::forge::ForgeTest>("forge test of Foundry"),
    entry::<runners::infra::forge::ForgeBuild>("forge build: what solc says"),
    entry::<runners::native::cppunit::CppUnit>(
        "CppUnit programs: text and compiler outputters, points and names",
    ),
    entry::<runners::native::cunit::Cunit>("CUnit programs: basic (normal, verbose, silent) and console"),
    entry::<runners::apple::xctest::Xctest>("XCTest in xcodebuild test and swift test"),
    entry::<runners::apple::swift_testing::SwiftTesting>("Swift Testing in xcodebuild test and swift test"),
    linter::<runners::lint::biome::Biome>(),
    lint!(STYLELINT),
    linter::<runners::lint::ruff::Ruff>(),
    linter::<runners::lint::flake8::Flake8>(),
    linter::<runners::lint::pylint::Pylint>(),
    linter::<runners::lint::mypy::Mypy>(),
    lint!(PYRIGHT),
    linter::<runners::lint::svelte_check::SvelteCheck>(),
    linter::<runners::lint::black::Black>(),
    lint!(ISORT),
    linter::<runners::lint::tsc::Tsc>(),
    linter::<runners::lint::eslint::Eslint>(),
    linter::<runners::lint::oxlint::Oxlint>(),
    entry::<runners::lint::semgrep::Semgrep>("semgrep scan and semgrep ci"),
    linter::<runners::lint::shellcheck::Shellcheck>(),
    linter::<runners::lint::prettier::Prettier>(),
    linter::<runners::lint::rubocop::Rubocop>(),
    linter::<runners::lint::golangci_lint::GolangciLint>(),
    lint!(YAMLLINT),
    lint!(HADOLINT),
    lint!(MARKDOWNLINT),
    entry::<runners::lint::phpstan::Phpstan>("phpstan: table and raw"),
    linter::<runners::lint::phpcs::Phpcs>(),
    linter::<runners::lint::psalm::Psalm>(),
    linter::<runners::lint::cppcheck::Cppcheck>(),
    linter::<runners::lint::small::SmallLinters>(),
    linter::<runners::lint::web::WebLinters>(),
    linter::<runners::lint::project::ProjectLinters>(),
    linter::<runners::lint::packages::PackageLinters>(),
    linter::<runners::lint::further::FurtherLinters>(),
    entry::<runners::lint::pages::PageLinters>("Lighthouse CI, pa11y, pa11y-ci"),
    entry::<runners::lint::credo::Credo>("Credo of Elixir, default and oneline"),
    linter::<runners::lint::compilers::Compilers>(),
    entry::<runners::lint::php_cs_fixer::PhpCsFixer>("PHP CS Fixer: files that it would change"),
    linter::<runners::lint::dart_analyze::DartAnalyze>(),
    entry::<runners::infra::tools::cargo_deny::CargoDeny>("cargo deny: advisories, bans, licenses, sources"),
    entry::<runners::infra::tools::cargo_audit::CargoAudit>("cargo audit: advisories"),
    entry::<runners::infra::tools::audit::Audit>("npm audit, pnpm audit and yarn audit"),
    entry::<runners::infra::tools::uv::Uv>("uv: requirements and builds that failed"),
    entry::<runners::infra::tools::resolver::Resolver>(
        "poetry, pub, Bundler, cabal and stack: versions that do not go together",
    ),
    entry::<runners::infra::tools::cocoapods::Cocoapods>("CocoaPods: installs that failed"),
    entry::<runners::infra::tools::composer::Composer>("composer: requirements that do not go together"),
    entry::<runners::infra::tools::pao::Pao>("laravel/pao: PHPUnit, Pest, PHPStan and Rector for agents"),
    entry::<runners::infra::tools::next::NextBuild>("next build: pages that cannot be rendered or collected"),
    entry::<runners::infra::env::pip::Pip>("pip install: requirements and builds that failed"),
    entry::<runners::infra::env::docker::Docker>("docker build, BuildKit plain and legacy"),
    driven::<runners::infra::env::terraform_test::TerraformTest>(),
    entry::<runners::infra::env::terraform::Terraform>("terraform and OpenTofu"),
    entry::<runners::infra::env::ansible::Ansible>("ansible-playbook"),
    driven::<runners::infra::env::pre_commit::PreCommit>(),
    entry::<runners::infra::env::r_cmd_check::RCmdCheck>("R CMD check, rcmdcheck and devtools::check"),
    entry::<runners::infra::env::tox::Tox>("tox 4 and 3"),
    driven::<runners::infra::env::nox::Nox>(),
    // Before rustc, whose errors look alike.
    driven::<runners::infra::hurl::Hurl>(),
    entry::<runners::rust::rustc::Rustc>("cargo build, cargo clippy and rustc diagnostics"),
    linter::<runners::lint::swiftlint::Swiftlint>(),
    entry::<runners::apple::xcodebuild::Xcodebuild>(
        "xcodebuild and swift builds: compile, link and signing errors",
    ),
    entry::<runners::go::go_build::GoBuild>("go build and go vet"),
    entry::<runners::dotnet::dotnet_test::DotnetTest>(
        "dotnet test and vstest.console, with xUnit, NUnit and MSTest",
    ),
    entry::<runners::dotnet::dotnet_test::XunitConsole>("xUnit.net's own runners, version 1 to 3"),
    entry::<runners::dotnet::dotnet_test::NunitConsole>("NUnit's console and NUnitLite"),
    entry::<runners::dotnet::msbuild::Msbuild>("MSBuild and dotnet build: compilers, NuGet, linkers"),
    entry::<runners::native::zig::ZigTest>("zig test: a test program in its plain form"),
    entry::<runners::native::zig::ZigBuild>("zig build: steps and their tests, and the compiler's errors"),
    entry::<runners::functional::ocaml::Ocaml>(
        "OCaml's compilers, alone and under dune, and dune's differences",
    ),
    driven::<runners::functional::alcotest::Alcotest>(),
    entry::<runners::native::gcc::Gcc>("gcc and clang diagnostics"),
    entry::<runners::native::ld::Ld>("linker errors"),
    entry::<runners::build::make::Make>("make, ninja and CMake"),
    entry::<runners::javascript::node::Node>("node processes that died"),
    entry::<runners::script::tcltest::Tcltest>("tcltest"),
    entry::<runners::infra::dbt::Dbt>("dbt build, run, test, seed and snapshot"),
    driven::<runners::infra::opa::Opa>(),
    entry::<runners::functional::erlang::Eunit>("EUnit for Erlang, alone and under rebar3"),
    driven::<runners::functional::gleeunit::Gleeunit>(),
    entry::<runners::functional::erlang::CommonTest>("Common Test for Erlang, alone and under rebar3"),
    entry::<runners::functional::ert::Ert>("ERT for Emacs Lisp, in batch mode, quiet too"),
    entry::<runners::native::unity::Unity>("Unity for C, with Ceedling, PlatformIO and ESP-IDF"),
    entry::<runners::functional::julia_test::JuliaTest>("Julia's Test, under Pkg.test and in scripts"),
    entry::<runners::script::testthat::Testthat>(
        "testthat for R: progress, check, compact and other reporters",
    ),
    driven::<runners::script::yath::Yath>(),
    entry::<runners::script::prove::Prove>("prove, with and without -v"),
    entry::<runners::build::webpack::Webpack>(
        "webpack, with ts-loader, and under Angular, Create React App and Next",
    ),
    entry::<runners::javascript::newman::Newman>("Newman: collections of Postman"),
    entry::<runners::build::esbuild::Esbuild>("esbuild, also under tsup, Vite, Angular and Wrangler"),
    entry::<runners::build::rollup::Rollup>("Rollup's command line"),
    entry::<runners::build::rollup::Vite>("Vite's build, also under what is built on it"),
    entry::<runners::build::npm::Npm>("npm errors and warnings"),
    entry::<runners::build::npm::Pnpm>("pnpm errors"),
    entry::<runners::build::npm::Yarn>("yarn errors and warnings, classic and berry"),
    driven::<runners::javascript::tstyche::Tstyche>(),
    driven::<runners::javascript::uvu::Uvu>(),
    entry::<runners::javascript::ava::Ava>("AVA, default reporter (its TAP is read as tap)"),
    entry::<runners::javascript::node_test::NodeTest>(
        "node --test: spec and dot reporters (its TAP is read as tap)",
    ),
    // Before mocha, which prints the same marks.
    entry::<runners::script::tap::TapFormatted>("failures that tap-spec, tap-arc and tap-dot list"),
    entry::<runners::javascript::mocha::Mocha>(
        "mocha: spec, dot, list, min and the other reporters with closing numbers",
    ),
    entry::<runners::javascript::mocha::MochaReported>("mocha: json-stream, and the failures of doc"),
    entry::<runners::script::tap::Tap>(
        "TAP 12 to 14: bats, node --test, tape, node-tap, Test::More, vitest and mocha reporters",
    ),
    entry::<runners::jvm::ant::Ant>("Ant: its junit task and the reason of a failed build"),
    entry::<runners::jvm::maven::Maven>("Maven: Surefire and Failsafe tests, compile errors, failed goals"),
    entry::<runners::jvm::gradle::Gradle>("Gradle: test results and failed builds"),
    entry::<runners::jvm::junit_text::JunitText>(
        "JUnit 4's and 3's text runners, also on Android and under Bazel",
    ),
    driven::<runners::jvm::testng::Testng>(),
    driven::<runners::jvm::jtreg::Jtreg>(),
    driven::<runners::jvm::karate::Karate>(),
    entry::<runners::jvm::junit_console::JunitConsole>("JUnit Platform console launcher"),
    entry::<runners::jvm::compiler::Javac>("javac, alone and under Ant and Gradle"),
    entry::<runners::jvm::compiler::Kotlinc>("kotlinc, alone and under Gradle"),
    entry::<runners::jvm::compiler::Scalac>("scalac"),
    entry::<runners::jvm::clojure_test::ClojureTest>("clojure.test, alone and under Leiningen"),
    entry::<runners::jvm::sbt::Sbt>(
        "sbt: ScalaTest, munit and JUnit tests, compile errors; ScalaTest's own runner",
    ),
    entry::<runners::jvm::java::Java>(
        "exceptions that nobody caught in programs of the Java virtual machine",
    ),
    entry::<runners::python::coverage::Coverage>(
        "thresholds of coverage that were not met: coverage.py, SimpleCov, nyc, mix and more",
    ),
    entry::<runners::native::process::Process>("crashes: sanitizers, signals, uncaught exceptions"),
    rows!(JUST),
    rows!(BUN_RUN),
    rows!(DENO_TASK),
    rows!(COMPOSER_SCRIPT),
    rows!(FLUTTER_BUILD),
    rows!(COMPOSE),
    rows!(FASTLANE),
    rows!(HELM),
    rows!(KUBECTL),
    entry::<runners::infra::tools::platformio::PlatformIo>("PlatformIO: pio run"),
    entry::<runners::infra::tools::usage::Usage>("usage errors of docker, kubectl, helm and their like"),
    rows!(VERCEL),
    rows!(NETLIFY),
    rows!(HEROKU),
    rows!(CLOUDFLARE),
    rows!(RENDER),
    rows!(FLY),
    entry::<runners::ci::service::Ci>(
        "a CI's own verdicts: GitHub, GitLab, Travis, Jenkins, Azure, CircleCI, Buildkite",
    ),
];

/// Tools with names of their own in answers that a recognizer of another name reads.
const TOOLS: [(&str, &str); 3] = [("cmake", "make"), ("ninja", "make"), ("swift", "xcodebuild")];

/// One new recognizer of each kind.
#[must_use]
pub fn all() -> Vec<Box<dyn Recognizer>> {
    ENTRIES.iter().map(|entry| (entry.new)()).collect()
}

type Made = (Box<dyn Recognizer>, fn() -> Box<dyn Recognizer>);

/// One new recognizer, with its maker, of each kind that a name on the command line means, or of all kinds.
#[must_use]
pub fn answering(only: Option<&str>) -> Vec<Made> {
    let all = all().into_iter().zip(ENTRIES).map(|(recognizer, entry)| (recognizer, entry.new));
    let reads = |runner: crate::event::Runner, name: &str| {
        answers_to(runner, name) || ALSO.iter().any(|(tool, by)| *by == runner.0 && *tool == name)
    };
    all.filter(|(recognizer, _)| only.is_none_or(|name| reads(recognizer.runner(), name))).collect()
}

/// The name of each recognizer's runner, and what it reads, in the order of the registry. A runner with several
/// forms of output has a row for each.
#[must_use]
pub fn listed() -> Vec<(&'static str, &'static str)> {
    ENTRIES.iter().map(|entry| ((entry.new)().runner().0, entry.reads)).collect()
}

/// The names that `--from` takes, in the order of the registry.
#[must_use]
pub fn names() -> Vec<&'static str> {
    let mut names = Vec::new();
    for (name, _) in listed() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Tools of which a further runner's recognizer reads another form: node prints TAP where nobody watches, up to version 22.
const ALSO: [(&str, &str); 1] = [("node test", "tap")];

/// Whether a runner is meant by a name on the command line: its name, with `-` or `_` for blanks, in any case.
#[must_use]
pub fn answers_to(runner: crate::event::Runner, name: &str) -> bool {
    let plain = |text: &str| text.to_ascii_lowercase().replace(['-', '_'], " ");
    let tool = TOOLS.iter().find(|(tool, _)| *tool == plain(name)).map(|(_, reader)| *reader);
    plain(runner.0) == plain(tool.unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Class, Event, Outcome, Seen, Sink};
    use crate::text::Line;

    #[test]
    fn every_recognizer_says_what_it_reads_in_words_of_its_own() {
        let rows = listed();
        assert_eq!(rows.len(), all().len());
        for (position, (name, reads)) in rows.iter().enumerate() {
            assert!(!name.is_empty() && !reads.is_empty(), "row {position}");
            assert!(rows.iter().skip(position + 1).all(|(_, other)| other != reads), "{reads} stands twice");
        }
    }

    #[test]
    fn a_name_is_listed_once_however_many_forms_its_output_has() {
        let names = names();
        let once: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(names.len(), once.len());
        assert!(names.contains(&"go test"));
    }

    /// All logs under a folder of `testdata`.
    fn logs(folder: &std::path::Path, into: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                logs(&path, into);
            } else if path.extension().is_some_and(|extension| extension == "log" || extension == "txt") {
                into.push(String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned());
            }
        }
    }

    #[test]
    fn the_short_way_round_a_line_comes_to_the_same_as_the_line() {
        let testdata = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
        for (runner, folder) in [("cargo test", "cargo-test"), ("pytest", "pytest")] {
            let mut texts = Vec::new();
            logs(&testdata.join(folder), &mut texts);
            let of_runner = || all().into_iter().find(|each| each.runner().0 == runner).unwrap();
            let mut shortened = 0_u64;
            for text in &texts {
                let (mut short, mut long) = (of_runner(), of_runner());
                for line in text.lines().map(Line::of) {
                    let (mut of_short, mut of_long) = (Vec::<String>::new(), Vec::<String>::new());
                    let seen = match short.passed(&line) {
                        Some(id) => {
                            shortened += 1;
                            of_short.emit(Event::finished(id, Outcome::Passed));
                            Seen::Mine(Class::Passed)
                        }
                        None => short.line(&line, &mut of_short),
                    };
                    assert_eq!(
                        (seen, &of_short),
                        (long.line(&line, &mut of_long), &of_long),
                        "{}",
                        line.text
                    );
                    assert_eq!(short.attention(), long.attention(), "{}", line.text);
                }
            }
            assert!(shortened > 5, "{runner}: {shortened}");
        }
    }
}
