//! The table of rules: which literals lead to a secret, and what decides there.
//!
//! Source: an id is that of gitleaks' published rules (`config/gitleaks.toml`, version 8) when it has one for the same
//! secret; its prefixes and lengths are those that the issuers document for secret scanning. Ids in `issuers` and `places`
//! are our own, for what issuers document and for what logs show. The table has a prefix once:
//! an id of several kinds of tokens of one issuer stands for all of them.

use super::super::names::Word;
use super::super::shapes::{Secret, Token};

use super::issuers::ISSUERS;
use super::places::PLACES;
use super::tokens::TOKENS;

/// What decides at a literal.
#[derive(Clone, Copy, Debug)]
pub(in crate::store::redact) enum Matcher {
    /// A token whose prefix the literal is.
    Token(Token),
    /// A shape round the literal.
    Shape(fn(&[u8], usize, usize) -> Option<Secret>),
    /// Several secrets after the literal, which begins at the first number and ends at the second.
    Several(fn(&[u8], usize, usize, &mut Vec<Secret>)),
    /// The value of a key, whose telling part the literal is.
    Named(Word),
    /// The first line of a key; the redactor follows its lines.
    KeyBlock,
    /// The line before those of a key of PuTTY.
    KeyLines,
}

/// A rule: its id, the literals that lead to it, and what decides there.
#[derive(Clone, Copy, Debug)]
pub(in crate::store::redact) struct Rule {
    #[cfg_attr(not(test), allow(dead_code, reason = "examples are given by it"))]
    pub(in crate::store::redact) id: &'static str,
    pub(in crate::store::redact) literals: &'static [&'static str],
    pub(in crate::store::redact) by: Matcher,
}

/// All rules.
pub(in crate::store::redact) fn all() -> impl Iterator<Item = &'static Rule> {
    TOKENS.iter().chain(ISSUERS).chain(PLACES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_own_id_and_no_literal_begins_with_another() {
        let mut ids: Vec<&str> = all().map(|rule| rule.id).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
        let literals: Vec<&str> = all().flat_map(|rule| rule.literals).copied().collect();
        for (at, one) in literals.iter().enumerate() {
            assert!(one.len() >= 3, "{one}");
            for other in &literals[at + 1..] {
                assert!(!one.starts_with(other) && !other.starts_with(one), "{one} {other}");
            }
        }
    }
}
