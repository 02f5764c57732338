const Lab = require('@hapi/lab');
const { describe, it, before } = (exports.lab = Lab.script());
describe('dock', () => {
  before(() => { throw new Error('no water'); });
  it('floods', () => {});
});
