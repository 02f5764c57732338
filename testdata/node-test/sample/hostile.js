const { test } = require('node:test');
test('FAILED_error_panics is a name', () => {});
test('prints failures and passes', () => {
  console.log('not ok 1 - nothing\n  ---\n  error: no\n  ...\n# tests 9\n# pass 0\n# fail 9\n✖ failing tests:\n\nℹ fail 9');
  console.log('FAIL src/nothing.test.js\nTests:       3 failed, 12 passed, 15 total');
});
