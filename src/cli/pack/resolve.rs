//! What was meant by `weir pack`.

use super::args::PackArgs;
use super::run::{Asserted, Pack, What};
use crate::budget::Policy;
use crate::cli::exit::Problem;
use crate::cli::piece::{Est, amount};
use crate::cli::resolve::{answer_format, inputs};
use crate::cli::surroundings::Surroundings;
use crate::pack::{Citing, Form, Matter, Order, Profile, Settings};
use crate::settings::AnswerFormat;

/// Between two texts when nothing else is printed.
const SEPARATOR: &str = "\n\n";

/// Decides what is packed, and how.
///
/// # Errors
/// A problem of usage.
pub(in crate::cli) fn resolve(typed: &PackArgs, surroundings: &Surroundings) -> Result<Pack, Problem> {
    let profile = match typed.profile.as_deref() {
        Some("rag") => Profile::Rag,
        Some(_) => Profile::Rules,
        None if typed.cite => Profile::Rag,
        None => Profile::Rules,
    };
    let budget = amount::budget(typed.piece.budget.as_deref(), surroundings)?
        .or_else(|| surroundings.wishes().pack_budget);
    let policy = match typed.policy.as_deref() {
        Some("greedy") => Policy::Greedy,
        Some(_) => Policy::Prefix,
        // One large file must not hide all others.
        None if typed.paths => Policy::Greedy,
        None => profile.policy(),
    };
    let order = typed.order.as_deref().map(|word| if word == "score" { Order::Score } else { Order::Input });
    let reserve = typed.reserve.as_deref().map(|word| amount::given(word, "--reserve")).transpose()?;
    let top = typed.top_k.as_deref().map(|word| amount::given(word, "--top-k")).transpose()?;
    if top == Some(0) {
        return Err(Problem::usage("--top-k must be at least 1"));
    }
    let est = Est::parse(typed.piece.est.as_deref(), profile.estimator())?;
    let form = match answer_format(typed.piece.format.as_deref()) {
        AnswerFormat::Text => Form::Text,
        AnswerFormat::Json => Form::Json,
    };
    let what = match &typed.piece.files[..] {
        files if !typed.paths => What::Chunks(inputs(files, surroundings)?),
        [] => What::Listed(inputs(&[], surroundings)?),
        files => What::Files(files.to_vec()),
    };
    let settings = Settings {
        profile,
        budget: budget.unwrap_or(profile.budget()),
        policy,
        order,
        reserve: reserve.unwrap_or(profile.reserve()),
        citing: if typed.cite || profile == Profile::Rag { Citing::Sources } else { Citing::Nothing },
        top: top.map(|top| usize::try_from(top).unwrap_or(usize::MAX)),
        separator: typed.sep.as_deref().map_or_else(|| SEPARATOR.to_owned(), unescaped),
        form,
        matter: if typed.paths { Matter::Files } else { Matter::Chunks },
    };
    let asserted = if typed.assert_order { Asserted::Order } else { Asserted::Nothing };
    Ok(Pack { what, settings, est, asserted, telemetry: surroundings.telemetry().clone() })
}

/// `\n`, `\t` and `\\` are what they are in most languages; any other `\` is itself.
fn unescaped(word: &str) -> String {
    let mut text = String::new();
    let mut chars = word.chars().peekable();
    while let Some(char) = chars.next() {
        let meant = match (char, chars.peek()) {
            ('\\', Some('n')) => Some('\n'),
            ('\\', Some('t')) => Some('\t'),
            ('\\', Some('\\')) => Some('\\'),
            _ => None,
        };
        if meant.is_some() {
            chars.next();
        }
        text.push(meant.unwrap_or(char));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_separator_may_hold_newlines() {
        assert_eq!(unescaped(r"\n---\n"), "\n---\n");
        assert_eq!(unescaped(r"\\n\x\"), r"\n\x\");
    }
}
