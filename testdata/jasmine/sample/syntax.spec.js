describe('syntax', () => {
  it('never runs', () => { expect( })
});
