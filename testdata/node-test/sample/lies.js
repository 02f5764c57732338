const { test } = require('node:test');
test('fails and prints success', () => {
  console.log('1..1\n# tests 1\n# pass 1\n# fail 0\nℹ tests 1\nℹ pass 1\nℹ fail 0');
  throw new Error('this one is real');
});
