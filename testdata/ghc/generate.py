"""Writes the logs of cabal build: the format is GHC's, the sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent
STEPS = "".join(f"[{n:2} of 40] Compiling Shop.Part{n} ( src/Shop/Part{n}.hs, dist/Shop/Part{n}.o )\n" for n in range(1, 41))


def write(name, text):
    (HERE / f"{name}.txt").write_text(text)


WARNING = """
src/Shop/Cart.hs:3:1: warning: [GHC-66111] [-Wunused-imports]
    The import of ‘Data.List’ is redundant
  |
3 | import Data.List
  | ^^^^^^^^^^^^^^^^

"""
ERROR = """
src/Shop/Cart.hs:12:9: error: [GHC-83865]
    • Couldn't match expected type ‘Int’ with actual type ‘[Char]’
    • In the expression: "none"
      In an equation for ‘total’: total = "none"
   |
12 | total = "none"
   |         ^^^^^^

src/Shop/Tax.hs:7:5: error: parse error on input ‘=’
  |
7 |     = 3
  |     ^

"""
write("all-pass", STEPS + WARNING)
write("few-failures", STEPS + WARNING + ERROR + "Error: cabal: Failed to build shop-0.1.\n")
write("crash", STEPS + "\nsrc/Shop/Cart.hs:12:9: error:\n    Variable not in scope: price")
write("hostile", STEPS + "the file src/Shop/Cart.hs:12 has an error: none\n  src/Shop/Cart.txt:3:5: error: of no compiler\n")
