//! The recognizer of the small linters: it reads the place of a line once, and asks each tool whether the line is its own.

use super::printed::Printed;
use super::{actionlint, android_lint, ansible_lint, bandit, deptry, dotenv_linter, erb_lint, fasterer};
use super::{haml_lint, hlint, ktlint, misspell, pydocstyle, reek, sorbet, vulture};
use crate::event::Seen;
use crate::recognize::kit::lint::finding::{Finding, position, spaced};
use crate::recognize::kit::linter::{Findings, Linter, Table, Tool, ask};

/// The tools that print `PATH:LINE message`.
const AFTER_BLANKS: [fn(&Printed<'_>) -> bool; 3] =
    [haml_lint::prints, dotenv_linter::prints, fasterer::prints];
/// The tools that print `PATH:LINE: message`.
const AFTER_COLONS: [fn(&Printed<'_>) -> bool; 9] = [
    erb_lint::prints,
    hlint::prints,
    misspell::prints,
    ansible_lint::prints,
    actionlint::prints,
    bandit::prints,
    sorbet::prints,
    ktlint::prints,
    vulture::prints,
];

/// Small linters.
#[derive(Debug, Default)]
pub struct SmallLinters {
    android: android_lint::AndroidLint,
    pydocstyle: pydocstyle::Pydocstyle,
    bandit: bandit::Bandit,
    hlint: hlint::Hlint,
    reek: reek::Reek,
}

impl Linter for SmallLinters {
    const TABLE: Table = Table {
        name: "linter",
        reads: "small linters: haml-lint, dotenv-linter, bandit, reek and more",
        starts: &[
            android_lint::FOUND,
            android_lint::REPORT,
            ".env",
            bandit::ISSUE,
            "standard: Use JavaScript Standard Style",
            "standard: Run `standard --fix`",
            "Inspecting ",
            "pyproject.toml: DEP",
            "requirements.txt: DEP",
        ],
        places: Some(&["go", "java", "kt", "py", "rb"]),
        ..Table::NONE
    };

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let tools: &mut [&mut dyn Tool] =
            &mut [&mut self.reek, &mut self.bandit, &mut self.hlint, &mut self.pydocstyle];
        self.android.line(text, findings).or_else(|| ask(tools, text, findings))
    }

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let finding = finding(text)?;
        Some(self.hlint.report(&finding, text, findings))
    }

    fn sees_every_line(&self) -> bool {
        self.pydocstyle.is_open() || self.reek.is_open()
    }

    fn end(&mut self, findings: &mut Findings<'_>) {
        self.android.end(findings);
    }
}

/// A finding of one line.
fn finding(text: &str) -> Option<Finding<'_>> {
    if text.starts_with([' ', '\t']) {
        return None;
    }
    if let Some((place, column, message)) = spaced(text) {
        let statement = Printed { place, column, message };
        return AFTER_BLANKS.iter().any(|prints| prints(&statement)).then(|| statement.fails());
    }
    if let Some(found) = deptry::finding(text) {
        return Some(found);
    }
    let (place, column, rest) = position(text)?;
    let statement = Printed { place, column, message: rest.trim_start() };
    if let Some(weight) = android_lint::weight(&statement) {
        return Some(Finding { weight, ..statement.fails() });
    }
    AFTER_COLONS.iter().any(|prints| prints(&statement)).then(|| statement.fails())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_of_each_is_a_finding() {
        for text in [
            "app/a.html.haml:33 [W] ImplicitDiv: no",
            ".env:3 KeyWithoutValue: no",
            "/p/src/App.kt:3:1: Unused import (standard:no-unused-imports)",
            "build.gradle.kts:10:5: Unexpected indentation (4) (should be 8) (indent)",
            "/p/src/App.kt:14:23: This expression contains a magic number. [MagicNumber]",
            "app/a.rb:57 Array#select.first is slower than Array#detect.",
            "a.html.erb:9:0: Indent",
            "pet/v1/pet.proto:42:10:Field name should be lower_snake_case",
            "a.lua:5:17: trailing whitespace",
            "src/A.hs:11:18: Suggestion: Redundant bracket",
            "a.txt:1:20: \"zeebra\" is a misspelling of \"zebra\"",
            "main.yml:1: [E201] Trailing whitespace",
            "roles/a.yml:3: fqcn[action-core]: Use FQCN",
            ".github/workflows/a.yml:3:5: unexpected key \"x\" [syntax-check]",
            "sample.rb:13: Method barr does not exist https://srb.help/7003",
            "/p/a.py:5: B105[bandit]: LOW: Possible hardcoded password",
            "/p/src/main/AndroidManifest.xml:5: Error: Missing permission [MissingPermission]",
            "harbour/quay.py:8: unreachable code after 'return' (100% confidence)",
            "quay.py:4: unused function 'moor' (60% confidence, 5 lines)",
            "pyproject.toml: DEP002 'left' defined as a dependency but not used in the codebase",
        ] {
            assert!(finding(text).is_some(), "{text}");
        }
        for text in [
            "src/A.hs:11:18: error: Variable not in scope",
            "src/a.py:7: AssertionError",
            "/p/src/App.kt:3:1: error: unresolved reference (x)",
            "App.kt:7: called from (main)",
            "a.rb:3: warning: unused",
            "docker-compose.yml:3: x",
            "app/a.rb:57 is here",
            "quay.py:8: unused function 'moor' (some confidence)",
            "quay.py:8: moored with 100% confidence",
            "pyproject.toml: DEPTH of the berth",
            "Cargo.toml: DEP002 'left' is not used",
        ] {
            assert!(finding(text).is_none(), "{text}");
        }
    }
}
