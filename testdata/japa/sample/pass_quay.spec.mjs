import { test } from '@japa/runner';

test.group('Quay', () => {
  test('moors', ({ assert }) => assert.equal(1, 1));
  test('holds {rope}')
    .with([{ rope: 'one' }, { rope: 'two' }])
    .run(({ assert }) => assert.isTrue(true));
  test('sails', () => {}).skip(true, 'storm');
  test('floats');
});
