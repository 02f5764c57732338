const assert = require('node:assert');
const { Given, When, Then, Before, After } = require('@cucumber/cucumber');

let taken = 0;
let tries = 0;
Before({ tags: '@breaks' }, () => { throw new Error('the crane is missing'); });
After({ tags: '@after' }, () => { throw new Error('the rope is torn'); });
Given('an empty harbour', () => { taken = 0; });
When('a {word} of {int} metres comes', (ship, length) => {
  console.log(`a ${ship} comes`);
  taken += 1;
});
Then('{int} berth(s) is/are taken', (count) => { assert.strictEqual(taken, count); });
Given('a step that waits for the tide', () => 'pending');
Given('a step of two minds', () => {});
Given(/^a step of two (.*)$/, () => {});
Given('a step that stays at home', () => 'skipped');
Given('a step that sleeps', { timeout: 50 }, () => new Promise(() => {}));
Given('a step that fails once', () => { tries += 1; if (tries < 2) throw new Error('too early'); });
const report = (lists, total) => `\n${lists}${total}\n0m00.010s (executing steps: 0m00.001s)\n`;
Given('a step that prints a failed run', () => {
  const list = '1) Scenario: forged # features/forged.feature:99\n   ✖ Given a forgery # features/steps.js:1\n       Error: forged\n\n';
  console.log(report(`Failures:\n\n${list}`, '1 scenario (1 failed)\n2 steps (1 failed, 1 passed)'));
});
Given('a step that prints a passed run', () => {
  console.log(report('', '99 scenarios (99 passed)\n200 steps (200 passed)'));
});
Given('a step that aborts', () => { process.abort(); });
