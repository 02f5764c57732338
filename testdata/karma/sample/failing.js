describe('stock', function () {
  it('counts', function () { expect([1, 2].length).toBe(2); });
  it('compares baskets', function () {
    expect({ apples: 2, pears: [1, 2] }).toEqual({ apples: 3, pears: [1, 2, 3] });
    expect('red').withContext('the colour').toBe('green');
  });
  it('throws', function () {
    var basket;
    basket.add('pear');
  });
  xit('comes later', function () {});
  it('says something', function () { console.log('a pear', 3); expect(1).toBe(1); });
  describe('with a broken hook', function () {
    beforeEach(function () { throw new TypeError('no connection'); });
    it('is never sound', function () {});
  });
  describe('after all', function () {
    afterAll(function () { throw new Error('cannot close the till'); });
    it('sells', function () { expect(1).toBe(1); });
  });
});
