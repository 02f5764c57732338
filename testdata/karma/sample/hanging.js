describe('hanging', function () {
  it('is well', function () { expect(1).toBe(1); });
  it('never ends', function () { for (;;) {} });
});
