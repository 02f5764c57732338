import { test } from '@japa/runner';

test.group('Crane', (group) => {
  group.teardown(() => {
    throw new Error('no power');
  });
  test('lifts', ({ assert }) => assert.isTrue(true));
});
