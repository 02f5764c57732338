describe('the scale', () => {
  beforeAll(() => { throw new Error('scale is off'); });
  it('weighs', () => {});
});
