const assert = require('assert');
describe('basket', () => {
  for (let i = 1; i <= 20; i++) it(`holds ${i} items`, () => {});
  it('adds prices', () => assert.strictEqual(3, 4));
  describe('when empty', () => {
    it('lists nothing', () => assert.deepStrictEqual({ a: 1, b: [2] }, { a: 1, b: [3] }));
    it('waits', (done) => { setTimeout(done, 300); }).timeout(50);
    it('throws late', (done) => { setTimeout(() => { throw new TypeError('late trouble'); }, 5); });
  });
});
describe('orders', () => {
  beforeEach('opens the books', () => { throw new Error('books are closed'); });
  it('are written', () => {});
});
it('stands alone', () => { throw new RangeError('alone and wrong'); });
