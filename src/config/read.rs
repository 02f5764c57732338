//! A document as a layer of values: every key known, every value within its bounds.

use std::path::PathBuf;

use super::error::ConfigError;
use super::field::Field;
use super::layer::{Layer, TelemetryLayer};
use super::node::Node;
use super::numbers::{Known, NUMBERS};
use super::profile::PROFILES;
use super::tools;
use super::wishes::{FilterWishes, ModelWish, Wishes};
use crate::budget::{Estimator, FITS, Fit, LOWEST, Limits, Mode};
use crate::settings::guard::{Assign, GuardMode, Hiding, Images, ListFormat, StoreAt, ToolList};
use crate::source::Counter;
use crate::text::json::JsonPath;
use crate::text::words::{nearest, shown};

/// The keys beside those of numbers, in the order in which they are shown.
const KEYS: [&str; 18] = [
    "mode",
    "profile",
    "estimator",
    "assign",
    "sort",
    "strip",
    "images",
    "resources",
    "store",
    "redact",
    "format",
    "toolList",
    "headerFile",
    "telemetry",
    "tools",
    "filter",
    "pack",
    "models",
];

/// What is done with answers, by name.
pub(super) const MODES: [(&str, GuardMode); 3] =
    [("enforce", GuardMode::Enforce), ("observe", GuardMode::Observe), ("ab", GuardMode::Ab)];
/// What is dealt to arms, by name.
pub(super) const ASSIGNS: [(&str, Assign); 2] = [("session", Assign::Session), ("call", Assign::Call)];
/// What happens to images, by name.
pub(super) const IMAGES: [(&str, Images); 2] = [("pass", Images::Pass), ("store", Images::Store)];

/// Which secrets are hidden, by name.
pub(super) const HIDINGS: [(&str, Hiding); 3] =
    [("shortened", Hiding::Shortened), ("always", Hiding::Always), ("never", Hiding::Never)];
/// How lists are shown, by name.
pub(super) const FORMATS: [(&str, ListFormat); 2] =
    [("json", ListFormat::Json), ("table", ListFormat::Table)];
/// How much of the list of tools is shown, by name.
pub(super) const TOOL_LISTS: [(&str, ToolList); 3] =
    [("full", ToolList::Full), ("short", ToolList::Short), ("index", ToolList::Index)];

/// The most days that records may be kept.
const MOST_DAYS: u64 = 36_500;
/// The least and the most bytes of records.
const RECORD_BYTES: (u64, u64) = (65_536, 1_099_511_627_776);

/// The layer of a document. One without any value is an empty layer.
///
/// # Errors
/// The first field that is unknown or out of its bounds.
pub(super) fn layer(root: &Node) -> Result<Layer, ConfigError> {
    let known: Vec<&str> = KEYS.into_iter().chain(NUMBERS.iter().map(|known| known.key)).collect();
    let mut layer = Layer::default();
    for (key, field) in Field::whole(root).fields(&known)? {
        match key {
            "mode" => layer.mode = Some(field.one_of(&MODES)?),
            "profile" => layer.profile = Some(field.one_of(&PROFILES)?),
            "estimator" => layer.estimator = Some(estimator(&field)?),
            "assign" => layer.assign = Some(field.one_of(&ASSIGNS)?),
            "sort" => layer.sort = Some(sort(&field)?),
            "strip" => layer.strip = Some(field.texts()?),
            "images" => layer.images = Some(field.one_of(&IMAGES)?),
            "resources" => layer.resources = Some(field.switch()?),
            "store" => layer.store = Some(store(&field)?),
            "telemetry" => layer.telemetry = telemetry(&field)?,
            "redact" => layer.redact = Some(field.hiding()?),
            "format" => layer.format = Some(field.one_of(&FORMATS)?),
            "toolList" => layer.tool_list = Some(field.one_of(&TOOL_LISTS)?),
            "headerFile" => layer.header_file = Some(PathBuf::from(field.text()?)),
            "tools" => tools::read(&field, &mut layer)?,
            "filter" => layer.wishes.filter = filter(&field)?,
            "pack" => layer.wishes.pack_budget = pack(&field)?,
            "models" => layer.wishes.models = models(&field)?,
            _ => {
                if let Some(Known { number, lowest, highest, .. }) =
                    NUMBERS.iter().find(|known| known.key == key)
                {
                    layer.numbers.set(*number, field.number(*lowest, *highest)?, field.node.line);
                }
            }
        }
    }
    Ok(layer)
}

fn estimator(field: &Field<'_>) -> Result<String, ConfigError> {
    let word = field.text()?;
    if Estimator::parse(word).is_some() || Counter::parse(word).is_some() {
        return Ok(word.to_owned());
    }
    let names = || Estimator::ALL.iter().map(|estimator| estimator.name());
    let values = names().chain(["exec:CMD"]).collect::<Vec<_>>().join(", ");
    Err(field.wrong(match nearest(word, names()) {
        Some(near) => {
            format!("cannot be {}; did you mean {}? the values are {values}", shown(word), shown(near))
        }
        None => format!("cannot be {}; the values are {values}", shown(word)),
    }))
}

/// The order of lists; `none` is none.
pub(super) fn sort(field: &Field<'_>) -> Result<Option<String>, ConfigError> {
    let word = field.text()?;
    let path = || {
        let path = word.strip_suffix(":asc").or_else(|| word.strip_suffix(":desc"))?;
        JsonPath::parse(path).ok().filter(|path| !path.steps().is_empty())
    };
    match word {
        "none" => Ok(None),
        "auto" => Ok(Some(word.to_owned())),
        _ if path().is_some() => Ok(Some(word.to_owned())),
        _ => Err(field.wrong(format!("must be FIELD:asc, FIELD:desc, auto or none, not {}", shown(word)))),
    }
}

fn store(field: &Field<'_>) -> Result<StoreAt, ConfigError> {
    let word = field.text()?;
    let at = store_at(word).ok_or_else(|| {
        field.wrong(format!("must be files, off or redis://HOST:PORT/DB, not {}", shown(word)))
    })?;
    usable(at).map_err(|what| field.wrong(what))
}

/// A place that this weir can use.
///
/// # Errors
/// Why it cannot, for whoever named it.
pub(super) fn usable(at: StoreAt) -> Result<StoreAt, &'static str> {
    match at {
        StoreAt::Redis(_) if cfg!(not(feature = "redis")) => {
            Err("cannot be a Redis: this weir was built without Redis (cargo build --features redis)")
        }
        at => Ok(at),
    }
}

/// Where originals are stored, by name.
pub(super) fn store_at(word: &str) -> Option<StoreAt> {
    match word {
        "files" => Some(StoreAt::Files),
        "off" => Some(StoreAt::Off),
        _ => {
            let is_redis = ["redis://", "rediss://", "unix://", "redis+unix://"]
                .iter()
                .any(|scheme| word.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()));
            is_redis.then(|| StoreAt::Redis(word.to_owned()))
        }
    }
}

fn telemetry(field: &Field<'_>) -> Result<TelemetryLayer, ConfigError> {
    let mut layer = TelemetryLayer::default();
    for (key, field) in field.fields(&["dir", "sample", "counter", "maxAgeDays", "maxBytes", "otlp"])? {
        match key {
            "dir" => layer.dir = Some(Some(field.text()?).filter(|dir| *dir != "off").map(PathBuf::from)),
            "sample" => layer.sample = Some(field.share()?),
            "counter" => {
                let word = field.text()?;
                if Counter::parse(word).is_none() {
                    return Err(field.wrong(format!("must be exec:CMD, not {}", shown(word))));
                }
                layer.counter = Some(word.to_owned());
            }
            "otlp" => layer.otlp = Some(collector(&field)?),
            "maxAgeDays" => layer.max_age_days = Some(field.number(1, MOST_DAYS)?),
            _ => layer.max_bytes = Some(field.number(RECORD_BYTES.0, RECORD_BYTES.1)?),
        }
    }
    Ok(layer)
}

/// The URL of a collector. Without a path it is that of OTLP for metrics.
fn collector(field: &Field<'_>) -> Result<String, ConfigError> {
    let url = field.text()?;
    let must = |what: &str| Err(field.wrong(format!("{what}, not {}", shown(url))));
    if !cfg!(feature = "http") {
        return Err(field.wrong("cannot be: this weir was built without HTTP"));
    }
    let rest = match (url.strip_prefix("http://"), url.strip_prefix("https://")) {
        (Some(rest), _) => rest,
        (_, Some(rest)) if cfg!(feature = "https") => rest,
        (_, Some(_)) => return must("must be http://HOST:PORT, as this weir was built without HTTPS"),
        _ => return must("must be http://HOST:PORT or https://HOST"),
    };
    let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let is_plain = |char: char| char.is_ascii_graphic() && !matches!(char, '"' | '<' | '>' | '\\');
    if host.is_empty() || !rest.chars().all(is_plain) {
        return must("must be http://HOST:PORT");
    }
    if host.contains('@') {
        // Settings are shown and recorded: no place for a password.
        return Err(field.wrong("must not hold a user or a password"));
    }
    Ok(if matches!(path, "" | "/") {
        format!("{}/v1/metrics", url.trim_end_matches('/'))
    } else {
        url.to_owned()
    })
}

fn filter(field: &Field<'_>) -> Result<FilterWishes, ConfigError> {
    let highest = crate::budget::CEILING_BYTES;
    let Limits { chars, lines, line_chars } = LOWEST;
    let mut wishes = FilterWishes::default();
    for (key, field) in field.fields(&["mode", "maxChars", "maxLines", "maxLineChars", "fit"])? {
        match key {
            "mode" => wishes.mode = Some(field.one_of(&Mode::ALL.map(|mode| (mode.name(), mode)))?),
            "maxChars" => wishes.max_chars = Some(field.number(chars, highest)?),
            "maxLines" => wishes.max_lines = Some(field.number(lines, highest)?),
            "maxLineChars" => wishes.max_line_chars = Some(field.number(line_chars, highest)?),
            _ => wishes.fit = Some(field.one_of::<Fit>(&FITS.map(|fit| (fit.name, fit)))?),
        }
    }
    Ok(wishes)
}

fn pack(field: &Field<'_>) -> Result<Option<u64>, ConfigError> {
    let mut budget = None;
    for (_, field) in field.fields(&["budget"])? {
        budget = Some(field.number(1, u64::MAX)?);
    }
    Ok(budget)
}

fn models(field: &Field<'_>) -> Result<Vec<(String, ModelWish)>, ConfigError> {
    let mut models: Wishes = Wishes::default();
    for (name, model) in field.fields(&[])? {
        let mut wish = ModelWish::default();
        for (key, field) in model.fields(&["raw", "ratio"])? {
            match key {
                "raw" => wish.raw = Some(field.number(1, u64::MAX)?),
                _ => {
                    let ratio = field.share()?;
                    if ratio <= 0.0 || ratio >= 1.0 {
                        return Err(field.wrong(format!("must be above 0 and below 1, not {ratio}")));
                    }
                    wish.ratio = Some(ratio);
                }
            }
        }
        models.models.push((name.to_owned(), wish));
    }
    Ok(models.models)
}
