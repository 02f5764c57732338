//! What the prefilter looks for on behalf of xcodebuild: beginnings of results, of errors and of noise.
//!
//! One table, joined when the program is built.

use super::noise::STARTS as NOISE;

/// Beginnings beside those of noise.
const OWN: [&str; 58] = [
    "** ",
    "Command line invocation:",
    "=== ",
    "Building for ",
    "Build complete!",
    "Build of ",
    "xcodebuild: error: ",
    "error: ",
    "fatal error: ",
    "warning: ",
    "note: ",
    "ld: ",
    "Undefined symbols for",
    "duplicate symbol '",
    "clang: error: ",
    "clang: fatal error: ",
    "Command ",
    "The following build commands failed:",
    "Testing failed:",
    "Code Signing Error",
    "Code Sign error",
    "CodeSign error",
    "Restarting after unexpected exit",
    "Exited with unexpected signal",
    "Early unexpected exit",
    "Failed to load the test bundle",
    "Test crashed with signal",
    "Testing was canceled",
    "Simulator device failed",
    "Fatal error",
    "Precondition failed",
    "Assertion failed",
    "[1",
    "[2",
    "[3",
    "[4",
    "[5",
    "[6",
    "[7",
    "[8",
    "[9",
    "20",
    "xcodebuild[",
    "libc++abi",
    "\u{274c} ",
    "\u{26a0}\u{fe0f} ",
    "[x] ",
    "[!] ",
    "- ERROR | ",
    "- WARN  | ",
    "- NOTE  | ",
    "> Build Succeeded",
    "> Test ",
    "Build Succeeded",
    "Test Succeeded",
    "Test Execute Succeeded",
    "Test Build Succeeded",
    "Archive Succeeded",
];

const COUNT: usize = OWN.len().saturating_add(NOISE.len());

/// All beginnings.
pub const STARTS: &[&str] = &joined();

const fn joined() -> [&'static str; COUNT] {
    let mut all = [""; COUNT];
    let (mut own, mut rest) = (&OWN as &[&str], NOISE);
    let mut room: &mut [&'static str] = &mut all;
    while let Some((slot, next)) = room.split_first_mut() {
        if let Some((first, others)) = own.split_first() {
            *slot = first;
            own = others;
        } else if let Some((first, others)) = rest.split_first() {
            *slot = first;
            rest = others;
        }
        room = next;
    }
    all
}
