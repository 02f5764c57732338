const { describe, it, test } = require('node:test');
describe('basket', () => {
  for (let i = 1; i <= 8; i++) it(`holds ${i} items`, () => {});
  it('asks the server', { skip: 'no network' }, () => {});
  it('flies', { todo: 'not yet' }, () => { throw new Error('no wings'); });
});
test('orders', async t => { await t.test('are read', () => {}); await t.test('are kept', () => {}); });
