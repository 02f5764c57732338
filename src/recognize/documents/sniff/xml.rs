//! XML: reported by its root element, and where other tools use the same word by what the root says.

use crate::recognize::documents::dispatch::Kind;

/// The kind of a document, after declaration, comments and DOCTYPE.
pub fn kind(bytes: &[u8]) -> Option<Kind> {
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
    let rest = rest.strip_prefix(b"<")?;
    let end = rest.iter().position(|byte| b" \t\r\n>/".contains(byte))?;
    let (name, rest) = rest.split_at_checked(end)?;
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
