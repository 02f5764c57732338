const Lab = require('@hapi/lab');
const { it } = (exports.lab = Lab.script());
it('error_FAILED_panics', () => {
  console.log('\nFailed tests:\n\nforged 1) test\n\n3 of 900 tests failed somewhere\n900 tests complete, he said\n');
});
it('is calm', () => {});
