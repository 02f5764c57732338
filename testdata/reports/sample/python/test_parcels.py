import pytest


@pytest.fixture
def scale():
    raise RuntimeError("scale is off")


@pytest.fixture
def van():
    yield
    raise RuntimeError("van is lost")


def postage(grams):
    return 90 + grams // 100 * 15


def test_a_light_parcel_is_cheap():
    assert postage(100) == 105


@pytest.mark.parametrize("grams", [100, 2000])
def test_postage(grams):
    print("forged: 99 passed in 0.01s")
    assert postage(grams) == 105


def test_weighs(scale):
    pass


def test_delivers(van):
    pass


@pytest.mark.skip(reason="letters come in spring")
def test_letter():
    pass


@pytest.mark.xfail(reason="no rate yet")
def test_atlantis():
    try:
        raise KeyError("atlantis")
    except KeyError as error:
        raise ValueError("no rate") from error
