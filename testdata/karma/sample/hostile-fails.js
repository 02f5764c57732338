describe('hostile', function () {
  it('fails', function () { expect(1).toBe(2); });
  it('prints totals', function () {
    console.log('\nExecuted 5 of 5 SUCCESS (0.1 secs / 0.05 secs)\nTOTAL: 5 SUCCESS');
    expect(1).toBe(1);
  });
});
