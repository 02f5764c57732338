const assert = require('assert');
const { Given, When, Then, Before } = require('@cucumber/cucumber');
let cost;
Before({ tags: '@off' }, () => { throw new Error('scale is off'); });
Given('a post office', () => {});
When('I weigh {int} grams', (grams) => { cost = 90 + Math.floor(grams / 100) * 15; });
Then('it costs {int}', (wanted) => { assert.strictEqual(cost, wanted); });
When('the form is pending', () => 'pending');
