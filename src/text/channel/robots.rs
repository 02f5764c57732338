//! The mark that the kernel's build robot prints before new findings: `>> fs/quay.c:12:3: error: no rope`.

/// How far into a line a finding is looked for, in bytes.
const NEAR: usize = 400;
/// What a line with a finding holds.
const FINDINGS: [&[u8]; 5] =
    [b": error:", b": fatal error:", b": warning:", b"undefined reference to", b"ERROR: modpost:"];

/// What follows the mark, if it is before a finding.
pub(super) fn marked(line: &[u8]) -> Option<&[u8]> {
    let rest = line.strip_prefix(b">> ").filter(|rest| !rest.starts_with(b" "))?;
    let near = rest.get(..NEAR).unwrap_or(rest);
    FINDINGS.iter().any(|finding| memchr::memmem::find(near, finding).is_some()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_before_a_finding_the_mark_is_one() {
        for line in [
            "fs/quay.c:12:3: error: no rope",
            "fs/quay.c:12:3: warning: no rope",
            "fs/quay.c:12: undefined reference to `moor'",
            "ERROR: modpost: \"moor\" [fs/quay.ko] undefined!",
        ] {
            assert_eq!(marked(format!(">> {line}").as_bytes()), Some(line.as_bytes()));
            assert_eq!(marked(format!(">>> {line}").as_bytes()), None);
            assert_eq!(marked(format!(">>  {line}").as_bytes()), None);
        }
        assert_eq!(marked(b">> moored"), None);
    }
}
