//! What was meant by `weir compile`.

use super::args::CompileArgs;
use super::job::{Call, Compile, Form};
use crate::budget::Estimator;
use crate::cli::exit::Problem;
use crate::cli::piece::amount;
use crate::cli::piece::est::Est;
use crate::cli::resolve::{answer_format, inputs};
use crate::cli::surroundings::Surroundings;
use crate::cli::words::{nearest, shown};
use crate::compile::{Asked, Format, MemoryScore, Ratio, Time, Window, models, read_budgets};
use crate::settings::AnswerFormat;
use crate::source::Input;

/// The last messages, unless a number is asked for.
const KEEP_LAST: u64 = 3;

/// Decides what is compiled.
///
/// # Errors
/// A problem of usage.
pub(in crate::cli) fn resolve(typed: &CompileArgs, surroundings: &Surroundings) -> Result<Compile, Problem> {
    let format = match typed.piece.format.as_deref() {
        None => AnswerFormat::Json,
        word => answer_format(word),
    };
    if let Some(log) = &typed.check {
        let log = one(&inputs(std::slice::from_ref(log), surroundings)?)?;
        let max = typed.max.as_deref().map(|word| amount::given(word, "--max")).transpose()?;
        return Ok(Compile::Check { log, max, format: answer_format(typed.piece.format.as_deref()) });
    }
    let from = match typed.from.as_deref() {
        None => None,
        Some(word) => Some(
            word.parse::<Format>()
                .map_err(|()| Problem::usage(format!("--from cannot be {}", shown(word))))?,
        ),
    };
    if typed.to.is_some() && typed.to != typed.from {
        return Err(Problem::usage("--to writes the conversation back: it must be the format of --from"));
    }
    let form = match () {
        () if typed.to.is_some() => Form::Back(typed.output.clone()),
        () if typed.explain => Form::Explain,
        () if typed.health => Form::Health(answer_format(typed.piece.format.as_deref())),
        () => Form::Answer(format),
    };
    let now = match typed.now.as_deref() {
        None => None,
        Some(word) => Some(Time::read(word).or_else(|| word.parse().ok().map(Time)).ok_or_else(|| {
            Problem::usage(format!("--now must be a time as in RFC 3339, not {}", shown(word)))
                .hint("such as 2026-03-01T12:00:00Z, or seconds since 1970")
        })?),
    };
    let keep_last = typed.keep_last.as_deref().map(|word| amount::given(word, "--keep-last")).transpose()?;
    Ok(Compile::Context(Box::new(Call {
        window: window(typed, surroundings)?,
        budgets: budgets(typed.budgets.as_deref())?,
        keep_last: usize::try_from(keep_last.unwrap_or(KEEP_LAST)).unwrap_or(usize::MAX),
        task: typed.task.clone(),
        memory_score: match typed.memory_score.as_deref() {
            Some("weighted") => MemoryScore::Weighted,
            _ => MemoryScore::Product,
        },
        est: Est::parse(typed.piece.est.as_deref(), Estimator::Class)?,
        event_log: typed.event_log.clone(),
        input: one(&inputs(&typed.piece.files, surroundings)?)?,
        from,
        now,
        form,
    })))
}

fn one(inputs: &[Input]) -> Result<Input, Problem> {
    match inputs {
        [one] => Ok(one.clone()),
        _ => Err(Problem::usage(format!("one context is compiled at a time, not {}", inputs.len()))),
    }
}

fn budgets(words: Option<&str>) -> Result<Asked, Problem> {
    match words {
        None => Ok(Asked::default()),
        Some(words) => read_budgets(words, crate::text::amount)
            .map_err(|cause| Problem::usage(cause).context(format!("--budgets {}", shown(words)))),
    }
}

fn window(typed: &CompileArgs, surroundings: &Surroundings) -> Result<Window, Problem> {
    let ratio = match typed.ratio.as_deref() {
        None => None,
        Some(word) => Some(word.parse::<Ratio>().map_err(|_| {
            Problem::usage(format!("--ratio must be above 0 and below 1, not {}", shown(word)))
                .hint("models work worse with a full window: 0.4 is usual")
        })?),
    };
    let raw = match (typed.raw.as_deref(), typed.model.as_deref()) {
        (Some(word), _) => Some(amount::given(word, "--raw")?),
        (None, Some(name)) => Some(model(name, surroundings)?),
        (None, None) => None,
    };
    let wish = typed.model.as_deref().and_then(|name| surroundings.wishes().model(name));
    let wished = || wish.and_then(|wish| wish.ratio).and_then(|ratio| ratio.to_string().parse().ok());
    let asked = typed.window.as_deref().or(typed.piece.budget.as_deref());
    match (asked, raw) {
        (Some(_), _) if ratio.is_some() => {
            Err(Problem::usage("--window and --ratio cannot be used together")
                .hint("--ratio is a share of --raw"))
        }
        (Some(word), raw) => {
            let tokens = positive(amount::given(word, "--window")?, "--window")?;
            match raw.filter(|raw| tokens >= *raw) {
                Some(raw) => Err(Problem::usage(format!(
                    "the window of {tokens} tokens must be smaller than the model's own of {raw}"
                ))),
                None => Ok(Window::Tokens(tokens)),
            }
        }
        (None, Some(raw)) => Ok(Window::Raw { raw: positive(raw, "--raw")?, ratio: ratio.or_else(wished) }),
        (None, None) if ratio.is_some() => {
            Err(Problem::usage("--ratio needs --raw or --model").hint("weir compile --raw 200k --ratio 0.4"))
        }
        (None, None) => match amount::budget(None, surroundings)? {
            Some(tokens) => Ok(Window::Tokens(tokens)),
            None => Err(Problem::usage("no window is given")
                .hint("--window 24k, --raw 200k, or --model NAME for a well-known model")),
        },
    }
}

fn positive(tokens: u64, by: &str) -> Result<u64, Problem> {
    if tokens == 0 { Err(Problem::usage(format!("{by} must be at least 1"))) } else { Ok(tokens) }
}

/// The window of a model: one's own comes before the table of well-known ones.
fn model(name: &str, surroundings: &Surroundings) -> Result<u64, Problem> {
    let wishes = surroundings.wishes();
    if let Some(raw) = wishes.model(name).and_then(|wish| wish.raw) {
        return Ok(raw);
    }
    if let Some(model) = models::find(name) {
        return Ok(model.raw);
    }
    let problem = Problem::usage(format!("the window of the model {} is not known", shown(name)));
    let own = wishes.models.iter().map(|(name, _)| name.as_str());
    Err(match nearest(name, models::MODELS.iter().map(|model| model.name).chain(own)) {
        Some(near) => problem.hint(format!("did you mean '{near}'? otherwise use --raw N")),
        None => problem.hint("use --raw N"),
    })
}
