const assert = require('assert');
describe('printer', () => {
  it('prints a failed end', () => {
    console.log('\n  ✖ 7 of 9 tests failed:\n\n  1) fake failure:\n     Error: nobody failed\n      at Context.<anonymous> (test/fake.js:1:1)\n');
  });
  it('passes', () => {});
  it('fails and prints success', () => {
    console.log('\n  99 tests complete (1 ms)\n\n');
    assert.ok(false, 'this one is real');
  });
});
