//! Where a secret may begin: packed searches for all their literals, over whole blocks.
//!
//! A packed search compares halves of as many bytes as its shortest literal has, and only where those fit it looks
//! closer. So the literals of three bytes have a search of their own, and the others stand beside those that begin alike:
//! together that makes it ten times as fast.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind, packed};

use super::named::{Key, value};
use super::shapes::{
    Alphabet, Secret, Token, basic, bearer, openai, sendgrid, signed_token, slack, stripe, url_password,
};

/// What decides at a literal.
#[derive(Clone, Copy, Debug)]
enum Matcher {
    Token(Token),
    Shape(fn(&[u8], usize, usize) -> Option<Secret>),
    Named(Key),
    /// The beginning of a key in PEM form (RFC 7468); the redactor follows its lines.
    KeyBlock,
}

/// What was found at a literal.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A secret.
    Secret(Secret),
    /// The words `PRIVATE KEY` end before this byte.
    KeyWords(usize),
}

const fn token(kind: &'static str, alphabet: Alphabet, least: usize, most: usize) -> Matcher {
    Matcher::Token(Token { kind, alphabet, least, most })
}

const GITHUB: Matcher = token("github-token", Alphabet::Plain, 36, 255);
const AWS: Matcher = token("aws-key", Alphabet::Upper, 16, 16);
const GITLAB: Matcher = token("gitlab-token", Alphabet::Dotted, 20, 340);
const PASSWORD: Matcher = Matcher::Named(Key::Password);
const TOKEN: Matcher = Matcher::Named(Key::Token);

/// Every literal and what decides at it. None begins with another, so that their order means nothing.
const LITERALS: [(&str, Matcher); 62] = [
    ("AKIA", AWS),
    ("ASIA", AWS),
    ("ghp_", GITHUB),
    ("gho_", GITHUB),
    ("ghu_", GITHUB),
    ("ghs_", GITHUB),
    ("ghr_", GITHUB),
    ("github_pat_", token("github-token", Alphabet::Url, 36, 255)),
    ("glpat-", GITLAB),
    ("gldt-", GITLAB),
    ("glrt-", GITLAB),
    ("xox", Matcher::Shape(slack)),
    ("xapp-", token("slack-token", Alphabet::Url, 20, 255)),
    ("hooks.slack.com/services/", token("slack-webhook", Alphabet::Path, 40, 255)),
    ("k_live_", Matcher::Shape(stripe)),
    ("k_test_", Matcher::Shape(stripe)),
    ("AIza", token("google-key", Alphabet::Url, 35, 35)),
    ("GOCSPX-", token("google-secret", Alphabet::Url, 28, 28)),
    ("ya29.", token("google-token", Alphabet::Url, 40, 1024)),
    ("sk-ant-", token("anthropic-key", Alphabet::Url, 20, 255)),
    ("T3BlbkFJ", Matcher::Shape(openai)),
    ("sk-proj-", token("openai-key", Alphabet::Url, 20, 255)),
    ("npm_", token("npm-token", Alphabet::Plain, 36, 36)),
    ("pypi-AgE", token("pypi-token", Alphabet::Url, 50, 1024)),
    ("dckr_pat_", token("docker-token", Alphabet::Url, 20, 255)),
    ("dop_v1_", token("digitalocean-token", Alphabet::Hex, 64, 64)),
    ("hf_", token("huggingface-token", Alphabet::Plain, 34, 40)),
    ("SG.", Matcher::Shape(sendgrid)),
    ("AGE-SECRET-KEY-1", token("age-key", Alphabet::Upper, 58, 58)),
    ("AccountKey=", token("azure-key", Alphabet::Base64, 80, 100)),
    ("eyJ", Matcher::Shape(signed_token)),
    ("://", Matcher::Shape(url_password)),
    ("earer ", Matcher::Shape(bearer)),
    ("EARER ", Matcher::Shape(bearer)),
    ("uthorization", Matcher::Shape(basic)),
    ("UTHORIZATION", Matcher::Shape(basic)),
    ("PRIVATE KEY", Matcher::KeyBlock),
    ("assword", PASSWORD),
    ("ASSWORD", PASSWORD),
    ("asswd", PASSWORD),
    ("ASSWD", PASSWORD),
    ("assphrase", PASSWORD),
    ("ASSPHRASE", PASSWORD),
    ("ecret", TOKEN),
    ("ECRET", TOKEN),
    ("oken", TOKEN),
    ("OKEN", TOKEN),
    ("pi_key", TOKEN),
    ("pi-key", TOKEN),
    ("pi-Key", TOKEN),
    ("piKey", TOKEN),
    ("pikey", TOKEN),
    ("PI_KEY", TOKEN),
    ("PIKEY", TOKEN),
    ("ccess_key", TOKEN),
    ("ccessKey", TOKEN),
    ("CCESS_KEY", TOKEN),
    ("rivate_key", TOKEN),
    ("RIVATE_KEY", TOKEN),
    ("redential", TOKEN),
    ("REDENTIAL", TOKEN),
    ("PWD=", TOKEN),
];

/// Literals of fewer bytes have a search of their own.
const LONG_BYTES: usize = 4;
/// Groups of literals that a packed search tells apart at first.
const BUCKETS: usize = 16;

/// How literals are searched for.
enum Search {
    Packed(packed::Searcher),
    /// Where the processor has no instructions for it.
    Automaton(AhoCorasick),
    /// Never: the literals are fixed and fit.
    Nothing,
}

/// A search and what it searches for: places in the list of literals.
struct Group {
    search: Search,
    literals: Vec<usize>,
}

static GROUPS: LazyLock<[Group; 2]> = LazyLock::new(|| [Group::new(false), Group::new(true)]);

/// Puts those that begin alike into one bucket: a packed search gives its literals to its buckets in turn.
fn dealt(mut literals: Vec<usize>) -> Vec<usize> {
    let beginning = |at: &usize| {
        let bytes = LITERALS.get(*at).map_or(&[][..], |(literal, _)| literal.as_bytes());
        // Half of a byte is the same in capital and small letters.
        bytes.iter().take(LONG_BYTES.saturating_sub(1)).map(|byte| byte & 0xf).collect::<Vec<u8>>()
    };
    literals.sort_by_key(beginning);
    let rounds = literals.len().div_ceil(BUCKETS).max(1);
    let round = |round: usize| literals.iter().skip(round).step_by(rounds).copied();
    (0..rounds).flat_map(round).collect()
}

impl Group {
    fn new(long: bool) -> Self {
        let wanted =
            LITERALS.iter().enumerate().filter(|(_, (literal, _))| (literal.len() >= LONG_BYTES) == long);
        let literals = dealt(wanted.map(|(at, _)| at).collect());
        let words = || literals.iter().filter_map(|at| LITERALS.get(*at)).map(|(literal, _)| literal);
        let mut builder = packed::Config::new().match_kind(packed::MatchKind::LeftmostFirst).builder();
        let search = match builder.extend(words()).build() {
            Some(searcher) => Search::Packed(searcher),
            None => AhoCorasick::builder()
                .match_kind(MatchKind::LeftmostFirst)
                .build(words())
                .map_or(Search::Nothing, Search::Automaton),
        };
        Self { search, literals }
    }

    /// The next literal from `from` on.
    fn next(&self, text: &[u8], from: usize) -> Option<Literal> {
        let (which, start, end) = match &self.search {
            Search::Packed(searcher) => {
                let span = aho_corasick::Span { start: from, end: text.len() };
                let found = searcher.find_in(text, span)?;
                (found.pattern().as_usize(), found.start(), found.end())
            }
            Search::Automaton(automaton) => {
                let found = automaton.find(aho_corasick::Input::new(text).range(from..))?;
                (found.pattern().as_usize(), found.start(), found.end())
            }
            Search::Nothing => return None,
        };
        Some(Literal { which: *self.literals.get(which)?, start, end })
    }
}

/// A literal in a text: which, and its bytes.
#[derive(Clone, Copy, Debug)]
struct Literal {
    which: usize,
    start: usize,
    end: usize,
}

/// What a group has next.
#[derive(Clone, Copy, Debug)]
enum Ahead {
    Unknown,
    Is(Literal),
    Nothing,
}

/// The places of one text at which secrets begin, from its beginning to its end.
pub(super) struct Places<'a> {
    text: &'a [u8],
    /// What each group has next; it is searched for again only when it was passed.
    ahead: [Ahead; 2],
}

impl<'a> Places<'a> {
    pub(super) const fn new(text: &'a [u8]) -> Self {
        Self { text, ahead: [Ahead::Unknown; 2] }
    }

    /// The next literal of all groups from `from` on.
    fn literal(&mut self, from: usize) -> Option<Literal> {
        let mut first: Option<Literal> = None;
        for (group, ahead) in GROUPS.iter().zip(&mut self.ahead) {
            if matches!(ahead, Ahead::Unknown) || matches!(ahead, Ahead::Is(literal) if literal.start < from)
            {
                *ahead = group.next(self.text, from).map_or(Ahead::Nothing, Ahead::Is);
            }
            if let Ahead::Is(literal) = ahead
                && first.is_none_or(|first| literal.start < first.start)
            {
                first = Some(*literal);
            }
        }
        first
    }

    /// The next secret from `from` on, and where the search goes on behind it. `from` never goes back.
    pub(super) fn next(&mut self, from: usize) -> Option<(Found, usize)> {
        let (text, mut from) = (self.text, from);
        while from < text.len() {
            let Literal { which, start, end } = self.literal(from)?;
            let found = match LITERALS.get(which).map(|(_, matcher)| matcher) {
                Some(Matcher::Token(token)) => token.at(text, start, end).map(Found::Secret),
                Some(Matcher::Shape(shape)) => shape(text, start, end).map(Found::Secret),
                Some(Matcher::Named(key)) => value(text, start, end, *key).map(Found::Secret),
                Some(Matcher::KeyBlock) => Some(Found::KeyWords(end)),
                None => None,
            };
            match found {
                Some(Found::Secret(secret)) => {
                    let behind = secret.at.end;
                    return Some((Found::Secret(secret), behind));
                }
                Some(words) => return Some((words, end)),
                // What was looked at may hold the beginning of another.
                None => from = end,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_literal_begins_with_another() {
        for (at, (one, _)) in LITERALS.iter().enumerate() {
            for (other, _) in LITERALS.iter().skip(at + 1) {
                assert!(!one.starts_with(other) && !other.starts_with(one), "{one} {other}");
            }
        }
    }

    #[test]
    fn every_literal_is_found_where_it_stands_and_the_nearest_one_first() {
        let mut dealt: Vec<usize> = GROUPS.iter().flat_map(|group| group.literals.clone()).collect();
        dealt.sort_unstable();
        assert!(dealt.into_iter().eq(0..LITERALS.len()));
        // What is short has another search than what is long.
        for blanks in [0, 1, 100] {
            let gap = " ".repeat(blanks);
            let text: String = LITERALS.iter().map(|(literal, _)| format!("{gap}{literal}\n")).collect();
            let (mut places, mut from, mut start) = (Places::new(text.as_bytes()), 0, 0);
            for (which, (literal, _)) in LITERALS.iter().enumerate() {
                start += gap.len();
                // Within a literal another one may begin.
                let found = std::iter::from_fn(|| {
                    let found = places.literal(from)?;
                    from = found.start + 1;
                    Some(found)
                })
                .find(|found| found.start >= start)
                .unwrap();
                assert_eq!((found.which, found.start, found.end), (which, start, start + literal.len()));
                start += literal.len() + 1;
            }
        }
    }
}
