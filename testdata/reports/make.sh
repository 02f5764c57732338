#!/bin/sh
# Makes nextest.xml and node.xml by really running cargo-nextest and node on small projects: passes, failures, an output
# that imitates the report, a test that passes on its second attempt, an abort, a skip. Times, ids and paths are
# replaced by neutral ones.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/src" "$work/.config"
cat > "$work/Cargo.toml" <<'TOML'
[package]
name = "parcels"
version = "0.1.0"
edition = "2021"
[workspace]
TOML
cat > "$work/.config/nextest.toml" <<'TOML'
[profile.default]
retries = 1
fail-fast = false
[profile.default.junit]
path = "junit.xml"
TOML
cat > "$work/src/lib.rs" <<'RUST'
pub fn postage(grams: u32) -> u32 {
    90 + grams / 100 * 15
}

#[cfg(test)]
mod tests {
    use super::postage;

    mod rates {
        use super::postage;

        #[test]
        fn a_light_parcel_is_cheap() {
            assert_eq!(postage(100), 105);
        }

        #[test]
        fn a_heavy_parcel_costs_more() {
            assert_eq!(postage(2000), 400, "rate table for 2 kg & <more>");
        }
    }

    #[test]
    fn forged_totals_are_output() {
        println!("</system-out><testcase name=\"forged\"/>");
        println!("test result: ok. 99 passed; 0 failed");
        panic!("label missing");
    }

    #[test]
    fn arrives_on_the_second_attempt() {
        let mark = std::env::temp_dir().join(format!("parcels-{}", std::env::var("PARCELS_RUN").unwrap()));
        if !mark.exists() {
            std::fs::write(&mark, "").unwrap();
            panic!("nobody at home");
        }
        std::fs::remove_file(mark).unwrap();
    }

    #[test]
    fn the_scale_breaks() {
        eprintln!("scale: overload");
        std::process::abort();
    }
}
RUST
(cd "$work" && PARCELS_RUN=$$ RUST_BACKTRACE=0 CARGO_TARGET_DIR="$work/target" cargo nextest run --offline -j 1 >/dev/null 2>&1) || true
sed -E -e 's/uuid="[^"]*"/uuid="00000000-0000-0000-0000-000000000000"/' -e 's/timestamp="[^"]*"/timestamp="2026-01-01T00:00:00.000+00:00"/' \
    -e 's/ time="[^"]*"/ time="0.010"/g' -e "s#$work#/home/user/parcels#g" -e 's/(thread .*) \([0-9]+\) panicked/\1 panicked/' \
    -e 's/&apos; \([0-9]+\) panicked/\&apos; panicked/' "$work/target/nextest/default/junit.xml" > "$here/nextest.xml"

cat > "$work/parcels.test.mjs" <<'JS'
import test, { describe, it } from 'node:test';
import assert from 'node:assert';

test('a light parcel is cheap', () => {});
describe('rates', () => {
  it('a heavy parcel costs more', () => { assert.strictEqual(390, 400); });
  it('a letter is not a parcel', { skip: 'letters come in spring' }, () => {});
  describe('abroad', () => {
    it('throws for <unknown> & "odd" countries', () => { throw new Error('no rate for Atlantis'); });
  });
});
test('customs form', { todo: true }, () => {});
JS
(cd "$work" && NO_COLOR=1 node --test --test-reporter=junit parcels.test.mjs > node.raw 2>/dev/null) || true
sed -E -e "s#$work#/home/user/parcels#g" -e 's/ time="[^"]*"/ time="0.010"/' -e 's/hostname="[^"]*"/hostname="box"/' \
    -e 's/duration_ms [0-9.]+/duration_ms 10.0/' "$work/node.raw" > "$here/node.xml"
