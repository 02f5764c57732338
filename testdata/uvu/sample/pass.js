const { suite, test } = require('uvu');
const quay = suite('quay');
for (let number = 0; number < 12; number++) quay(`moors ${number}`, () => {});
quay.skip('lifts', () => {});
quay.run();
test('alone', () => {});
test.run();
