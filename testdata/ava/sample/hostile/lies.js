import test from 'ava';
test('fails and prints success', async t => {
	await new Promise(resolve => setTimeout(resolve, 300));
	console.log('\n  99 tests passed\n\nAll tests passed');
	t.fail('this one is real');
});
