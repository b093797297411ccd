import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { JobDefinition } from '../kernel/jobs/define.ts';
import { FEATURES, JOBS } from './features.ts';

const source = `${import.meta.dirname}/..`;

test('every feature of the tree is in the list, under the name of its folder', () => {
  const rooms = globSync(['*/*/index.ts', '{*,*/*}/feature.ts'], { cwd: source })
    .map((file) => file.replace(/\/[^/]+$/, ''))
    .filter((room) => !room.startsWith('kernel'));
  expect(rooms.length).toBeGreaterThan(50);
  expect(FEATURES.map(({ room }) => room).toSorted()).toEqual([...new Set(rooms)].toSorted());
});

test('every kind of job is defined in a jobs.ts whose feature has bound it, under a name of its own', async () => {
  const files = globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts', 'kernel/**'] }).filter((file) =>
    readFileSync(`${source}/${file}`, 'utf8').includes('defineJob'),
  );
  const defined: JobDefinition<never>[] = [];
  for (const file of files) {
    expect(file).toMatch(/\/jobs\.ts$/);
    defined.push(...Object.values<JobDefinition<never>>(await import(`${source}/${file}`)));
  }
  expect(defined.length).toBeGreaterThan(20);
  expect(new Set(JOBS)).toEqual(new Set(defined));
  expect(new Set(defined.map(({ name }) => name)).size).toBe(defined.length);
});
