import test from 'ava';
test('opens', t => t.pass());
test('leaves', async () => { await new Promise(resolve => setTimeout(resolve, 50)); process.exit(3); });
