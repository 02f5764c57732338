//! Documents that a CI reads, beside the answer: annotations, summaries, test reports, reports of code quality.
//!
//! All are made of one [`Model`], and none looks better than it: a document of a run that did not pass always fails.
//! `limits` has the limits beyond which their hosts drop data silently, `fit` chooses what is left out, and each format
//! has a file.

mod annotations;
mod azure;
mod buildkite;
mod ctrf;
mod escape;
mod fit;
mod format;
mod github;
mod gitlab_codequality;
mod held;
mod html;
mod json;
mod junit;
mod limits;
mod markdown;
mod model;
mod of_report;
mod paths;
mod sarif;
mod signs;
mod teamcity;
mod unique;

pub use format::{Format, render, render_summary};
pub use held::Held;
pub use model::{Entry, Model, Places, Problem, Unplaced};
