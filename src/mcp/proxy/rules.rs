//! Which settings hold for a tool.
//!
//! The exact name wins, else the first glob that matches, else the base. With `only`, a tool that none of its globs
//! matches is left alone.

use std::sync::Arc;

use globset::{Glob, GlobMatcher};

use crate::settings::guard::{Guard, GuardMode, Switch, ToolGuard};

/// The settings, ready to be asked about tools.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    guard: Arc<Guard>,
    only: Vec<GlobMatcher>,
    tools: Vec<Option<GlobMatcher>>,
}

/// A glob that matches names; `None` for a text that is no glob, which then matches its own text alone.
fn matcher(glob: &str) -> Option<GlobMatcher> {
    Glob::new(glob).ok().map(|glob| glob.compile_matcher())
}

impl Rules {
    /// The rules of these settings.
    #[must_use]
    pub fn of(guard: Arc<Guard>) -> Self {
        Self {
            only: guard.only.iter().filter_map(|glob| matcher(glob)).collect(),
            tools: guard.tools.iter().map(|(glob, _)| matcher(glob)).collect(),
            guard,
        }
    }

    /// The settings as a whole.
    #[must_use]
    pub fn guard(&self) -> &Arc<Guard> {
        &self.guard
    }

    /// What holds for a tool.
    #[must_use]
    pub fn tool(&self, name: &str) -> &ToolGuard {
        let exact = self.guard.tools.iter().find(|(pattern, _)| pattern == name);
        let by_glob = || {
            let mut patterns = self.guard.tools.iter().zip(&self.tools);
            patterns
                .find(|(_, glob)| glob.as_ref().is_some_and(|glob| glob.is_match(name)))
                .map(|(tool, _)| tool)
        };
        exact.or_else(by_glob).map_or(&self.guard.base, |(_, tool)| tool)
    }

    /// Whether answers of a tool may be changed at all.
    #[must_use]
    pub fn touches(&self, name: &str) -> bool {
        let named = self.guard.only.is_empty() || self.only.iter().any(|glob| glob.is_match(name));
        named && self.tool(name).enabled == Switch::On
    }

    /// Whether answers of a tool are changed, at least for some calls or sessions.
    #[must_use]
    pub fn changes(&self, name: &str) -> bool {
        self.touches(name) && changes(self.tool(name))
    }

    /// Whether anything may be changed: then there is something to get.
    #[must_use]
    pub fn changes_anything(&self) -> bool {
        changes(&self.guard.base) || self.guard.tools.iter().any(|(_, tool)| changes(tool))
    }

    /// Whether these rules change other tools than `other` does.
    #[must_use]
    pub fn differ_in_tools(&self, other: &Self) -> bool {
        let of = |rules: &Self| -> (bool, Vec<String>, Vec<(String, bool)>) {
            let tools = rules.guard.tools.iter().map(|(pattern, tool)| (pattern.clone(), changes(tool)));
            (changes(&rules.guard.base), rules.guard.only.clone(), tools.collect())
        };
        of(self) != of(other)
    }
}

fn changes(tool: &ToolGuard) -> bool {
    tool.enabled == Switch::On && tool.mode != GuardMode::Observe && tool.rollout > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(tools: &[(&str, ToolGuard)], only: &[&str]) -> Rules {
        let tools = tools.iter().map(|(name, tool)| ((*name).to_owned(), tool.clone())).collect();
        let only = only.iter().map(|glob| (*glob).to_owned()).collect();
        Rules::of(Arc::new(Guard { tools, only, ..Guard::default() }))
    }

    fn rollout(rollout: u8) -> ToolGuard {
        ToolGuard { rollout, ..ToolGuard::default() }
    }

    #[test]
    fn an_exact_name_wins_then_the_first_glob_then_the_base() {
        let rules = rules(&[("li*", rollout(1)), ("list*", rollout(2)), ("list_a", rollout(3))], &[]);
        assert_eq!(["list_a", "list_b", "other"].map(|name| rules.tool(name).rollout), [3, 1, 100]);
    }

    #[test]
    fn only_leaves_all_others_alone() {
        let rules = rules(&[], &["list_*", "get"]);
        assert_eq!(["list_a", "get", "got", ""].map(|name| rules.changes(name)), [true, true, false, false]);
    }

    #[test]
    fn a_tool_that_is_off_or_observed_or_not_rolled_out_is_not_changed() {
        let off = ToolGuard { enabled: Switch::Off, ..rollout(100) };
        let seen = ToolGuard { mode: GuardMode::Observe, ..rollout(100) };
        let rules = rules(&[("off", off), ("seen", seen), ("none", rollout(0))], &[]);
        assert_eq!(
            ["off", "seen", "none", "any"].map(|name| rules.changes(name)),
            [false, false, false, true]
        );
        assert_eq!(["off", "seen", "none"].map(|name| rules.touches(name)), [false, true, true]);
        assert!(rules.differ_in_tools(&Rules::default()) && !rules.differ_in_tools(&rules.clone()));
    }
}
