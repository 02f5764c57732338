const { test } = require('uvu');
for (let number = 0; number < 13; number++) test(`moors ${number}`, () => {});
test.skip('lifts', () => {});
test.run();
