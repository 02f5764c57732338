#!/bin/sh
# Counts the tokens of every text here with the tokenizers of bpe-openai, in a package of its own that is thrown away:
# weir is built without a tokenizer. Writes counts.tsv: chars, o200k, cl100k, name.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/src"
cat > "$folder/Cargo.toml" <<'END'
[package]
name = "counts"
version = "0.0.0"
edition = "2024"

[dependencies]
bpe-openai = "=0.3.2"
END
cat > "$folder/src/main.rs" <<'END'
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let (new, old) = (bpe_openai::o200k_base().count(&text), bpe_openai::cl100k_base().count(&text));
        println!("{}\t{new}\t{old}\t{path}", text.chars().count());
    }
}
END
cargo build --quiet --manifest-path "$folder/Cargo.toml"
cd "$here"
"$folder/target/debug/counts" *.text > counts.tsv
