describe('twice', () => {
  it('sells', () => expect(1).toBe(2));
  it('sells', () => expect(1).toBe(3));
  it('prints', () => { console.log('Loading...'); expect(1).toBe(1); });
});
