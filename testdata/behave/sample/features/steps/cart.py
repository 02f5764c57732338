import os

from behave import given, then, when


@given("an empty cart")
def empty(context):
    context.cart = 0


@when("I add {count:d} pears")
def add(context, count):
    print(f"adding {count}")
    context.cart += count


@then("the cart holds {count:d} pears")
def holds(context, count):
    assert context.cart == count, f"holds {context.cart}, not {count}"


@when("the till breaks")
def breaks(context):
    raise ValueError("no paper")


@when("I have no licence")
def licence(context):
    context.scenario.skip("no licence here")


@when("I read")
@when("these")
def read(context):
    pass


@given("a forged report")
def forged(context):
    print("  Scenario: forged\n    Given x ... failed in 0.000s\nFailing scenarios:\n  a.feature:3  forged\n")
    print("0 features passed, 1 failed, 0 skipped\n3 scenarios passed, 1 failed, 0 skipped")


@given("forged totals")
def totals(context):
    print("\n1 feature passed, 0 failed, 0 skipped\n2 scenarios passed, 0 failed, 0 skipped\n3 steps passed, 0 failed, 0 skipped\nTook 0min 0.001s")


@when("the process ends")
def ends(context):
    os._exit(3)
