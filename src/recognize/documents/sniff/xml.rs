//! XML: reported by its root element, and where other tools use the same word by what the root says.

use super::first::Begins;
use crate::recognize::documents::dispatch::Kind;

/// Names of root elements, without a namespace.
const ROOTS: [&[u8]; 11] = [
    b"testsuite",
    b"testsuites",
    b"TestRun",
    b"test-run",
    b"test-results",
    b"test-suite",
    b"assembly",
    b"assemblies",
    b"checkstyle",
    b"pmd",
    b"BugCollection",
];
/// Bytes that end the name of an element.
const ENDS: &[u8] = b" \t\r\n>/";
/// The most bytes of a name on a line that are looked at.
const NAME: usize = 64;

/// Whether a line that begins with `<` and this may begin a document.
pub fn may_begin(rest: &[u8]) -> bool {
    let near = rest.get(..NAME).unwrap_or(rest);
    let name = near.split(|byte| ENDS.contains(byte)).next().unwrap_or(near);
    rest.starts_with(b"?xml") || rest.starts_with(b"!--") || rest.starts_with(b"!D") || is_root(name)
}

fn is_root(name: &[u8]) -> bool {
    name.rsplit(|byte| *byte == b':').next().is_some_and(|name| ROOTS.contains(&name))
}

/// What is after declaration, comments and DOCTYPE, as far as it is there.
fn root(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut rest = bytes;
    loop {
        rest = rest.trim_ascii_start();
        if rest.starts_with(b"<?") {
            rest = after(rest, b"?>")?;
        } else if rest.starts_with(b"<!--") {
            rest = after(rest.get(4..)?, b"-->")?;
        } else if rest.starts_with(b"<!") {
            let subset = memchr::memchr2(b'[', b'>', rest)?;
            let end: &[u8] = if rest.get(subset) == Some(&b'[') { b"]>" } else { b">" };
            rest = after(rest, end)?;
        } else {
            break;
        }
    }
    let [b'<', rest @ ..] = rest else { return (!rest.is_empty()).then_some((b"", rest)) };
    rest.split_at_checked(rest.iter().position(|byte| ENDS.contains(byte))?)
}

/// What begins with these bytes, as far as they tell.
pub fn begins(bytes: &[u8]) -> Begins {
    match (kind(bytes), root(bytes)) {
        (Some(kind), _) => Begins::Document(kind),
        (None, Some((name, _))) if !is_root(name) => Begins::Lines(1),
        (None, _) => Begins::Open,
    }
}

/// The kind of a document, after declaration, comments and DOCTYPE.
pub fn kind(bytes: &[u8]) -> Option<Kind> {
    let (name, rest) = root(bytes)?;
    let tag = rest.get(..memchr::memchr(b'>', rest).unwrap_or(rest.len())).unwrap_or(rest);
    let says = |attribute: &[u8]| memchr::memmem::find(tag, attribute).is_some();
    let holds = |text: &[u8]| memchr::memmem::find(rest, text).is_some();
    match name.rsplit(|byte| *byte == b':').next()? {
        b"testsuite" | b"testsuites" => Some(Kind::JunitXml),
        b"TestRun" => Some(Kind::Trx),
        b"test-run" => Some(Kind::Nunit),
        b"test-results" | b"test-suite"
            if holds(b"<test-suite") || holds(b"<test-case") || says(b"total=") =>
        {
            Some(Kind::Nunit)
        }
        // Maven and Windows have an `assembly` too.
        b"assembly" if says(b"total=") && says(b"failed=") => Some(Kind::Xunit),
        b"assemblies" if holds(b"<assembly") || says(b"timestamp=") || says(b"schema-version=") => {
            Some(Kind::Xunit)
        }
        b"checkstyle" => Some(Kind::Checkstyle),
        b"pmd" => Some(Kind::Pmd),
        b"BugCollection" => Some(Kind::Spotbugs),
        _ => None,
    }
}

/// What follows the first `end`.
fn after<'b>(bytes: &'b [u8], end: &[u8]) -> Option<&'b [u8]> {
    let at = memchr::memmem::find(bytes, end)?;
    bytes.get(at.saturating_add(end.len())..)
}
