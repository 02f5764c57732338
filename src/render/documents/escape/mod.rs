//! How texts are put into documents, so that nothing in them is a command, a tag or a mention.

mod commands;
mod markdown;
mod xml;

pub(super) use commands::{azure, azure_property, github, github_property, teamcity};
pub(super) use markdown::{code, fenced};
pub(super) use xml::{attribute, text};
