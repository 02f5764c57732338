"""Orders: passing tests, and the failures that a report has to name."""
import pytest


def total(items):
    return sum(items)


def test_empty_order_costs_nothing():
    assert total([]) == 0


@pytest.mark.parametrize("note", ["plain", "a b", "x::y", "left - right", "[nested] end"])
def test_note_is_kept(note):
    print("note:", note)
    assert note != "left - right"


class TestDiscount:
    def test_applies_once(self):
        assert total([5, -1]) == 4

    def test_rejects_negative(self):
        assert total([1, 2]) == 4, "discount leaked into the total"


def test_lines_differ():
    assert "one\ntwo\nthree" == "one\n2\nthree"
