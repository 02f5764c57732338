//! Reads everything that says something, and makes settings of it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::environment::{self, Flags};
use super::error::ConfigError;
use super::file::{self, Place};
use super::header_file::HeaderFile;
use super::layer::Layer;
use super::merge::{Merged, merge};
use super::node::{Node, Value};
use super::profile::PROFILES;
use super::shown::Shown;
use super::{json, read, yaml};
use crate::text::words::shown;

/// Where values come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// The file.
    pub place: Place,
    /// Variables and their values, of [`super::VARIABLES`].
    pub environment: Vec<(String, OsString)>,
    /// The flags.
    pub flags: Flags,
}

/// Settings, and how they are shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// What holds.
    pub merged: Merged,
    /// All of it as a document, in the form of the file.
    pub shown: Shown,
}

/// Settings as they were loaded.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// What holds.
    pub config: Config,
    /// The file, when there is one.
    pub path: Option<PathBuf>,
    /// What is wrong with the file; the defaults hold in its place.
    pub trouble: Option<ConfigError>,
}

/// Loads the settings. A file that is wrong or missing counts as empty.
///
/// # Errors
/// A variable or a flag that is wrong.
pub fn load(sources: &Sources) -> Result<Loaded, ConfigError> {
    let path = sources.place.path().map(Path::to_owned);
    let read =
        path.as_deref().map_or_else(|| Ok(Layer::default()), |path| file_layer(path).map(|(layer, _)| layer));
    let with_file = read.and_then(|layer| sources.settle(&layer));
    let (config, trouble) = match with_file {
        Ok(config) => (config, None),
        Err(trouble) => (sources.settle(&Layer::default())?, Some(trouble)),
    };
    Ok(Loaded { config, trouble: trouble.filter(|_| path.is_some()), path })
}

/// Whether a file is a valid configuration, by itself.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn check(path: &Path) -> Result<Config, ConfigError> {
    let (layer, _) = file_layer(path)?;
    let config = Sources::default().settle(&layer).map_err(|wrong| wrong.within(path))?;
    if let Some(file) = &config.merged.guard.header_file {
        HeaderFile::open(file).map_err(|wrong| wrong.within(path))?;
    }
    Ok(config)
}

/// The settings of a profile alone.
///
/// # Errors
/// When there is no profile of this name.
pub fn profile(name: &str) -> Result<Shown, ConfigError> {
    let profile = PROFILES.iter().find(|(known, _)| *known == name).map(|(_, profile)| *profile);
    let known = || PROFILES.map(|(name, _)| name).join(", ");
    let profile = profile.ok_or_else(|| {
        ConfigError::of("profile", format!("cannot be {}; the values are {}", shown(name), known()))
    })?;
    Ok(Sources::default().settle(&Layer { profile: Some(profile), ..Layer::default() })?.shown)
}

impl Sources {
    /// The settings of a file's layer with all others.
    pub(super) fn settle(&self, file: &Layer) -> Result<Config, ConfigError> {
        let environment = environment::layer(&self.environment)?;
        let flags = environment::of_flags(&self.flags);
        let merged = merge(file, &environment, (&self.flags, &flags))?;
        let shown = Shown::of(&merged, &file.tools);
        Ok(Config { merged, shown })
    }
}

/// The layer of a file, and its text.
pub(super) fn file_layer(path: &Path) -> Result<(Layer, file::Text), ConfigError> {
    let text = file::text(path)?;
    let layer = parse(path, &text.text)?;
    Ok((layer, text))
}

/// The layer of a file's text.
pub(super) fn parse(path: &Path, text: &str) -> Result<Layer, ConfigError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let layer = || {
        // What somebody is about to write is empty for a moment.
        if text.trim().is_empty() {
            return Err(ConfigError::new("it is empty"));
        }
        let is_json = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
        let root = if is_json { json::read(text)? } else { yaml::read(text)? };
        // A document of comments alone.
        match root {
            Node { value: Value::Null, .. } if !is_json => Ok(Layer::default()),
            root => read::layer(&root),
        }
    };
    let mut layer = layer().map_err(|wrong: ConfigError| wrong.within(path))?;
    // A folder is meant from where the file is, never from where weir happens to work.
    if let (Some(Some(dir)), Some(folder)) = (&mut layer.telemetry.dir, path.parent()) {
        *dir = folder.join(&*dir);
    }
    if let (Some(file), Some(folder)) = (&mut layer.header_file, path.parent()) {
        *file = folder.join(&*file);
    }
    Ok(layer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::guard::{Guard, GuardMode, Profile, Switch, ToolGuard};

    fn settled(path: &str, text: &str, sources: &Sources) -> Result<Config, String> {
        let layer = parse(Path::new(path), text).map_err(|wrong| wrong.to_string())?;
        sources.settle(&layer).map_err(|wrong| wrong.to_string())
    }

    fn guard(json: &str) -> Guard {
        settled("a.json", json, &Sources::default()).unwrap().merged.guard
    }

    fn environment(name: &str, value: &str) -> Sources {
        Sources { environment: vec![(name.to_owned(), value.into())], ..Sources::default() }
    }

    #[test]
    fn nothing_at_all_gives_the_defaults() {
        assert_eq!(guard("{}"), Guard::default());
        assert_eq!(load(&Sources::default()).unwrap().config.merged, Merged::default());
    }

    #[test]
    fn both_formats_give_the_same_settings_and_the_same_messages() {
        let yaml = "# a comment\ndefaultPageSize: 20\nstrip: ['_links', \"debug*\"]\ntelemetry: {sample: 0.5}\ntools:\n  \"list_*\":\n    paginate: true\n    rollout: 25\n  other: {enabled: false}\n";
        let json = r#"{"defaultPageSize": 20, "strip": ["_links", "debug*"], "telemetry": {"sample": 0.5},
            "tools": {"list_*": {"paginate": true, "rollout": 25}, "other": {"enabled": false}}}"#;
        let of = |path, text| settled(path, text, &Sources::default());
        assert_eq!(of("a.yaml", yaml).unwrap(), of("a.json", json).unwrap());
        for (yaml, json) in [
            ("maxPageSize: 0", r#"{"maxPageSize": 0}"#),
            ("mode: enfroce", r#"{"mode": "enfroce"}"#),
            ("tools: {x: {paginat: true}}", r#"{"tools": {"x": {"paginat": true}}}"#),
            ("cursorTtlSeconds: 1.5", r#"{"cursorTtlSeconds": 1.5}"#),
            ("cursorTtlSeconds: 60.0", r#"{"cursorTtlSeconds": 60.0}"#),
            ("rollout: '5'", r#"{"rollout": "5"}"#),
            ("resources: yes", r#"{"resources": "yes"}"#),
            ("sort: ~", r#"{"sort": null}"#),
            ("chunkSize: 99999999999999999999999", r#"{"chunkSize": 99999999999999999999999}"#),
            ("- 1", "[1]"),
            ("store: ftp://x", r#"{"store": "ftp://x"}"#),
            ("rollout: 1\nrollout: 2", "{\"rollout\": 1,\n\"rollout\": 2}"),
            ("", ""),
        ] {
            let message = |path, text| of(path, text).unwrap_err().replace(path, "FILE");
            assert_eq!(message("a.yaml", yaml), message("a.json", json));
        }
    }

    #[test]
    fn a_message_names_file_line_field_and_the_nearest_name() {
        let reported = |text| settled("a.yaml", text, &Sources::default()).unwrap_err();
        assert_eq!(
            reported("rollout: 5\ndefaultPagesize: 5\n"),
            "'a.yaml', line 2: defaultPagesize is unknown; did you mean 'defaultPageSize'?"
        );
        assert_eq!(
            reported("tools:\n  a:\n    rollout: 101\n"),
            "'a.yaml', line 3: tools.a.rollout must be a whole number from 0 to 100, not 101"
        );
        assert_eq!(
            reported("mode: enfroce"),
            "'a.yaml', line 1: mode cannot be 'enfroce'; did you mean 'enforce'? the values are enforce, observe, ab"
        );
        assert_eq!(reported(" \n"), "'a.yaml': it is empty");
        let broken = settled("a.json", "{\n \"mode\": ", &Sources::default()).unwrap_err();
        assert_eq!(
            broken,
            "'a.json', line 2: is not JSON at column 9: the text ends where a value is missing"
        );
        let broken = reported("mode: [a\nb: {");
        assert!(broken.starts_with("'a.yaml', line ") && broken.contains(": is not YAML: "), "{broken}");
        assert_eq!(broken.lines().count(), 1);
    }

    #[test]
    fn a_file_of_comments_holds_the_defaults_and_a_hostile_one_is_refused() {
        let of = |text: &str| settled("a.yaml", text, &Sources::default());
        assert_eq!(of("# nothing\n").unwrap().merged, Merged::default());
        assert!(of(&format!("strip: {}", "[".repeat(100_000))).is_err());
        let bomb = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e]\n";
        assert!(of(bomb).is_err());
        let deep = format!("{}1{}", "{\"a\":".repeat(100_000), "}".repeat(100_000));
        assert!(settled("a.json", &deep, &Sources::default()).is_err());
    }

    #[test]
    fn a_flag_comes_before_a_variable_before_the_file_before_the_profile() {
        let file = r#"{"profile": "soft-landing", "defaultPageSize": 20, "mode": "observe", "tools": {"a": {"mode": "enforce", "rollout": 25}}}"#;
        let size = |sources: &Sources| {
            settled("a.json", file, sources).unwrap().merged.guard.base.budgets.default_page_size
        };
        assert_eq!(size(&Sources::default()), 20);
        assert_eq!(size(&environment("WEIR_DEFAULT_PAGE_SIZE", "11")), 11);
        assert_eq!(guard(r#"{"profile": "soft-landing"}"#).base.budgets.default_page_size, 200);
        assert_eq!(guard(r#"{"profile": "codex"}"#).profile, Profile::Codex);
        let mode = |sources: &Sources| settled("a.json", file, sources).unwrap().merged.guard.tool("a").mode;
        assert_eq!(mode(&Sources::default()), GuardMode::Enforce);
        let flags = Flags { mode: Some(GuardMode::Observe), ..Flags::default() };
        let flagged = Sources { flags, ..environment("WEIR_PROXY_MODE", "ab") };
        assert_eq!(mode(&flagged), GuardMode::Observe);
    }

    #[test]
    fn a_page_is_never_larger_than_the_largest() {
        let wrong = |json| settled("a.json", json, &Sources::default()).unwrap_err();
        assert_eq!(
            wrong(r#"{"defaultPageSize": 300}"#),
            "line 1: defaultPageSize must not be over maxPageSize, which is 200, and is 300"
        );
        assert!(
            wrong(r#"{"tools": {"a": {"defaultPageSize": 300}}}"#).contains("tools.a.defaultPageSize must")
        );
        let size = |guard: Guard| guard.base.budgets.default_page_size;
        assert_eq!(size(guard(r#"{"maxPageSize": 9}"#)), 9);
        let lowered = environment("WEIR_MAX_PAGE_SIZE", "9");
        assert_eq!(size(settled("a.json", r#"{"defaultPageSize": 20}"#, &lowered).unwrap().merged.guard), 9);
        let raised = environment("WEIR_DEFAULT_PAGE_SIZE", "300");
        assert!(load(&raised).unwrap_err().to_string().starts_with("WEIR_DEFAULT_PAGE_SIZE must not"));
    }

    #[test]
    fn bytes_follow_a_raised_budget_unless_they_are_limited() {
        let bytes = |json| guard(json).base.budgets.hard_bytes;
        assert_eq!(bytes(r#"{"tokenBudgetThreshold": 8000}"#), 32_000);
        assert_eq!(bytes(r#"{"tokenBudgetThreshold": 1000}"#), 16_000);
        assert_eq!(bytes(r#"{"tokenBudgetThreshold": 1000000}"#), 1_000_000);
        assert_eq!(bytes(r#"{"tokenBudgetThreshold": 8000, "hardBytes": 500}"#), 500);
        assert_eq!(bytes(r#"{"profile": "codex", "tokenBudgetThreshold": 8000}"#), 10_000);
    }

    #[test]
    fn a_tool_overrides_what_it_names_and_no_more() {
        let guard = guard(
            r#"{"strip": ["x"], "itemBudget": 700, "tools": {"te*": {"chunk": false, "sort": "at:desc", "keep": ["a.b"], "path": ".data.items", "chunkSize": 300}}}"#,
        );
        let ToolGuard { chunk, paginate, sort, keep, strip, path, budgets, rollout, .. } = guard.tool("text");
        assert_eq!((chunk, paginate, rollout), (Switch::Off, Switch::On, 100));
        assert_eq!((sort.as_deref(), path.as_deref()), (Some("at:desc"), Some(".data.items")));
        assert_eq!((keep, strip), (vec!["a.b".to_owned()], vec!["x".to_owned()]));
        assert_eq!((budgets.item_budget, budgets.chunk_size), (700, 300));
        assert_eq!(guard.tool("other"), guard.base);
    }

    #[test]
    fn what_is_shown_is_a_configuration_that_gives_the_same() {
        let text = r#"{"profile": "codex", "sort": "a:desc", "store": "files", "estimator": "class", "tools": {"b*": {"enabled": false}, "a*": {"rollout": 5}}, "pack": {"budget": 4096}, "models": {"m": {"raw": 1000, "ratio": 0.5}}, "filter": {"mode": "minimal"}}"#;
        let config = settled("a.json", text, &Sources::default()).unwrap();
        let again = |path, shown: &str| settled(path, shown, &Sources::default()).unwrap();
        let json = serde_json::to_string(&config.shown).unwrap();
        assert_eq!(again("a.json", &json).merged.guard, config.merged.guard);
        assert_eq!(again("a.json", &json).shown, config.shown);
        let yaml = serde_saphyr::to_string(&config.shown).unwrap();
        assert_eq!(again("a.yaml", &yaml).shown, config.shown);
    }

    #[test]
    fn a_folder_of_records_is_meant_from_the_file() {
        let dir = |json| {
            let config = settled("/c/weir/a.json", json, &Sources::default()).unwrap();
            config.merged.guard.telemetry.dir.map(|dir| dir.to_string_lossy().into_owned())
        };
        assert_eq!(dir(r#"{"telemetry": {"dir": "t"}}"#).as_deref(), Some("/c/weir/t"));
        assert_eq!(dir(r#"{"telemetry": {"dir": "/t"}}"#).as_deref(), Some("/t"));
        assert_eq!(dir(r#"{"telemetry": {"dir": "off"}}"#), None);
    }

    #[test]
    fn a_wrong_file_means_defaults_and_its_trouble_is_reported() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| Sources { place: Place::Named(dir.path().join(name)), ..Sources::default() };
        std::fs::write(dir.path().join("wrong.json"), r#"{"defaultPageSize": -1}"#).unwrap();
        std::fs::create_dir(dir.path().join("folder.json")).unwrap();
        std::fs::write(dir.path().join("large.json"), " ".repeat(1024 * 1024 + 1)).unwrap();
        for (name, reported) in [
            ("wrong.json", "defaultPageSize must be a whole number from 1 to 1000000, not -1"),
            ("folder.json", "it is not a regular file"),
            ("large.json", "it is larger than 1048576 bytes"),
            ("missing.json", "no such file"),
        ] {
            let loaded = load(&at(name)).unwrap();
            assert_eq!(loaded.config.merged, Merged::default());
            let trouble = loaded.trouble.unwrap().to_string();
            assert!(trouble.contains(name) && trouble.ends_with(reported), "{trouble}");
        }
    }
}
