//! What `--est` names: an estimator, or a command that counts.

use crate::budget::{Estimator, Measure};
use crate::cli::exit::{self, Problem};
use crate::cli::words::{nearest, shown};
use crate::source::Counter;

/// How tokens are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Est {
    /// By an estimator.
    Named(Estimator),
    /// By a command: the whole word, `exec:CMD`.
    Command(String),
}

impl Est {
    /// What `word` names; `otherwise` when there is none.
    ///
    /// # Errors
    /// When nothing has this name.
    pub fn parse(word: Option<&str>, otherwise: Estimator) -> Result<Self, Problem> {
        let Some(word) = word else { return Ok(Self::Named(otherwise)) };
        if let Some(estimator) = Estimator::parse(word) {
            return Ok(Self::Named(estimator));
        }
        if Counter::parse(word).is_some() {
            return Ok(Self::Command(word.to_owned()));
        }
        let names = || Estimator::ALL.iter().map(|estimator| estimator.name());
        let values = names().chain(["exec:CMD"]).collect::<Vec<_>>().join(", ");
        let problem = Problem::usage(format!("unknown estimator {}", shown(word)));
        Err(match nearest(word, names()) {
            Some(near) => problem.hint(format!("did you mean '{near}'? the estimators are {values}")),
            None => problem.hint(format!("the estimators are {values}")),
        })
    }

    /// What counts.
    #[must_use]
    pub fn measure(&self) -> Box<dyn Measure> {
        match self {
            Self::Named(estimator) => Box::new(*estimator),
            Self::Command(word) => match Counter::parse(word) {
                Some(counter) => Box::new(counter),
                None => Box::new(Estimator::Class),
            },
        }
    }
}

/// Says on standard error why bytes were counted instead of tokens, if they were. The answer is.
pub fn tell_trouble(measure: &dyn Measure) {
    if let Some(trouble) = measure.trouble() {
        exit::warn_of(&format!("{trouble}; bytes are counted instead"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimator_is_named_and_a_command_is_after_exec() {
        let parse = |word| Est::parse(word, Estimator::Chars4Ceil);
        assert_eq!(parse(None), Ok(Est::Named(Estimator::Chars4Ceil)));
        assert_eq!(parse(Some("class")), Ok(Est::Named(Estimator::Class)));
        assert_eq!(parse(Some("exec:wc -w")), Ok(Est::Command("exec:wc -w".to_owned())));
        for word in ["", "exec:", "chars", "\u{1b}[2J"] {
            assert!(parse(Some(word)).is_err(), "{word}");
        }
    }

    #[test]
    fn a_near_name_is_offered() {
        let refused = Est::parse(Some("chars4-cel"), Estimator::Class).unwrap_err().to_string();
        assert!(
            refused.starts_with("unknown estimator 'chars4-cel'\nhint: did you mean 'chars4-ceil'? "),
            "{refused}"
        );
    }
}
