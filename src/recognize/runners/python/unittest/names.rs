//! How unittest calls a test: `test_x (tests.test_a.TestB.test_x)` since Python 3.11, `test_x (tests.test_a.TestB)` before,
//! `setUpClass (tests.test_a.TestB)`, and after it what tells a subtest: ` [row] (i=1)`.

use crate::event::{FailureKind, TestId};
use crate::recognize::kit::scan;

/// The longest description that is taken for one, in bytes.
const LONGEST: usize = 1024;

/// A test as unittest describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    /// Module and class.
    pub(super) module: String,
    /// The method, with what describes a subtest.
    pub(super) name: String,
    /// How many bytes of the name are the method's own.
    own: usize,
    /// Whether the description repeats the method, as Python does since 3.11.
    pub(super) repeats: bool,
}

impl Name {
    /// Reads a description that is the whole text.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.len() > LONGEST {
            return None;
        }
        let (method, rest) = scan::split_once(text, " (")?;
        let (path, rest) = rest.split_once(')')?;
        let dotted = |text: &str| {
            !text.is_empty()
                && text.chars().all(|each| each.is_alphanumeric() || "_.<>".contains(each))
                && !text.starts_with('.')
        };
        if !dotted(method) || !dotted(path) {
            return None;
        }
        let subtest = rest.trim_end();
        let described = subtest.is_empty()
            || (subtest.starts_with(" [") || subtest.starts_with(" (")) && subtest.ends_with([']', ')']);
        if !described {
            return None;
        }
        let repeated = path.strip_suffix(method).and_then(|module| module.strip_suffix('.'));
        let module = repeated.unwrap_or(path);
        let mut name = method.to_owned();
        let own = name.len();
        name.push_str(subtest);
        Some(Self { module: module.to_owned(), name, own, repeats: repeated.is_some() })
    }

    /// Whether the description can be nothing but a test's: it repeats the method, or it names one as tests are named.
    pub(super) fn is_certain(text: &str) -> bool {
        let Some(read) = Self::read(text) else { return false };
        let class = read.module.rsplit('.').next().unwrap_or("");
        read.repeats && read.module.contains('.')
            || read.method().starts_with("test") && class.starts_with(|each: char| each.is_uppercase())
    }

    /// The method alone.
    pub(super) fn method(&self) -> &str {
        self.name.get(..self.own).unwrap_or(&self.name)
    }

    /// Whether a class's or module's fixture is meant, which is no test and is not counted as one.
    pub(super) fn is_fixture(&self) -> bool {
        ["setUpClass", "tearDownClass", "setUpModule", "tearDownModule"].contains(&self.method())
    }

    /// Whether unittest is in for a module that it could not import.
    pub(super) fn is_import(&self) -> bool {
        self.module.starts_with("unittest.loader.")
    }

    /// How such a failure is to be reported.
    pub(super) fn kind(&self) -> FailureKind {
        if self.is_import() {
            FailureKind::Collection
        } else if self.is_fixture() {
            FailureKind::Setup
        } else {
            FailureKind::Test
        }
    }

    /// The id; a module that could not be imported is only its name.
    pub(super) fn id(&self) -> TestId<'_> {
        if self.is_import() {
            return TestId::bare(&self.name);
        }
        TestId { module: &self.module, separator: ".", name: &self.name }
    }

    /// The id of the test itself.
    pub(super) fn whole(&self) -> TestId<'_> {
        TestId { module: &self.module, separator: ".", name: self.method() }
    }

    /// What subtests of one test share.
    pub(super) fn base(&self) -> String {
        format!("{}.{}", self.module, self.method())
    }

    /// Tells a second problem of one test from the first.
    pub(super) fn mark(&mut self, mark: &str) {
        self.name.push_str(mark);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<String> {
        Name::read(text).map(|read| {
            let id = read.id();
            format!("{}{}{}", id.module, id.separator, id.name)
        })
    }

    #[test]
    fn both_spellings_give_one_id() {
        let id = Some("tests.a.Cart.test_x".to_owned());
        assert_eq!(shown("test_x (tests.a.Cart.test_x)"), id);
        assert_eq!(shown("test_x (tests.a.Cart)"), id);
        assert_eq!(
            shown("test_x (tests.a.Cart) [row] (i=1)").as_deref(),
            Some("tests.a.Cart.test_x [row] (i=1)")
        );
        assert_eq!(shown("tests.b (unittest.loader._FailedTest.tests.b)").as_deref(), Some("tests.b"));
        assert_eq!(shown("setUpClass (tests.a.Cart)").as_deref(), Some("tests.a.Cart.setUpClass"));
    }

    #[test]
    fn prose_in_brackets_is_no_test() {
        assert_eq!(shown("connect (to the host)"), None);
        assert!(!Name::is_certain("connect (host.example.com)"));
        assert!(Name::is_certain("checks (tests.a.Cart.checks)") && Name::is_certain("test_x (a.Cart)"));
    }
}
