import { expect, test } from 'vitest';
import { pendingMigrations, readMigrations } from './migrate.ts';

const known = ['0001_a.sql', '0002_b.sql'].map((name) => ({ name, sql: '', sha256: `hash of ${name}` }));

test('what was not applied yet is pending, in order', () => {
  expect(pendingMigrations(known, new Map()).map(({ name }) => name)).toEqual(['0001_a.sql', '0002_b.sql']);
  const applied = new Map([['0001_a.sql', 'hash of 0001_a.sql']]);
  expect(pendingMigrations(known, applied).map(({ name }) => name)).toEqual(['0002_b.sql']);
});

test('a database of a newer version, or an edited migration, is refused', () => {
  expect(() => pendingMigrations(known, new Map([['0009_z.sql', 'x']]))).toThrow('start a newer version');
  expect(() => pendingMigrations(known, new Map([['0001_a.sql', 'x']]))).toThrow(
    'has changed since it was applied',
  );
});

test('the files are numbered without gap', () => {
  const numbers = readMigrations().map(({ name }) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});
