from ward import skip, test, xfail

for number in range(12):

    @test(f"moors {number}")
    def _():
        assert True


@skip("no crane")
@test("lifts")
def _():
    pass


@xfail("dry")
@test("floods")
def _():
    assert 0
