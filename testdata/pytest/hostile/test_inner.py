"""A test that runs a session of its own."""
pytest_plugins = "pytester"


def test_session_of_its_own(pytester):
    pytester.makepyfile(test_deep="def test_deep():\n    assert 0\n\ndef test_fine():\n    pass\n")
    assert pytester.runpytest().ret == 0


def test_after_it():
    assert 1 == 3
