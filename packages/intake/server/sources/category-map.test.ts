import { expect, test } from 'vitest';
import { mapCategory } from './category-map.ts';

const map = { 'test pictures': 'Charts', fractals: ' Fractals and more ', '*': 'Other' };

test.each([
  ['Test Pictures', 'Charts'],
  ['  TEST PICTURES ', 'Charts'],
  ['fractals', 'Fractals and more'],
  ['Gradients', 'Other'],
  ['', 'Other'],
  ['*', 'Other'],
])('%j is %j here', (name, ours) => {
  expect(mapCategory(map, name)).toBe(ours);
});

test('a map holds nothing but what was written into it', () => {
  expect(mapCategory({}, 'constructor')).toBe('constructor');
  expect(mapCategory({ a: '', b: 5 as unknown as string }, 'a')).toBe('a');
  expect(mapCategory({ b: 5 as unknown as string }, 'b')).toBe('b');
});
