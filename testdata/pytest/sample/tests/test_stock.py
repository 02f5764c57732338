"""Stock: fixtures, chained errors, skips, expected failures."""
import warnings

import pytest


@pytest.fixture
def broken_store():
    raise ConnectionError("store refused the handshake")


@pytest.fixture
def leaking_store():
    yield 1
    raise RuntimeError("store was not closed")


def test_uses_store(broken_store):
    assert broken_store


def test_leaves_store_open(leaking_store):
    assert leaking_store == 1


def test_fails_and_leaks(leaking_store):
    assert leaking_store == 2


def load():
    try:
        return {}["shelf"]
    except KeyError as cause:
        raise LookupError("no shelf is known") from cause


def test_chain():
    load()


@pytest.mark.skip(reason="needs a real scanner")
def test_scanner():
    pass


@pytest.mark.xfail(reason="rounding is known to be off")
def test_rounding():
    assert 1 == 2


@pytest.mark.xfail(reason="fixed by accident", strict=True)
def test_fixed():
    assert True


def test_warns():
    warnings.warn("shelf numbers will be strings", DeprecationWarning)


def test_subtests(subtests):
    for i in range(3):
        with subtests.test("row", i=i):
            assert i != 1
