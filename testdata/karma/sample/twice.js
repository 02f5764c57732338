describe('twice', function () {
  it('sells', function () { expect(1).toBe(2); });
  it('sells', function () { expect(1).toBe(3); });
  it('logs an error', function () { console.error(new Error('the scale\nis broken')); expect(1).toBe(1); });
  it('says more', function () { throw new Error('first line\n- second line\n\n+ last line'); });
  it('counts', function () { expect(1).toBe(1); });
  afterAll(function () { throw new Error('the till\n\nis locked'); });
});
