describe('cart', function () {
  it('adds prices', function () { expect(1 + 2).toBe(3); });
  describe('with a voucher', function () {
    it('takes off ten percent', function () { expect(90).toBeLessThan(100); });
  });
});
