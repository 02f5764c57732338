//! What an application's own logger writes after its clock: such a clock is part of the line, and not a CI's.

/// The most bytes of a process's name and numbers.
const PROCESS_BYTES: usize = 120;

/// Whether a logger's level comes next: `INFO`, `warn:`, `[DEBUG]`.
pub(super) fn is_level(rest: &[u8]) -> bool {
    const LEVELS: [&[u8]; 12] = [
        b"TRACE",
        b"DEBUG",
        b"INFO",
        b"NOTICE",
        b"WARN",
        b"WARNING",
        b"ERROR",
        b"ERR",
        b"FATAL",
        b"CRITICAL",
        b"PANIC",
        b"SEVERE",
    ];
    let rest = rest.trim_ascii_start();
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let Some((word, after)) = rest.split_at_checked(length) else { return false };
    let parted = matches!(after, [] | [b' ' | b':' | b'\t' | b'[' | b'(' | b'|' | b']', ..]);
    parted && LEVELS.iter().any(|level| word.eq_ignore_ascii_case(level))
}

/// Whether an application's logger goes on after its clock: with AM or PM, a level, or a thread and a level.
pub(super) fn is_logged(rest: &[u8]) -> bool {
    let half = [b"AM ", b"PM ", b"am ", b"pm "].iter().any(|half| rest.starts_with(*half));
    let after = rest.strip_prefix(b"[").and_then(|thread| {
        let end = thread.iter().position(|byte| *byte == b']')?;
        thread.get(end.saturating_add(1)..)
    });
    half || is_level(rest) || after.is_some_and(|after| !after.is_empty() && is_level(after))
}

/// Whether a stream's name and its bar come next: then the clock is of the tool that runs the streams.
pub(super) fn is_stream(rest: &[u8]) -> bool {
    let name = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
    rest.get(name..).is_some_and(|after| after.trim_ascii_start().starts_with(b"|"))
}

/// Whether a process of Apple's system log comes next: `App[30007:2321848] `, both numbers in decimal or hex.
pub(super) fn is_process(rest: &[u8]) -> bool {
    let near = rest.get(..PROCESS_BYTES).unwrap_or(rest);
    let hex = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let Some(open) = near.iter().position(|byte| *byte == b'[').filter(|open| *open > 0) else {
        return false;
    };
    let Some((name, ids)) = near.split_at_checked(open.saturating_add(1)) else { return false };
    // After a CI's stamp an application's own may follow.
    if name.contains(&b':') {
        return false;
    }
    let Some((process, thread)) = ids.split_at_checked(hex(ids)) else { return false };
    let Some(thread) = thread.strip_prefix(b":").filter(|_| !process.is_empty()) else { return false };
    let length = hex(thread);
    length > 0 && thread.get(length) == Some(&b']')
}
