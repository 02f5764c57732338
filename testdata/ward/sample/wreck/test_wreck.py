import os

from ward import test

for number in range(9):

    @test(f"moors {number}")
    def _():
        assert True


@test("sinks")
def _():
    os._exit(3)
