import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeyFolder, type KeyFolder } from '../../kernel/lib/key-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { replaceKey } from './case-keys.ts';
import { updateCase } from './case-queries.ts';
import { openSeal, openSealOf, rewrap } from './case-seal.ts';
import { requireCase } from './cases.ts';
import { initialsOf, openCase } from './open.ts';
import { selectPapers } from './paper-queries.ts';
import { openPaper } from './papers.ts';
import { step } from './steps.ts';

const NOW = new Date('2026-11-23T12:00:00Z');

let database: TestDatabase;
let directory: string;
let keys: KeyFolder;
beforeAll(async () => {
  database = await createTestDatabase();
  directory = mkdtempSync(path.join(tmpdir(), 'vesper-sealing-'));
  keys = createKeyFolder(directory);
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await database.drop();
});

const open = () =>
  database.db.transaction().execute((tx) =>
    openCase(tx, keys, {
      ...{
        kind: 'privacy',
        domain: 'localhost',
        receivedAt: NOW,
        submission: { why: 'My address is shown.' },
      },
      sender: { name: 'Ann van der Lee', email: 'ann@films.example' },
      targets: [{ videoId: null, shape: 'other', address: 'https://elsewhere.example/' }],
    }),
  );

test('what was sent can be read with the key, and the log holds its digest only', async () => {
  const { kase } = await open();
  expect([kase.state, kase.initials, kase.key_name]).toEqual([
    'unconfirmed',
    'A. V. L.',
    '2026-11.privacy.1',
  ]);
  const [paper] = await selectPapers(database.db, kase.id);
  const opened = paper && openPaper(openSeal(keys, kase), paper);
  expect(opened?.text).toBe('{"why":"My address is shown."}');
  const digest = createHash('sha256')
    .update(Buffer.from(opened?.salt ?? '', 'hex'))
    .update(opened?.text ?? '')
    .digest();
  expect(paper?.digest).toEqual(digest);
  await database.db.transaction().execute(async (tx) => {
    await step(tx, await requireCase(tx, kase.id), { event: 'confirm', now: NOW, by: null });
  });
  const entries = await database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', kase.id)
    .execute();
  expect(entries.map(({ action, after }) => [action, after])).toEqual([
    [
      'cases.confirm',
      {
        ...{ kind: 'privacy', from: 'unconfirmed', to: 'open', by: null },
        papers: [digest.toString('hex')],
      },
    ],
  ]);
  expect(JSON.stringify(entries)).not.toContain('shown');
});

test('a case whose key was replaced is read as before, and not with the old one', async () => {
  const { db } = database;
  const { kase } = await open();
  const name = kase.key_name ?? '';
  const [next, again] = [await replaceKey(db, keys, name), await replaceKey(db, keys, name)];
  expect([next, again]).toEqual(['2026-11.privacy.2', '2026-11.privacy.2']);
  const [old, made] = [keys.read(name), keys.read(next)];
  if (!old || !made || !kase.sealed_key) throw new Error('A key is missing.');
  const sealed = rewrap(old, made, kase.id, kase.sealed_key);
  await updateCase(db, kase.id, { key_name: next, sealed_key: sealed ?? null });
  keys.destroy(name);
  expect(openSeal(keys, kase)).toBeUndefined();
  const [paper] = await selectPapers(db, kase.id);
  const opened = await openSealOf(db, keys, kase.id);
  expect(paper && openPaper(opened, paper)?.text).toBe('{"why":"My address is shown."}');
  expect((await open()).kase.key_name).toBe(next);
});

test.each([
  ['Ann Lee', 'A. L.'],
  ['  élodie', 'É.'],
  ['Maria da Silva y Castro', 'M. D. C.'],
  ['', ''],
  ['<b>1</b>', 'B. B.'],
])('of the name %s lists show %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
