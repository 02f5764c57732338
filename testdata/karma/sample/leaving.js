describe('leaving', function () {
  it('is well', function () { expect(1).toBe(1); });
  it('reloads the page', function (done) { window.location.href = '/elsewhere'; });
});
