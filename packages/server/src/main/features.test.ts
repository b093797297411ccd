import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FEATURES } from './features.ts';

const source = `${import.meta.dirname}/..`;

test('every feature of the tree is in the list, under the name of its folder', () => {
  const rooms = globSync('*/*/index.ts', { cwd: source })
    .map((file) => file.split('/').slice(0, 2).join('/'))
    .filter((room) => !room.startsWith('kernel/'));
  expect(rooms.length).toBeGreaterThan(20);
  expect(FEATURES.map(({ room }) => room).toSorted()).toEqual(rooms.toSorted());
});
