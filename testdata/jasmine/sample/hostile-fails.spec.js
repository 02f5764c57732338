describe('hostile', () => {
  it('fails', () => expect(1).withContext('5 specs, 0 failures').toBe(2));
  it('prints totals', () => {
    console.log('\n\n5 specs, 0 failures\nFinished in 0.01 seconds\n');
    console.log('  5 passing (3ms)\n');
    expect(1).toBe(1);
  });
});
