//! The limits of the documents' hosts, in one table. What exceeds a limit is dropped there silently, or the whole
//! document is.

use super::format::Format;

/// The limits of one host for one document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    pub(super) format: Format,
    /// The most failures; other entries have room besides them.
    pub(super) entries: usize,
    /// The most bytes of the document.
    pub(super) bytes: usize,
    /// The most bytes of the text of one failure.
    pub(super) text: usize,
    /// Where the host documents this.
    #[cfg_attr(not(test), expect(dead_code, reason = "for whoever checks the table"))]
    pub(super) source: &'static str,
    /// When that source was read.
    #[cfg_attr(not(test), expect(dead_code, reason = "for whoever checks the table"))]
    pub(super) read: &'static str,
}

/// The number for a host that does not count entries.
const ANY: usize = usize::MAX;
/// The most bytes of a failure's text, when the host accepts more than people read.
const LONG: usize = 16 * 1024;

/// A row for each format.
pub(super) const LIMITS: [Limit; 10] = [
    Limit {
        format: Format::Github,
        // The tenth entry is the closing line.
        entries: 9,
        bytes: 256 * 1024,
        text: 4000,
        source: "actions/runner, ExecutionContext: 10 issues of a kind in a step, 4096 chars each; 50 annotations in a job",
        read: "2026-11",
    },
    Limit {
        format: Format::Markdown,
        entries: ANY,
        bytes: 65_535,
        text: 4096,
        source: "GitHub, REST API: the body of a comment has 65536 chars at most",
        read: "2026-11",
    },
    Limit {
        format: Format::Junit,
        entries: ANY,
        bytes: 30_000_000,
        text: LONG,
        source: "GitLab, unit test reports: a JUnit file of more than 30 MB is not parsed",
        read: "2026-11",
    },
    Limit {
        format: Format::Sarif,
        entries: 25_000,
        bytes: 10_000_000,
        text: 4096,
        source: "GitHub, SARIF support for code scanning: 25000 results in a run, 10 MB of gzip",
        read: "2026-11",
    },
    Limit {
        format: Format::GitlabCodequality,
        entries: ANY,
        bytes: 30_000_000,
        text: 1000,
        source: "GitLab, application limits: as a report of JUnit; artifacts of a report have 100 MB at most",
        read: "2026-11",
    },
    Limit {
        format: Format::Ctrf,
        entries: ANY,
        bytes: 30_000_000,
        text: LONG,
        source: "no host of its own: what GitLab takes of a report",
        read: "2026-11",
    },
    Limit {
        format: Format::Azure,
        // The tenth entry is the closing line.
        entries: 9,
        bytes: 256 * 1024,
        text: 4000,
        source: "microsoft/azure-pipelines-agent, ExecutionContext: 10 issues of a kind in a step",
        read: "2026-11",
    },
    Limit {
        format: Format::Teamcity,
        entries: ANY,
        // Standard output has 1000000 bytes in all, with the answer.
        bytes: 400_000,
        text: 4000,
        source: "TeamCity, service messages: 4000 chars of a build problem; the log of a build has no limit",
        read: "2026-11",
    },
    Limit {
        format: Format::Buildkite,
        entries: ANY,
        bytes: 1_000_000,
        text: 4096,
        source: "Buildkite, buildkite-agent annotate: the body has 1 MiB at most",
        read: "2026-11",
    },
    Limit {
        format: Format::Html,
        entries: ANY,
        bytes: 5_000_000,
        text: LONG,
        source: "no host: what a browser shows at once",
        read: "2026-11",
    },
];

/// The limits of the summary of a step.
pub(super) const SUMMARY: Limit = Limit {
    format: Format::Markdown,
    entries: ANY,
    bytes: 1_000_000,
    text: 4096,
    source: "GitHub, workflow commands: the summary of a step has 1 MiB at most",
    read: "2026-11",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_has_one_limit_with_its_source_and_its_date() {
        assert_eq!(LIMITS.map(|limit| limit.format), Format::ALL);
        for limit in LIMITS.iter().chain([&SUMMARY]) {
            assert!(limit.source.len() > 20 && limit.read.len() == 7, "{limit:?}");
            assert!(limit.text < limit.bytes && limit.entries > 0, "{limit:?}");
        }
    }
}
