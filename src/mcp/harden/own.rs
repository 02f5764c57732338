//! The answer to a text that weir itself reads: no other server is asked, so it always gets one of weir's own.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::desk::Desk;
use super::figures::{CallOf, Figures, Judged, Outcome};
use super::hardener::{Hardener, now};
use super::judge::without_secrets;
use super::scale::{Scale, count};
use super::shown::Shown;
use super::texts::{Cutting, Span, ends, first, lines_of};
use super::{logs, write};
use crate::settings::guard::{Guard, ToolGuard};
use crate::store::Owner;
use crate::text::json::string;

impl Hardener {
    /// The answer to a text, or to these lines of it. What is left out is stored.
    ///
    /// # Errors
    /// When there are no such lines, in words.
    pub(in crate::mcp) fn read(
        &self,
        of: &CallOf<'_>,
        text: String,
        lines: Option<Span>,
        guard: &ToolGuard,
    ) -> Result<Judged, String> {
        let options = self.options();
        let bytes = count(text.len());
        let (text, redacted) = without_secrets(Cow::Owned(text), self.redaction(guard));
        let (scale, tokens) = Scale::new(&options.estimator, &guard.budgets, &text);
        let desk = Desk::new(&scale, &options.vault, self.get_name(), options.seconds, now(), of.tool);
        let desk = desk.owned(of.owner);
        let whole = || Shown {
            text: text.clone().into_owned(),
            outcome: Outcome::Passed,
            budget: scale.threshold,
            estimated: tokens,
            ..Shown::default()
        };
        let shown = match lines {
            Some(span) if span.first > lines_of(&text) => {
                let all = lines_of(&text);
                return Err(format!("there is no line {}: the text has {all} lines", span.first));
            }
            Some(span) => {
                let cutting = Cutting { hidden: redacted, ..Cutting::named(&desk) };
                first(&desk, &text, None, span, cutting, tokens)
            }
            None => logs::read(&text).and_then(|log| logs::filtered(&desk, &text, log, redacted, tokens)),
        };
        let shown = match shown {
            Some(shown) => shown,
            None => {
                let judged = self.judge_hidden(of, (&raw(&text, of.modern), redacted), guard);
                if judged.result.is_some() {
                    return Ok(judged);
                }
                let affordable = scale.affords(&text, scale.threshold);
                if affordable { whole() } else { ends(&desk, &text, redacted, tokens) }
            }
        };
        let used = scale.exact(&shown.text);
        let result = write::found(&shown, used, of.modern);
        let figures = Figures {
            outcome: shown.outcome,
            estimated_tokens: tokens,
            final_tokens: used,
            response_bytes: bytes,
            final_bytes: result.as_ref().map_or(0, |result| count(result.get().len())),
            item_count: None,
            budget: shown.budget,
            trouble: scale.trouble.clone().or_else(|| desk.trouble()),
        };
        Ok(Judged { result, figures })
    }
}

/// A text of weir's own as a result: whole when it is affordable, else piece by piece.
pub(in crate::mcp) fn text_answer(
    hardener: &Hardener,
    text: &str,
    (modern, owner): (bool, Option<&Owner>),
    guard: &Guard,
) -> Option<Box<RawValue>> {
    let options = hardener.options();
    let (scale, tokens) = Scale::new(&options.estimator, &guard.base.budgets, text);
    let desk = Desk::new(&scale, &options.vault, hardener.get_name(), options.seconds, now(), "tools");
    let desk = desk.owned(owner);
    let shown = if scale.affords(text, scale.threshold) {
        let text = text.to_owned();
        Shown { text, budget: scale.threshold, estimated: tokens, ..Shown::default() }
    } else {
        first(&desk, text, None, Span::ALL, Cutting::named(&desk), tokens)?
    };
    let used = scale.exact(&shown.text);
    write::found(&shown, used, modern)
}

/// A text as a server gives it.
fn raw(text: &str, modern: bool) -> Box<RawValue> {
    let mut result = String::from("{\"content\":[{\"type\":\"text\",\"text\":");
    string(text, &mut result);
    result.push_str(if modern { "}],\"resultType\":\"complete\"}" } else { "}]}" });
    RawValue::from_string(result).unwrap_or_default()
}
