//! Where a secret may begin: one packed search for all their literals, over whole blocks.

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

/// Every literal and what decides at it. Of two that begin at one place the first is taken.
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

/// The search itself.
enum Search {
    Packed(packed::Searcher),
    /// Where the processor has no instructions for it.
    Automaton(AhoCorasick),
    /// Never: the literals are fixed and fit.
    Nothing,
}

static SEARCH: LazyLock<Search> = LazyLock::new(|| {
    let literals = LITERALS.iter().map(|(literal, _)| literal);
    let mut builder = packed::Config::new().match_kind(packed::MatchKind::LeftmostFirst).builder();
    if let Some(searcher) = builder.extend(literals.clone()).build() {
        return Search::Packed(searcher);
    }
    AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostFirst)
        .build(literals)
        .map_or(Search::Nothing, Search::Automaton)
});

/// The next literal from `from` on: which, and where it begins and ends.
fn literal(text: &[u8], from: usize) -> Option<(usize, usize, usize)> {
    match &*SEARCH {
        Search::Packed(searcher) => {
            let span = aho_corasick::Span { start: from, end: text.len() };
            let found = searcher.find_in(text, span)?;
            Some((found.pattern().as_usize(), found.start(), found.end()))
        }
        Search::Automaton(automaton) => {
            let found = automaton.find(aho_corasick::Input::new(text).range(from..))?;
            Some((found.pattern().as_usize(), found.start(), found.end()))
        }
        Search::Nothing => None,
    }
}

/// The next secret from `from` on, and where the search goes on behind it.
pub(super) fn next(text: &[u8], from: usize) -> Option<(Found, usize)> {
    let mut from = from;
    while from < text.len() {
        let (which, start, end) = literal(text, from)?;
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
