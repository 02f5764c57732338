//! The settings while weir runs: the file is looked at again and again.
//!
//! A look costs one `stat`, which follows links. Only a file whose stamp is new is read, and one that was written a
//! moment ago, since clocks of file systems are coarse. A file that is wrong, half-written or gone changes nothing.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::error::ConfigError;
use super::file::{self, Stamp};
use super::load::{Config, Sources, load, parse};
use super::shown::{Changes, Shown};
use crate::settings::guard::Guard;

/// How often the file is looked at when nothing is asked for.
pub const TIMER: Duration = Duration::from_millis(500);

/// Settings that follow their file.
#[derive(Debug)]
pub struct Watch {
    sources: Sources,
    state: Mutex<State>,
}

/// What is known of the file.
#[derive(Debug)]
struct State {
    guard: Arc<Guard>,
    shown: Shown,
    /// The file and its stamp as it was read last; none when it must be read.
    seen: Option<(PathBuf, Stamp)>,
    /// The hash of the text that was read last.
    text: Option<u64>,
    /// Whether there was a file at the last look.
    was_there: bool,
    /// What was wrong with the file when it was read last, and is reported.
    reported: Option<String>,
}

/// The settings of a moment.
#[derive(Clone, Debug)]
pub struct Reloaded {
    /// What holds.
    pub guard: Arc<Guard>,
    /// What this look changed; only the first look at a change has it.
    pub changes: Option<Changes>,
    /// A line for standard error, once for each state of a file that is wrong or gone.
    pub trouble: Option<String>,
}

impl Watch {
    /// Loads the settings and gives what is wrong with the file, as a line for standard error: the defaults hold then.
    ///
    /// # Errors
    /// A variable or a flag that is wrong.
    pub fn open(sources: Sources) -> Result<(Self, Option<String>), ConfigError> {
        let loaded = load(&sources)?;
        let trouble = loaded.trouble.map(|trouble| trouble.to_string());
        let Config { merged, shown } = loaded.config;
        let state = State {
            guard: Arc::new(merged.guard),
            shown,
            seen: None,
            text: None,
            was_there: loaded.path.as_deref().is_some_and(Path::exists),
            reported: trouble.clone(),
        };
        let line = trouble.map(|trouble| format!("{trouble}; weir uses the defaults"));
        Ok((Self { sources, state: Mutex::new(state) }, line))
    }

    /// The settings that hold now.
    pub fn current(&self) -> Reloaded {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (changes, trouble) = match state.look(&self.sources) {
            Ok(changes) => (changes, None),
            Err(wrong) => {
                let wrong = wrong.to_string();
                let is_new = state.reported.as_ref() != Some(&wrong);
                state.reported = Some(wrong.clone());
                (None, is_new.then(|| format!("{wrong}; the settings stay as they are")))
            }
        };
        Reloaded { guard: Arc::clone(&state.guard), changes, trouble }
    }
}

impl State {
    /// Looks at the file; gives what it changed.
    fn look(&mut self, sources: &Sources) -> Result<Option<Changes>, ConfigError> {
        let there = sources.place.path().and_then(|path| Some((path, Stamp::at(path)?)));
        let Some((path, stamp)) = there else { return self.is_gone(sources) };
        self.was_there = true;
        if self.seen.as_ref().is_some_and(|(seen, known)| seen == path && *known == stamp) {
            return Ok(None);
        }
        let read = match file::text(path) {
            Ok(read) => read,
            Err(wrong) => {
                self.seen = None;
                self.text = None;
                return Err(wrong);
            }
        };
        self.seen = read.stamp.map(|stamp| (path.to_owned(), stamp));
        let text = hash(path, &read.text);
        if self.text.replace(text) == Some(text) {
            return Ok(None);
        }
        let config = parse(path, &read.text)
            .and_then(|layer| sources.settle(&layer).map_err(|wrong| wrong.within(path)))?;
        self.reported = None;
        Ok(self.follow(config))
    }

    fn is_gone(&mut self, sources: &Sources) -> Result<Option<Changes>, ConfigError> {
        self.seen = None;
        self.text = None;
        let was_there = std::mem::replace(&mut self.was_there, false);
        match (was_there, sources.place.path()) {
            (true, path) => {
                let gone = ConfigError::new("the file is gone");
                Err(path.map_or(gone.clone(), |path| gone.within(path)))
            }
            (false, _) => Ok(None),
        }
    }

    fn follow(&mut self, config: Config) -> Option<Changes> {
        let changes = self.shown.changes(&config.shown);
        self.guard = Arc::new(config.merged.guard);
        self.shown = config.shown;
        Some(changes).filter(|changes| !changes.is_empty())
    }
}

fn hash(path: &Path, text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    path.hash(&mut hasher);
    text.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::super::Place;
    use super::*;

    struct Desk {
        _dir: tempfile::TempDir,
        path: PathBuf,
    }

    impl Desk {
        fn new(text: &str) -> (Self, Watch) {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("weir.json");
            std::fs::write(&path, text).unwrap();
            let sources = Sources { place: Place::Named(path.clone()), ..Sources::default() };
            let (watch, trouble) = Watch::open(sources).unwrap();
            assert_eq!(trouble, None);
            (Self { _dir: dir, path }, watch)
        }

        fn write(&self, text: &str) {
            let beside = self.path.with_extension("new");
            std::fs::write(&beside, text).unwrap();
            std::fs::rename(&beside, &self.path).unwrap();
        }
    }

    fn size(reloaded: &Reloaded) -> usize {
        reloaded.guard.base.budgets.default_page_size
    }

    #[test]
    fn the_next_look_after_a_change_has_it_and_tells_it_once() {
        let (desk, watch) = Desk::new(r#"{"defaultPageSize": 9}"#);
        let first = watch.current();
        assert_eq!((size(&first), first.changes, first.trouble), (9, None, None));
        // Twice within the grain of a file system's clock, by the same length.
        for new in [8, 7] {
            std::fs::write(&desk.path, format!("{{\"defaultPageSize\": {new}}}")).unwrap();
            let changed = watch.current();
            assert_eq!(size(&changed), new);
            let changes = changed.changes.unwrap();
            assert_eq!(
                changes.into_iter().collect::<Vec<_>>(),
                [("defaultPageSize".to_owned(), ((new + 1).into(), new.into()))]
            );
            assert_eq!(watch.current().changes, None);
        }
    }

    #[test]
    fn a_wrong_a_torn_and_a_missing_file_change_nothing_and_are_reported_once() {
        let (desk, watch) = Desk::new(r#"{"defaultPageSize": 9}"#);
        watch.current();
        for (text, reported) in [
            (r#"{"defaultPageSize": -1}"#, "defaultPageSize must be"),
            (r#"{"defaultPageSize": "#, "is not JSON"),
            ("", "it is empty"),
        ] {
            desk.write(text);
            let looked = watch.current();
            let trouble = looked.trouble.clone().unwrap();
            assert!(
                trouble.contains(reported) && trouble.ends_with("; the settings stay as they are"),
                "{trouble}"
            );
            let again = watch.current();
            assert_eq!((size(&looked), size(&again), again.trouble), (9, 9, None));
        }
        std::fs::remove_file(&desk.path).unwrap();
        let gone = watch.current();
        assert_eq!((size(&gone), gone.trouble.is_some()), (9, true));
        assert_eq!(watch.current().trouble, None);
        desk.write(r#"{"defaultPageSize": 12}"#);
        assert_eq!(size(&watch.current()), 12);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_elsewhere_is_a_change() {
        let dir = tempfile::tempdir().unwrap();
        let of = |name: &str| dir.path().join(name);
        std::fs::write(of("one"), "rollout: 1").unwrap();
        std::fs::write(of("other"), "rollout: 2").unwrap();
        std::os::unix::fs::symlink(of("one"), of("weir.yaml")).unwrap();
        let (watch, _) =
            Watch::open(Sources { place: Place::Named(of("weir.yaml")), ..Sources::default() }).unwrap();
        assert_eq!(watch.current().guard.base.rollout, 1);
        std::os::unix::fs::symlink(of("other"), of("new")).unwrap();
        std::fs::rename(of("new"), of("weir.yaml")).unwrap();
        assert_eq!(watch.current().guard.base.rollout, 2);
    }

    #[test]
    fn a_file_that_appears_where_one_is_looked_for_is_obeyed() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join("weir")).unwrap();
        let place = Place::chosen(None, None, Some(dir.path()));
        let (watch, trouble) = Watch::open(Sources { place, ..Sources::default() }).unwrap();
        assert_eq!((trouble, watch.current().trouble), (None, None));
        std::fs::write(dir.path().join("weir/weir.json"), r#"{"rollout": 7}"#).unwrap();
        assert_eq!(watch.current().guard.base.rollout, 7);
        std::fs::write(dir.path().join("weir/weir.yml"), "rollout: 8").unwrap();
        assert_eq!(watch.current().guard.base.rollout, 8);
    }
}
