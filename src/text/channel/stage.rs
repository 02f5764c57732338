//! The stages between the bytes of a log and its recognizers, in their order, and the receipts for what they take off.

use crate::budget::Count as _;

/// A stage. Each takes off one thing that was added to a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// A log that is a string of a JSON document (`log_in_json`).
    Document,
    /// The empty line after each line (`doubled`).
    Doubled,
    /// What a host writes before each line (`hosts`).
    Host,
    /// Lines that a console broke at its width (`width`).
    Width,
    /// PowerShell's records of a program's standard error (`records`).
    Record,
    /// UTF-8 that was decoded with a code page (`mojibake`).
    Page,
    /// Time stamps, jobs and steps, marks of a CI (`stamps`).
    Stamp,
    /// The rests of colours whose escapes were lost (`residue`).
    Residue,
    /// A logger's time and level, an object around a message (`learned`).
    Logger,
    /// Names of streams that write in turns (`names`).
    Name,
    /// Labels of unknown programs (`labels`).
    Label,
}

/// What was taken off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The stage that took it off.
    pub stage: Stage,
    /// Its name: `mojibake:cp437`.
    pub name: String,
    /// Off how many lines, records or strings it was taken.
    pub count: u64,
}

/// What was taken off so far: each name once, in the order of the stages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Receipts(Vec<Receipt>);

impl Receipts {
    /// Adds something that was taken off.
    pub fn add(&mut self, stage: Stage, name: &str, count: u64) {
        if count == 0 {
            return;
        }
        match self.0.iter_mut().find(|each| each.stage == stage && each.name == name) {
            Some(each) => each.count.up(count),
            None => {
                let at = self.0.partition_point(|each| each.stage <= stage);
                self.0.insert(at, Receipt { stage, name: name.to_owned(), count });
            }
        }
    }

    /// Whether nothing was taken off.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each receipt.
    pub fn iter(&self) -> impl Iterator<Item = &Receipt> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_comes_once_in_the_order_of_the_stages() {
        let mut receipts = Receipts::default();
        for (stage, name, count) in [
            (Stage::Label, "label", 2),
            (Stage::Stamp, "prefix:stamp", 3),
            (Stage::Host, "prefix:stamp", 1),
            (Stage::Stamp, "prefix:clock", 1),
            (Stage::Stamp, "prefix:stamp", 4),
            (Stage::Residue, "colours", 0),
        ] {
            receipts.add(stage, name, count);
        }
        let all: Vec<(&str, u64)> = receipts.iter().map(|each| (&*each.name, each.count)).collect();
        assert_eq!(all, [("prefix:stamp", 1), ("prefix:stamp", 7), ("prefix:clock", 1), ("label", 2)]);
    }
}
