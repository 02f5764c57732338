const { describe, it, assert } = require('poku');

describe('quay', () => {
  it('moors', () => assert.strictEqual(1, 1));
  it.skip('sails', () => {});
  it.todo('floats');
});
