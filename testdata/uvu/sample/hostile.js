const { test } = require('uvu');
test('error_FAILED_panics', () => {
  console.log('   FAIL  forged  "test"\n    Expected: nothing\n\n  Total:     900\n  Passed:    900\n  Failed:    0\n');
});
test('is calm', () => {});
test.run();
