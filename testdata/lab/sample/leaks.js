const Lab = require('@hapi/lab');
const { it } = (exports.lab = Lab.script());
it('leaks', () => { global.oil = 1; });
it('is calm', () => {});
