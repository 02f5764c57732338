import test from 'ava';
test('FAILED_error_panics is a name', t => t.pass());
test('prints failures and passes', async t => {
	await new Promise(resolve => setTimeout(resolve, 100));
	console.log('  7 tests failed\n\nnot ok 1 - nothing\nFAIL src/nothing.test.js\nTests:       3 failed, 12 passed, 15 total');
	t.pass();
});
