//! Which settings hold for a tool, and whether its answers are changed.

use std::sync::Arc;

use super::arms::Arms;
use crate::settings::guard::{Guard, GuardMode, Switch, ToolGuard, ToolList};

/// The settings, ready to be asked about tools.
#[derive(Clone, Debug, Default)]
pub struct Rules(Arc<Guard>);

impl Rules {
    /// The rules of these settings.
    #[must_use]
    pub fn of(guard: Arc<Guard>) -> Self {
        Self(guard)
    }

    /// The settings as a whole.
    #[must_use]
    pub fn guard(&self) -> &Arc<Guard> {
        &self.0
    }

    /// What holds for a tool.
    #[must_use]
    pub fn tool(&self, name: &str) -> ToolGuard {
        self.0.tool(name)
    }

    /// Whether answers of a tool are changed, at least for some calls or sessions.
    #[must_use]
    pub fn changes(&self, name: &str) -> bool {
        changes(&self.0.tool(name))
    }

    /// Whether anything may be changed: then there is something to get.
    #[must_use]
    pub fn changes_anything(&self) -> bool {
        self.all().any(changes)
    }

    /// Whether anything may be changed in the session of these arms.
    #[must_use]
    pub fn may_change(&self, arms: &Arms) -> bool {
        self.all().any(|tool| changes(tool) && arms.may_harden(tool, self.0.assign))
    }

    /// How much of the list of tools is shown in the session of these arms.
    #[must_use]
    pub fn tool_list(&self, arms: &Arms) -> ToolList {
        let acts = changes(&self.0.base) && arms.may_harden(&self.0.base, self.0.assign);
        if acts { self.0.tool_list } else { ToolList::Full }
    }

    fn all(&self) -> impl Iterator<Item = &ToolGuard> {
        std::iter::once(&self.0.base).chain(self.0.tools.iter().map(|(_, tool)| tool))
    }

    /// Whether these rules change answers of other tools than `other` does.
    #[must_use]
    pub fn differ_in_tools(&self, other: &Self) -> bool {
        let of = |rules: &Self| {
            let tools = rules.0.tools.iter().map(|(pattern, tool)| (pattern.clone(), changes(tool)));
            let listed = (rules.0.allow.clone(), rules.0.deny.clone(), rules.0.tool_list);
            (changes(&rules.0.base), rules.0.only.clone(), tools.collect::<Vec<_>>(), listed)
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
    use crate::settings::pattern::NamePattern;

    #[test]
    fn a_tool_that_is_off_or_observed_or_not_rolled_out_is_not_changed() {
        let all = ToolGuard { rollout: 100, ..ToolGuard::default() };
        let off = ToolGuard { enabled: Switch::Off, ..all.clone() };
        let seen = ToolGuard { mode: GuardMode::Observe, ..all.clone() };
        let none = ToolGuard { rollout: 0, ..all };
        let named = |name: &str, tool| (NamePattern::new(name).unwrap(), tool);
        let tools = vec![named("off", off), named("seen", seen), named("none", none)];
        let rules = Rules::of(Arc::new(Guard { tools, ..Guard::default() }));
        assert_eq!(
            ["off", "seen", "none", "any"].map(|name| rules.changes(name)),
            [false, false, false, true]
        );
        assert!(rules.differ_in_tools(&Rules::default()) && !rules.differ_in_tools(&rules.clone()));
        let base = ToolGuard { mode: GuardMode::Observe, ..ToolGuard::default() };
        assert!(!Rules::of(Arc::new(Guard { base, ..Guard::default() })).changes_anything());
    }
}
