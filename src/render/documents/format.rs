//! The formats and their names.

use std::io::{self, Write};

use super::limits::{LIMITS, Limit, SUMMARY};
use super::model::{Model, Places};
use super::{azure, buildkite, ctrf, github, gitlab_codequality, html, junit, markdown, sarif, teamcity};

/// The form of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Workflow commands of GitHub Actions.
    Github,
    /// Markdown, with the length limit of a comment.
    Markdown,
    /// JUnit XML.
    Junit,
    /// SARIF 2.1.0.
    Sarif,
    /// GitLab's report of code quality.
    GitlabCodequality,
    /// The Common Test Report Format.
    Ctrf,
    /// Logging commands of Azure Pipelines.
    Azure,
    /// Service messages of TeamCity.
    Teamcity,
    /// Markdown for an annotation of Buildkite.
    Buildkite,
    /// One page for a browser.
    Html,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 10] = [
        Self::Github,
        Self::Markdown,
        Self::Junit,
        Self::Sarif,
        Self::GitlabCodequality,
        Self::Ctrf,
        Self::Azure,
        Self::Teamcity,
        Self::Buildkite,
        Self::Html,
    ];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Github => "github",
            Self::Markdown => "markdown",
            Self::Junit => "junit",
            Self::Sarif => "sarif",
            Self::GitlabCodequality => "gitlab-codequality",
            Self::Ctrf => "ctrf",
            Self::Azure => "azure",
            Self::Teamcity => "teamcity",
            Self::Buildkite => "buildkite",
            Self::Html => "html",
        }
    }

    /// Whether the host reads it from the log of a job.
    #[must_use]
    pub const fn is_in_the_log(self) -> bool {
        matches!(self, Self::Github | Self::Azure | Self::Teamcity)
    }

    /// The limits of its host.
    pub(super) fn limit(self) -> &'static Limit {
        let found = LIMITS.iter().find(|limit| limit.format == self);
        found.unwrap_or(&SUMMARY)
    }
}

/// Writes a document.
///
/// # Errors
/// The first error of writing.
pub fn render(format: Format, model: &Model<'_>, places: &dyn Places, out: &mut dyn Write) -> io::Result<()> {
    let limit = format.limit();
    match format {
        Format::Github => github::write(model, places, limit, out),
        Format::Markdown => markdown::write(model, limit, out),
        Format::Junit => junit::write(model, limit, out),
        Format::Sarif => sarif::write(model, places, limit, out),
        Format::GitlabCodequality => gitlab_codequality::write(model, places, limit, out),
        Format::Ctrf => ctrf::write(model, limit, out),
        Format::Azure => azure::write(model, places, limit, out),
        Format::Teamcity => teamcity::write(model, limit, out),
        Format::Buildkite => buildkite::write(model, limit, out),
        Format::Html => html::write(model, limit, out),
    }
}

/// Writes the summary of a step of GitHub Actions.
///
/// # Errors
/// The first error of writing.
pub fn render_summary(model: &Model<'_>, out: &mut dyn Write) -> io::Result<()> {
    markdown::write(model, &SUMMARY, out)
}
