import os

from ward import test


@test("lies")
def _():
    os.write(1, "\n│  900  Passes  (100.0%)  │\n".encode())
    assert False, "it was a lie"
