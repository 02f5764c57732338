from ward import test, xfail


@test("adds")
def _():
    assert 3 + 1 == 5, "the scale is wrong"


@test("is light")
def _():
    assert True


@xfail("known")
@test("passes all the same")
def _():
    assert True


@test("breaks")
def _():
    print("the harbour master wrote")
    raise RuntimeError("the rope is torn")
