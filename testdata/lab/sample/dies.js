const Lab = require('@hapi/lab');
const { it } = (exports.lab = Lab.script());
for (let number = 0; number < 9; number++) it(`moors ${number}`, () => {});
it('sinks', () => process.exit(3));
