//! What every new answer is made with: a scale, the store, the words for a call.

use std::cell::RefCell;

use super::question::{QUERY, Question};
use super::scale::Scale;
use crate::store::{Claim, Facts, Keep, Opened, Owner, Vault, VaultError};
use crate::text::json::{JsonPath, string};

/// Where one answer is made.
pub(in crate::mcp) struct Desk<'a> {
    pub(in crate::mcp) scale: &'a Scale,
    pub(in crate::mcp) vault: &'a Vault,
    /// The name of the tool that gets what is stored.
    pub(in crate::mcp) tool: &'a str,
    /// How long a cursor leads on, in seconds.
    pub(in crate::mcp) seconds: u32,
    /// The time, in seconds since the epoch.
    pub(in crate::mcp) now: i64,
    /// The name of the tool whose answer it is.
    pub(in crate::mcp) of: &'a str,
    /// The marks of who asked over HTTP; nothing for this machine's own client.
    owners: Option<Vec<String>>,
    /// What is wrong with the store.
    trouble: RefCell<Option<String>>,
}

impl<'a> Desk<'a> {
    pub(in crate::mcp) const fn new(
        scale: &'a Scale,
        vault: &'a Vault,
        tool: &'a str,
        seconds: u32,
        now: i64,
        of: &'a str,
    ) -> Self {
        Self { scale, vault, tool, seconds, now, of, owners: None, trouble: RefCell::new(None) }
    }

    /// The same for who asked over HTTP: what is stored is its own.
    pub(in crate::mcp) fn owned(self, owner: Option<&Owner>) -> Self {
        let owners = owner.filter(|_| !self.vault.is_off()).map(|owner| self.vault.marks(owner));
        Self { owners, ..self }
    }

    /// Opens what is stored under an id. What is another's is as what is not there.
    pub(in crate::mcp) fn open(&self, id: &str) -> Result<Opened, VaultError> {
        let opened = self.vault.open(id, self.seconds)?;
        let is_own = self.owners.as_ref().is_none_or(|own| {
            let owners = &opened.facts().owners;
            owners.iter().any(|owner| own.contains(owner))
        });
        if is_own { Ok(opened) } else { Err(VaultError::Gone) }
    }

    /// What went wrong with the store, if anything did.
    pub(in crate::mcp) fn trouble(&self) -> Option<String> {
        self.trouble.borrow().clone()
    }

    fn kept(&self, kept: Keep<'_>) -> Option<String> {
        let facts = Facts { owners: self.owners.clone().unwrap_or_default(), ..kept.facts.clone() };
        let kept = Keep { facts: &facts, ..kept };
        match self.vault.keep(kept, self.seconds) {
            Ok(id) => Some(id),
            Err(VaultError::Off) => None,
            Err(error) => {
                *self.trouble.borrow_mut() = Some(error.to_string());
                None
            }
        }
    }

    /// Keeps a text and what is asked of it; of another snapshot's text only the question.
    pub(in crate::mcp) fn keep(&self, text: &str, question: &Question) -> Option<String> {
        let text = if question.of.is_some() { "" } else { text };
        let facts = Facts { command: self.of.to_owned(), ..Facts::default() };
        let question = question.line();
        self.kept(Keep { text: text.as_bytes(), question: &question, records: &[], facts: &facts })
    }

    /// Keeps a log with the records of its failures.
    pub(in crate::mcp) fn keep_log(&self, text: &str, records: &[u8], facts: Facts) -> Option<String> {
        let facts = Facts { command: self.of.to_owned(), ..facts };
        self.kept(Keep { text: text.as_bytes(), question: "", records, facts: &facts })
    }

    /// Why the rest cannot be had.
    pub(in crate::mcp) fn note(&self) -> &'static str {
        if self.trouble.borrow().is_some() {
            "the store cannot be used, so the rest cannot be had"
        } else {
            "nothing is stored, so the rest cannot be had"
        }
    }

    /// The cursor that leads to a place of a snapshot.
    pub(in crate::mcp) fn cursor(&self, id: &str, offset: u64) -> Option<String> {
        let claim = Claim { snapshot: id.to_owned(), query: QUERY.to_owned(), offset };
        self.vault.sign(&claim, self.now, self.seconds)
    }

    /// The call that follows a cursor.
    pub(in crate::mcp) fn call_cursor(&self, cursor: &str) -> String {
        format!("{} {{\"cursor\":\"{cursor}\"}}", self.tool)
    }

    /// The call that gets a part of a stored document.
    pub(in crate::mcp) fn call_path(&self, id: &str, path: &JsonPath) -> String {
        let mut word = String::new();
        string(&path.to_string(), &mut word);
        format!("{} {{\"id\":\"{id}\",\"path\":{word}}}", self.tool)
    }

    /// The call that gets the stored text from its first line on.
    pub(in crate::mcp) fn call_lines(&self, id: &str) -> String {
        format!("{} {{\"id\":\"{id}\",\"lines\":\"1:\"}}", self.tool)
    }
}
