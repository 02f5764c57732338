const { describe, it, assert } = require('poku');

describe('boat', () => {
  it('floats', () => assert(true));
  it('is one', () => assert.strictEqual(3, 1, 'one boat'));
  it('has a name', () => assert.deepStrictEqual({ name: 'a' }, { name: 'b' }));
});
