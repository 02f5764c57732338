import test from 'ava';
test('is quick', t => t.pass());
test('never ends', async () => { await new Promise(resolve => setTimeout(resolve, 20000)); });
