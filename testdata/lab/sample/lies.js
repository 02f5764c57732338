const Lab = require('@hapi/lab');
const { it } = (exports.lab = Lab.script());
it('lies', () => {
  console.log('\n900 tests complete\nTest duration: 8 ms\n');
  throw new Error('it was a lie');
});
