from avocado import Test, skip


class Quay(Test):
    def test_moor(self):
        pass

    def test_tide(self):
        self.log.warning("rough sea")

    @skip("storm")
    def test_sail(self):
        pass

    def test_fog(self):
        self.cancel("no sight")
