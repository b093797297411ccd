import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JobDefinition } from '@vesper/core/jobs/define.ts';
import { expect, test } from 'vitest';
import { commands } from './commands/commands.ts';
import { FEATURES, JOBS } from './features.ts';

const source = `${import.meta.dirname}/..`;

test('every feature of the tree is in the list, under the name of its folder', () => {
  const folders = globSync(['*/server/*/*.ts', '*/{server/,}feature.ts'], {
    cwd: source,
    exclude: ['core/**'],
  });
  const rooms = new Set(folders.map((file) => path.dirname(file).replace(/\/server\b/, '')));
  expect(rooms.size).toBeGreaterThan(30);
  expect(FEATURES.map(({ room }) => room).toSorted()).toEqual([...rooms].toSorted());
});

test('every kind of job is defined in a jobs.ts, bound by its feature, under a unique name', async () => {
  const files = globSync('*/server/**/*.ts', { cwd: source, exclude: ['**/*.test.ts', 'core/**'] }).filter(
    (file) => /define(Job|Routine)\b/.test(readFileSync(`${source}/${file}`, 'utf8')),
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

test('every command of a commands.ts is on the command line', async () => {
  const files = globSync('*/server/**/commands.ts', { cwd: source });
  expect(files.length).toBeGreaterThan(8);
  const bound = new Set(commands.values());
  for (const file of files)
    for (const table of Object.values<object>(await import(`${source}/${file}`)))
      for (const [words, command] of Object.entries(table)) expect(bound, words).toContain(command);
});
