//! The thread that shows progress. Whoever tells it something never waits long: when it is held up, because standard error takes
//! nothing, lines are dropped, and it is left alone at the end.
//!
//! The thread alone writes. Before an answer on the same terminal it is asked to step aside, and the answer waits until it has: a
//! busy machine may let it wait. Once an answer has begun there, no line is printed any more: a failure that is reported
//! meanwhile is in the answer.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};

use super::faces::{Face, Now};

/// How often the face is given time.
const TICK: Duration = Duration::from_millis(100);
/// Lines that may wait.
const WAITING: usize = 256;
/// How long somebody waits until the thread obeys.
pub(super) const PATIENCE: Duration = Duration::from_millis(200);
/// The same on a terminal: one that takes no bar for so long takes no answer either.
pub(super) const PATIENCE_OF_A_TERMINAL: Duration = Duration::from_secs(10);

/// Who may write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Turn {
    /// The face.
    #[default]
    Face,
    /// An answer.
    Answer,
    /// The bar alone, below the beginning of an answer.
    BarBelow,
    /// Nobody any more.
    Over,
}

/// What the thread is to do, and what it has done.
#[derive(Debug, Default)]
struct State {
    wanted: Turn,
    turn: Turn,
    waiting: VecDeque<String>,
    now: Now,
    /// It was stuck; should it get loose, it has to be silent.
    silent: bool,
}

/// What is shared with the thread. Nobody holds the lock while he writes.
#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    obeyed: Condvar,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The thread, to be given orders.
#[derive(Clone, Debug)]
pub(super) struct Screen {
    shared: Arc<Shared>,
    thread: Thread,
    patience: Duration,
}

impl Screen {
    /// Starts the thread; nothing when there can be none.
    pub(super) fn start(
        patience: Duration,
        face: impl FnOnce() -> Box<dyn Face> + Send + 'static,
    ) -> Option<Self> {
        let shared = Arc::new(Shared::default());
        let own = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("progress".to_owned());
        let spawned = thread.spawn(move || show(&own, &mut *face())).ok()?;
        Some(Self { shared, thread: spawned.thread().clone(), patience })
    }

    /// Prints a line, unless too many wait already: then gives false.
    pub(super) fn line(&self, text: String) -> bool {
        let mut state = self.shared.state();
        let fits = state.waiting.len() < WAITING;
        if fits {
            state.waiting.push_back(text);
        }
        drop(state);
        self.thread.unpark();
        fits
    }

    /// Changes what is known.
    pub(super) fn update(&self, change: impl FnOnce(&mut Now)) {
        change(&mut self.shared.state().now);
    }

    /// Steps aside; when this returns, nothing is drawn any more until [`show`](Self::show).
    pub(super) fn hide(&self) {
        self.turn_to(Turn::Answer);
    }

    /// The bar may be shown again.
    pub(super) fn show(&self) {
        self.turn_to(Turn::BarBelow);
    }

    /// Ends, once and for all.
    pub(super) fn end(&self) {
        self.turn_to(Turn::Over);
    }

    fn turn_to(&self, turn: Turn) {
        let mut state = self.shared.state();
        if state.wanted == Turn::Over || (turn == Turn::BarBelow && state.wanted != Turn::Answer) {
            return;
        }
        state.wanted = turn;
        self.thread.unpark();
        let waits = |state: &mut State| state.turn != turn;
        let waited = self.shared.obeyed.wait_timeout_while(state, self.patience, waits);
        let (mut state, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() {
            (state.wanted, state.silent) = (Turn::Over, true);
        }
    }
}

/// Shows what comes until the end.
fn show(shared: &Shared, face: &mut dyn Face) {
    let mut ticked = Instant::now();
    loop {
        std::thread::park_timeout(TICK.saturating_sub(ticked.elapsed()));
        loop {
            let mut state = shared.state();
            if state.silent {
                return;
            }
            if state.turn != Turn::Face {
                state.waiting.clear();
            }
            let Some(text) = state.waiting.pop_front() else { break };
            drop(state);
            face.line(&text);
        }
        let (turn, wanted) = {
            let state = shared.state();
            (state.turn, state.wanted)
        };
        match (turn, wanted) {
            (_, Turn::Over) => face.end(),
            (Turn::Face | Turn::BarBelow, Turn::Answer) => face.clear(),
            _ => {}
        }
        shared.state().turn = wanted;
        shared.obeyed.notify_all();
        if wanted == Turn::Over {
            return;
        }
        if ticked.elapsed() >= TICK {
            ticked = Instant::now();
            if wanted != Turn::Answer {
                let known = shared.state().now.clone();
                face.tick(&known);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Printed(Arc<Mutex<Vec<String>>>);

    impl Face for Printed {
        fn line(&mut self, text: &str) {
            self.0.lock().unwrap().push(text.to_owned());
        }
        fn tick(&mut self, now: &Now) {
            self.0.lock().unwrap().push(format!("tick {}", now.name));
        }
        fn clear(&mut self) {
            self.0.lock().unwrap().push("clear".to_owned());
        }
        fn end(&mut self) {
            self.0.lock().unwrap().push("end".to_owned());
        }
    }

    fn started(printed: &Arc<Mutex<Vec<String>>>) -> Screen {
        let face = Printed(Arc::clone(printed));
        Screen::start(PATIENCE_OF_A_TERMINAL, || Box::new(face)).unwrap()
    }

    fn without_ticks(printed: &Mutex<Vec<String>>) -> Vec<String> {
        printed.lock().unwrap().iter().filter(|text| !text.starts_with("tick")).cloned().collect()
    }

    fn wait_until(printed: &Mutex<Vec<String>>, what: &str) {
        let begun = Instant::now();
        while !printed.lock().unwrap().iter().any(|text| text == what) {
            assert!(begun.elapsed() < Duration::from_secs(20), "{what}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn once_an_answer_has_begun_no_line_is_printed_and_nothing_follows_the_end() {
        let printed = Arc::new(Mutex::new(Vec::new()));
        let screen = started(&printed);
        assert!(screen.line("a".to_owned()));
        wait_until(&printed, "a");
        screen.hide();
        assert!(screen.line("meanwhile".to_owned()));
        screen.show();
        assert!(screen.line("below".to_owned()));
        screen.end();
        assert_eq!(without_ticks(&printed), ["a", "clear", "end"]);
        screen.hide();
        screen.end();
        assert_eq!(without_ticks(&printed).len(), 3);
    }

    #[test]
    fn what_is_known_is_shown_when_time_has_passed() {
        let printed = Arc::new(Mutex::new(Vec::new()));
        let screen = started(&printed);
        screen.update(|now| now.name = "x".to_owned());
        wait_until(&printed, "tick x");
        screen.end();
    }

    #[test]
    fn while_an_answer_is_written_nothing_is_drawn_however_busy_the_machine_is() {
        let printed = Arc::new(Mutex::new(Vec::new()));
        let screen = started(&printed);
        for round in 0..200 {
            screen.line(format!("{round}"));
            screen.hide();
            let before = printed.lock().unwrap().len();
            std::thread::yield_now();
            assert_eq!(printed.lock().unwrap().len(), before);
            screen.show();
        }
        screen.end();
    }

    struct Stuck;

    impl Face for Stuck {
        fn line(&mut self, _text: &str) {
            std::thread::sleep(Duration::from_secs(600));
        }
        fn tick(&mut self, _now: &Now) {}
        fn end(&mut self) {}
    }

    #[test]
    fn a_standard_error_that_takes_nothing_holds_nobody_up() {
        let screen = Screen::start(PATIENCE, || Box::new(Stuck)).unwrap();
        let begun = Instant::now();
        let taken = (0..10_000).filter(|number| screen.line(number.to_string())).count();
        assert!((WAITING..=WAITING + 1).contains(&taken));
        screen.end();
        screen.end();
        assert!(begun.elapsed() < Duration::from_secs(20));
    }
}
