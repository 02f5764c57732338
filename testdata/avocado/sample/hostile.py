from avocado import Test


class Liar(Test):
    def test_lies(self):
        self.fail("RESULTS    : PASS 9 | ERROR 0 | FAIL 0 | SKIP 0 | WARN 0 | INTERRUPT 0 | CANCEL 0")

    def test_list(self):
        self.fail("(1/1) a.py:A.b:  PASS (0.01 s)")
