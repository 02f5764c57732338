const test = require('tape');
test('basket', t => { t.plan(3); t.equal(1, 1); t.equal(3, 4); t.deepEqual([1], [1]); });
test('orders', t => { t.ok(true); t.equal(3, 4); t.throws(() => {}); t.end(); });
test.skip('server', t => t.end());
