//! What stands before every line of a log that was taken out of something else: a logger's time and level, a container's
//! name, the number of the line, a quote's mark, blanks.
//!
//! What it may be is learned from the first lines, which are held for it: what they have in common, numbers and levels aside.
//! It is believed once recognizers read a run behind it and none in the lines as they are; until then, and for lines
//! without it, lines are what they are. So an application's own log stays one, and so do the levels of a build tool
//! whose recognizer knows them. After a stream's first lines nothing is looked for.

use super::Streams;
use super::held::Held;
use crate::event::Listener;
use crate::text::{self, Line, Together};
use message::Form;
use probe::Probe;
use template::Template;

mod message;
mod probe;
mod template;

/// The most lines with text that are held.
const HELD: usize = 24;
/// The most bytes that are held, and the longest line that is.
const BYTES: (usize, usize) = (64 * 1024, 16 * 1024);
/// The fewest lines with something in common by which anything is learned, when others follow and when none do.
const FEWEST: (usize, usize) = (8, 3);
/// How many lines may stand before the first one of them, and between and behind them, without it.
const WITHOUT: (usize, usize) = (4, 3);
/// Of so many lines at least one has to be claimed where no header tells that a run stands behind a prefix.
const CLAIMED: usize = 3;
/// For how many lines evidence is waited for, and how many of them may lack the prefix.
const EVIDENCE: (u16, u8) = (2000, 32);
/// How many candidates are waited for.
const CANDIDATES: usize = 3;
/// After how many lines without it a prefix is forgotten: one that a logger writes, and any other.
const FORGOTTEN: (u8, u8) = (64, 4);

/// What stands before the text of each line.
#[derive(Clone, Debug)]
enum Shape {
    /// Nothing.
    Bare,
    /// A prefix.
    Prefix(Template),
    /// What surrounds a message.
    Message(Form),
}

impl Shape {
    /// Gives a line as its texts, and whether it is told as an error; tells whether it has the shape.
    fn each(&self, line: &Line<'_>, mut give: impl FnMut(&Line<'_>, bool)) -> bool {
        match self {
            Self::Bare => {}
            Self::Prefix(template) => {
                if let Some(cut) = template.cut(line.text) {
                    give(&Line { text: cut.text, ..*line }, cut.error);
                    return true;
                }
            }
            Self::Message(form) => {
                if let Some(message) = form.message(line.text) {
                    let mut own = message.text.split('\n').peekable();
                    while let Some(text) = own.next() {
                        let text = text::behind_stamp(text, true).unwrap_or(text);
                        let last = own.peek().is_none();
                        let chars = if last { line.chars } else { 0 };
                        let last_row = last && line.last_row;
                        give(
                            &Line { text, tail: "", chars, last_row, together: None, ..*line },
                            message.error,
                        );
                    }
                    return true;
                }
            }
        }
        give(line, false);
        false
    }

    /// Whether a logger or a clock writes like this, and hardly anybody else.
    fn is_logged(&self) -> bool {
        match self {
            Self::Bare => false,
            Self::Prefix(template) => template.is_logged(),
            Self::Message(_) => true,
        }
    }

    /// Whether blanks at its end may be the text's.
    fn is_wide(&self) -> bool {
        matches!(self, Self::Prefix(template) if template.is_wide())
    }

    /// Whether what was read behind it tells that it is no text of the lines, of which there were so many.
    fn is_proved(&self, behind: &Probe, bare: &Probe, lines: usize) -> bool {
        let (evidence, before) = (behind.evidence(), bare.evidence());
        // Passes are told by anybody; most of what compilers print is claimed.
        let claimed = evidence.lines > 0 && behind.claimed().saturating_mul(CLAIMED) >= lines;
        let told = evidence.headers > 0 || claimed || (self.is_logged() && evidence.lines > 0);
        let more = behind.claimed() > bare.claimed().saturating_mul(2);
        let less = behind.claimed() < bare.claimed();
        let clear = match self {
            _ if before.is_none() => true,
            // Recognizers of build tools read such levels.
            Self::Prefix(template) if template.is_build_tools() => {
                more && (evidence.exceeds(before) || evidence == before)
            }
            Self::Prefix(template) => {
                let shifted = template.is_blank() && behind.claimed() > bare.claimed();
                evidence.exceeds(before) || (evidence == before && (more || shifted || template.is_clocked()))
            }
            Self::Bare | Self::Message(_) => false,
        };
        let less = less && evidence.headers <= before.headers;
        told && clear && !less && !behind.tells_otherwise()
    }
}

/// What is known of the prefix.
#[derive(Debug, Default)]
pub(super) enum Learned {
    /// Nothing, and nothing more is looked for.
    #[default]
    Never,
    /// The first lines are held.
    Looking(Box<Looking>),
    /// It was learned, and evidence is waited for.
    Waiting(Box<Evident>),
    /// It is known.
    Known(Box<Known>),
}

/// What the held lines have in common.
#[derive(Debug)]
enum Common {
    Prefix(Template),
    Message(Form),
}

impl Common {
    fn of(line: &str) -> Option<Self> {
        if let Some(form) = Form::of(line) {
            return Some(Self::Message(form));
        }
        let template = Template::of(line);
        template.is_any().then_some(Self::Prefix(template))
    }

    /// Leaves what a further line has in common with the others; tells whether that is anything.
    fn narrow(&mut self, line: &str) -> bool {
        match self {
            Self::Prefix(template) => {
                let mut narrower = template.clone();
                narrower.narrow(line);
                let any = narrower.is_any();
                if any {
                    *template = narrower;
                }
                any
            }
            Self::Message(form) => form.message(line).is_some(),
        }
    }

    fn shapes(&self) -> Vec<Shape> {
        match self {
            Self::Prefix(template) => template.candidates().into_iter().map(Shape::Prefix).collect(),
            Self::Message(form) => vec![Shape::Message(*form)],
        }
    }
}

/// The first lines.
#[derive(Debug, Default)]
pub(super) struct Looking {
    held: Vec<Held>,
    /// How many of them have text, and bytes of all.
    inked: usize,
    bytes: usize,
    common: Option<Common>,
    /// How many have it in common, and how many behind the first one of them have not.
    sharing: usize,
    without: usize,
}

/// Shapes that wait for evidence.
#[derive(Debug)]
pub(super) struct Evident {
    bare: Probe,
    probes: Vec<Probe>,
    patience: u16,
    misses: u8,
}

/// A shape that is believed.
#[derive(Debug)]
pub(super) struct Known {
    shape: Shape,
    /// How many lines with text came without it.
    misses: u8,
}

impl Learned {
    /// Nothing is known yet.
    pub(super) fn looking() -> Self {
        Self::Looking(Box::default())
    }

    /// Whether lines are what they are.
    #[inline]
    pub(super) const fn is_never(&self) -> bool {
        matches!(self, Self::Never)
    }
}

impl Streams {
    /// Judges a line of a stream of which it is not certain that nothing stands before each of its lines.
    #[inline(never)]
    pub(super) fn learn(&mut self, line: &Line<'_>, listener: &mut dyn Listener) {
        // Each line is lent by itself.
        let together = line.together.map(|together| Together { bare: false, ..together });
        let line = &Line { together, ..*line };
        match std::mem::take(&mut self.learned) {
            Learned::Never => {
                self.bare(line, listener);
            }
            Learned::Looking(looking) => self.look(looking, line, listener),
            Learned::Waiting(evident) => self.weigh(evident, line, listener),
            Learned::Known(known) => self.cut(known, line, listener),
        }
    }

    /// The input ended.
    pub(super) fn end_learning(&mut self, listener: &mut dyn Listener) {
        if let Learned::Looking(looking) = std::mem::take(&mut self.learned) {
            self.decide(*looking, FEWEST.1, listener);
        }
    }

    fn look(&mut self, mut looking: Box<Looking>, line: &Line<'_>, listener: &mut dyn Listener) {
        if looking.add(line) {
            self.learned = Learned::Looking(looking);
        } else {
            self.decide(*looking, FEWEST.0, listener);
        }
    }

    /// Reads the held lines on trial, and then as what they turn out to be.
    fn decide(&mut self, looking: Looking, fewest: usize, listener: &mut dyn Listener) {
        let Looking { held, sharing, common, .. } = looking;
        let mut learned = Learned::Never;
        if let Some(common) = common.filter(|_| sharing >= fewest) {
            let probe = |shape| {
                let mut probe = Probe::new(shape, self.sibling());
                held.iter().for_each(|held| probe.read(&held.line()));
                probe
            };
            let bare = probe(None);
            let mut probes: Vec<Probe> =
                common.shapes().into_iter().map(|shape| probe(Some(shape))).collect();
            learned = match best(&probes, &bare, sharing) {
                Some(shape) => Learned::Known(Box::new(Known { shape, misses: 0 })),
                None if sharing < FEWEST.0 || !bare.evidence().is_none() => Learned::Never,
                None => {
                    probes.truncate(CANDIDATES);
                    let (patience, misses) = EVIDENCE;
                    Learned::Waiting(Box::new(Evident { bare, probes, patience, misses }))
                }
            };
        }
        if let Learned::Known(known) = learned {
            self.learned = Learned::Known(known);
            held.iter().for_each(|held| self.learn(&held.line(), listener));
        } else {
            held.iter().for_each(|held| {
                self.bare(&held.line(), listener);
            });
            self.learned = learned;
        }
    }

    /// Reads a line on trial, and then as what it turns out to be.
    fn weigh(&mut self, mut evident: Box<Evident>, line: &Line<'_>, listener: &mut dyn Listener) {
        evident.bare.read(line);
        evident.probes.iter_mut().for_each(|probe| probe.read(line));
        let blank = line.text.trim_ascii().is_empty();
        let has = |probe: &Probe| probe.shape.as_ref().is_some_and(|shape| shape.each(line, |_, _| {}));
        let missing = !blank && !evident.probes.iter().any(has);
        evident.misses = evident.misses.saturating_sub(u8::from(missing));
        evident.patience = evident.patience.saturating_sub(u16::from(!blank));
        if !evident.bare.evidence().is_none() || evident.misses == 0 || evident.patience == 0 {
            self.bare(line, listener);
            return;
        }
        match best(&evident.probes, &evident.bare, usize::from(EVIDENCE.0)) {
            Some(shape) => {
                listener.joined_late();
                self.cut(Box::new(Known { shape, misses: 0 }), line, listener);
            }
            None => {
                self.bare(line, listener);
                self.learned = Learned::Waiting(evident);
            }
        }
    }

    /// Judges the text of a line behind what is known to stand before it.
    fn cut(&mut self, mut known: Box<Known>, line: &Line<'_>, listener: &mut dyn Listener) {
        let has = known.shape.each(line, |own, error| {
            self.plain.logs_error(error);
            self.bare(own, listener);
        });
        self.plain.logs_error(false);
        if has {
            known.misses = 0;
        } else if !line.text.trim_ascii().is_empty() {
            known.misses = known.misses.saturating_add(1);
        }
        let most = if known.shape.is_logged() { FORGOTTEN.0 } else { FORGOTTEN.1 };
        if known.misses < most {
            self.learned = Learned::Known(known);
        }
    }
}

impl Looking {
    /// Holds a line; tells whether more are to be held.
    fn add(&mut self, line: &Line<'_>) -> bool {
        let text = line.text;
        // The first of the lines with a clock has its own still: nothing told that others would have one, too.
        if let Some(before) = self.held.last_mut().filter(|before| line.clock > 0 && before.clock == 0)
            && let Some(rest) = text::behind_clock(&before.text, line.clock)
        {
            before.text = rest.to_owned();
            before.clock = line.clock;
        }
        self.held.push(Held::of(line));
        self.bytes = self.bytes.saturating_add(text.len()).saturating_add(1);
        if self.bytes > BYTES.0 || text.len() > BYTES.1 {
            return false;
        }
        if text.trim_ascii().is_empty() {
            return true;
        }
        self.inked = self.inked.saturating_add(1);
        if self.common.as_mut().is_some_and(|common| common.narrow(text)) {
            self.sharing = self.sharing.saturating_add(1);
            return self.inked < HELD;
        }
        if self.sharing >= FEWEST.0 {
            self.without = self.without.saturating_add(1);
            return self.without <= WITHOUT.1 && self.inked < HELD;
        }
        // What the lines before have in common is nothing; this may be the first of those that have something.
        self.common = Common::of(text);
        self.sharing = usize::from(self.common.is_some());
        self.inked.saturating_sub(self.sharing) <= WITHOUT.0
    }
}

/// The shape behind which most is told, when that is enough: of those behind which as much is told the longest, without blanks that
/// may be the text's.
fn best(probes: &[Probe], bare: &Probe, lines: usize) -> Option<Shape> {
    let enough =
        |probe: &&Probe| probe.shape.as_ref().is_some_and(|shape| shape.is_proved(probe, bare, lines));
    let wide = |probe: &Probe| probe.shape.as_ref().is_some_and(Shape::is_wide);
    let best = probes.iter().filter(enough).max_by_key(|probe| (probe.evidence(), !wide(probe)))?;
    best.shape.clone()
}
