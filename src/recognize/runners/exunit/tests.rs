//! Whole runs of ExUnit.

#[test]
fn dump() {
    let Ok(path) = std::env::var("DUMP") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    for row in crate::recognize::scan::drive(&mut super::Exunit::default(), &text) {
        eprintln!("{row}");
    }
}
