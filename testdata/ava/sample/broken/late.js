import test from 'ava';
test('is late', t => { setTimeout(() => { throw new Error('late trouble'); }, 5); t.pass(); });
test('waits', async t => { await new Promise(resolve => setTimeout(resolve, 100)); t.pass(); });
