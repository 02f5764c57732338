fn main() {
    eprintln!("cannot list anything");
    std::process::exit(if std::env::args().any(|argument| argument == "--list") { 7 } else { 0 });
}
