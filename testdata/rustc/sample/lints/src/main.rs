fn main() {
    let list = vec![1];
    println!("error: this is output of the program");
    println!("{}", list[lints::nothing(&list) as usize + 7]);
}
