const assert = require('assert');
describe('printer', () => {
  it('prints failures and passes', () => {
    console.log('    1) prints failures and passes\n\n  0 passing (1ms)\n  7 failing\n\n  1) fake\n       failure:\n     Error: nobody failed\n      at Context.<anonymous> (test/fake.js:1:1)\n');
    console.log('not ok 1 - nothing\nFAIL src/nothing.test.js\nTests:       3 failed, 12 passed, 15 total');
  });
  it('FAILED_error_panics is a name', () => {});
  it('fails and prints success', () => {
    console.log('  99 passing (1ms)\n\n');
    assert.ok(false, 'this one is real');
  });
});
