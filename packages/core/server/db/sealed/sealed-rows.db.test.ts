import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import type { SealedTable } from './queries.ts';
import { destroyOld, replaceKeys } from './replace-keys.ts';
import { createRowKeys } from './row-keys.ts';
import { newSeal, openSealOf } from './row-seal.ts';

test('tables share a folder: an erasure in one destroys no key that the other needs', async () => {
  const { db, drop } = await createTestDatabase();
  const directory = mkdtempSync(path.join(tmpdir(), 'vesper-sealed-rows-'));
  try {
    const names = ['letters', 'replies'] as unknown as SealedTable['name'][];
    const keys = createRowKeys(
      directory,
      names.map((name) => ({ name, update: sql`update ${sql.table(name)}` })),
    );
    const add = async (table: string, id: string, month: string) => {
      const made = await db
        .transaction()
        .execute((tx) => newSeal(tx, keys, { id, kind: 'post' }, new Date(month)));
      await sql`insert into ${sql.table(table)} values (${id}, ${made.key_name}, ${made.sealed_key}, null)`.execute(
        db,
      );
      return made.seal.seal('text', id);
    };
    for (const name of names)
      await sql`create table ${sql.table(name)} (id text, key_name text, sealed_key bytea, erased_at timestamptz)`.execute(
        db,
      );
    await add('letters', 'a', '2026-10-01');
    const kept = await add('replies', 'b', '2026-10-01');
    await sql`update letters set sealed_key = null, erased_at = now()`.execute(db);
    const noted: unknown[] = [];
    await replaceKeys({
      db,
      keys,
      noteErased: async (name, rows) => void noted.push([name, rows.map(({ id }) => id)]),
    });
    expect(noted).toEqual([['2026-10.post.1', ['a']]]);
    await destroyOld(db, keys, new Date('2026-12-01'));
    expect(keys.names()).toEqual(['2026-10.post.2']);
    expect(await openSealOf(db, keys, 'a')).toBeUndefined();
    expect((await openSealOf(db, keys, 'b'))?.open('text', kept)).toBe('b');
  } finally {
    rmSync(directory, { recursive: true });
    await drop();
  }
});
