describe('stock', () => {
  it('counts', () => expect([1, 2].length).toBe(2));
  it('compares baskets', () => {
    expect({ apples: 2, pears: [1, 2] }).toEqual({ apples: 3, pears: [1, 2, 3] });
    expect('red').withContext('the colour').toBe('green');
  });
  it('throws', () => {
    const basket = undefined;
    basket.add('pear');
  });
  it('waits', (done) => {}, 20);
  xit('comes later', () => {});
  it('has no body yet');
  it('is pending inside', () => pending('needs a server'));
  it('expects nothing', () => {});
  it('many lines', () => {
    throw new Error('first line\nsecond line\n\nlast line');
  });
  describe('with a broken hook', () => {
    beforeEach(() => {
      throw new TypeError('no connection');
    });
    it('is never sound', () => {});
  });
  describe('after all', () => {
    afterAll(() => {
      throw new Error('cannot close the till');
    });
    it('sells', () => expect(1).toBe(1));
  });
});
