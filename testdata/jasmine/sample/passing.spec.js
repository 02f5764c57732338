describe('cart', () => {
  it('adds prices', () => expect(1 + 2).toBe(3));
  describe('with a voucher', () => {
    it('takes off ten percent', () => expect(90).toBeLessThan(100));
  });
});
it('stands alone', () => expect(true).toBeTrue());
