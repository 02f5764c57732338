//! What `--output` means: `FORMAT=FILE`, `FORMAT` alone for what is read from the log of a job, or `auto`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::services;
use crate::budget::Count as _;
use crate::cli::exit::Problem;
use crate::cli::outlet::Way;
use crate::cli::resolve::not_one_of;
use crate::cli::storage;
use crate::cli::surroundings::Surroundings;
use crate::cli::words::shown;
use crate::render::documents::Format;
use crate::settings::AnswerFormat;

/// Where a document goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// To standard output, below the answer.
    Log,
    /// To standard output, instead of the answer.
    Instead,
    /// Into a file.
    File(PathBuf),
}

/// One document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Its form.
    pub format: Format,
    /// Where it goes.
    pub to: Target,
}

/// All documents of a call, and what they need of the surroundings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Documents {
    /// The documents.
    pub wanted: Vec<Wanted>,
    /// The file to which the summary of a step is added.
    pub summary: Option<PathBuf>,
    /// The root of what is built.
    pub workspace: Option<PathBuf>,
    /// The folder from which paths of failures are seen.
    pub folder: Option<PathBuf>,
    /// Whether a CI reads the log.
    pub is_ci: bool,
    /// When the call began, in milliseconds since the epoch.
    pub began_ms: u64,
}

/// Decides which documents are written. None of them may replace one of `inputs`.
///
/// # Errors
/// A problem of usage.
pub(in crate::cli) fn documents<'a>(
    words: &[String],
    inputs: impl IntoIterator<Item = &'a Path>,
    surroundings: &Surroundings,
) -> Result<Documents, Problem> {
    let is_ci = services::is_ci(surroundings);
    let mut wanted = Vec::new();
    for word in words {
        wanted.extend(of_word(word, surroundings)?);
    }
    if wanted.is_empty() {
        return Ok(Documents { is_ci, ..Documents::default() });
    }
    let inputs: HashSet<PathBuf> = inputs.into_iter().map(real).collect();
    let mut files = HashSet::new();
    let mut standard_output = 0_u32;
    for Wanted { to, .. } in &wanted {
        match to {
            Target::Log => {}
            Target::Instead => standard_output.up(1),
            Target::File(path) => {
                let name = shown(&path.to_string_lossy());
                let path = real(path);
                if inputs.contains(&path) {
                    return Err(Problem::usage(format!("--output cannot be {name}: it is an input")));
                }
                if !files.insert(path) {
                    return Err(Problem::usage(format!("two --output cannot both be {name}")));
                }
            }
        }
    }
    if standard_output > 1 {
        return Err(Problem::usage("only one --output can be standard output instead of the answer"));
    }
    let github = wanted.iter().any(|each| each.format == Format::Github);
    let began = u64::try_from(storage::now(surroundings)).unwrap_or(0);
    Ok(Documents {
        summary: surroundings.variable("GITHUB_STEP_SUMMARY").filter(|_| github).map(PathBuf::from),
        workspace: services::workspace(surroundings),
        folder: surroundings.folder.clone(),
        is_ci,
        began_ms: began.saturating_mul(1000),
        wanted,
    })
}

/// The file after a path, as far as it is there.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

/// `FORMAT`, `FORMAT=FILE`, `auto` or `auto=FOLDER`.
fn of_word(word: &str, surroundings: &Surroundings) -> Result<Vec<Wanted>, Problem> {
    let (name, file) = word.split_once('=').map_or((word, None), |(name, file)| (name, Some(file)));
    // A command may be run in another folder.
    let absolute = |path: &str| std::path::absolute(path).unwrap_or_else(|_| PathBuf::from(path));
    if name == "auto" {
        return match file {
            Some("" | "-") => {
                Err(Problem::usage("--output auto can have a folder for its files, as in auto=reports"))
            }
            folder => Ok(services::auto(&absolute(folder.unwrap_or(".")), surroundings)),
        };
    }
    let Some(format) = Format::ALL.into_iter().find(|format| format.name() == name) else {
        let mut known: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        known.push("auto");
        return Err(not_one_of(name, "--output", &known));
    };
    let to = match file {
        Some("-") => Target::Instead,
        Some("") => return Err(Problem::usage(format!("--output {name}= needs a file"))),
        Some(file) => Target::File(absolute(file)),
        None if format.is_in_the_log() => Target::Log,
        None => {
            return Err(Problem::usage(format!("--output {name} needs a file")).hint(format!(
                "as in '--output {name}=FILE'; '-' is standard output instead of the answer"
            )));
        }
    };
    Ok(vec![Wanted { format, to }])
}

impl Documents {
    /// What becomes of an answer of this form.
    pub(in crate::cli) fn way(&self, format: AnswerFormat) -> Way {
        if self.wanted.iter().any(|each| each.to == Target::Instead) {
            Way::Nowhere
        } else if self.is_ci {
            Way::Broken(format)
        } else {
            Way::Plain
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(words: &[&str], surroundings: &Surroundings) -> Result<Vec<Wanted>, String> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        documents(&words, [Path::new("in.log")], surroundings)
            .map(|documents| documents.wanted)
            .map_err(|problem| problem.to_string())
    }

    #[test]
    fn a_document_has_a_form_and_a_file() {
        let none = Surroundings::default();
        let here = |file: &str| Target::File(std::path::absolute(file).unwrap());
        let one = |format, to| Ok(vec![Wanted { format, to }]);
        assert_eq!(wanted(&["junit=a=b.xml"], &none), one(Format::Junit, here("a=b.xml")));
        assert_eq!(wanted(&["github"], &none), one(Format::Github, Target::Log));
        assert_eq!(wanted(&["ctrf=-"], &none), one(Format::Ctrf, Target::Instead));
        assert_eq!(wanted(&["auto"], &none), Ok(vec![]));
        for (words, refusal) in [
            (&["junit"] as &[&str], "--output junit needs a file\nhint"),
            (&["junit="], "--output junit= needs a file"),
            (&["auto=-"], "--output auto can have a folder"),
            (&["junt=a"], "--output cannot be 'junt'\nhint: did you mean 'junit'?"),
            (&["html=a", "sarif=./a"], "two --output cannot both be "),
            (&["html=-", "sarif=-"], "only one --output can be standard output"),
            (&["html=in.log"], "--output cannot be "),
        ] {
            let refused = wanted(words, &none).unwrap_err();
            assert!(refused.starts_with(refusal), "{words:?}: {refused}");
        }
    }

    #[test]
    fn auto_is_what_the_service_reads() {
        let of = |variable: &'static str| {
            let surroundings = Surroundings::default().with(variable, "true");
            let wanted = wanted(&["auto=reports"], &surroundings).unwrap();
            wanted.iter().map(|each| each.format.name()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(of("GITHUB_ACTIONS"), "github");
        assert_eq!(of("TF_BUILD"), "azure");
        assert_eq!(of("TEAMCITY_VERSION"), "teamcity");
        assert_eq!(of("GITLAB_CI"), "junit gitlab-codequality");
        assert_eq!(of("BUILDKITE"), "buildkite");
        assert_eq!(of("JENKINS_URL"), "junit");
        assert_eq!(of("CI"), "");
    }

    #[test]
    fn a_ci_is_one_unless_it_says_that_it_is_none() {
        let is_ci =
            |value: &str| documents(&[], [], &Surroundings::default().with("CI", value)).unwrap().is_ci;
        assert_eq!(
            ["true", "1", "woodpecker", "false", "0", ""].map(is_ci),
            [true, true, true, false, false, false]
        );
    }
}
