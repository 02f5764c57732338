//! A test's name out of `classname`, `name` and what else an element says, split as the runner itself prints it.
//!
//! The report unites what a file and a text log say of one test by its name, so the last segment is always exactly the
//! runner's. Which writer it was shows in the suites' own attributes ([`Writer`]); a name that carries its class
//! already is not given it twice.

use crate::recognize::documents::failure::Name;

/// Who wrote the file, as far as it changes how names are put together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Writer {
    /// Anybody: `classname.name`.
    #[default]
    Any,
    /// cargo-nextest: class is the binary, name the path inside of it.
    Nextest,
    /// pytest.
    Pytest,
    /// jest-junit: the class is the chain of `describe` titles.
    Jest,
}

impl Writer {
    /// Reads the name and the presence of a `uuid` of a root or suite.
    pub fn of(self, name: &str, has_uuid: bool) -> Self {
        match name {
            "nextest-run" => Self::Nextest,
            "pytest" | "pytest tests" => Self::Pytest,
            "jest tests" => Self::Jest,
            _ if has_uuid && self == Self::Any => Self::Nextest,
            _ => self,
        }
    }
}

/// What an element says of a test's name. Absent attributes are empty.
#[derive(Clone, Debug, Default)]
pub struct Printed {
    /// `classname`.
    pub class_name: String,
    /// `class`, which PHPUnit writes with its real separators.
    pub class: String,
    /// `name`.
    pub name: String,
}

/// The title that jest-junit gives as class to a file that could not be run.
pub const SUITE_FAILED_TO_RUN: &str = "Test suite failed to run";

/// The class that node's own reporter gives to every test.
const NODE_CLASS: &str = "test";

/// Puts the name together. `None` when the element names nothing.
pub fn identify(printed: &Printed, writer: Writer) -> Option<Name> {
    let name = printed.name.trim();
    let class = printed.class_name.trim();
    if name.is_empty() {
        return (!class.is_empty()).then(|| Name::bare(class));
    }
    if !printed.class.trim().is_empty() && !printed.class.contains(char::is_whitespace) {
        return Some(Name::new(printed.class.trim(), "::", name));
    }
    if class.is_empty() || class == NODE_CLASS {
        return Some(if is_path(name) { Name::split_last(name, "::") } else { Name::bare(name) });
    }
    if class == name || class == SUITE_FAILED_TO_RUN {
        return Some(Name::bare(name));
    }
    if let Some(split) = carries_class(name, class) {
        return Some(split);
    }
    if writer == Writer::Nextest {
        return Some(match name.rsplit_once("::") {
            Some((path, last)) if !last.is_empty() => Name::new(&format!("{class} {path}"), "::", last),
            _ => Name::new(class, " ", name),
        });
    }
    if writer == Writer::Jest || class.contains(" › ") {
        return Some(Name::new(class, " › ", name));
    }
    if is_swift_function(name) && !class.contains('.') {
        return Some(Name::new(class, "/", name));
    }
    Some(Name::new(class, ".", name))
}

/// A name that begins with its class (`Class.test`), or ends with it (mocha: full title and own title).
fn carries_class(name: &str, class: &str) -> Option<Name> {
    if let Some(rest) = name.strip_prefix(class) {
        for separator in ["::", ": ", ":", " › ", " > ", ".", "/", "#", " "] {
            if let Some(last) = rest.strip_prefix(separator).filter(|last| !last.trim().is_empty()) {
                return Some(Name::new(class, separator, last));
            }
        }
    }
    let chain = name.strip_suffix(class)?.strip_suffix(' ')?;
    Some(Name::new(chain, " ", class))
}

/// `a::b::c` without blanks before its last segment.
fn is_path(name: &str) -> bool {
    name.rsplit_once("::").is_some_and(|(path, last)| !last.is_empty() && !path.contains(' '))
}

/// `test()`, `test(_:)`, `test(value:)`: how Swift names a function.
fn is_swift_function(name: &str) -> bool {
    let Some((function, labels)) = name.strip_suffix(')').and_then(|name| name.split_once('(')) else {
        return false;
    };
    let word = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_' || !c.is_ascii());
    let labelled = labels.is_empty() || (labels.ends_with(':') && labels.split(':').all(word));
    !function.is_empty() && word(function) && labelled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(class: &str, name: &str, writer: Writer) -> (String, String) {
        let printed = Printed { class_name: class.into(), name: name.into(), class: String::new() };
        let name = identify(&printed, writer).unwrap();
        (name.shown(), name.name)
    }

    fn pair(shown: &str, name: &str) -> (String, String) {
        (shown.to_owned(), name.to_owned())
    }

    #[test]
    fn a_name_is_split_as_its_runner_prints_it() {
        let any = Writer::Any;
        assert_eq!(shown("a.BTest", "c", any), pair("a.BTest.c", "c"));
        assert_eq!(
            shown("tests.test_a.TestB", "test_c[1.5]", Writer::Pytest),
            pair("tests.test_a.TestB.test_c[1.5]", "test_c[1.5]")
        );
        assert_eq!(
            shown("crate::bin", "tests::works", Writer::Nextest),
            pair("crate::bin tests::works", "works")
        );
        assert_eq!(shown("crate", "works", Writer::Nextest), pair("crate works", "works"));
        assert_eq!(shown("Cart › adds", "one", any), pair("Cart › adds › one", "one"));
        assert_eq!(shown("Cart", "adds", Writer::Jest), pair("Cart › adds", "adds"));
        assert_eq!(shown("CartTests", "testAdds()", any), pair("CartTests/testAdds()", "testAdds()"));
        assert_eq!(shown("CartTests", "adds(_:to:)", any), pair("CartTests/adds(_:to:)", "adds(_:to:)"));
        assert_eq!(shown("a.b.CartTest", "adds()", any), pair("a.b.CartTest.adds()", "adds()"));
        assert_eq!(shown("", "a::b::c", any), pair("a::b::c", "c"));
        assert_eq!(shown("", "it does a::b things", any), pair("it does a::b things", "it does a::b things"));
        assert_eq!(shown("x", "x", any), pair("x", "x"));
        assert_eq!(shown("Cart", "Cart adds", any), pair("Cart adds", "adds"));
        assert_eq!(shown("Cart", "Cart: adds", any), pair("Cart: adds", "adds"));
        assert_eq!(shown("cart.feature", "cart.feature:8 adds", any), pair("cart.feature:8 adds", "8 adds"));
        assert_eq!(shown("adds", "Cart adds", any), pair("Cart adds", "adds"));
        assert_eq!(shown("a.B", "", any), pair("a.B", "a.B"));
        assert_eq!(shown(SUITE_FAILED_TO_RUN, "a.test.ts", any), pair("a.test.ts", "a.test.ts"));
        assert_eq!(shown("test", "adds", any), pair("adds", "adds"));
        assert_eq!(identify(&Printed::default(), any), None);
    }

    #[test]
    fn the_real_class_of_phpunit_wins() {
        let printed = Printed { class_name: "A.BTest".into(), class: "A\\BTest".into(), name: "c".into() };
        assert_eq!(identify(&printed, Writer::Any).unwrap().shown(), "A\\BTest::c");
    }
}
