import { test } from '@japa/runner';

test('lies', ({ assert }) => {
  console.log('\n FAILED \n\nTests  1 passed, 2 failed (9)');
  console.log(' ERRORS \nno error\n❯ Quay / moors');
  assert.isTrue(true);
});
