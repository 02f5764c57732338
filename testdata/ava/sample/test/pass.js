import test from 'ava';
for (let i = 1; i <= 12; i++) test(`holds ${i} items`, t => t.pass());
test.skip('asks the server', t => t.pass());
test.todo('flies');
test.failing('known bug', t => t.fail());
