//! In which order the vectorised search is given its windows.
//!
//! That search deals its windows out to 8 or 16 groups in turn, and stops where each of four bytes fits some window of
//! one group; it compares the two halves of a byte by themselves. The windows of a group are mixed up with each other:
//! when one begins with a colon and another with a letter, and both have a blank, the group stops at every progress bar.
//! Here windows come into one group that together seldom stop the search, by how often runners print each byte.
//!
//! Source of the groups: aho-corasick's `packed/teddy/generic.rs`. The order only decides the speed: in alphabetical
//! order, words cost the whole process 5 % more and colours 3 %, bars the same. The bench of parts shows it, as
//! `prefilter/prose`.

/// The most windows that are dealt out to the smaller number of groups.
const FEW: usize = 32;
/// The two numbers of groups that the search may have.
const GROUPS: (usize, usize) = (8, 16);
/// The bytes of a window.
const WIDTH: usize = super::WINDOW;
/// The part of a text that is rows, bars and columns instead of words.
const DRAWN: f32 = 0.05;
/// The part of the bytes in rows, bars and columns that are blanks.
const BLANK: f32 = 0.85;

/// How often a byte is in the words that test runners print, in parts of about 300.
const fn frequency(byte: u8) -> f32 {
    match byte {
        b' ' => 15.0,
        b'e' | b't' | b'a' | b'o' | b'i' | b'n' | b's' | b'r' => 9.0,
        b'a'..=b'z' => 4.0,
        b'_' | b'0'..=b'9' | b'.' | b':' | b'-' | b'/' | b'=' => 2.5,
        b'A'..=b'Z' => 1.0,
        b'\t' | b'\n' | 0x20..=0x7e => 0.5,
        _ => 0.15,
    }
}

/// How often every byte is in words, by its upper and then by its lower half; the sum is 1.
struct Model([[f32; 16]; 16]);

impl Model {
    fn new() -> Self {
        let mut halves = [[0.0; 16]; 16];
        for (byte, share) in (0..=u8::MAX).zip(halves.iter_mut().flatten()) {
            *share = frequency(byte);
        }
        let all: f32 = halves.iter().flatten().sum();
        halves.iter_mut().flatten().for_each(|share| *share /= all);
        Self(halves)
    }

    /// How often the byte of these halves is in words.
    fn share(&self, upper: usize, lower: usize) -> f32 {
        self.0.get(upper).and_then(|row| row.get(lower)).copied().unwrap_or_default()
    }
}

/// Which bits are set, the lowest first.
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (lowest < u16::BITS).then_some(lowest as usize)
    })
}

/// The halves of the bytes that are at one place of the windows of a group, a bit each.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    lower: u16,
    upper: u16,
    /// How often words have a byte whose halves are among these.
    share: f32,
}

impl Place {
    /// The place with one more byte. Only what that byte adds is summed up: this runs at each start of the program.
    fn with(self, byte: u8, model: &Model) -> Self {
        let (lower, upper) = (self.lower | 1 << (byte & 15), self.upper | 1 << (byte >> 4));
        let (low, high) = (usize::from(byte & 15), usize::from(byte >> 4));
        let mut share = self.share;
        if lower != self.lower {
            share += bits(self.upper).map(|upper| model.share(upper, low)).sum::<f32>();
        }
        if upper != self.upper {
            share += bits(lower).map(|lower| model.share(high, lower)).sum::<f32>();
        }
        Self { lower, upper, share }
    }

    fn holds(self, byte: u8) -> bool {
        self.lower & 1 << (byte & 15) != 0 && self.upper & 1 << (byte >> 4) != 0
    }
}

/// A group of windows.
#[derive(Clone, Debug, Default)]
struct Group {
    windows: Vec<usize>,
    places: [Place; WIDTH],
    /// How often the search stops at a byte because of this group.
    stops: f32,
}

impl Group {
    /// What the places are with one more window.
    fn with(&self, window: &[u8], model: &Model) -> [Place; WIDTH] {
        let mut places = self.places;
        places.iter_mut().zip(window).for_each(|(place, byte)| *place = place.with(*byte, model));
        places
    }

    fn add(&mut self, at: usize, window: &[u8], model: &Model) {
        self.places = self.with(window, model);
        self.stops = stops(&self.places);
        self.windows.push(at);
    }
}

/// How often a search for these bytes stops at a byte.
fn stops(places: &[Place; WIDTH]) -> f32 {
    let (mut words, mut drawn) = (1.0, DRAWN);
    for place in places {
        words *= place.share;
        drawn *= place.share * (1.0 - BLANK) + if place.holds(b' ') { BLANK } else { 0.0 };
    }
    words + drawn
}

/// The places of the windows in the order in which the search is to be given them.
pub fn deal(windows: &[&[u8]]) -> Vec<usize> {
    let model = Model::new();
    let count = if windows.len() > FEW { GROUPS.1 } else { GROUPS.0 };
    let mut groups = vec![Group::default(); count];
    // The groups are filled in turn: each holds the same number of windows, and the first ones one more.
    let room = |at: usize| windows.iter().skip(at).step_by(count).count();
    let alone = |window: &[u8]| stops(&Group::default().with(window, &model));
    let mut rest: Vec<(f32, usize, &[u8])> =
        windows.iter().enumerate().map(|(at, window)| (alone(window), at, *window)).collect();
    rest.sort_by(|(one, ..), (other, ..)| other.total_cmp(one));
    for (_, at, window) in rest {
        let free = groups.iter_mut().enumerate().filter(|(at, group)| group.windows.len() < room(*at));
        let more = free.map(|(_, group)| (stops(&group.with(window, &model)) - group.stops, group));
        if let Some((_, group)) = more.min_by(|(one, _), (other, _)| one.total_cmp(other)) {
            group.add(at, window, &model);
        }
    }
    let rounds = windows.len().div_ceil(count);
    (0..rounds)
        .flat_map(|round| groups.iter().filter_map(move |group| group.windows.get(round).copied()))
        .collect()
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// How often the search stops, counted in its own way: the windows in turn, each byte by its halves.
    pub fn stopped(windows: &[&[u8]], text: &str) -> usize {
        let count = if windows.len() > FEW { GROUPS.1 } else { GROUPS.0 };
        let mut groups = vec![Group::default(); count];
        windows.iter().enumerate().for_each(|(at, window)| groups[at % count].add(at, window, &Model::new()));
        let stops = |at: &[u8]| {
            groups
                .iter()
                .filter(|group| group.places.iter().zip(at).all(|(place, byte)| place.holds(*byte)))
                .count()
        };
        text.as_bytes().windows(WIDTH).map(stops).sum()
    }

    #[test]
    fn every_window_is_dealt_once_whatever_their_number() {
        for count in 0..70_u8 {
            let texts: Vec<[u8; 4]> = (0..count).map(|each| [b'a', each, each ^ 3, b' ']).collect();
            let windows: Vec<&[u8]> = texts.iter().map(<[u8; 4]>::as_slice).collect();
            let mut dealt = deal(&windows);
            dealt.sort_unstable();
            assert!(dealt.into_iter().eq(0..windows.len()));
        }
    }

    #[test]
    fn windows_that_stop_the_search_together_are_dealt_apart() {
        let windows: [&[u8]; 10] =
            [b"(FAI", b".t .", b": Er", b": er", b"un: ", b"FAIL", b".py:", b" com", b"ed, ", b" Tes"];
        let text = "crates [=====>          ]   0%   name: a test of many words ... ok\n";
        let dealt: Vec<&[u8]> = deal(&windows).into_iter().map(|at| windows[at]).collect();
        assert_eq!(stopped(&dealt, text), 0);
    }
}
