//! Layers above each other: the settings that hold.

use std::time::Duration;

use super::environment::Flags;
use super::error::ConfigError;
use super::layer::{Layer, ToolLayer};
use super::numbers::{Number, Numbers, known_of};
use super::profile;
use super::wishes::Wishes;
use crate::settings::guard::{
    Assign, BYTES_PER_TOKEN, Budgets, Guard, GuardMode, Switch, Telemetry, ToolGuard,
};
use crate::settings::pattern::NamePattern;

/// More bytes of text are in no answer.
const MOST_BYTES: u64 = 1_000_000;

/// Where a value comes from; what comes later overrules what comes earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum From {
    Default,
    Profile,
    File,
    Tool,
    Environment,
}

/// What holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Merged {
    /// In front of an MCP server.
    pub guard: Guard,
    /// For the rest of weir.
    pub wishes: Wishes,
}

/// All layers but that of one tool.
struct Layers<'a> {
    profile: Numbers,
    file: &'a Layer,
    environment: &'a Layer,
    flags: &'a Layer,
}

/// The settings of a file, the environment and the flags.
///
/// # Errors
/// Values that contradict each other; a glob that is none.
pub(super) fn merge(
    file: &Layer,
    environment: &Layer,
    flags: (&Flags, &Layer),
) -> Result<Merged, ConfigError> {
    let (typed, flags) = flags;
    let profile = file.profile.unwrap_or_default();
    let layers = Layers { profile: profile::numbers(profile), file, environment, flags };
    let default = Guard::default();
    let base = layers.tool(None, &ToolLayer::default())?;
    let mut tools = Vec::new();
    for (name, tool) in &file.tools {
        let pattern =
            NamePattern::new(name).map_err(|wrong| ConfigError::of(format!("tools.{name}"), wrong))?;
        tools.push((pattern, layers.tool(Some(name), tool)?));
    }
    let number = |number| layers.number(number, &Numbers::default()).0;
    // Two arms are compared call by call unless somebody wants it otherwise.
    let by_mode = if base.mode == GuardMode::Ab { Assign::Call } else { Assign::Session };
    let assign = file.assign.unwrap_or(by_mode);
    let guard = Guard {
        profile,
        base,
        tools,
        only: patterns("--only", &typed.only)?,
        allow: file.allow.as_deref().map(|globs| patterns("tools.allow", globs)).transpose()?,
        deny: patterns("tools.deny", file.deny.as_deref().unwrap_or_default())?,
        tool_list: file.tool_list.unwrap_or_default(),
        header_file: file.header_file.clone(),
        cursor_ttl: Duration::from_secs(number(Number::CursorTtlSeconds)),
        estimator: file.estimator.clone().unwrap_or(default.estimator),
        assign,
        images: file.images.unwrap_or_default(),
        resources: file.resources.unwrap_or_default(),
        max_message_bytes: size(number(Number::MaxMessageBytes)),
        store: flags
            .store
            .as_ref()
            .or(environment.store.as_ref())
            .or(file.store.as_ref())
            .cloned()
            .unwrap_or_default(),
        telemetry: layers.telemetry(),
    };
    Ok(Merged { guard, wishes: file.wishes.clone() })
}

/// The patterns of a field.
fn patterns(field: &str, globs: &[String]) -> Result<Vec<NamePattern>, ConfigError> {
    let pattern = |glob: &String| NamePattern::new(glob).map_err(|wrong| ConfigError::of(field, wrong));
    globs.iter().map(pattern).collect()
}

impl Layers<'_> {
    fn telemetry(&self) -> Telemetry {
        let default = Telemetry::default();
        let dirs = [self.flags, self.environment, self.file].map(|layer| layer.telemetry.dir.clone());
        let file = &self.file.telemetry;
        Telemetry {
            dir: dirs.into_iter().flatten().next().unwrap_or(default.dir),
            sample: file.sample.unwrap_or(default.sample),
            counter: file.counter.clone(),
            max_age_days: file.max_age_days.unwrap_or(default.max_age_days),
            max_bytes: file.max_bytes.unwrap_or(default.max_bytes),
            otlp: file.otlp.clone(),
        }
    }

    /// A number and where it comes from, with what a tool says of it.
    fn number(&self, number: Number, tool: &Numbers) -> (u64, From) {
        let given = [
            (self.environment.numbers, From::Environment),
            (*tool, From::Tool),
            (self.file.numbers, From::File),
            (self.profile, From::Profile),
        ];
        let found = given.iter().find_map(|(numbers, from)| Some((numbers.get(number)?, *from)));
        found.unwrap_or_else(|| (number.of(&Guard::default()), From::Default))
    }

    /// What holds for a tool; for those without a pattern, when it has no name.
    fn tool(&self, name: Option<&str>, tool: &ToolLayer) -> Result<ToolGuard, ConfigError> {
        let on = |switch: Option<Switch>| switch.unwrap_or_default();
        let mode = self.flags.mode.or(self.environment.mode).or(tool.mode).or(self.file.mode);
        let sort = tool.sort.as_ref().or(self.file.sort.as_ref());
        let strip = tool.strip.as_ref().or(self.file.strip.as_ref());
        Ok(ToolGuard {
            enabled: on(tool.enabled),
            paginate: on(tool.paginate),
            summarize: on(tool.summarize),
            chunk: on(tool.chunk),
            filter: on(tool.filter),
            mode: mode.unwrap_or_default(),
            redact: tool.redact.or(self.file.redact).unwrap_or_default(),
            format: tool.format.or(self.file.format).unwrap_or_default(),
            rollout: u8::try_from(self.number(Number::Rollout, &tool.numbers).0).unwrap_or(100),
            sort: sort.cloned().flatten(),
            keep: tool.keep.clone().unwrap_or_default(),
            strip: strip.cloned().unwrap_or_default(),
            path: tool.path.clone(),
            budgets: self.budgets(name, &tool.numbers)?,
        })
    }

    fn budgets(&self, name: Option<&str>, tool: &Numbers) -> Result<Budgets, ConfigError> {
        let number = |number| self.number(number, tool).0;
        let tokens = [Number::TokenBudgetThreshold, Number::ItemBudget, Number::ChunkSize].map(number);
        let [threshold, item, chunk] = tokens;
        let (hard, from) = self.number(Number::HardBytes, tool);
        // Nobody limits bytes: they follow the largest budget, or a larger budget would change nothing.
        let per_token = u64::try_from(BYTES_PER_TOKEN).unwrap_or(1);
        let following = tokens.into_iter().max().unwrap_or(0).saturating_mul(per_token);
        let hard = if from == From::Default { hard.max(following).min(MOST_BYTES) } else { hard };
        Ok(Budgets {
            default_page_size: size(self.page_size(name, tool)?),
            max_page_size: size(number(Number::MaxPageSize)),
            token_budget_threshold: size(threshold),
            small_list: size(number(Number::SmallList)),
            item_budget: size(item),
            chunk_size: size(chunk),
            chunk_max_lines: size(number(Number::ChunkMaxLines)),
            hard_bytes: size(hard),
        })
    }

    /// The items of a page. More than the largest page are wrong, unless only a lower layer asks for them.
    fn page_size(&self, name: Option<&str>, tool: &Numbers) -> Result<u64, ConfigError> {
        let (size, from) = self.number(Number::DefaultPageSize, tool);
        let (most, most_from) = self.number(Number::MaxPageSize, tool);
        if size <= most || from < most_from || from <= From::Profile {
            return Ok(size.min(most));
        }
        let known = known_of(Number::DefaultPageSize);
        let key = known.map_or("", |known| known.key);
        let (field, line) = match (from, name) {
            (From::Environment, _) => (known.and_then(|known| known.variable).unwrap_or(key).to_owned(), 0),
            (From::Tool, Some(name)) => (format!("tools.{name}.{key}"), tool.line(Number::DefaultPageSize)),
            _ => (key.to_owned(), self.file.numbers.line(Number::DefaultPageSize)),
        };
        Err(ConfigError::of(field, format!("must not be over maxPageSize, which is {most}, and is {size}"))
            .at(line))
    }
}

fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
