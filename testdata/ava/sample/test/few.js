import test from 'ava';
for (let i = 1; i <= 12; i++) test(`carries ${i} items`, t => t.pass());
test('adds prices', t => t.is(3, 4));
test('lists nothing', t => t.deepEqual({ a: 1, b: [2] }, { a: 1, b: [3] }, 'the lists differ'));
test('throws', () => { throw new RangeError('wrong and thrown'); });
test('rejects', async t => { await t.throwsAsync(async () => 1); });
test.failing('works by now', t => t.pass());
