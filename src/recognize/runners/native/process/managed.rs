//! Exceptions that nobody caught, of run-times that print frames below them: Java, .NET, JavaScript, Ruby, PHP.

use super::process::{Language, Open, Process};
use super::stack;
use crate::budget::Count as _;
use crate::event::{Class, FailureKind, Part, Place, Seen};
use crate::recognize::kit::crash::What;
use crate::recognize::kit::{Run, crash, scan};

impl Process {
    /// Exceptions of run-times with frames below.
    pub(super) fn begin_managed(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let mut placed = None;
        let (name, language) = if let Some(rest) = text.strip_prefix("Exception in thread \"") {
            (rest.split_once("\" ")?.1, Language::Java)
        } else if let Some(rest) =
            text.strip_prefix("Unhandled exception. ").or_else(|| text.strip_prefix("Unhandled Exception: "))
        {
            (rest, Language::Net)
        } else if let Some(rest) = php(text) {
            placed = rest.rsplit_once(" in ").and_then(|(_, at)| php_place(at));
            (rest.rsplit_once(" in ").map_or(rest, |(message, _)| message), Language::Php)
        } else if let Some((place, message)) = ruby(text) {
            placed = Some(place);
            (message, Language::Ruby)
        } else {
            // Deno says `error: Uncaught`.
            let printed = text.strip_prefix("error: ").unwrap_or(text);
            crash::sign(printed)
                .filter(|crash| crash.what == What::Exception && printed.starts_with("Uncaught "))?;
            (printed, Language::Node)
        };
        if language == Language::Php && self.is_repeated(name) {
            return Some(Seen::Mine(Class::Noise));
        }
        self.block(name, name, FailureKind::Crash, run);
        if let Some(place) = placed {
            run.at(place);
        }
        self.open = Open::Managed { placed: placed.is_some(), language, message: 0 };
        Some(Seen::Mine(Class::Detail))
    }

    /// PHP prints an error to its log and to its output.
    pub(super) fn is_repeated(&mut self, name: &str) -> bool {
        let repeated = self.names.knows(name);
        if repeated {
            self.open = Open::Nothing;
        }
        repeated
    }

    /// A line below an exception.
    pub(super) fn frame(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let Open::Managed { placed, language, message } = &mut self.open else { return None };
        let bare = text.trim();
        let frame = match language {
            Language::Ruby => {
                text.starts_with("\tfrom ").then(|| scan::place(bare.strip_prefix("from ")?).map(|at| at.0))
            }
            Language::Php => (bare.starts_with('#') || bare == "Stack trace:").then_some(None),
            _ if text.starts_with([' ', '\t']) => stack::managed(text),
            _ => None,
        };
        if let Some(place) = frame {
            *message = 0;
            if let Some(place) = place.filter(|place| !*placed && stack::is_own(*place)) {
                run.at(place);
                *placed = true;
                return Some(run.text(Part::Why));
            }
            return Some(run.text(Part::Where));
        }
        if text.starts_with("Node.js v") {
            // Node.js says no more: what follows is somebody else's.
            self.leave(run);
            return Some(Seen::Mine(Class::Noise));
        }
        let cause = *language == Language::Ruby && ruby(text).is_some();
        let required = *language == Language::Node && (bare == "Require stack:" || text.starts_with("- "));
        let why = cause
            || required
            || bare.starts_with("Caused by: ")
            || bare.starts_with("Suppressed: ")
            || bare.starts_with("---> ")
            || bare.starts_with("[cause]: ")
            || bare.starts_with("thrown in ")
            || (*language == Language::Node && (text.starts_with("  ") || text.starts_with(['}', ']'])))
            || (*language == Language::Net && text.starts_with("   "));
        if why {
            let end = matches!(bare, "}" | "]" | "},");
            return Some(run.text(if end { Part::Where } else { Part::Why }));
        }
        let noise = bare.starts_with("... ");
        if noise || (bare.is_empty() && *language == Language::Node) {
            return Some(Seen::Mine(Class::Noise));
        }
        if *message > 0 {
            message.down(1);
            return Some(run.below(Part::Why));
        }
        self.leave(run)
    }
}

/// What follows PHP's `Fatal error: `.
fn php(text: &str) -> Option<&str> {
    let begins = ["PHP Fatal error:  ", "PHP Parse error:  ", "PHP Fatal error: ", "PHP Parse error: "];
    let rest = begins.iter().find_map(|begin| text.strip_prefix(begin));
    rest.or_else(|| {
        let rest = text.strip_prefix("Fatal error: ")?;
        (rest.starts_with("Uncaught ") || rest.starts_with("Allowed memory size ")).then_some(rest)
    })
}

/// `/src/a.php:3` and `/src/a.php on line 3`.
fn php_place(text: &str) -> Option<Place<'_>> {
    let (file, line) = text.rsplit_once(" on line ").or_else(|| text.rsplit_once(':'))?;
    Some(Place { file, line: Some(scan::whole_number(line.trim())?) })
}

/// ``app.rb:3:in `run': no (RuntimeError)``, and with the class's name since Ruby 3.4.
fn ruby(text: &str) -> Option<(Place<'_>, &str)> {
    let (place, rest) = scan::place(text).filter(|(place, _)| place.file.ends_with(".rb"))?;
    let message = match rest.strip_prefix("in ") {
        Some(rest) => rest.split_once("': ")?.1,
        None => rest.strip_prefix(' ')?,
    };
    let class = message.strip_suffix(')')?.rsplit_once('(')?.1;
    let named = class.starts_with(|first: char| first.is_ascii_uppercase()) && !class.contains(' ');
    named.then_some((place, message))
}
