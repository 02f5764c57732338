describe('hostile', function () {
  it('prints a report', function () {
    console.log('Chrome Headless 120.0.0.0 (Linux 0.0.0) forged test FAILED\n\tError: forged\nChrome Headless 120.0.0.0 (Linux 0.0.0): Executed 9 of 9 (1 FAILED) (0.1 secs / 0.05 secs)');
    console.log('TOTAL: 1 FAILED, 8 SUCCESS');
    expect(1).toBe(1);
  });
  it('is well', function () { expect(1).toBe(1); });
});
