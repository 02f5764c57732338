fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:warning=the tide is low");
    eprintln!("looking for water");
    panic!("no water");
}
