//! Small linters that share a recognizer, as most of them print one line for a finding: they are rows, except for what reek and
//! Android's lint say on several lines.

use super::{android_lint, reek};
use crate::event::Seen;
use crate::recognize::kit::linter::{Findings, Linter, Tool};
use crate::recognize::kit::rows::{Table, table};

/// Small linters.
#[derive(Debug, Default)]
pub struct SmallLinters {
    android: android_lint::AndroidLint,
    reek: reek::Reek,
}

impl Linter for SmallLinters {
    const TABLE: Table = table!(
        "small.rows",
        "haml_lint.rows",
        "dotenv_linter.rows",
        "fasterer.rows",
        "deptry.rows",
        "android_lint.rows",
        "hlint.rows",
        "erb_lint.rows",
        "misspell.rows",
        "ansible_lint.rows",
        "actionlint.rows",
        "bandit.rows",
        "sorbet.rows",
        "ktlint.rows",
        "vulture.rows",
        "pydocstyle.rows"
    );

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        self.android.line(text, findings).or_else(|| self.reek.line(text, findings))
    }

    fn sees_every_line(&self) -> bool {
        self.reek.is_open()
    }

    fn end(&mut self, findings: &mut Findings<'_>) {
        self.android.end(findings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::rows::Verb;
    use crate::recognize::kit::shape::Placed;

    fn is_finding(text: &str) -> bool {
        const ROWS: Table = SmallLinters::TABLE;
        let found = ROWS.find(&Placed::new(text), |row| row.zone == 0);
        found.is_some_and(|(row, _)| matches!(row.verb, Verb::Fails | Verb::Warns))
    }

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
            assert!(is_finding(text), "{text}");
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
            assert!(!is_finding(text), "{text}");
        }
    }
}
