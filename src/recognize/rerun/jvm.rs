//! gradle and maven: classes and methods. A test with parameters has no name of its own there.

use super::command::base;
use super::encode::{distinct, is_identifier};
use super::offer::Failed;

/// `--tests CLASS.METHOD` after the one task that tests.
pub(super) fn gradle(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let (front, rest) = words.split_at_checked(front)?;
    let is_task = |word: &String| {
        let name = word.rsplit(':').next().unwrap_or_default();
        !word.starts_with('-') && (name == "test" || name.ends_with("Test"))
    };
    if rest.iter().filter(|word| is_task(word)).count() != 1
        || rest.iter().any(|word| word.starts_with("--tests"))
    {
        return None;
    }
    // Options may have a value; a word that is no option is another task then, or one.
    let chosen: Option<Vec<String>> = failed.iter().map(class_and_method).collect();
    let chosen = distinct(chosen?);
    let mut made = front.to_vec();
    for word in rest {
        made.push(word.clone());
        if is_task(word) {
            made.extend(chosen.iter().flat_map(|each| ["--tests".to_owned(), each.clone()]));
        }
    }
    Some(made)
}

/// `dev.orchard.PressTest > fills()`. Blanks in a method's name come with its brackets; a name that is only displayed has none.
fn class_and_method(failed: &Failed<'_>) -> Option<String> {
    let shown = failed.shown();
    let (class, method) = shown.split_once(" > ")?;
    let name = method.strip_suffix("()");
    let plain =
        name.is_some_and(|name| name.chars().all(|char| char.is_alphanumeric() || "_ ".contains(char)));
    let is_class = class.split(['.', '$']).all(is_identifier);
    let is_method = plain || is_identifier(method);
    (is_class && is_method && method != "classMethod" && method != "initializationError")
        .then(|| format!("{class}.{}", name.unwrap_or(method)))
}

/// `-Dtest=CLASS#METHOD+METHOD,CLASS#METHOD`.
pub(super) fn maven(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let (front, rest) = words.split_at_checked(front)?;
    let tests = |word: &&String| ["test", "verify", "package", "install"].contains(&word.as_str());
    let is_chosen = |word: &String| {
        ["-Dtest=", "-Dit.test=", "-DskipTests", "-Dmaven.test"].iter().any(|start| word.starts_with(start))
    };
    if !rest.iter().any(|word| tests(&word)) || rest.iter().any(|word| word.starts_with("-Dit.test=")) {
        return None;
    }
    let mut classes: Vec<(String, Vec<String>)> = Vec::new();
    for each in failed {
        let shown = each.shown();
        let (class, method) = shown.rsplit_once('.')?;
        if !class.split(['.', '$']).all(is_identifier) || !is_identifier(method) {
            return None;
        }
        match classes.iter_mut().find(|(known, _)| known == class) {
            Some((_, methods)) => methods.push(method.to_owned()),
            None => classes.push((class.to_owned(), vec![method.to_owned()])),
        }
    }
    let chosen: Vec<String> = classes
        .into_iter()
        .map(|(class, methods)| format!("{class}#{}", distinct(methods).join("+")))
        .collect();
    let mut made = front.to_vec();
    made.extend(
        rest.iter()
            .filter(|word| !is_chosen(word) && base(word) != "-Dsurefire.failIfNoSpecifiedTests=false")
            .cloned(),
    );
    made.push(format!("-Dtest={}", chosen.join(",")));
    // A module without these tests is no failure.
    made.push("-Dsurefire.failIfNoSpecifiedTests=false".to_owned());
    Some(made)
}
