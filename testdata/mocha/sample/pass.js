describe('basket', () => {
  for (let i = 1; i <= 12; i++) it(`holds ${i} items`, () => {});
  describe('when empty', () => {
    it('has no total', () => { console.log('  2 failing, said the test'); });
    it('is described later');
  });
});
