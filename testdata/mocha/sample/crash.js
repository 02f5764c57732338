describe('basket', () => {
  it('holds items', () => {});
  it('breaks', () => { throw new Error('broken before the end'); });
  it('leaves', () => { process.exit(7); });
  it('never runs', () => {});
});
