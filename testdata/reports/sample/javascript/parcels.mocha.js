const assert = require('assert');
describe('rates', function () {
  it('a light parcel is cheap', () => {});
  it('a heavy parcel costs more', () => { assert.strictEqual(390, 400); });
  it.skip('a letter is not a parcel', () => {});
  describe('abroad', () => {
    it('throws for <unknown> & "odd" countries', () => { throw new Error('no rate for Atlantis'); });
  });
  let tries = 0;
  it('arrives on the second attempt', function () { this.retries(2); if (tries++ === 0) throw new Error('nobody at home'); });
});
describe('the scale', function () {
  before(() => { throw new Error('scale is off'); });
  it('weighs', () => {});
});
