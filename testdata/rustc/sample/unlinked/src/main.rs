extern "C" {
    fn anchor_that_nobody_has() -> i32;
}

fn main() {
    println!("{}", unsafe { anchor_that_nobody_has() });
}
