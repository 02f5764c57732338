const { describe, it, test, beforeEach } = require('node:test');
const assert = require('node:assert');
describe('prices', () => {
  for (let i = 1; i <= 8; i++) it(`know ${i} coins`, () => {});
  it('are added', () => assert.strictEqual(3, 4));
  describe('of nothing', () => {
    it('are listed', () => assert.deepStrictEqual({ a: 1, b: [2] }, { a: 1, b: [3] }));
    it('throw', () => { throw new RangeError('wrong and thrown'); });
  });
  it('wait', { timeout: 50 }, async () => { await new Promise(resolve => setTimeout(resolve, 400)); });
});
test('orders', async t => { await t.test('are read', () => {}); await t.test('are written', () => { throw new Error('no ink'); }); });
describe('books', () => { beforeEach(() => { throw new Error('books are closed'); }); it('open', () => {}); });
