import { test } from '@japa/runner';

test.group('Boat', (group) => {
  test('floats', ({ assert }) => assert.isTrue(true));
  test('has a name', ({ assert }) => assert.deepEqual({ name: 'a' }, { name: 'b' }));
  test('is one', () => {
    throw new Error('the boat sank');
  });
  test('waits', async () => new Promise(() => {})).timeout(50);
});

test('stands alone', ({ assert }) => assert.equal(3, 4));
