//! temporary
use std::io::{self, Read, Write};
use weir::source::{Got, Source};
struct In(io::Stdin);
impl Source for In {
    fn read(&mut self, b: &mut [u8]) -> io::Result<Got> {
        let n = self.0.lock().read(b)?;
        Ok(if n == 0 { Got::End } else { Got::Bytes(n) })
    }
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut s = weir::settings::Settings::default();
    let mut i = 1;
    while let Some(a) = args.get(i) {
        let v = args.get(i.saturating_add(1)).cloned().unwrap_or_default();
        match a.as_str() {
            "-m" | "--mode" => {
                s.mode = v.parse().unwrap_or_default();
                s.limits = s.mode.limits();
            }
            "--format" => {
                if v == "json" {
                    s.format = weir::settings::AnswerFormat::Json
                }
            }
            "--child-exit" => s.exit = v.parse().ok(),
            _ => {}
        }
        i = i.saturating_add(2);
    }
    let mut out = io::BufWriter::new(io::stdout());
    let r = weir::filter::run(&s, &mut In(io::stdin()), &[], &mut out);
    let _ = out.flush();
    std::process::exit(r.map_or(74, |e| e.exit_code));
}
