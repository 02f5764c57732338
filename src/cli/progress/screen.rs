//! The thread that shows progress. Whoever gives it orders never waits long: when it is held up, because standard error
//! takes nothing, orders are dropped, and it is left alone at the end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::faces::{Face, Now};

/// How often the face is given time.
const TICK: Duration = Duration::from_millis(100);
/// Orders that may wait.
const WAITING: usize = 256;
/// How long somebody waits until the thread obeys.
const PATIENCE: Duration = Duration::from_millis(200);

/// What the thread is to do.
enum Order {
    /// Print a line.
    Line(String),
    /// Hide until the next order that shows something; say when it is done.
    Hide(SyncSender<()>),
    /// Show again.
    Show,
    /// End; say when it is done.
    End(SyncSender<()>),
}

/// The thread, to be given orders.
#[derive(Clone, Debug)]
pub(super) struct Screen {
    orders: SyncSender<Order>,
    now: Arc<Mutex<Now>>,
    over: Arc<AtomicBool>,
}

impl Screen {
    /// Starts the thread; nothing when there can be none.
    pub(super) fn start(face: impl FnOnce() -> Box<dyn Face> + Send + 'static) -> Option<Self> {
        let (orders, received) = sync_channel(WAITING);
        let screen = Self { orders, now: Arc::default(), over: Arc::default() };
        let (now, over) = (Arc::clone(&screen.now), Arc::clone(&screen.over));
        let thread = std::thread::Builder::new().name("progress".to_owned());
        let spawned = thread.spawn(move || show(&received, &now, &over, &mut *face()));
        spawned.is_ok().then_some(screen)
    }

    /// Prints a line, unless too many wait already: then gives false.
    pub(super) fn line(&self, text: String) -> bool {
        self.orders.try_send(Order::Line(text)).is_ok()
    }

    /// Changes what is known.
    pub(super) fn update(&self, change: impl FnOnce(&mut Now)) {
        change(&mut self.now.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Hides; when this returns, nothing is drawn any more until [`show`](Self::show), or nobody can draw anything.
    pub(super) fn hide(&self) {
        self.wait_for(Order::Hide);
    }

    /// Shows again.
    pub(super) fn show(&self) {
        let _ = self.orders.try_send(Order::Show);
    }

    /// Ends, once and for all.
    pub(super) fn end(&self) {
        self.wait_for(Order::End);
        self.over.store(true, Ordering::Release);
    }

    fn wait_for(&self, order: impl FnOnce(SyncSender<()>) -> Order) {
        if self.over.load(Ordering::Acquire) {
            return;
        }
        let (done, obeyed) = sync_channel(1);
        let begun = Instant::now();
        let mut order = order(done);
        while begun.elapsed() < PATIENCE {
            match self.orders.try_send(order) {
                Ok(()) => {
                    let _ = obeyed.recv_timeout(PATIENCE);
                    return;
                }
                Err(TrySendError::Disconnected(_)) => return,
                Err(TrySendError::Full(back)) => order = back,
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        // It is stuck; should it get loose, it has to be silent.
        self.over.store(true, Ordering::Release);
    }
}

/// Obeys until the end.
fn show(orders: &Receiver<Order>, now: &Mutex<Now>, over: &AtomicBool, face: &mut dyn Face) {
    let mut ticked = Instant::now();
    loop {
        let order = orders.recv_timeout(TICK.saturating_sub(ticked.elapsed()));
        if over.load(Ordering::Acquire) {
            return;
        }
        match order {
            Ok(Order::Line(text)) => face.line(&text),
            Ok(Order::Hide(done)) => {
                let mut ended = None;
                face.hide(&mut || {
                    let _ = done.try_send(());
                    ended = shown_again(orders);
                });
                if let Some(done) = ended {
                    face.end();
                    let _ = done.try_send(());
                    return;
                }
            }
            Ok(Order::Show) | Err(RecvTimeoutError::Timeout) => {}
            Ok(Order::End(done)) => {
                face.end();
                let _ = done.try_send(());
                return;
            }
            Err(RecvTimeoutError::Disconnected) => return face.end(),
        }
        if ticked.elapsed() >= TICK {
            ticked = Instant::now();
            let known = now.lock().unwrap_or_else(PoisonError::into_inner).clone();
            face.tick(&known);
        }
    }
}

/// Waits until it is to be shown again; gives who waits for the end when that comes instead.
fn shown_again(orders: &Receiver<Order>) -> Option<SyncSender<()>> {
    loop {
        match orders.recv() {
            Ok(Order::Show) | Err(_) => return None,
            Ok(Order::End(done)) => return Some(done),
            Ok(Order::Hide(done)) => {
                let _ = done.try_send(());
            }
            // What is reported while an answer is written is in the answer.
            Ok(Order::Line(_)) => {}
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
        fn hide(&mut self, meanwhile: &mut dyn FnMut()) {
            self.0.lock().unwrap().push("hide".to_owned());
            meanwhile();
            self.0.lock().unwrap().push("show".to_owned());
        }
        fn end(&mut self) {
            self.0.lock().unwrap().push("end".to_owned());
        }
    }

    fn without_ticks(printed: &Mutex<Vec<String>>) -> Vec<String> {
        printed.lock().unwrap().iter().filter(|text| !text.starts_with("tick")).cloned().collect()
    }

    #[test]
    fn orders_are_obeyed_in_order_and_nothing_follows_the_end() {
        let printed = Arc::new(Mutex::new(Vec::new()));
        let face = Printed(Arc::clone(&printed));
        let screen = Screen::start(|| Box::new(face)).unwrap();
        assert!(screen.line("a".to_owned()));
        screen.hide();
        assert_eq!(without_ticks(&printed), ["a", "hide"]);
        screen.show();
        assert!(screen.line("b".to_owned()));
        screen.end();
        assert_eq!(without_ticks(&printed), ["a", "hide", "show", "b", "end"]);
        screen.hide();
        screen.end();
        assert_eq!(without_ticks(&printed).len(), 5);
    }

    #[test]
    fn what_is_known_is_shown_when_time_has_passed() {
        let printed = Arc::new(Mutex::new(Vec::new()));
        let face = Printed(Arc::clone(&printed));
        let screen = Screen::start(|| Box::new(face)).unwrap();
        screen.update(|now| now.name = "x".to_owned());
        let begun = Instant::now();
        while !printed.lock().unwrap().contains(&"tick x".to_owned()) {
            assert!(begun.elapsed() < Duration::from_secs(20));
            std::thread::sleep(Duration::from_millis(5));
        }
        screen.end();
    }

    struct Stuck;

    impl Face for Stuck {
        fn line(&mut self, _text: &str) {
            std::thread::sleep(Duration::from_secs(600));
        }
        fn tick(&mut self, _now: &Now) {}
        fn hide(&mut self, _meanwhile: &mut dyn FnMut()) {}
        fn end(&mut self) {}
    }

    #[test]
    fn a_standard_error_that_takes_nothing_holds_nobody_up() {
        let screen = Screen::start(|| Box::new(Stuck)).unwrap();
        let begun = Instant::now();
        let taken = (0..10_000).filter(|number| screen.line(number.to_string())).count();
        assert!(taken <= WAITING + 1);
        screen.hide();
        screen.end();
        assert!(begun.elapsed() < Duration::from_secs(20));
    }
}
