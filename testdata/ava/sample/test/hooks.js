import test from 'ava';
test.beforeEach(() => { throw new Error('books are closed'); });
test('are written', t => t.pass());
