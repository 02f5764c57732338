//! Lines that a worker of a CI prints beside what it runs.

/// Whether a line is what a worker says of itself, of its surroundings or of a download: it tells nothing of a failure.
#[must_use]
pub fn is_chatter(text: &str) -> bool {
    const BEGINNINGS: [&str; 22] = [
        "Downloading ",
        "Downloaded ",
        "Receiving objects:",
        "Resolving deltas:",
        "remote: ",
        "Progress ",
        "Fetching ",
        "Get:",
        "Hit:",
        "Unpacking ",
        "Selecting previously unselected ",
        "Preparing to unpack ",
        "Setting up ",
        "Collecting ",
        "Requirement already satisfied",
        "Using cached ",
        "Current runner version",
        "Runner Image",
        "Operating System",
        "##[group]",
        "##[endgroup]",
        "export ",
    ];
    const STATES: [&str; 7] =
        ["Pulling", "Waiting", "Verifying", "Download", "Extracting", "Pull complete", "Already exists"];
    let text = text.trim_start();
    if !text.contains(char::is_alphanumeric) {
        return true;
    }
    let name = text.split(['=', ':']).next().unwrap_or_default();
    let variable = name.len() > 2
        && name.len() < text.len()
        && name.contains('_')
        && name.bytes().all(|each| each.is_ascii_uppercase() || each.is_ascii_digit() || each == b'_');
    // Layers of an image.
    let layer = text.split_once(": ").is_some_and(|(layer, state)| {
        let hash = layer.len() == 12 && layer.bytes().all(|byte| byte.is_ascii_hexdigit());
        hash && STATES.iter().any(|start| state.starts_with(start))
    });
    variable || layer || BEGINNINGS.iter().any(|beginning| text.starts_with(beginning))
}
