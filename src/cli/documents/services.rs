//! The services that run jobs: by which variables each is known, and what it reads.

use std::path::{Path, PathBuf};

use super::wanted::{Target, Wanted};
use crate::cli::surroundings::Surroundings;
use crate::render::documents::Format;

/// The variables by which services, their workspaces and their files are found.
pub(in crate::cli) const VARIABLES: [&str; 13] = [
    "CI",
    "GITHUB_ACTIONS",
    "GITHUB_STEP_SUMMARY",
    "GITHUB_WORKSPACE",
    "TF_BUILD",
    "BUILD_SOURCESDIRECTORY",
    "TEAMCITY_VERSION",
    "GITLAB_CI",
    "CI_PROJECT_DIR",
    "BUILDKITE",
    "BUILDKITE_BUILD_CHECKOUT_PATH",
    "JENKINS_URL",
    "WORKSPACE",
];

/// One service.
struct Service {
    /// The variable that it sets.
    variable: &'static str,
    /// The variable that holds the root of its workspace.
    workspace: Option<&'static str>,
    /// What it reads, and the file in which that is; what is in the log of the job needs none.
    reads: &'static [(Format, Option<&'static str>)],
}

/// All of them. The first one that is found counts.
const SERVICES: [Service; 6] = [
    Service {
        variable: "GITHUB_ACTIONS",
        workspace: Some("GITHUB_WORKSPACE"),
        reads: &[(Format::Github, None)],
    },
    Service {
        variable: "TF_BUILD",
        workspace: Some("BUILD_SOURCESDIRECTORY"),
        reads: &[(Format::Azure, None)],
    },
    Service { variable: "TEAMCITY_VERSION", workspace: None, reads: &[(Format::Teamcity, None)] },
    Service {
        variable: "GITLAB_CI",
        workspace: Some("CI_PROJECT_DIR"),
        reads: &[
            (Format::Junit, Some("weir-junit.xml")),
            (Format::GitlabCodequality, Some("weir-codequality.json")),
        ],
    },
    Service {
        variable: "BUILDKITE",
        workspace: Some("BUILDKITE_BUILD_CHECKOUT_PATH"),
        reads: &[(Format::Buildkite, Some("weir-annotation.md"))],
    },
    Service {
        variable: "JENKINS_URL",
        workspace: Some("WORKSPACE"),
        reads: &[(Format::Junit, Some("weir-junit.xml"))],
    },
];

fn is_set(surroundings: &Surroundings, variable: &str) -> bool {
    surroundings.variable(variable).is_some_and(|value| !value.eq_ignore_ascii_case("false") && value != "0")
}

fn service(surroundings: &Surroundings) -> Option<&'static Service> {
    SERVICES.iter().find(|service| is_set(surroundings, service.variable))
}

/// Whether the log of a job is read by a service.
pub(in crate::cli) fn is_ci(surroundings: &Surroundings) -> bool {
    is_set(surroundings, "CI") || service(surroundings).is_some()
}

/// What the service reads that runs this job; its files are in this folder.
pub(super) fn auto(folder: &Path, surroundings: &Surroundings) -> Vec<Wanted> {
    let reads = service(surroundings).map_or(&[] as &[_], |service| service.reads);
    let wanted = |(format, file): &(Format, Option<&str>)| Wanted {
        format: *format,
        to: file.map_or(Target::Log, |file| Target::File(folder.join(file))),
    };
    reads.iter().map(wanted).collect()
}

/// The root of what is built.
pub(super) fn workspace(surroundings: &Surroundings) -> Option<PathBuf> {
    let named = service(surroundings).and_then(|service| service.workspace);
    let named = named.and_then(|variable| surroundings.variable(variable)).map(PathBuf::from);
    named.or_else(|| surroundings.folder.clone())
}
