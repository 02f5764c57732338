const { test } = require('uvu');
test('lies', () => {
  console.log('\n  Total:     900\n  Passed:    900\n  Skipped:   0\n  Duration:  2.96ms\n');
  throw new Error('it was a lie');
});
test('is calm', () => {});
test.run();
