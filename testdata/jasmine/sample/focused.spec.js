describe('focus', () => {
  fit('is alone', () => expect(1).toBe(1));
  it('is left out', () => expect(1).toBe(2));
});
