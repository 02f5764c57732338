//! The digest of a document within a budget.

use super::blob::mime;
use super::condense::{Measures, Piece, pieces};
use super::names::Globs;
use super::strip::{Stripped, strip};
use crate::budget::{CEILING_BYTES, Estimator, Measure, Usage, settle};
use crate::text::json::{Json, JsonPath, Kind, harmless, project, string};

/// Bytes of an answer at most when the estimate of its tokens cannot be trusted: the net below the budget.
pub const HARD_BYTES: usize = 10_000;
/// Elements of an array that are looked at for a summary.
const MOST_ELEMENTS: usize = 2_000;
/// Bytes of a summary at most, before the budget is asked.
const MOST_BYTES: usize = 900_000;
/// Fields and commands that are listed, from many to few.
const LISTED: [usize; 5] = [200, 50, 20, 8, 2];
/// Chars of a path that is listed.
const PATH_CHARS: usize = 200;

/// What is wanted of a document.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// Tokens of the answer, and of a document that is left as it is.
    pub budget: u64,
    /// Tokens of an element of an array that is left as it is.
    pub item_budget: u64,
    /// What counts them.
    pub measure: &'a dyn Measure,
    /// Fields that are kept beside the identifying ones; dates and totals when there is none.
    pub keep: &'a [JsonPath],
    /// The only fields that are wanted; all when there is none.
    pub fields: &'a [JsonPath],
    /// Whether an object of the document is kept by what identifies it, where there is room.
    pub related: bool,
    /// Fields that are left out.
    pub strip: &'a Globs,
    /// Chars of a text.
    pub max_text: usize,
    /// The snapshot of the document, when there is one.
    pub snapshot: Option<&'a str>,
    /// The command that shows the value at a path, when there is one.
    pub how: &'a dyn Fn(&JsonPath) -> Option<String>,
    /// Bytes of the answer at most.
    pub most_bytes: usize,
    /// What is printed when there is no such command.
    pub note: Option<&'a str>,
    /// What else there is to be known.
    pub remark: Option<&'a str>,
}

impl std::fmt::Debug for Request<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Request").field("budget", &self.budget).finish_non_exhaustive()
    }
}

/// What a document became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is small enough, and nothing is asked of it.
    Unchanged,
    /// One line of JSON with its end.
    Digest(String),
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// Whether a text is within so many tokens, by an estimate that can be trusted or within the net of bytes.
fn affords(text: &str, tokens: u64, measure: &dyn Measure) -> bool {
    let trusted = text.len() <= HARD_BYTES || Estimator::Class.estimate(text) <= tokens;
    count(text.len()) <= CEILING_BYTES && trusted && measure.tokens(text) <= tokens
}

/// Makes the digest of a document, `text` being all of it as it came.
#[must_use]
pub fn digest(document: Json<'_>, text: &str, request: &Request<'_>) -> Answer {
    let affordable = text.len() <= request.most_bytes
        && affords(text, request.budget, request.measure)
        && (document.kind() != Kind::Array
            || document.elements().all(|item| affords(item.text(), request.item_budget, request.measure)));
    if affordable && request.fields.is_empty() && request.strip.is_empty() {
        return Answer::Unchanged;
    }
    let wrong =
        request.measure.tokens(text) <= request.budget && !affords(text, request.budget, request.measure);
    let stripped = strip(document, request.strip);
    if affordable && request.fields.is_empty() && stripped.count == 0 {
        return Answer::Unchanged;
    }
    let paper = Paper {
        request,
        most_bytes: if wrong { HARD_BYTES } else { usize::MAX }.min(request.most_bytes),
        stripped: &stripped,
        estimated: request.measure.tokens(text),
        bytes: text.len(),
    };
    let Ok(left) = Json::parse(&stripped.text) else { return Answer::Unchanged };
    if !request.fields.is_empty() {
        let projected = project(left, request.fields);
        let unknown = request.fields.iter().zip(&projected.found).filter(|(_, found)| !**found);
        let unknown: Vec<String> = unknown.map(|(path, _)| path.to_string()).collect();
        let Ok(wanted) = Json::parse(&projected.text) else { return Answer::Unchanged };
        return Answer::Digest(paper.whole_or_condensed(wanted, &unknown, request.fields));
    }
    let keeps_all = stripped.count > 0 && affords(&stripped.text, request.budget, request.measure);
    Answer::Digest(if keeps_all {
        paper.whole_or_condensed(left, &[], request.keep)
    } else {
        paper.condensed(left, &[], request.keep)
    })
}

/// What is printed of an input that is no text: its size and kind.
#[must_use]
pub fn of_binary(start: &[u8], bytes: u64, measure: &dyn Measure, budget: u64) -> String {
    settle(measure, budget, |usage| {
        let mut text = format!("{{\"schema\":\"weir.digest/1\",\"summary\":{{\"bytes\":{bytes},\"mime\":");
        string(mime(start), &mut text);
        text.push_str("},\"meta\":{\"estimatedTokens\":");
        text.push_str(&format!("{},", measure.of_chars(bytes).unwrap_or(bytes)));
        usage_of(usage, budget, measure, &mut text);
        text.push_str(",\"availableFields\":[],\"howToGet\":[]}}\n");
        text
    })
}

fn usage_of(usage: Usage, budget: u64, measure: &dyn Measure, text: &mut String) {
    let Usage { used, remaining } = usage;
    text.push_str(&format!(
        "\"budget\":{budget},\"budgetUsed\":{used},\"budgetRemaining\":{remaining},\"estimator\":"
    ));
    string(measure.name(), text);
}

/// A field that is not in the summary, or not all of it.
struct Missing<'a> {
    path: JsonPath,
    value: Json<'a>,
}

/// What a digest is made of.
struct Paper<'b> {
    request: &'b Request<'b>,
    /// Bytes of the answer at most: the net, when the estimate of the document was wrong.
    most_bytes: usize,
    stripped: &'b Stripped,
    estimated: u64,
    bytes: usize,
}

/// What a digest says beside its summary.
struct Beside<'a> {
    missing: &'a [Missing<'a>],
    listed: usize,
    unknown: &'a [String],
    shown: Option<(usize, usize)>,
}

impl Paper<'_> {
    fn fits(&self, text: &str) -> bool {
        text.len() <= self.most_bytes && affords(text, self.request.budget, self.request.measure)
    }

    fn whole_or_condensed(&self, wanted: Json<'_>, unknown: &[String], keep: &[JsonPath]) -> String {
        let summary = harmless(wanted.text());
        let beside = Beside { missing: &[], listed: 20, unknown, shown: None };
        let text = self.settled(&summary, &beside);
        if self.fits(&text) { text } else { self.condensed(wanted, unknown, keep) }
    }

    /// The summary that fits: first with fewer fields listed, then with shorter text, then with fewer parts.
    fn condensed(&self, wanted: Json<'_>, unknown: &[String], keep: &[JsonPath]) -> String {
        let max_text = self.request.max_text;
        let fits = |text: &str| self.fits(text);
        let mut smallest = (Vec::new(), Vec::new());
        for (text, elements) in [
            (max_text, MOST_ELEMENTS),
            (max_text, 50),
            (max_text.div_euclid(2), 5),
            (max_text.div_euclid(8), 1),
        ] {
            let related = self.request.related;
            let measures = Measures { text, elements, keep, related, how: self.request.how };
            let parts = pieces(wanted, &measures);
            let missing = Self::missing(&parts, wanted);
            let bytes = parts.iter().fold(0_usize, |sum, piece| sum.saturating_add(piece.value.len()));
            for listed in LISTED {
                if bytes > MOST_BYTES {
                    break;
                }
                let written = self.written(wanted, &parts, parts.len(), &missing, listed, unknown);
                if fits(&written) {
                    return written;
                }
            }
            smallest = (parts, missing);
            if wanted.kind() == Kind::Array {
                break;
            }
        }
        let (parts, missing) = smallest;
        let listed = if wanted.kind() == Kind::Array { 8 } else { 2 };
        let most = parts.iter().scan(0_usize, |sum, piece| {
            *sum = sum.saturating_add(piece.value.len()).saturating_add(piece.key.len());
            Some(*sum)
        });
        let (mut low, mut high) = (0_usize, most.take_while(|sum| *sum <= MOST_BYTES).count());
        while low < high {
            let middle = low.saturating_add(high.saturating_sub(low).div_ceil(2));
            if fits(&self.written(wanted, &parts, middle, &missing, listed, unknown)) {
                low = middle;
            } else {
                high = middle.saturating_sub(1);
            }
        }
        self.written(wanted, &parts, low, &missing, listed, unknown)
    }

    /// What the summary of these parts does not show.
    fn missing<'v>(parts: &[Piece], wanted: Json<'v>) -> Vec<Missing<'v>> {
        let whole: std::collections::BTreeSet<usize> =
            parts.iter().filter(|piece| piece.whole).map(|piece| piece.index).collect();
        let top = JsonPath::default();
        let object = match wanted.kind() {
            Kind::Array => wanted.elements().find(|element| element.kind() == Kind::Object),
            _ => Some(wanted),
        };
        let Some(object) = object else { return Vec::new() };
        let in_list = wanted.kind() == Kind::Array;
        let at = if in_list { top.index(0) } else { top };
        let fields = object.fields().enumerate();
        let left = fields.filter(|(index, _)| in_list || !whole.contains(index));
        left.map(|(_, (key, value))| Missing { path: at.key(&key), value }).collect()
    }

    /// The digest with the first `kept` parts by their weight.
    fn written(
        &self,
        wanted: Json<'_>,
        parts: &[Piece],
        kept: usize,
        missing: &[Missing<'_>],
        listed: usize,
        unknown: &[String],
    ) -> String {
        let chosen: Vec<&Piece> = {
            let by_weight = parts
                .iter()
                .filter(|piece| piece.identifies)
                .chain(parts.iter().filter(|piece| !piece.identifies));
            let mut chosen: Vec<&Piece> = by_weight.take(kept).collect();
            chosen.sort_by_key(|piece| piece.index);
            chosen
        };
        let shown: Vec<String> = chosen.iter().map(|piece| format!("{}{}", piece.key, piece.value)).collect();
        let list = wanted.kind() == Kind::Array;
        let summary = match wanted.kind() {
            Kind::Object => format!("{{{}}}", shown.join(",")),
            Kind::Array => format!("[{}]", shown.join(",")),
            _ => shown.first().cloned().unwrap_or_else(|| "null".to_owned()),
        };
        let shown = list.then(|| (chosen.len(), wanted.count()));
        self.settled(&summary, &Beside { missing, listed, unknown, shown })
    }

    fn settled(&self, summary: &str, beside: &Beside<'_>) -> String {
        settle(self.request.measure, self.request.budget, |usage| self.write(summary, beside, usage))
    }

    fn write(&self, summary: &str, beside: &Beside<'_>, usage: Usage) -> String {
        let mut text = format!(
            "{{\"schema\":\"weir.digest/1\",\"summary\":{summary},\"meta\":{{\"estimatedTokens\":{},",
            self.estimated
        );
        usage_of(usage, self.request.budget, self.request.measure, &mut text);
        text.push_str(&format!(",\"bytes\":{}", self.bytes));
        if let Some((shown, all)) = beside.shown {
            text.push_str(&format!(",\"items\":{{\"shown\":{shown},\"total\":{all}}}"));
        }
        if let Some(snapshot) = self.request.snapshot {
            text.push_str(",\"snapshot\":");
            string(snapshot, &mut text);
        }
        if !beside.unknown.is_empty() {
            list(",\"unknownFields\":", beside.unknown.iter().take(20).cloned(), &mut text);
        }
        if self.stripped.count > 0 {
            list(
                ",\"stripped\":",
                self.stripped.paths.iter().take(beside.listed.clamp(2, 20)).cloned(),
                &mut text,
            );
            if self.stripped.count > beside.listed.clamp(2, 20) {
                text.push_str(&format!(",\"strippedCount\":{}", self.stripped.count));
            }
        }
        self.available(beside, &mut text);
        text.push_str("}}\n");
        text
    }

    /// The fields that are not shown, and the commands for those that are more than a word.
    fn available(&self, beside: &Beside<'_>, text: &mut String) {
        let short = |missing: &&Missing<'_>| missing.path.to_string().chars().count() <= PATH_CHARS;
        text.push_str(",\"availableFields\":[");
        for (at, missing) in beside.missing.iter().filter(short).take(beside.listed).enumerate() {
            text.push_str(if at > 0 { ",{\"path\":" } else { "{\"path\":" });
            string(&missing.path.to_string(), text);
            text.push_str(&format!(
                ",\"type\":\"{}\",\"bytes\":{}}}",
                missing.value.kind().name(),
                missing.value.text().len()
            ));
        }
        text.push(']');
        let unlisted = beside.missing.len().saturating_sub(beside.listed);
        if unlisted > 0 {
            text.push_str(&format!(",\"unlistedFields\":{unlisted}"));
        }
        let large = |missing: &&Missing<'_>| {
            !missing.value.is_scalar() || missing.value.text().len() > self.request.max_text
        };
        let ways = beside.missing.iter().filter(short).filter(large).take(beside.listed);
        let mut ways: Vec<String> = ways.filter_map(|missing| (self.request.how)(&missing.path)).collect();
        if ways.is_empty() || beside.shown.is_some_and(|(shown, all)| shown < all) {
            ways.extend((self.request.how)(&JsonPath::default()));
        }
        let note = self.request.note.filter(|_| ways.is_empty());
        list(",\"howToGet\":", ways.into_iter(), text);
        let notes: Vec<&str> = note.into_iter().chain(self.request.remark).collect();
        if !notes.is_empty() {
            text.push_str(",\"note\":");
            string(&notes.join("; "), text);
        }
    }
}

fn list(title: &str, words: impl Iterator<Item = String>, text: &mut String) {
    text.push_str(title);
    text.push('[');
    for (at, word) in words.enumerate() {
        if at > 0 {
            text.push(',');
        }
        string(&word, text);
    }
    text.push(']');
}

#[cfg(test)]
mod tests;
