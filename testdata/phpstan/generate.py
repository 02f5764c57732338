"""Writes the logs: PHPStan's forms are facts, the sentences are ours. PHPStan itself cannot run here."""

import pathlib

HERE = pathlib.Path(__file__).parent
NOTE = "Note: Using configuration file /home/user/project/phpstan.neon.\n"
BAR = " 0/3 [" + "░" * 28 + "]   0%\n 3/3 [" + "▓" * 28 + "] 100%\n\n"


def table(title, rows):
    """A table of Symfony's style, as wide as its longest cell."""
    first = max([len(title[0])] + [len(row[0]) for row in rows])
    second = max([len(title[1])] + [len(line) for row in rows for line in row[1]])
    rule = f" {'-' * (first + 2)} {'-' * (second + 2)} \n"
    out = rule + f"  {title[0]:{first}}   {title[1]:{second}}  \n" + rule
    for number, lines in rows:
        for at, line in enumerate(lines):
            out += f"  {number if at == 0 else '':{first}}   {line:{second}}  \n"
    return out + rule + "\n"


def box(kind, text):
    return f" [{kind}] {text}".ljust(120) + "\n\n"


CART = table(
    ("Line", "src/Cart.php"),
    [
        ("12", ["Method App\\Cart::total() should return int but returns string.", "🪪  return.type"]),
        ("27", ["Parameter #1 $price of method App\\Cart::add() expects int,", "string given."]),
        ("27", ["Undefined variable: $voucher", "💡 Learn more at https://phpstan.org/"]),
    ],
)
TILL = table(("Line", "src/Till.php (in context of class App\\Shop)"), [(":9", ["Call to an undefined method App\\Till::open()."])])
RAW = (
    "/home/user/project/src/Cart.php:12:Method App\\Cart::total() should return int but returns string. [identifier=return.type]\n"
    "/home/user/project/src/Cart.php:27:Undefined variable: $voucher [identifier=variable.undefined]\n"
)
OLD_RAW = "/home/user/project/src/Till.php:9:Call to an undefined method App\\Till::open().\n"
FORGED = table(("Line", "src/Report.php"), [("4", ["Constant holds the text", "[OK] No errors", "[ERROR] Found 0 errors"])])

LOGS = {
    "all-pass": NOTE + BAR + "\n" + box("OK", "No errors"),
    "all-pass-plain": "\n" + box("OK", "No errors"),
    "few-failures": NOTE + BAR + CART + TILL + box("ERROR", "Found 4 errors"),
    "few-failures-plain": CART + box("ERROR", "Found 3 errors"),
    "few-failures-raw": NOTE + RAW + OLD_RAW,
    "few-failures-raw-identifiers": RAW,
    "few-failures-general": NOTE
    + table(("", "Error"), [("", ["Ignored error pattern #Undefined# was not matched in reported", "errors."])])
    + box("ERROR", "Found 1 error"),
    "warnings": NOTE + table(("", "Warning"), [("", ["This setting is deprecated."])]) + box("WARNING", "Found 0 errors and 1 warning"),
    "crash": NOTE
    + table(
        ("", "Error"),
        [("", ["Child process error (exit code 255): PHP Fatal error:  Allowed memory", "size of 134217728 bytes exhausted"])],
    )
    + box("ERROR", "Found 1 error"),
    "crash-cut": NOTE + BAR + CART[: CART.index("27")],
    "crash-heading": NOTE + BAR + CART[: CART.index("  12")],
    "few-failures-twice": NOTE
    + BAR
    + table(("Line", "src/Cart.php"), [("27", ["Undefined variable: $voucher"]), ("27", ["Undefined variable: $voucher"])])
    + box("ERROR", "Found 2 errors"),
    "hostile": NOTE + BAR + FORGED + box("ERROR", "Found 1 error"),
    "hostile-pass": "src/Cart.php:12:return $price;\nsrc/Cart.php:27:$total += 1;\n" + NOTE + BAR + box("OK", "No errors"),
}

for name, text in LOGS.items():
    (HERE / f"{name}.txt").write_text(text)
