#[deprecated(note = "error[E0308]: mismatched types --> src/cart.rs:3:5")]
pub fn error_could_not_compile() {}

pub fn calls() {
    error_could_not_compile();
}
