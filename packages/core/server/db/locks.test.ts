import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LOCKS, LOCKS_BY_TEXT } from './locks.ts';

const PACKAGES = path.join(import.meta.dirname, '../../..');
const SCHEMA = path.join(PACKAGES, '../db/schema.sql');
/** Its lock numbers are hashes. */
const BY_HASHES = 'catalogue/server/duplicates/queries.ts';

test.each([LOCKS, LOCKS_BY_TEXT])('no two locks have one number: %j', (locks) => {
  const numbers: number[] = Object.values(locks);
  expect(numbers).toEqual([...new Set(numbers)]);
});

test('the numbers that functions of the database take are in the list', () => {
  const taken = [...readFileSync(SCHEMA, 'utf8').matchAll(/advisory_(?:xact_)?lock\(([^)]*)\)/g)];
  expect(taken.length).toBeGreaterThan(0);
  const known = Object.values(LOCKS).map(String);
  expect(taken.map(([, number]) => number).filter((number) => !known.includes(number ?? ''))).toEqual([]);
});

test('no other file takes a lock by number', () => {
  const files = globSync(['*/server/**/*.ts', 'app/**/*.ts'], { cwd: PACKAGES }).filter(
    (file) => !/^core\/server\/db\/|\.test\.ts$/.test(file) && file !== BY_HASHES,
  );
  expect(files.length).toBeGreaterThan(500);
  const locking = files.filter((file) =>
    /advisory_(xact_)?lock/.test(readFileSync(path.join(PACKAGES, file), 'utf8')),
  );
  expect(locking).toEqual([]);
});
