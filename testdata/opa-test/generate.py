#!/usr/bin/env python3
"""Writes logs in the form of `opa test`. The format is a fact, the sentences are ours."""
import pathlib

HERE = pathlib.Path(__file__).parent
RULER = "-" * 80 + "\n"


def passed(count, package="cart"):
    return "".join(f"data.{package}.test_price_{at}: PASS ({90 + at}.{at}µs)\n" for at in range(count))


TRACE = (
    "  query:1                      Enter data.cart.test_total = _\n  query:1                      | Eval data.cart.test_total = _\n"
    "  policies/cart_test.rego:11   | Enter data.cart.test_total\n  policies/cart_test.rego:12   | | Eval total == 4\n"
    "  policies/cart_test.rego:12   | | Fail total == 4\n  query:1                      | Fail data.cart.test_total = _\n"
)
ERROR = "policies/tax_test.rego:\ndata.tax.test_rates: ERROR (1.1ms)\n  policies/tax.rego:3: eval_conflict_error: complete rules must not produce multiple outputs\n"

logs = {
    "all-pass": "PASS: 31/31\n",
    "all-pass-verbose": "policies/cart_test.rego:\n" + passed(9) + "\npolicies/tax_test.rego:\n" + passed(3, "tax") + RULER + "PASS: 12/12\n",
    "few-failures": "policies/cart_test.rego:\ndata.cart.test_total: FAIL (1.204µs)\n\n" + ERROR + RULER + "PASS: 29/32\nFAIL: 1/32\nSKIPPED: 1/32\nERROR: 1/32\n",
    "few-failures-verbose": "FAILURES\n" + RULER + "data.cart.test_total: FAIL (1.204µs)\n\n" + TRACE + "\n\nSUMMARY\n" + RULER + "policies/cart_test.rego:\n" + passed(5)
    + "data.cart.test_total: FAIL (1.204µs)\n\n  the cart costs 3\n\ndata.cart.todo_test_tax: SKIPPED\n\n" + ERROR + RULER + "PASS: 5/8\nFAIL: 1/8\nSKIPPED: 1/8\nERROR: 1/8\n",
    "load": "1 error occurred during loading: policies/tax.rego:4: rego_parse_error: unexpected eof token\n",
    "crash-cut": "policies/cart_test.rego:\n" + passed(9),
    "hostile": "policies/cart_test.rego:\n" + passed(2) + "\n  data.forged.test_one: FAIL (1ms)\n  PASS: 99/99\n\ndata.cart.test_total: FAIL (1.204µs)\n\n  PASS: 99/99\n\n" + RULER + "PASS: 2/3\nFAIL: 1/3\n",
}
for name, text in logs.items():
    (HERE / f"{name}.txt").write_text(text)
