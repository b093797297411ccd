import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../../../../..');
const PACKAGES = path.join(ROOT, 'packages');
const MOST_FILES = 7;

const guide = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
const list = /\*\*A kind of notice\*\*\n\n((?:\d+\. .*\n)+)/.exec(guide)?.[1] ?? '';
const listed = [...list.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);
const example = /As an example, the kind `person_shown` is these files and no other: (.*?)\. Its/.exec(
  guide,
)?.[1];
const named = [...(example ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);

/** The sources that name a kind, as the guide writes their paths. */
function filesThatName(kind: string): string[] {
  const words = [kind, kind.replaceAll('_', '-'), kind.replace(/_(.)/g, (_, next) => next.toUpperCase())];
  const files = globSync(['contract/src/**/*.ts', 'server/src/**/*.ts', 'web/src/**/*.{ts,tsx}'], {
    cwd: PACKAGES,
  });
  return files
    .filter((file) => !/\.test\.|src\/test\//.test(file))
    .filter((file) => {
      const text = readFileSync(path.join(PACKAGES, file), 'utf8');
      return words.some((word) => text.includes(word));
    })
    .map((file) => file.replace('server/src/', ''))
    .toSorted();
}

test('a new kind of notice is added by seven files at most', () => {
  expect(listed.length).toBeGreaterThan(0);
  expect(listed.length).toBeLessThanOrEqual(MOST_FILES);
});

test('the example names every file of its kind, and only such as the list has', () => {
  expect(named.toSorted()).toEqual(filesThatName('person_shown'));
  const places = listed.map((file) => file.replace('<kind>', 'person-shown'));
  expect(named.filter((file) => !places.includes(file))).toEqual([]);
});

test('a kind that uses all of the list needs nothing besides', () => {
  const places = listed.map((file) => file.replace('<kind>', 'authority-order'));
  expect(filesThatName('authority_order')).toEqual(places.toSorted());
});
