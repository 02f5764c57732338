describe('focus', function () {
  fit('is alone', function () { expect(1).toBe(1); });
  it('is left out', function () { expect(1).toBe(2); });
});
