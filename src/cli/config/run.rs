//! Checks and prints.

use std::io::Write;

use super::job::{Configure, Form, What};
use crate::budget::Policy;
use crate::cli::configuration::wrong;
use crate::cli::exit::{End, Problem};
use crate::cli::words::shown;
use crate::config::{self, Place, Shown};
use crate::pack::Profile;

/// Does it.
pub(in crate::cli) fn run(job: &Configure, out: &mut impl Write) -> Result<End, Problem> {
    let text = match job {
        Configure::Check(place) => check(place)?,
        Configure::Show(What::Profile(name), form) => written(&profile(name)?, *form)?,
        Configure::Show(What::InUse(sources), form) => {
            let loaded = config::load(sources).map_err(wrong)?;
            if let Some(trouble) = &loaded.trouble {
                return Err(wrong(trouble.clone()).hint("weir uses the defaults until it is right"));
            }
            written(&loaded.config.shown, *form)?
        }
        Configure::Path(path) => format!("{}\n", path.display()),
    };
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|cause| Problem::output("the configuration", cause))?;
    Ok(End::Reported)
}

fn check(place: &Place) -> Result<String, Problem> {
    match place.path() {
        Some(path) => {
            config::check(path).map_err(wrong)?;
            Ok(format!("{} is valid\n", shown(&path.to_string_lossy())))
        }
        None => Ok("there is no configuration; weir uses the defaults\n".to_owned()),
    }
}

/// The numbers of a profile: of the guard, or of `weir pack`.
fn profile(name: &str) -> Result<Shown, Problem> {
    let Some(pack) = [Profile::Rules, Profile::Rag].into_iter().find(|profile| profile.name() == name) else {
        return config::profile(name).map_err(wrong);
    };
    let text = |text: &str| Shown::Text(text.to_owned());
    let policy = match pack.policy() {
        Policy::Prefix => "prefix",
        Policy::Greedy => "greedy",
    };
    let entries = [
        ("profile", text(pack.name())),
        ("budget", Shown::Number(pack.budget())),
        ("policy", text(policy)),
        ("reserve", Shown::Number(pack.reserve())),
        ("estimator", text(pack.estimator().name())),
    ];
    let entries = entries.map(|(key, value)| (key.to_owned(), value));
    Ok(Shown::Map(vec![("pack".to_owned(), Shown::Map(entries.into()))]))
}

fn written(shown: &Shown, form: Form) -> Result<String, Problem> {
    let written = match form {
        Form::Json => {
            serde_json::to_string_pretty(shown).map(|json| json + "\n").map_err(|error| error.to_string())
        }
        Form::Yaml => config::yaml_of(shown),
    };
    written.map_err(|cause| Problem::output("the configuration", std::io::Error::other(cause)))
}
