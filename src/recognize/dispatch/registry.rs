//! All recognizers, in the order in which they are asked. A new runner is one line in `ENTRIES`.

use std::any::type_name;

use crate::recognize::kit::linter::{Linter, Linting};
use crate::recognize::kit::words::Closing;
use crate::recognize::kit::{Driven, Runner};
use crate::recognize::recognizer::Recognizer;
use crate::recognize::runners::infra::tools::words;
use crate::recognize::runners::lint::rows;
use crate::recognize::{documents, runners};

/// A recognizer's maker, what it reads in a few words, which its own file says, and in which path that file is.
struct Entry {
    new: fn() -> Box<dyn Recognizer>,
    reads: &'static str,
    path: fn() -> &'static str,
}

/// A runner: what it reads is in its own file.
const fn runner<R: Runner + Send + 'static>() -> Entry {
    Entry { new: || Box::new(Driven::<R>::default()), reads: R::SPEC.reads, path: type_name::<R> }
}

/// A linter that is rows and code: what it reads is in its own file.
const fn linter<L: Linter + Send + 'static>() -> Entry {
    Entry { new: || Box::new(Linting::<L>::default()), reads: L::TABLE.reads, path: type_name::<L> }
}

/// A tool that is rows: what it reads is in its own file.
macro_rules! rows {
    ($words:ident) => {
        Entry {
            new: || Box::new(Closing::new(&words::$words)),
            reads: words::$words.reads,
            path: || "runners::infra::",
        }
    };
}

/// A linter that is rows alone.
macro_rules! lint {
    ($rows:ident) => {
        Entry {
            new: || Box::new(Linting::of(&rows::$rows)),
            reads: rows::$rows.reads,
            path: || "runners::lint::",
        }
    };
}

/// Every runner that weir knows.
const ENTRIES: &[Entry] = &[
    runner::<runners::ci::weir::Weir>(),
    runner::<documents::Teamcity>(),
    runner::<runners::rust::nextest::Nextest>(),
    runner::<runners::rust::cargo_test::CargoTest>(),
    // Before pytest, whose headings it has.
    runner::<runners::python::schemathesis::Schemathesis>(),
    runner::<runners::python::pytest::Pytest>(),
    // Before unittest, whose closing lines it shares.
    runner::<runners::python::trial::Trial>(),
    // Before unittest, whose closing lines look like its own.
    runner::<runners::python::green::Green>(),
    runner::<runners::python::unittest::Unittest>(),
    runner::<runners::python::stestr::Stestr>(),
    runner::<runners::python::ward::Ward>(),
    runner::<runners::python::zope_testrunner::ZopeTestrunner>(),
    runner::<runners::python::avocado::Avocado>(),
    runner::<runners::native::kyua::Kyua>(),
    runner::<runners::infra::goss::Goss>(),
    runner::<runners::infra::conftest::Conftest>(),
    runner::<runners::infra::container_structure_test::ContainerStructureTest>(),
    runner::<runners::build::buck2::Buck2>(),
    // Before jest, whose numbers look like its own.
    runner::<runners::infra::helm_unittest::HelmUnittest>(),
    runner::<runners::lint::helm_lint::HelmLint>(),
    runner::<runners::infra::tools::helm_test::HelmTest>(),
    runner::<runners::php::kahlan::Kahlan>(),
    runner::<runners::jvm::kotest::Kotest>(),
    runner::<runners::infra::maestro::Maestro>(),
    runner::<runners::build::nx::Nx>(),
    runner::<runners::build::turbo::Turbo>(),
    runner::<runners::python::cocotb::Cocotb>(),
    // Before mocha, whose marks it draws for checks.
    runner::<runners::infra::k6::K6>(),
    runner::<runners::infra::locust::Locust>(),
    runner::<runners::native::kunit::Kunit>(),
    runner::<runners::native::vunit::Vunit>(),
    runner::<runners::native::twister::Twister>(),
    runner::<runners::native::pg_regress::PgRegress>(),
    runner::<runners::native::mysql_test_run::MysqlTestRun>(),
    runner::<runners::infra::inspec::Inspec>(),
    runner::<runners::functional::elm_test::ElmTest>(),
    // Before mocha, whose marks it draws.
    runner::<runners::javascript::intern::Intern>(),
    runner::<runners::javascript::nightwatch::Nightwatch>(),
    runner::<runners::script::bashunit::Bashunit>(),
    runner::<runners::script::shellspec::Shellspec>(),
    runner::<runners::python::behave::Behave>(),
    runner::<runners::ruby::cucumber::Cucumber>(),
    // Before those that print the same marks: it only counts them until it knows more.
    runner::<runners::script::tap::BatsPretty>(),
    runner::<runners::javascript::jasmine::Jasmine>(),
    runner::<runners::javascript::jasmine::JasmineSpec>(),
    runner::<runners::javascript::karma::Karma>(),
    // Before vitest, whose numbers look like its own.
    runner::<runners::javascript::japa::Japa>(),
    runner::<runners::javascript::vitest::Vitest>(),
    runner::<runners::javascript::jest::Jest>(),
    runner::<runners::javascript::playwright::Playwright>(),
    runner::<runners::javascript::cypress::Cypress>(),
    runner::<runners::javascript::testcafe::Testcafe>(),
    runner::<runners::javascript::wdio::Wdio>(),
    runner::<runners::javascript::poku::Poku>(),
    runner::<runners::javascript::dredd::Dredd>(),
    runner::<runners::javascript::bun_test::BunTest>(),
    runner::<runners::javascript::deno_test::DenoTest>(),
    // Before those with which it shares the heading of its failures.
    runner::<runners::javascript::lab::Lab>(),
    runner::<runners::ruby::rspec::Rspec>(),
    runner::<runners::ruby::rspec::RspecFailureList>(),
    runner::<runners::ruby::minitest::Minitest>(),
    runner::<runners::ruby::minitest::TestUnit>(),
    runner::<runners::php::codeception::Codeception>(),
    runner::<runners::php::phpspec::Phpspec>(),
    runner::<runners::php::phpunit::Phpunit>(),
    runner::<runners::php::interpreter::Php>(),
    runner::<runners::functional::exunit::Exunit>(),
    runner::<runners::python::robot::Robot>(),
    runner::<runners::script::dart_test::DartTest>(),
    runner::<runners::ruby::interpreter::Ruby>(),
    runner::<runners::php::pest::Pest>(),
    runner::<runners::functional::haskell::Hspec>(),
    runner::<runners::functional::haskell::Doctest>(),
    runner::<runners::functional::haskell::Sydtest>(),
    runner::<runners::functional::haskell::Tasty>(),
    runner::<runners::functional::haskell::Ghc>(),
    runner::<runners::go::go_json::GoJson>(),
    runner::<documents::Libtest>(),
    runner::<runners::go::ginkgo::GoTest>(),
    runner::<runners::go::ginkgo::Ginkgo>(),
    runner::<runners::go::gotestsum::Gotestsum>(),
    runner::<runners::build::bazel::Bazel>(),
    runner::<runners::native::ctest::Ctest>(),
    runner::<runners::native::ctest::LastTest>(),
    // Before GoogleTest, whose brackets one of its handlers draws.
    runner::<runners::script::busted::BustedScanned>(),
    runner::<runners::script::busted::Busted>(),
    runner::<runners::script::luaunit::LuaUnit>(),
    runner::<runners::native::meson_test::MesonTest>(),
    runner::<runners::native::meson_setup::MesonSetup>(),
    runner::<runners::native::automake::Automake>(),
    runner::<runners::native::autotest::Autotest>(),
    runner::<runners::native::dejagnu::Dejagnu>(),
    runner::<runners::python::sphinx::Sphinx>(),
    runner::<runners::python::mkdocs::Mkdocs>(),
    runner::<runners::native::lit::Lit>(),
    // Before GoogleTest, whose brackets it draws too.
    runner::<runners::native::cmocka::Cmocka>(),
    runner::<runners::native::gtest::GoogleTest>(),
    runner::<runners::native::catch2::Catch2>(),
    runner::<runners::native::doctest::Doctest>(),
    runner::<runners::native::boost_test::BoostTest>(),
    runner::<runners::native::qttest::QtTest>(),
    runner::<runners::native::check::Check>(),
    runner::<runners::native::criterion::Criterion>(),
    runner::<runners::native::cpputest::CppUTest>(),
    runner::<runners::dotnet::pester::Pester>(),
    runner::<runners::infra::forge::ForgeTest>(),
    runner::<runners::infra::forge::ForgeBuild>(),
    runner::<runners::native::cppunit::CppUnit>(),
    runner::<runners::native::cunit::Cunit>(),
    runner::<runners::apple::xctest::Xctest>(),
    runner::<runners::apple::swift_testing::SwiftTesting>(),
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
    runner::<runners::lint::semgrep::Semgrep>(),
    linter::<runners::lint::shellcheck::Shellcheck>(),
    linter::<runners::lint::prettier::Prettier>(),
    linter::<runners::lint::rubocop::Rubocop>(),
    linter::<runners::lint::golangci_lint::GolangciLint>(),
    lint!(YAMLLINT),
    lint!(HADOLINT),
    lint!(MARKDOWNLINT),
    runner::<runners::lint::phpstan::Phpstan>(),
    linter::<runners::lint::phpcs::Phpcs>(),
    linter::<runners::lint::psalm::Psalm>(),
    linter::<runners::lint::cppcheck::Cppcheck>(),
    linter::<runners::lint::small::SmallLinters>(),
    linter::<runners::lint::web::WebLinters>(),
    linter::<runners::lint::project::ProjectLinters>(),
    linter::<runners::lint::packages::PackageLinters>(),
    linter::<runners::lint::further::FurtherLinters>(),
    runner::<runners::lint::pages::PageLinters>(),
    runner::<runners::lint::credo::Credo>(),
    linter::<runners::lint::compilers::Compilers>(),
    runner::<runners::lint::php_cs_fixer::PhpCsFixer>(),
    linter::<runners::lint::dart_analyze::DartAnalyze>(),
    runner::<runners::infra::tools::cargo_deny::CargoDeny>(),
    runner::<runners::infra::tools::cargo_audit::CargoAudit>(),
    runner::<runners::infra::tools::audit::Audit>(),
    runner::<runners::infra::tools::uv::Uv>(),
    runner::<runners::infra::tools::resolver::Resolver>(),
    runner::<runners::infra::tools::cocoapods::Cocoapods>(),
    runner::<runners::infra::tools::composer::Composer>(),
    runner::<runners::infra::tools::pao::Pao>(),
    runner::<runners::infra::tools::next::NextBuild>(),
    runner::<runners::infra::env::pip::Pip>(),
    runner::<runners::infra::env::docker::Docker>(),
    runner::<runners::infra::env::terraform_test::TerraformTest>(),
    runner::<runners::infra::env::terraform::Terraform>(),
    runner::<runners::infra::env::ansible::Ansible>(),
    runner::<runners::infra::env::pre_commit::PreCommit>(),
    runner::<runners::infra::env::r_cmd_check::RCmdCheck>(),
    runner::<runners::infra::env::tox::Tox>(),
    runner::<runners::infra::env::nox::Nox>(),
    // Before rustc, whose errors look alike.
    runner::<runners::infra::hurl::Hurl>(),
    runner::<runners::rust::rustc::Rustc>(),
    linter::<runners::lint::swiftlint::Swiftlint>(),
    runner::<runners::apple::xcodebuild::Xcodebuild>(),
    runner::<runners::go::go_build::GoBuild>(),
    runner::<runners::dotnet::dotnet_test::DotnetTest>(),
    runner::<runners::dotnet::dotnet_test::XunitConsole>(),
    runner::<runners::dotnet::dotnet_test::NunitConsole>(),
    runner::<runners::dotnet::msbuild::Msbuild>(),
    runner::<runners::native::zig::ZigTest>(),
    runner::<runners::native::zig::ZigBuild>(),
    runner::<runners::functional::ocaml::Ocaml>(),
    runner::<runners::functional::alcotest::Alcotest>(),
    runner::<runners::native::gcc::Gcc>(),
    runner::<runners::native::ld::Ld>(),
    runner::<runners::build::make::Make>(),
    runner::<runners::javascript::node::Node>(),
    runner::<runners::script::tcltest::Tcltest>(),
    runner::<runners::infra::dbt::Dbt>(),
    runner::<runners::infra::opa::Opa>(),
    runner::<runners::functional::erlang::Eunit>(),
    runner::<runners::functional::gleeunit::Gleeunit>(),
    runner::<runners::functional::erlang::CommonTest>(),
    runner::<runners::functional::ert::Ert>(),
    runner::<runners::native::unity::Unity>(),
    runner::<runners::functional::julia_test::JuliaTest>(),
    runner::<runners::script::testthat::Testthat>(),
    runner::<runners::script::yath::Yath>(),
    runner::<runners::script::prove::Prove>(),
    runner::<runners::build::webpack::Webpack>(),
    runner::<runners::javascript::newman::Newman>(),
    runner::<runners::build::esbuild::Esbuild>(),
    runner::<runners::build::rollup::Rollup>(),
    runner::<runners::build::rollup::Vite>(),
    runner::<runners::build::npm::Npm>(),
    runner::<runners::build::npm::Pnpm>(),
    runner::<runners::build::npm::Yarn>(),
    runner::<runners::javascript::tstyche::Tstyche>(),
    runner::<runners::javascript::uvu::Uvu>(),
    runner::<runners::javascript::ava::Ava>(),
    runner::<runners::javascript::node_test::NodeTest>(),
    // Before mocha, which prints the same marks.
    runner::<runners::script::tap::TapFormatted>(),
    runner::<runners::javascript::mocha::Mocha>(),
    runner::<runners::javascript::mocha::MochaReported>(),
    runner::<runners::script::tap::Tap>(),
    runner::<runners::jvm::ant::Ant>(),
    runner::<runners::jvm::maven::Maven>(),
    runner::<runners::jvm::gradle::Gradle>(),
    runner::<runners::jvm::junit_text::JunitText>(),
    runner::<runners::jvm::testng::Testng>(),
    runner::<runners::jvm::jtreg::Jtreg>(),
    runner::<runners::jvm::karate::Karate>(),
    runner::<runners::jvm::junit_console::JunitConsole>(),
    runner::<runners::jvm::compiler::Javac>(),
    runner::<runners::jvm::compiler::Kotlinc>(),
    runner::<runners::jvm::compiler::Scalac>(),
    runner::<runners::jvm::clojure_test::ClojureTest>(),
    runner::<runners::jvm::sbt::Sbt>(),
    runner::<runners::jvm::java::Java>(),
    runner::<runners::python::coverage::Coverage>(),
    runner::<runners::native::process::Process>(),
    rows!(JUST),
    rows!(BUN_RUN),
    rows!(DENO_TASK),
    rows!(COMPOSER_SCRIPT),
    rows!(FLUTTER_BUILD),
    rows!(COMPOSE),
    rows!(FASTLANE),
    rows!(HELM),
    rows!(KUBECTL),
    runner::<runners::infra::tools::platformio::PlatformIo>(),
    runner::<runners::infra::tools::usage::Usage>(),
    rows!(VERCEL),
    rows!(NETLIFY),
    rows!(HEROKU),
    rows!(CLOUDFLARE),
    rows!(RENDER),
    rows!(FLY),
    runner::<runners::ci::service::Ci>(),
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

/// A recognizer, as people see it.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct Listed {
    /// The name of its runner.
    pub name: &'static str,
    /// Which of its output is read, in a few words.
    pub reads: &'static str,
    /// The family of runners to which it belongs: the folder of its source.
    pub family: &'static str,
}

/// Each recognizer, in the order of the registry. A runner with several forms of output has a row for each.
#[must_use]
pub fn listed() -> Vec<Listed> {
    let family = |path: &'static str| path.split_once("runners::")?.1.split("::").next();
    let listed = |entry: &Entry| Listed {
        name: (entry.new)().runner().0,
        reads: entry.reads,
        family: family((entry.path)()).unwrap_or("any"),
    };
    ENTRIES.iter().map(listed).collect()
}

/// The names that `--from` takes, in the order of the registry.
#[must_use]
pub fn names() -> Vec<&'static str> {
    let mut names = Vec::new();
    for Listed { name, .. } in listed() {
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
        for (position, Listed { name, reads, .. }) in rows.iter().enumerate() {
            assert!(!name.is_empty() && !reads.is_empty(), "row {position}");
            assert!(rows.iter().skip(position + 1).all(|other| other.reads != *reads), "{reads} comes twice");
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
