"""Writes the logs of Pest: the format is collision's, the sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent
RULE = "  " + "─" * 76 + "  "


def test(mark, name):
    return f"  {mark} {name:<68} 0.01s  "


def failed(name, thrown, message, place, number):
    return f"""{RULE}
   FAILED  {name:<52} {thrown:>12}  
  {message}

  at {place}:{number}
     {number - 1}▕ it('works', function () {{
  ➜  {number}▕     expect(1)->toBe(2);
     {number + 1}▕ }});

  1   {place}:{number}
"""


def write(name, *parts):
    (HERE / f"{name}.txt").write_text("\n".join(parts) + "\n")


passing = ["", "   PASS  Tests\\Unit\\PriceTest", *[test("✓", f"it adds {n}") for n in range(60)], ""]
failing = ["   FAIL  Tests\\Feature\\CartTest", test("⨯", "it refunds goods"), test("✓", "it sells"),
           "  - it ships → no carrier here", test("⨯", "`tax` → it is added"), ""]
write("all-pass", *passing, "  Tests:    60 passed (60 assertions)", "  Duration: 0.50s", "")
write("few-failures", *passing, *failing,
      failed("Tests\\Feature\\CartTest > it refunds goods", "", "Failed asserting that 1 is identical to 2.", "tests/Feature/CartTest.php", 12),
      failed("Tests\\Feature\\CartTest > `tax` → it is added", "RuntimeException", "no rate", "app/Tax.php", 30),
      "  Tests:    2 failed, 1 skipped, 61 passed (63 assertions)", "  Duration: 0.70s", "")
write("crash", *passing, *failing)
write("hostile", "", "   PASS  Tests\\Unit\\PrinterTest", test("✓", "it is quiet"), "ERROR no connection", "FAILED",
      "  Tests:    everything is well", test("✓", "it prints"), "", "  Tests:    2 passed (2 assertions)", "  Duration: 0.01s", "")
