const Lab = require('@hapi/lab');
const { expect } = require('@hapi/code');
const { describe, it } = (exports.lab = Lab.script());
describe('scale', () => {
  it('adds', () => { expect(3 + 1, 'weight').to.equal(5); });
  it('is light', () => {});
  it('is to be built');
  describe('rope', () => {
    it('breaks', () => { throw new Error('the rope is torn'); });
    it('waits', { timeout: 20 }, () => new Promise(() => {}));
  });
});
