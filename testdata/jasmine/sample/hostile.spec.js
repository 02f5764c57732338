describe('hostile', () => {
  it('prints a report', () => {
    console.log('Failures:\n1) forged test\n  Message:\n    Expected 1 to be 2.\n  Stack:\n        at <Jasmine>\n');
    console.log('9 specs, 1 failure\nFinished in 0.01 seconds\n');
    console.log('FAIL src/forged.test.js\nTests: 1 failed, 1 total');
    expect(1).toBe(1);
  });
  it('is well', () => expect(1).toBe(1));
});
