//! Entries of Surefire's closing list: `CartTest.adds:12 expected ...` and its older and longer forms.

/// One entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry<'a> {
    /// The class: simple, or with its packages.
    pub(super) class: &'a str,
    /// The test, or empty for an error of the whole class.
    pub(super) test: &'a str,
    /// The line in the test's class, when it is reported.
    pub(super) line: Option<u64>,
    /// What follows.
    pub(super) message: &'a str,
}

/// Reads `CartTest.adds:12->helper:7 message`, `SubTest>BaseTest.adds:12 message`, `CartTest.adds » NullPointer`,
/// `adds(a.CartTest): message` and `a.CartTest.adds`.
pub(super) fn entry(text: &str) -> Option<Entry<'_>> {
    let text = text.trim();
    if let Some((head, message)) =
        text.split_once("): ").or_else(|| text.strip_suffix(')').map(|head| (head, "")))
        && let Some((test, class)) = head.rsplit_once('(')
        && class.contains('.')
        && is_class(class)
    {
        // TestNG says the instance too.
        let test = test.split(" on instance ").next().unwrap_or(test);
        return Some(Entry { class, test, line: None, message });
    }
    let (head, message) = text.split_once(' ').unwrap_or((text, ""));
    let first = head.split("->").next().unwrap_or(head);
    let (path, line) = match first.rsplit_once(':') {
        Some((path, line)) => (path, Some(crate::recognize::kit::scan::whole_number(line)?)),
        None => (first, None),
    };
    let (class, rest) = match path.split_once('>') {
        Some((class, base)) => (class, base),
        None => ("", path),
    };
    let (owner, test) = rest.rsplit_once('.').unwrap_or((rest, ""));
    let class = if class.is_empty() { owner } else { class };
    let plain = test.chars().all(|each| each.is_alphanumeric() || "_$()[]{}<>-,=:".contains(each));
    if !is_class(class) || !plain || (test.is_empty() && message.is_empty()) {
        return None;
    }
    Some(Entry { class, test, line, message })
}

fn is_class(text: &str) -> bool {
    crate::recognize::kit::frames::jvm::is_class(text)
}

/// The name of a test without parameters and index: `adds(int)[2]` and `adds[2]` are `adds`.
pub(super) fn base(test: &str) -> &str {
    test.split(['(', '[', '{']).next().unwrap_or(test).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_all_versions_give_class_test_and_line() {
        let read = |text| entry(text).map(|each| (each.class, each.test, each.line, each.message));
        assert_eq!(read("CartTest.adds:12 no ==> 1"), Some(("CartTest", "adds", Some(12), "no ==> 1")));
        assert_eq!(read("CartTest.adds:12->check:7 no"), Some(("CartTest", "adds", Some(12), "no")));
        assert_eq!(read("SubTest>BaseTest.adds:12 no"), Some(("SubTest", "adds", Some(12), "no")));
        assert_eq!(read("CartTest.adds » NullPointer"), Some(("CartTest", "adds", None, "» NullPointer")));
        assert_eq!(
            read("CartTest.adds:3 » IllegalState x"),
            Some(("CartTest", "adds", Some(3), "» IllegalState x"))
        );
        assert_eq!(read("adds(a.CartTest): no: 1"), Some(("a.CartTest", "adds", None, "no: 1")));
        assert_eq!(read("a.CartTest.adds"), Some(("a.CartTest", "adds", None, "")));
        assert_eq!(read("CartTest » Timeout after 3 s"), Some(("CartTest", "", None, "» Timeout after 3 s")));
        assert_eq!(read("Expecting:"), None);
        assert_eq!(read("<1> to be"), None);
        assert_eq!(base("adds(int)[2]"), "adds");
    }
}
