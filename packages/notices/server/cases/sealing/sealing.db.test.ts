import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Db } from '@vesper/core/db/pool.ts';
import { replaceLostKeys, reportMissingKeys } from '@vesper/core/db/sealed/missing-keys.ts';
import { selectKeyOf } from '@vesper/core/db/sealed/queries.ts';
import { replaceKeys } from '@vesper/core/db/sealed/replace-keys.ts';
import {
  createRowKeys,
  destroyUnused,
  MAC_KEY,
  macOf,
  type RowKeys,
} from '@vesper/core/db/sealed/row-keys.ts';
import { openerOf, openSeal } from '@vesper/core/db/sealed/row-seal.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import type { CaseRow } from '../case-queries.ts';
import { requireCase } from '../cases.ts';
import { openCaseMail } from '../mails/put-mail.ts';
import { initialsOf, openCase } from '../open.ts';
import { step } from '../steps.ts';
import { sealForStep, sealOf } from './case-seal.ts';
import { addPaper, openPaper } from './papers.ts';
import { CASES, selectSaid } from './queries.ts';

const NOW = new Date('2026-11-23T12:00:00Z');

let database: TestDatabase;
let directory: string;
let keys: RowKeys;
beforeAll(async () => {
  database = await createTestDatabase();
  directory = path.join(mkdtempSync(path.join(tmpdir(), 'vesper-sealing-')), 'case-keys');
  keys = createRowKeys(directory, [CASES]);
  keys.obtain(MAC_KEY);
});
afterAll(async () => {
  rmSync(path.dirname(directory), { recursive: true });
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

test('a notice can be read with the key, and the log holds only its digest', async () => {
  const { caseRow } = await open();
  expect([caseRow.state, caseRow.initials, caseRow.key_name]).toEqual([
    'unconfirmed',
    'A. V. L.',
    '2026-11.privacy.1',
  ]);
  const [paper] = await selectSaid(database.db, caseRow.id, 1);
  const opened = paper && openPaper(openSeal(keys, caseRow), paper);
  expect(opened?.text).toBe('{"why":"My address is shown."}');
  const digest = createHash('sha256')
    .update(Buffer.from(opened?.salt ?? '', 'hex'))
    .update(opened?.text ?? '')
    .digest();
  expect(paper?.digest).toEqual(digest);
  await database.db.transaction().execute(async (tx) => {
    await step(tx, await requireCase(tx, caseRow.id), { event: 'confirm', now: NOW, by: null });
  });
  const entries = await database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', caseRow.id)
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

test.each([
  ['  élodie', 'É.'],
  ['Maria da Silva y Castro', 'M. D. C.'],
  ['<b>1</b>', 'B. B.'],
])('of the name %s lists show %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('a missing key is not replaced until it is given up; once its file is restored, everything opens as before', async () => {
  const { db } = database;
  const [{ caseRow }, erased] = [await open(), await open()];
  const name = caseRow.key_name ?? '';
  const file = path.join(directory, `${name}.key`);
  const group = readdirSync(directory).filter((one) => one.startsWith('2026-11.privacy.'));
  for (const one of group) renameSync(path.join(directory, one), path.join(directory, `${one}.lost`));
  const sentence = 'This machine lacks case keys: restore DATA_DIR/case-keys.';
  const locked = <T>(act: (tx: Db, caseRow: CaseRow) => Promise<T>) =>
    db.transaction().execute(async (tx) => act(tx, await requireCase(tx, caseRow.id)));
  await expect(locked((tx, row) => sealOf(tx, keys, row, NOW))).rejects.toMatchObject({
    code: 'unavailable',
    message: sentence,
  });
  // Without the key a step continues, and its text is left out.
  await locked(async (tx, row) => {
    const seal = await sealForStep(tx, keys, row, NOW);
    expect(seal.isLost).toBe(true);
    await addPaper(tx, row.id, seal, { what: 'reason', text: 'LEFT OUT', by: 'one', at: NOW });
    expect(seal.sealText('void', 'LEFT OUT')).not.toContain('LEFT OUT');
  });
  const missing = { code: 'unavailable', message: sentence };
  // Neither shown as erased nor destroyed for other machines.
  expect(openerOf(keys, caseRow).openText('void', 'sealed:')).toBe('(this machine lacks the key)');
  await expect(openCaseMail({ db, keys }, caseRow.id, Buffer.alloc(40))).rejects.toMatchObject(missing);
  await sql`update cases set sealed_key = null, erased_at = now() where id = ${erased.caseRow.id}`.execute(
    db,
  );
  await replaceKeys({ db, keys });
  expect(await selectKeyOf(db, [CASES], erased.caseRow.id)).toMatchObject({ key_name: name });
  await expect(open()).rejects.toMatchObject(missing);
  expect(readdirSync(directory).filter((one) => one.startsWith('2026-11') && one.endsWith('.key'))).toEqual(
    [],
  );
  await db.transaction().execute((tx) => replaceLostKeys(tx, keys, [name]));
  const next = await open();
  expect(next.caseRow.key_name).not.toBe(name);
  expect(group).not.toContain(`${next.caseRow.key_name}.key`);
  expect(existsSync(file)).toBe(false);
  const logged: unknown[] = [];
  const log = { error: (...entry: unknown[]) => void logged.push(entry) } as unknown as Log;
  await reportMissingKeys(db, keys, log);
  expect(logged).toEqual([[{ missing: expect.arrayContaining([name]) }, sentence]]);
  for (const one of group) renameSync(path.join(directory, `${one}.lost`), path.join(directory, one));
  for (const one of [caseRow, next.caseRow]) expect(openSeal(keys, one)).toBeDefined();
  const [paper] = await selectSaid(db, caseRow.id, 1);
  expect(paper && openPaper(openSeal(keys, caseRow), paper)?.text).toBe('{"why":"My address is shown."}');
});

test('a missing MAC key is not replaced', () => {
  const marks = path.join(directory, 'macs.key');
  const before = macOf(keys, 'mailbox', 'ann@films.example');
  renameSync(marks, `${marks}.lost`);
  expect(() => macOf(keys, 'mailbox', 'ann@films.example')).toThrow('This machine lacks case keys');
  renameSync(`${marks}.lost`, marks);
  expect(macOf(keys, 'mailbox', 'ann@films.example')).toEqual(before);
});

test('a key is not destroyed while a case sealed with it is being created', async () => {
  const { db } = database;
  const month = new Date('2026-09-30T23:59:59Z');
  const name = '2026-09.privacy.1';
  let destroyed: Promise<void> | undefined;
  await db.transaction().execute(async (tx) => {
    const { caseRow } = await openCase(tx, keys, {
      ...{ kind: 'privacy', domain: 'localhost', receivedAt: month, submission: {}, targets: [] },
      sender: { name: null, email: null },
    });
    expect(caseRow.key_name).toBe(name);
    destroyed = destroyUnused(db, keys, name);
    await Promise.race([destroyed, setTimeout(200)]);
  });
  await destroyed;
  expect(keys.read(name)).toBeDefined();
});
