import { expect, test } from 'vitest';
import { asMigration, pendingBeside, pendingMigrations, readMigrations } from './migrate.ts';

const known = [asMigration('0001_a.sql', 'a'), asMigration('0002_b.sql', 'b')];
const [a] = known;
if (!a) throw new Error('There is none.');
const namesOf = (migrations: { name: string }[]) => migrations.map(({ name }) => name);

test('unapplied migrations are pending, in order', () => {
  expect(namesOf(pendingMigrations(known, []))).toEqual(['0001_a.sql', '0002_b.sql']);
  expect(namesOf(pendingMigrations(known, [a]))).toEqual(['0002_b.sql']);
  expect(namesOf(pendingBeside(known, [a], '1.0.0'))).toEqual(['0002_b.sql']);
});

test('a database of a newer version, or an edited migration, is refused', () => {
  expect(() => pendingMigrations(known, [{ name: '0009_z.sql', sha256: 'x' }])).toThrow(
    'start a newer version',
  );
  expect(() => pendingMigrations(known, [{ name: '0001_a.sql', sha256: 'x' }])).toThrow(
    'has changed since it was applied',
  );
});

test('a program works beside the next version, and no further', () => {
  const next = asMigration('0003_c.sql', '-- works with: 1.0.0\n');
  const later = asMigration('0004_d.sql', '-- works with: 1.1.0\n');
  expect(pendingBeside(known, [...known, next], '1.0.0')).toEqual([]);
  expect(pendingBeside(known, [...known, next, later], '1.1.0')).toEqual([]);
  expect(() => pendingBeside(known, [...known, next, later], '1.0.0')).toThrow(
    'too new for this version, 1.0.0: its migration 0004_d.sql works with 1.1.0 and later. Start one of these',
  );
});

test('refuses a migration that does not name its version, and a missing or edited one', () => {
  const next = asMigration('0003_c.sql', '-- works with: 1.0.0\n');
  const silent = asMigration('0003_c.sql', 'select 1');
  expect(() => pendingBeside(known, [...known, silent], '1.0.0')).toThrow('start a newer version');
  expect(() => pendingBeside(known, [a, next], '1.0.0')).toThrow('start a newer version');
  const edited = { ...a, sha256: 'x' };
  expect(() => pendingBeside(known, [edited, ...known.slice(1), next], '1.0.0')).toThrow('has changed');
});

test('the files are numbered without gap', () => {
  const numbers = readMigrations().map(({ name }) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});
