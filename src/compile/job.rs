//! The job: a context in, one that stays within its window out, and the event that tells what was done.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::context::Context;
use super::error::CompileError;
use super::event::{ActionTaken, Event, SectionCounts};
use super::memory::{self, MemoryScore};
use super::part::Count;
use super::section::{self, Asked, Section, Sections};
use super::turn::{Action, Turn};
use super::window::Window;
use super::{history, plain, tools};
use crate::budget::Count as _;
use crate::text::time::Time;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Options {
    /// The window.
    pub window: Window,
    /// Budgets of sections.
    pub budgets: Asked,
    /// The last messages, which are changed last.
    pub keep_last: usize,
    /// What is to be done; before the task in the input.
    pub task: Option<String>,
    /// The time that memories are as old as.
    pub now: Option<Time>,
    /// How memories are ranked.
    pub memory_score: MemoryScore,
    /// The estimator's name, for the answer.
    pub estimator: String,
}

/// A compiled context.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The context; every item knows what was done with it.
    pub context: Context,
    /// What was done, without content.
    pub event: Event,
    /// Messages that the line in the history tells of; 0 without one.
    pub(super) reported: usize,
}

/// Compiles a context.
///
/// # Errors
/// When the budgets do not make up the window, or pinned items do not fit into theirs.
pub fn compile(mut context: Context, options: &Options, count: &Count<'_>) -> Result<Compiled, CompileError> {
    context.system.iter_mut().chain(&mut context.history).for_each(|turn| turn.measure(count));
    context.memory.iter_mut().for_each(|memory| memory.measure(count));
    context.tools.iter_mut().for_each(|tool| tool.measure(count));

    let of_tools = context.tools.iter().fold(0_u64, |sum, tool| sum.saturating_add(tool.before));
    let window = options.window.tokens(of_tools);
    let budgets = section::budgets(&options.budgets, window)?;

    plain::fit(&mut context.system, budgets.system, count)?;
    let admitted = memory::admit(&mut context.memory, budgets.memory, options.now, options.memory_score)?;
    let fitted = history::fit(&mut context.history, budgets.history, options.keep_last, count)?;
    let there = context.history.iter().filter(|turn| turn.is_there());
    let called: BTreeSet<String> = there.flat_map(Turn::called).map(str::to_owned).collect();
    let task = options.task.as_deref().or(context.task.as_deref());
    tools::choose(&mut context.tools, budgets.tools, task, &called)?;

    let mut sections = Sections::<SectionCounts>::default();
    for section in Section::ALL {
        sections.get_mut(section).budget = *budgets.get(section);
    }
    let mut actions = Vec::new();
    for taken in taken(&context) {
        let counts = sections.get_mut(taken.section);
        counts.items_in.up(1);
        counts.before.up(taken.before);
        counts.after.up(taken.after);
        counts.items_out.up(u64::from(taken.is_there));
        actions.push(taken);
    }
    sections.history.after = fitted.cost;
    let total =
        Section::ALL.iter().fold(0_u64, |sum, section| sum.saturating_add(sections.get(*section).after));
    let memory_ids = |wanted: &dyn Fn(usize) -> bool| -> Vec<String> {
        let all = context.memory.iter().enumerate();
        all.filter(|(position, _)| wanted(*position)).map(|(_, memory)| memory.id.clone()).collect()
    };
    let admitted_ids: Vec<String> = admitted
        .iter()
        .filter_map(|position| context.memory.get(*position))
        .map(|memory| memory.id.clone())
        .collect();
    let event = Event {
        schema: "weir.compile/1",
        event: "context_compiled",
        window,
        estimator: options.estimator.clone(),
        total,
        sections,
        admitted_memory_ids: admitted_ids,
        dropped_memory_ids: memory_ids(&|position| !admitted.contains(&position)),
        omitted_tools: context
            .tools
            .iter()
            .filter(|tool| tool.action == Action::Drop)
            .map(|tool| tool.name.clone())
            .collect(),
        actions,
        unlisted: 0,
    };
    Ok(Compiled { context, event, reported: fitted.reported })
}

/// What was done with each item, in the order of the sections and of the input.
fn taken(context: &Context) -> impl Iterator<Item = ActionTaken> + '_ {
    let turns = |section: Section, turns: &'_ [Turn]| -> Vec<ActionTaken> {
        let taken = |turn: &Turn| ActionTaken {
            section,
            id: turn.id.clone(),
            action: turn.action,
            before: turn.before,
            after: turn.cost(),
            reason: turn.reason.clone(),
            is_there: turn.is_there(),
        };
        turns.iter().map(taken).collect()
    };
    let memory = context.memory.iter().map(|memory| {
        let is_there = memory.action == Action::Keep;
        ActionTaken {
            section: Section::Memory,
            id: memory.id.clone(),
            action: memory.action,
            before: memory.before,
            after: if is_there { memory.before } else { 0 },
            reason: memory.reason.clone(),
            is_there,
        }
    });
    let tools = context.tools.iter().map(|tool| {
        let is_there = tool.action == Action::Keep;
        ActionTaken {
            section: Section::Tools,
            id: tool.name.clone(),
            action: tool.action,
            before: tool.before,
            after: if is_there { tool.before } else { 0 },
            reason: tool.reason.clone(),
            is_there,
        }
    });
    let system = turns(Section::System, &context.system).into_iter();
    let history = turns(Section::History, &context.history).into_iter();
    system.chain(memory).chain(history).chain(tools)
}

impl Compiled {
    /// The messages of the history that are there, with the line that tells of the others where the first of them was.
    pub(super) fn history<T>(
        &self,
        mut each: impl FnMut(&Turn) -> T,
        line: impl Fn(&Turn, String) -> T,
    ) -> Vec<T> {
        let mut reported = self.reported;
        let mut all = Vec::new();
        for turn in &self.context.history {
            if turn.is_there() {
                all.push(each(turn));
            } else if reported > 0 && turn.counted {
                all.push(line(turn, history::omitted(reported)));
                reported = 0;
            }
        }
        all
    }

    /// The context as an object of weir's own form.
    #[must_use]
    pub fn context(&self) -> Value {
        let mut whole = Map::new();
        let rest = self.context.shape.rest();
        let list = |items: Vec<Value>, name: &str, whole: &mut Map<String, Value>| {
            if !items.is_empty() || rest.is_some() {
                whole.insert(name.to_owned(), Value::Array(items));
            }
        };
        if let Some(rest) = rest {
            whole.clone_from(rest);
        }
        let message = |turn: &Turn| {
            let written = turn.written();
            match written.pointer(turn.base) {
                Some(Value::Object(message)) if !turn.base.is_empty() => {
                    let mut message = message.clone();
                    message.insert("id".to_owned(), Value::String(turn.id.clone()));
                    Value::Object(message)
                }
                _ => written,
            }
        };
        let there = self.context.system.iter().filter(|turn| turn.is_there());
        list(there.map(message).collect(), "system", &mut whole);
        let memory = self.context.memory.iter().filter(|memory| memory.action == Action::Keep);
        list(memory.map(|memory| memory.value.clone()).collect(), "memory", &mut whole);
        let line = |_: &Turn, text: String| serde_json::json!({ "role": "user", "content": text });
        list(self.history(message, line), "history", &mut whole);
        let tools = self.context.tools.iter().filter(|tool| tool.action == Action::Keep);
        list(tools.map(|tool| tool.value.clone()).collect(), "tools", &mut whole);
        Value::Object(whole)
    }
}
