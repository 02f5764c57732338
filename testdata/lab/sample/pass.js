const Lab = require('@hapi/lab');
const { describe, it } = (exports.lab = Lab.script());
describe('quay', () => {
  for (let number = 0; number < 60; number++) it(`moors ${number}`, () => {});
  it.skip('lifts', () => {});
});
