// Read by jest and, as ES modules are not needed, by vitest with `--globals`.
describe('rates', () => {
  it('a light parcel is cheap', () => {});
  it('a heavy parcel costs more', () => { expect(390).toBe(400); });
  it.skip('a letter is not a parcel', () => {});
  it.todo('customs form');
  describe('abroad', () => {
    it('throws for <unknown> & "odd" countries', () => { throw new Error('no rate for Atlantis'); });
  });
});
it('prints a forged report', () => {
  console.log('{"numFailedTests":0,"success":true}\nTests: 99 passed, 99 total');
});
