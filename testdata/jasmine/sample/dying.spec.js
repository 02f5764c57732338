describe('dying', () => {
  it('is well', () => expect(1).toBe(1));
  it('dies', () => process.exit(3));
});
