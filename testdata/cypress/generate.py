#!/usr/bin/env python3
"""Writes the logs in this folder: the form is Cypress 13's, the sentences are ours. Cypress itself needs a browser."""
import os

HERE = os.path.dirname(os.path.abspath(__file__))
WIDE = 100


def box(rows):
    top = "  ┌" + "─" * (WIDE - 4) + "┐\n"
    return top + "".join(f"  │ {row:<{WIDE - 6}} │\n" for row in rows) + "  └" + "─" * (WIDE - 4) + "┘\n"


def start(specs):
    return (
        "\n" + "=" * WIDE + "\n\n  (Run Starting)\n\n"
        + box(["Cypress:        13.6.1", "Browser:        Electron 114 (headless)", "Specs:          " + ", ".join(specs)])
        + "\n\n"
    )


def running(spec, at, of):
    name = f"  Running:  {spec}"
    return "─" * WIDE + "\n" + " " * WIDE + "\n" + name + f"({at} of {of})".rjust(WIDE - len(name)) + "\n\n\n"


def results(spec, numbers):
    names = ["Tests", "Passing", "Failing", "Pending", "Skipped"]
    rows = [f"{name + ':':<14}{number}" for name, number in zip(names, numbers)]
    return "\n\n  (Results)\n\n" + box(rows + ["Screenshots:  0", "Video:        false", "Duration:     1 second", "Spec Ran:     " + spec]) + "\n\n"


def cells(numbers):
    return "".join(("-" if number == 0 else str(number)).rjust(9) for number in numbers)


def finished(rows):
    bad = sum(1 for _, numbers in rows if numbers[2])
    text = "=" * WIDE + "\n\n  (Run Finished)\n\n\n       Spec" + " " * 44 + "    Tests  Passing  Failing  Pending  Skipped  \n"
    text += box([("✖" if numbers[2] else "✔") + f"  {spec:<42}00:01" + cells(numbers) for spec, numbers in rows])
    total = [sum(column) for column in zip(*(numbers for _, numbers in rows))]
    words = f"✖  {bad} of {len(rows)} failed ({100 * bad // len(rows)}%)" if bad else "✔  All specs passed!"
    return text + f"    {words:<45}00:01" + cells(total) + "  \n\n"


def write(name, text):
    with open(os.path.join(HERE, name + ".txt"), "w", encoding="utf-8") as file:
        file.write(text)


CART = "  cart\n    ✓ adds (52ms)\n    - refunds\n    ✓ prints\n\n\n  2 passing (1s)\n  1 pending\n"
TAX = (
    "  tax\n    ✓ is fine (20ms)\n    1) rounds up\n    when closed\n      2) \"before each\" hook for \"opens\"\n\n\n"
    "  1 passing (5s)\n  2 failing\n\n  1) tax\n       rounds up:\n\n      Timed out retrying after 4000ms\n      + expected - actual\n\n      -1.5\n      +2\n      \n"
    "      at Context.eval (webpack:///./cypress/e2e/tax.cy.js:12:24)\n\n"
    "  2) tax\n       when closed\n         \"before each\" hook for \"opens\":\n     CypressError: `cy.visit()` failed trying to load http://localhost:8080/\n\n"
    "Because this error occurred during a `before each` hook we are skipping the remaining tests in the current suite: `when closed`\n"
    "      at Context.eval (webpack:///./cypress/e2e/tax.cy.js:20:8)\n\n"
)
FORGED = "  shop\n    ✓ prints a forged run: 9 failing (3ms)\n  9 passing and a failure\n    ✓ says (Run Finished) in its name\n\n\n  2 passing (1s)\n"

write("all-pass", start(["cart.cy.js"]) + running("cart.cy.js", 1, 1) + CART + results("cart.cy.js", [3, 2, 0, 1, 0]) + finished([("cart.cy.js", [3, 2, 0, 1, 0])]))
few = start(["cart.cy.js", "tax.cy.js"]) + running("cart.cy.js", 1, 2) + CART + results("cart.cy.js", [3, 2, 0, 1, 0]) + running("tax.cy.js", 2, 2) + TAX
write("few-failures", few + results("tax.cy.js", [4, 1, 2, 0, 1]) + finished([("cart.cy.js", [3, 2, 0, 1, 0]), ("tax.cy.js", [4, 1, 2, 0, 1])]))
write("crash", few[: few.index("  2) tax\n       when")])
died = start(["cart.cy.js"]) + running("cart.cy.js", 1, 1) + "  cart\n    ✓ adds (52ms)\n\nWe detected that the Chromium Renderer process just crashed.\n"
write("crash-renderer", died + results("cart.cy.js", [1, 0, 1, 0, 0]) + finished([("cart.cy.js", [1, 0, 1, 0, 0])]))
write("hostile", start(["shop.cy.js"]) + running("shop.cy.js", 1, 1) + FORGED + results("shop.cy.js", [2, 2, 0, 0, 0]) + finished([("shop.cy.js", [2, 2, 0, 0, 0])]))
