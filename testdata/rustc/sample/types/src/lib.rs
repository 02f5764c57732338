//! Errors, one kind each.

macro_rules! twice {
    ($value:expr) => {
        $value + "two"
    };
}

pub enum Cargo {
    Grain(u32),
    Wine { casks: u8 },
}

pub fn weight() -> u32 {
    "forty"
}

pub fn doubled() -> u32 {
    twice!(3)
}

pub fn name(cargo: &Cargo) -> &str {
    match cargo {
        Cargo::Grain(_) => "grain",
    }
}

pub fn joined(one: &str, two: &str) -> &str {
    let unused = 3;
    if one.is_empty() { two } else { one.missing() }
}

pub fn moved() -> usize {
    let text = String::new();
    drop(text);
    text.len()
}

pub fn both(a: Option<u8>) -> Result<u8, String> {
    a
}

compile_error!("first line\nsecond line");
