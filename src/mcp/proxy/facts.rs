//! What the server reports of itself, and of its tools.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::mcp::wire::Mirrors;
use crate::text::json::Json;

/// The name of the get tool, unless the server has a tool of this name.
pub const GET: &str = "weir_get";

/// What the names of weir's own tools begin with.
const OWN: &str = "weir_";

/// Tasks whose tool is remembered; beyond that the oldest is forgotten.
const MOST_TASKS: usize = 10_000;

/// Names of tools that are remembered.
const MOST_NAMES: usize = 100_000;

#[derive(Debug, Default)]
struct Known {
    server: Option<String>,
    /// Whether it has tools; none when that is not known.
    has_tools: Option<bool>,
    tells_changes: bool,
    /// The names in its list that begin as those of weir's own tools do.
    rivals: HashSet<String>,
    /// Those of a list that is being read again, and is not complete yet.
    coming: Option<HashSet<String>>,
    tasks: HashMap<String, String>,
    order: VecDeque<String>,
}

/// What is known of the server.
#[derive(Debug, Default)]
pub struct Facts(Mutex<Known>, Mutex<Mirrors>);

impl Facts {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The arguments of tools that clients repeat in headers.
    pub fn mirrors(&self) -> MutexGuard<'_, Mirrors> {
        self.1.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the answer to `initialize` or `server/discover`.
    pub fn learn(&self, result: Json<'_>) {
        let mut known = self.known();
        let meta = || result.get("_meta")?.get("io.modelcontextprotocol/serverInfo");
        let name = result.get("serverInfo").or_else(meta).and_then(|info| info.get("name"));
        if let Some(name) = name.and_then(Json::string) {
            known.server = Some(name.chars().take(200).collect());
        }
        if let Some(capabilities) = result.get("capabilities") {
            let tools = capabilities.get("tools");
            known.has_tools = Some(tools.is_some());
            let reported = tools.and_then(|tools| tools.get("listChanged"));
            known.tells_changes = reported.is_some_and(|reported| reported.text() == "true");
        }
    }

    /// The server's name for itself.
    pub fn server(&self) -> Option<String> {
        self.known().server.clone()
    }

    /// Whether the server has tools, as far as is known.
    pub fn has_tools(&self) -> bool {
        self.known().has_tools != Some(false)
    }

    /// Whether the server sends news when its list of tools changes: then the client expects them.
    pub fn tells_changes(&self) -> bool {
        self.known().tells_changes
    }

    /// A list of tools begins anew. Until it is complete the names of the one before are taken, too: the get tool must not
    /// lose its name in between.
    pub fn list_begins(&self) {
        self.known().coming = Some(HashSet::new());
        self.mirrors().clear();
    }

    /// A list of tools is complete.
    pub fn list_ends(&self) {
        let mut known = self.known();
        if let Some(names) = known.coming.take() {
            known.rivals = names;
        }
    }

    /// The server has a tool of this name.
    pub fn tool(&self, name: &str) {
        let mut known = self.known();
        let Known { rivals, coming, .. } = &mut *known;
        let names = coming.as_mut().unwrap_or(rivals);
        if name.starts_with(OWN) && names.len() < MOST_NAMES {
            names.insert(name.to_owned());
        }
    }

    /// The name of the get tool beside the server's tools.
    pub fn get_name(&self) -> String {
        self.own_name(GET)
    }

    /// The name of a tool of weir's own beside the server's tools.
    pub fn own_name(&self, own: &str) -> String {
        let known = self.known();
        let numbered = (2_u32..).map(|number| format!("{own}_{number}"));
        let mut names = std::iter::once(own.to_owned()).chain(numbered);
        let taken = known.coming.iter().chain([&known.rivals]);
        names.find(|name| !taken.clone().any(|taken| taken.contains(name))).unwrap_or_else(|| own.to_owned())
    }

    /// A tool works on a task.
    pub fn task(&self, task: &str, tool: &str) {
        let mut known = self.known();
        if known.tasks.insert(task.to_owned(), tool.to_owned()).is_none() {
            known.order.push_back(task.to_owned());
        }
        if known.order.len() > MOST_TASKS
            && let Some(oldest) = known.order.pop_front()
        {
            known.tasks.remove(&oldest);
        }
    }

    /// The tool that works on a task.
    pub fn tool_of(&self, task: &str) -> Option<String> {
        self.known().tasks.get(task).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(result: &str) -> Facts {
        let facts = Facts::default();
        facts.learn(Json::parse(result).unwrap());
        facts
    }

    #[test]
    fn both_eras_tell_the_name_and_the_capabilities() {
        for result in [
            r#"{"capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"n"}}"#,
            r#"{"capabilities":{"tools":{"listChanged":true}},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"n"}}}"#,
        ] {
            let facts = learned(result);
            assert_eq!(facts.server().as_deref(), Some("n"));
            assert!(facts.has_tools() && facts.tells_changes());
        }
        assert!(!learned(r#"{"capabilities":{"resources":{}}}"#).has_tools());
        let silent = Facts::default();
        assert!(silent.has_tools() && !silent.tells_changes() && silent.server().is_none());
    }

    #[test]
    fn the_get_tool_has_a_name_that_no_tool_has() {
        let facts = Facts::default();
        assert_eq!(facts.get_name(), "weir_get");
        facts.tool("weir_get");
        assert_eq!(facts.get_name(), "weir_get_2");
        facts.tool("weir_get_2");
        assert_eq!(facts.get_name(), "weir_get_3");
        facts.list_begins();
        facts.tool("other");
        facts.list_ends();
        assert_eq!(facts.get_name(), "weir_get");
    }

    #[test]
    fn the_name_stays_until_a_list_that_is_read_again_is_complete() {
        let facts = Facts::default();
        facts.tool("weir_get");
        facts.list_begins();
        assert_eq!(facts.get_name(), "weir_get_2");
        facts.tool("weir_get_2");
        assert_eq!(facts.get_name(), "weir_get_3");
        // The list is left in the middle and begun once more.
        facts.list_begins();
        assert_eq!(facts.get_name(), "weir_get_2");
        facts.list_ends();
        facts.list_ends();
        assert_eq!(facts.get_name(), "weir_get");
    }

    #[test]
    fn the_tool_of_a_task_is_remembered_for_a_while() {
        let facts = Facts::default();
        (0..=MOST_TASKS).for_each(|number| facts.task(&number.to_string(), "t"));
        assert_eq!(facts.tool_of("0"), None);
        assert_eq!(facts.tool_of("1").as_deref(), Some("t"));
    }
}
