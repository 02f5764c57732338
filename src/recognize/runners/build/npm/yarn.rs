//! yarn's errors.
//!
//! yarn 1 begins with `yarn run v1.22.19`, and only then its `error ...` lines are believed; yarn berry writes `➤ YN0001: │ message` with codes of
//! which some are errors, and sums up with `Failed with errors`. `Command failed with exit code N` is a consequence.

use super::errors::short;
use crate::event::{Class, FailureKind, Part, Seen};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::text::head;

/// Codes of yarn berry that are errors wherever they are. See <https://yarnpkg.com/advanced/error-codes>.
const ERRORS: [u64; 26] =
    [1, 9, 10, 15, 16, 18, 20, 21, 22, 24, 25, 28, 29, 35, 36, 40, 41, 46, 47, 48, 50, 66, 71, 78, 80, 82];

/// What classic says below a script that failed.
const VISIT: &str = "info Visit https://yarnpkg.com/en/docs/cli/run";
/// The longest last word that is held, in bytes.
const PRINTED_BYTES: usize = 120;

/// yarn.
#[derive(Debug, Default)]
pub struct Yarn {
    /// `yarn run v1` came, its end did not.
    classic: bool,
    /// `$ command` came: what follows is the script's, up to yarn's last line.
    script: bool,
    /// The last word of a classic run whose first line did not come, and its line.
    headless: Option<(u64, String)>,
}

impl Runner for Yarn {
    const SPEC: Spec = Spec {
        name: "yarn",
        reads: "yarn errors and warnings, classic and berry",
        starts: &[
            "yarn run v1",
            "yarn install v1",
            "yarn add v1",
            "yarn v1",
            "➤ YN",
            "Usage Error: ",
            "error ",
            "warning ",
            "Done in ",
            "$ ",
            VISIT,
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        if text.starts_with("yarn ") && text.contains("v1.") {
            (self.classic, self.script) = (true, false);
            return Seen::Mine(Class::Noise);
        }
        if let Some(rest) = text.strip_prefix("➤ YN") {
            return berry(text, rest, run);
        }
        if text.starts_with("Usage Error: Couldn't find a script named")
            || text.starts_with("Usage Error: The project in ")
        {
            return run.fail_whole_at_once(short(text), FailureKind::Build, short(text));
        }
        // Of a log that was cut in front the line below it shows whose it is.
        if text.starts_with(VISIT)
            && let Some((number, printed)) = self.headless.take()
            && number.saturating_add(1) == line.number
        {
            run.consequence(&printed, FailureKind::Build);
            return Seen::Mine(Class::Noise);
        }
        if !self.classic && text.starts_with("error Command failed with exit code ") {
            self.headless = Some((line.number, head(text, PRINTED_BYTES).to_owned()));
        }
        if !self.classic {
            return Seen::No;
        }
        if text.starts_with("$ ") {
            self.script = true;
            return Seen::Mine(Class::Noise);
        }
        if let Some(warned) = text.strip_prefix("warning ").filter(|_| !self.script) {
            return run.warn_at_once(warned);
        }
        let Some(printed) = text.strip_prefix("error ") else {
            if text.starts_with("Done in ") {
                self.classic = false;
                return Seen::Mine(Class::Noise);
            }
            return Seen::No;
        };
        if printed.starts_with("Command failed with exit code ")
            || printed.starts_with("Command failed with signal ")
        {
            self.classic = false;
            run.consequence(text, FailureKind::Build);
            return Seen::Mine(Class::Noise);
        }
        if self.script {
            return Seen::No;
        }
        run.fail_whole_at_once(short(text), FailureKind::Build, short(printed))
    }
}

fn berry(text: &str, rest: &str, run: &mut Run<'_>) -> Seen {
    let Some((code, rest)) = scan::number(rest) else { return Seen::No };
    let Some(rest) = rest.strip_prefix(':') else { return Seen::No };
    let deeper = rest.trim_start_matches([' ', '│']).len().saturating_add(5) < rest.len();
    let printed = rest.trim_start_matches([' ', '│', '┌', '└', '·']);
    if printed.starts_with("Failed with errors") {
        run.close();
        run.consequence(text, FailureKind::Build);
        return Seen::Mine(Class::Noise);
    }
    // yarn 2 and 3 say with their code for an exception that an audit found nothing.
    let audited = printed.trim_end() == "No audit suggestions";
    if ERRORS.contains(&code) && !audited {
        if deeper && run.is_open() {
            // It explains the error above.
            return run.text(Part::Why);
        }
        let seen = run.fail_whole(short(text), FailureKind::Build);
        run.message(short(printed));
        return seen;
    }
    run.close();
    if code == 0 || audited || printed.is_empty() {
        return Seen::Mine(Class::Noise);
    }
    run.warn_at_once(printed)
}
