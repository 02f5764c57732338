//! Which pages belong together.

/// Commands whose pages name each other.
const TOGETHER: [&[&str]; 8] = [
    &["run", "rerun", "show", "tap"],
    &["gain", "show", "stats"],
    &["batch", "runners", "show"],
    &["runners", "rows", "trust"],
    &["setup", "doctor", "mcp", "stats"],
    &["mcp", "proxy", "stats", "config"],
    &["page", "digest", "chunk", "tokens", "pack", "compile"],
    &["completions", "man"],
];

/// The pages that the page `name` names (for example `weir-run`), in order, without itself.
pub(super) fn see_also(name: &str, all: &[&str]) -> Vec<String> {
    let Some(own) = name.strip_prefix("weir-") else {
        return all.iter().map(|command| format!("weir-{command}")).collect();
    };
    let family = own.split('-').next().unwrap_or(own);
    let mut pages = vec!["weir".to_owned()];
    if family != own {
        pages.push(format!("weir-{family}"));
    }
    let related = TOGETHER.iter().filter(|group| group.contains(&family)).flat_map(|group| group.iter());
    for command in related.filter(|command| **command != family) {
        let page = format!("weir-{command}");
        if !pages.contains(&page) {
            pages.push(page);
        }
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::bare_command;

    #[test]
    fn every_command_has_a_neighbour_and_every_neighbour_is_a_command() {
        let command = bare_command();
        let all: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        for name in &all {
            assert!(TOGETHER.iter().any(|group| group.contains(name)), "{name}");
        }
        assert!(TOGETHER.iter().flat_map(|group| group.iter()).all(|name| all.contains(name)));
        assert_eq!(see_also("weir", &all).len(), all.len());
        assert_eq!(see_also("weir-doctor", &all), ["weir", "weir-setup", "weir-mcp", "weir-stats"]);
        assert_eq!(see_also("weir-config-check", &all)[..2], ["weir", "weir-config"]);
    }
}
