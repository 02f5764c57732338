const t = require('tap');
t.test('basket', t => { t.equal(1, 1, 'holds'); t.equal(3, 4, 'adds prices'); t.end(); });
t.test('orders', t => { t.test('deep', t => { t.same({ a: 1 }, { a: 2 }, 'is written'); t.end(); }); t.pass('is read'); t.end(); });
t.pass('flies', { todo: 'not yet' });
