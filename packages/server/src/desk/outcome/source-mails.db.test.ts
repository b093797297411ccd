import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DomainConfig } from '@vesper/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createKeyFolder } from '../../kernel/lib/files/key-folder.ts';
import { silentLog } from '../../kernel/lib/log.ts';
import { composeQueue } from '../../main/composition/compose-queue.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { makeSource, makeVideo } from '../../test/factories.ts';
import { deleteCases } from '../../test/notices.ts';
import { openedMails } from '../../test/opened-cases.ts';
import { type TurnedClock, turnedClock } from '../../test/turned-clock.ts';
import { createCaseLinks, requireCase } from '../cases/cases.ts';
import { openCase } from '../cases/open.ts';
import { MAC_KEY } from '../cases/sealing/case-keys.ts';
import { step } from '../cases/steps.ts';
import { decideCase } from './decide.ts';
import { restoreCase } from './restoring/restore.ts';
import { type ClockWork, runClocks } from './run-clocks.ts';

const SECRETS = /Ann Lee|ann@films|SECRET/;

let database: TestDatabase;
let directory: string;
let stopQueue: () => Promise<void>;
let clock: TurnedClock;
let work: ClockWork;
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = mkdtempSync(path.join(tmpdir(), 'vesper-source-mails-'));
  const { boss, queue } = await composeQueue(database.connection, silentLog);
  stopQueue = () => boss.stop({ graceful: false });
  const keys = createKeyFolder(directory);
  keys.obtain(MAC_KEY);
  const config = { domain: 'site.example', siteName: 'Vesper', contactEmail: 'contact@site.example' };
  work = {
    ...{ db: database.db, queue, keys, log: silentLog },
    config: { secondReview: [], hideOnReceipt: [] },
    caseLinks: createCaseLinks(Buffer.from('a key for tests')),
    clock: { now: () => clock.now() },
    configFor: async () => ({ ...config, address: null }) as unknown as DomainConfig,
  };
});
afterAll(async () => {
  await stopQueue();
  rmSync(directory, { recursive: true });
  await database.drop();
});
beforeEach(async () => {
  clock = turnedClock('2026-11-02T12:00:00Z');
  await deleteCases(database.db);
  await database.db.deleteFrom('mail_outbox').execute();
});

async function sourceWith(contact: string | null): Promise<string> {
  made += 1;
  const id = await makeSource(database.db, { name: `Source ${made}`, url: `https://s${made}.test/` });
  await database.db
    .updateTable('video_sources')
    .set({ contact_email: contact })
    .where('id', '=', id)
    .execute();
  return id;
}

function videoOf(sourceId: string, fields: object = {}): Promise<string> {
  made += 1;
  return makeVideo(database.db, {
    ...{ source_id: sourceId, title: `Film ${made}`, source_url: `https://s.test/${made}` },
    ...{ kind: 'remote', video_url: `https://s.test/${made}.mp4`, published_at: new Date(), ...fields },
  });
}

async function openOne(videoIds: readonly string[], kind = 'copyright'): Promise<string> {
  made += 1;
  const { caseRow } = await database.db.transaction().execute((tx) =>
    openCase(tx, work.keys, {
      ...{ kind, domain: 'site.example', receivedAt: clock.now(), submission: { work: `SECRET ${made}` } },
      sender: { name: 'Ann Lee', email: 'ann@films.example' },
      targets: videoIds.map((videoId) => ({ videoId, shape: 'page', address: `https://x.test/${videoId}` })),
    }),
  );
  return caseRow.id;
}

const approve = (id: string) => decideCase(work, { id, status: 'approved', by: 'one' });

const mailsOf = async (id: string) =>
  (await openedMails(work)).filter((mail) => mail.case_id === id && mail.kind.startsWith('source-'));

test('each source of a case hears once of a takedown and once of a restoration, and of its own videos only', async () => {
  const [first, second, silent] = [
    await sourceWith('rights@one.example'),
    await sourceWith('rights@two.example'),
    await sourceWith(null),
  ];
  const [a, b, c, d] = [
    ...[await videoOf(first), await videoOf(first), await videoOf(second), await videoOf(silent)],
  ];
  const id = await openOne([a, b, c, d].map(String));
  expect(await mailsOf(id)).toEqual([]);
  await approve(id);
  const told = await mailsOf(id);
  expect(told.map(({ to_address: to, kind }) => [to, kind]).toSorted()).toEqual([
    ['rights@one.example', 'source-taken-off'],
    ['rights@two.example', 'source-taken-off'],
  ]);
  const ofFirst = told.find(({ to_address: to }) => to === 'rights@one.example')?.body ?? '';
  expect(ofFirst.match(/^Film \d+$/gm)).toHaveLength(2);
  expect(ofFirst).toContain(`Number: ${id}`);
  expect(ofFirst).toContain('https://site.example/report/counter-notice');
  expect(JSON.stringify(told)).not.toMatch(SECRETS);
  const stored = await database.db.selectFrom('mail_outbox').selectAll().where('case_id', '=', id).execute();
  expect(stored.map((mail) => [mail.to_address, mail.body, mail.sealed !== null])).toEqual([
    ['', '', true],
    ['', '', true],
  ]);

  await restoreCase(work, { id, event: 'restore', reason: 'SECRET reason', by: 'one' });
  const back = (await mailsOf(id)).filter(({ kind }) => kind === 'source-restored');
  expect(back.map(({ to_address: to }) => to).toSorted()).toEqual([
    'rights@one.example',
    'rights@two.example',
  ]);
  expect(JSON.stringify(back)).not.toMatch(SECRETS);
  await expect(restoreCase(work, { id, event: 'restore', reason: 'x', by: 'one' })).rejects.toThrow();
  expect(await mailsOf(id)).toHaveLength(4);
});

test('a restoration by the clock tells the source once, however many workers look; one that breaks off, not', async () => {
  const videoId = await videoOf(await sourceWith('rights@one.example'));
  const id = await openOne([videoId]);
  await approve(id);
  for (const event of ['counter', 'forward'] as const)
    await database.db.transaction().execute(async (tx) => {
      const caseRow = await requireCase(tx, id);
      await step(tx, caseRow, { event, now: clock.now(), by: null });
    });
  clock.pass(16);
  const send: ClockWork['queue']['send'] = (tx, job, ...rest) =>
    job.name === 'source-basis'
      ? Promise.reject(new Error('Broken off.'))
      : work.queue.send(tx, job, ...rest);
  await runClocks({ ...work, queue: { ...work.queue, send } });
  expect((await mailsOf(id)).map(({ kind }) => kind)).toEqual(['source-taken-off']);
  await Promise.all([runClocks(work), runClocks(work), runClocks(work)]);
  expect((await mailsOf(id)).map(({ kind }) => kind)).toEqual(['source-taken-off', 'source-restored']);
});

test('of a film that stays off nothing is said: hidden before, held by another case, or off already', async () => {
  const source = await sourceWith('rights@one.example');
  const [hidden, shared] = [
    await videoOf(source, { status: 'hidden', hidden_reason: 'administrator' }),
    await videoOf(source),
  ];
  const [one, other] = [await openOne([hidden, shared]), await openOne([shared])];
  await approve(one);
  await approve(other);
  expect(await mailsOf(other)).toEqual([]);
  await restoreCase(work, { id: one, event: 'restore', reason: 'x', by: 'one' });
  expect((await mailsOf(one)).map(({ kind }) => kind)).toEqual(['source-taken-off']);
  await restoreCase(work, { id: other, event: 'restore', reason: 'x', by: 'one' });
  expect((await mailsOf(other)).map(({ kind }) => kind)).toEqual(['source-restored']);
});

test.each([
  ['minor', 0],
  ['authority_order', 0],
  ['privacy', 1],
])('a takedown because of %s tells %i source', async (kind, count) => {
  const id = await openOne([await videoOf(await sourceWith('rights@one.example'))], kind);
  await approve(id);
  const mails = await mailsOf(id);
  expect(mails).toHaveLength(count);
  for (const { body } of mails) expect(body).not.toContain('counter-notice');
});
