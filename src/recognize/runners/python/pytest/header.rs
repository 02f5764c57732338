//! How the lines at the head of a session begin.

/// How the messages of teamcity-messages begin, which are after what pytest prints: nothing ends a line before them.
pub(super) const SERVICE_MESSAGE: &str = "##teamcity[";

/// How the lines of a header begin.
pub(super) const HEADER: [&str; 16] = [
    "platform ",
    "rootdir: ",
    "rootdir=",
    "configfile: ",
    "plugins: ",
    "cachedir: ",
    "testpaths: ",
    "timeout: ",
    "timeout method: ",
    "timeout func_only: ",
    "collecting",
    "bringing up nodes",
    "created: ",
    "ready: ",
    "initialized: ",
    "scheduling tests via ",
];
