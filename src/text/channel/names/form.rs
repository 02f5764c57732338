//! How the name of a stream is written before a line, and a name that was found.

use crate::text::channel::stage::Stage;

/// What is between a task of Tekton and its step.
pub(super) const TASK: &str = " : ";

/// How a prefix is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `web-1  | text`
    Bars,
    /// `@scope/a: text`, `@scope/a:test: text`
    Scoped,
    /// `a: text`
    Colon,
    /// `a:test: text`
    Task,
    /// `packages/a test: text`
    Script,
    /// `[a] text`
    Brackets,
    /// `#12 3.456 text`
    Step,
    /// `Step #0 - "test": text`
    CloudStep,
    /// `[Workflow/job]   | text`, `[Workflow/job] text`
    Job,
    /// `a-1.0> text`
    Arrow,
    /// `[INFO] text`
    Level,
    /// `     [exec] text`
    AntTask,
    /// `| text`
    Log,
    /// `▲  text`
    Vercel,
    /// `unit: text`, by the lines below an empty line with it
    Label,
    /// `svc0: text`, by what all lines begin with
    Numbered,
    /// By the job or the process that was stripped before the text
    Stripped,
}

/// A prefix that a line begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found<'a> {
    pub form: Form,
    /// The stream's name.
    pub name: &'a str,
    /// How many bytes are before the stream's own text.
    pub length: usize,
}

impl Form {
    /// The name of this form in receipts.
    pub(crate) const fn receipt(self) -> &'static str {
        match self {
            Self::Bars => "prefix:bars",
            Self::Scoped => "prefix:package",
            Self::Colon => "prefix:project",
            Self::Task => "prefix:task",
            Self::Script => "prefix:script",
            Self::Brackets => "prefix:brackets",
            Self::Step => "prefix:buildkit",
            Self::CloudStep => "prefix:cloud-build",
            Self::Job => "prefix:act",
            Self::Arrow => "prefix:nix",
            Self::Level => "prefix:maven",
            Self::AntTask => "prefix:ant",
            Self::Log => "prefix:bitbake",
            Self::Vercel => "prefix:vercel",
            Self::Label => "label",
            Self::Numbered => "prefix:learned",
            Self::Stripped => "streams",
        }
    }

    /// The stage that takes it off.
    pub(crate) const fn stage(self) -> Stage {
        match self {
            Self::Label => Stage::Label,
            Self::Numbered => Stage::Logger,
            _ => Stage::Name,
        }
    }
}

impl Found<'_> {
    /// Whether the name is a container's in a cluster, or a step's of a task there: nothing else is written like that.
    pub(crate) fn is_of_cluster(&self) -> bool {
        self.form == Form::Brackets && (self.name.starts_with("pod/") || self.name.contains(TASK))
    }

    /// Whether the name alone can hardly be anything but a process's: `web-1`, `web_1`, `web.1` before a bar;
    /// `[0]`, `[pod/a]`, `[@scope/a]`.
    pub(crate) fn is_certain(&self) -> bool {
        let name = self.name.trim_end_matches(|last: char| last.is_ascii_digit());
        let numbered = name.len() < self.name.len();
        match self.form {
            Form::Brackets => name.is_empty() || name.starts_with('@') || self.is_of_cluster(),
            Form::Bars if name.contains('+') => true,
            _ => numbered && name.ends_with(['-', '_', '.']),
        }
    }
}
