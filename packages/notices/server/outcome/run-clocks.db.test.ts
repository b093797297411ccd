import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DomainConfig } from '@vesper/contract';
import { columnOf, execute, numberOf } from '@vesper/core/db/run-sql.ts';
import { createRowKeys, MAC_KEY } from '@vesper/core/db/sealed/row-keys.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { lockMerges } from '@vesper/library/videos';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { composeQueue } from '../../../app/composition/compose-queue.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeVideo } from '../../../test/factories.ts';
import { deleteCases } from '../../../test/notices.ts';
import { type TurnedClock, turnedClock } from '../../../test/turned-clock.ts';
import { selectCase, updateCase } from '../cases/case-queries.ts';
import { createCaseLinks, requireCase } from '../cases/cases.ts';
import { openCase } from '../cases/open.ts';
import { CASES } from '../cases/sealing/queries.ts';
import { step } from '../cases/steps.ts';
import { decideCase } from './decide.ts';
import { type ClockWork, runClocks } from './run-clocks.ts';
import { hideTargets, planHiding } from './taking-off/hide.ts';

let database: TestDatabase;
let directory: string;
let stopQueue: () => Promise<void>;
let clock: TurnedClock;
let work: ClockWork;
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = mkdtempSync(path.join(tmpdir(), 'vesper-clocks-'));
  const { boss, queue } = await composeQueue(database.connection, silentLog);
  stopQueue = () => boss.stop({ graceful: false });
  const keys = createRowKeys(directory, [CASES]);
  keys.obtain(MAC_KEY);
  const config = { domain: 'localhost', siteName: 'Vesper', contactEmail: 'contact@site.example' };
  work = {
    ...{ db: database.db, queue, keys, log: silentLog },
    config: { secondReview: [], hideOnReceipt: [] },
    caseLinks: createCaseLinks(Buffer.from('a key for tests')),
    clock: { now: () => clock.now() },
    configFor: async () => config as DomainConfig,
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

async function openOne({ kind = 'copyright', videoId = null as string | null } = {}): Promise<string> {
  made += 1;
  const submission = { work: `Film ${made}` };
  const { caseRow } = await database.db.transaction().execute((tx) =>
    openCase(tx, work.keys, {
      ...{ kind, domain: 'localhost', receivedAt: clock.now(), submission },
      sender: { name: 'Ann Lee', email: 'ann@films.example' },
      targets: [{ videoId, shape: 'page', address: 'https://site.example/video/1' }],
    }),
  );
  return caseRow.id;
}

const approve = (id: string) => decideCase(work, { id, status: 'approved', by: 'one' });

const happen = (id: string, event: 'counter' | 'forward' | 'sue') =>
  database.db.transaction().execute(async (tx) => {
    const caseRow = await requireCase(tx, id);
    await step(tx, caseRow, { event, now: clock.now(), by: null });
  });

/** With a forwarded counter-notice. */
async function countered() {
  const videoId = await makeVideo(database.db, {
    kind: 'remote',
    video_url: `https://films.example/${made}.mp4`,
    published_at: new Date(),
  });
  const id = await openOne({ videoId });
  await approve(id);
  await happen(id, 'counter');
  await happen(id, 'forward');
  return { id, videoId };
}

const stateOf = async (id: string) => (await selectCase(database.db, id))?.state;
const statusOf = async (id: string) =>
  (await database.db.selectFrom('videos').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;
/** Without `lapse`, which all cases have. */
const clocksOf = (id: string) =>
  database.db
    .selectFrom('case_clocks')
    .select(['name', 'ending'])
    .where('case_id', '=', id)
    .where('name', '<>', 'lapse')
    .orderBy('name')
    .execute();
const eventsOf = async (id: string) => {
  const query = database.db.selectFrom('audit_log').select('action').where('subject', '=', id).orderBy('seq');
  return (await query.execute()).map(({ action }) => action);
};
const alarms = () =>
  database.db.selectFrom('mail_outbox').selectAll().where('kind', '=', 'case-alarm').execute();

test('restores between the tenth and the fourteenth business day, once, however many workers poll', async () => {
  const { id, videoId } = await countered();
  expect(await statusOf(videoId)).toBe('hidden');
  // Ten business days from 2 November, around Veterans Day.
  clock.pass(15);
  await runClocks(work);
  expect([await stateOf(id), await statusOf(videoId)]).toEqual(['restoring', 'hidden']);
  clock.pass(1);
  await Promise.all([runClocks(work), runClocks(work), runClocks(work)]);
  expect([await stateOf(id), await statusOf(videoId)]).toEqual(['restored', 'published']);
  expect(await clocksOf(id)).toEqual([
    { name: 'counter_term', ending: 'stopped' },
    { name: 'restore', ending: 'fired' },
    { name: 'restore_by', ending: 'stopped' },
    { name: 'review', ending: 'stopped' },
  ]);
  expect((await eventsOf(id)).filter((action) => action === 'cases.restore')).toHaveLength(1);
});

test('leaves everything as it was if a restoration is interrupted, and retries it', async () => {
  const { id, videoId } = await countered();
  const other = await countered();
  clock.pass(16);
  const send: ClockWork['queue']['send'] = (tx, job, ...rest) =>
    job.name === 'source-basis'
      ? Promise.reject(new Error('Interrupted.'))
      : work.queue.send(tx, job, ...rest);
  await runClocks({ ...work, queue: { ...work.queue, send } });
  expect([await stateOf(id), await statusOf(videoId)]).toEqual(['restoring', 'hidden']);
  expect((await clocksOf(id)).find(({ name }) => name === 'restore')?.ending).toBeNull();
  await runClocks(work);
  expect([await stateOf(id), await stateOf(other.id)]).toEqual(['restored', 'restored']);
});

test('closes an approved case when nobody can answer it any more', async () => {
  const id = await openOne();
  await approve(id);
  const closedAt = async () => (await selectCase(database.db, id))?.closed_at;
  clock.pass(179);
  await runClocks(work);
  expect(await closedAt()).toBeNull();
  clock.pass(1);
  await runClocks(work);
  expect(await closedAt()).toEqual(clock.now());
  await expect(happen(id, 'counter')).rejects.toThrow('The time for a counter-notice is over.');
});

test('alarms are mailed once each, in batches, a few an hour, and none is lost', async () => {
  const [late] = [await openOne(), await openOne()];
  await runClocks(work);
  expect(await alarms()).toEqual([]);
  clock.pass(1);
  await runClocks(work);
  await runClocks(work);
  expect((await alarms()).map(({ subject }) => subject)).toEqual(['Case deadlines: 2 cases']);
  clock.pass(1);
  // As if sent in this hour.
  await database.db.updateTable('mail_outbox').set({ created_at: clock.now() }).execute();
  for (let n = 0; n < 3; n += 1) {
    const [mail] = await alarms();
    const { id: _, ...rest } = mail as NonNullable<typeof mail>;
    await database.db.insertInto('mail_outbox').values(rest).execute();
  }
  await runClocks(work);
  expect(await alarms()).toHaveLength(4);
  clock.pass(0.1);
  await runClocks(work);
  expect(await alarms()).toHaveLength(5);
  expect(await clocksOf(late)).toEqual([{ name: 'review', ending: 'fired' }]);
  expect(await eventsOf(late)).toContain('cases.overdue');
});

test('junk delays no alarm of somebody known, is counted honestly, and fills neither mails nor the log', async () => {
  const { db } = database;
  const JUNK = 300;
  const before = await numberOf(db)`select coalesce(max(seq), 0)::int as n from audit_log`;
  await execute(db)`
    insert into cases (id, kind, state, domain, received_at, rank)
    select 'junk' || n, case when n % 3 = 0 then 'person_shown' else 'copyright' end, 'unconfirmed', 'localhost',
      ${clock.now()}, n from generate_series(1, ${JUNK}::int) as n`;
  await execute(db)`
    insert into case_clocks (case_id, name, started_at, due_at, alarm_at)
    select 'junk' || n, 'review', ${clock.now()}, ${new Date(clock.now().getTime() + 48 * 3600_000)},
      ${new Date(clock.now().getTime() + 24 * 3600_000)} from generate_series(1, ${JUNK}::int) as n`;
  clock.pass(0.01);
  const honest = [await openOne(), await openOne(), await openOne()];
  for (const id of honest)
    await updateCase(db, id, { state: 'open', rank: 1_000_200, confirmed_at: clock.now() });
  clock.pass(1);
  await runClocks(work);
  const [first, ...more] = await alarms();
  expect(more).toEqual([]);
  const named = [...(first?.body ?? '').matchAll(/^- case (\S+) /gm)].map(([, id]) => id);
  expect(named.slice(0, 3).toSorted()).toEqual(honest.toSorted());
  expect(named.slice(3)).toEqual(Array.from({ length: 20 }, (_, n) => `junk${JUNK - n}`));
  expect(first?.body).toMatch(/- and 280 more unconfirmed cases \((copyright|person shown) \d+, /);
  // More junk waits for the next hour; known senders do not.
  await execute(db)`update case_clocks set alarm_at = ${clock.now()} where case_id like 'junk%'`;
  const late = await openOne();
  await updateCase(db, late, { state: 'open', rank: 1_000_200, confirmed_at: clock.now() });
  await execute(
    db,
  )`update case_clocks set alarm_at = ${clock.now()} where case_id = ${late} and name = 'review'`;
  await runClocks(work);
  const second = (await alarms()).find(({ id }) => id !== first?.id);
  expect(second?.body).toContain(late);
  expect(second?.body).not.toContain('junk');
  clock.pass(1.1);
  await runClocks(work);
  expect(await alarms()).toHaveLength(3);
  const overdue = await columnOf(db)<string>`
    select subject from audit_log where action = 'cases.overdue' and seq > ${before}`;
  expect(overdue).toHaveLength(honest.length + 20 + 1);
  expect(overdue).toContain('unconfirmed');
});

test('the clock of intimate images keeps running while its sender is asked for more; others stop', async () => {
  const [image, notice] = [await openOne({ kind: 'intimate_image' }), await openOne()];
  for (const id of [image, notice])
    await database.db.transaction().execute(async (tx) => {
      await step(tx, await requireCase(tx, id), { event: 'ask', now: clock.now(), by: 'one' });
    });
  expect([await clocksOf(image), await clocksOf(notice)]).toEqual([
    [{ name: 'removal', ending: null }],
    [{ name: 'review', ending: 'stopped' }],
  ]);
});

test('a notice not confirmed within 60 days closes automatically and restores what it hid', async () => {
  const { db } = database;
  const videoId = await makeVideo(db, {
    kind: 'remote',
    video_url: 'https://films.example/lapse.mp4',
    published_at: new Date(),
  });
  const [plain, hiding] = [await openOne(), await openOne({ kind: 'person_shown', videoId })];
  const [minor, confirmed, added] = [await openOne({ kind: 'minor' }), await openOne(), await openOne()];
  await db.transaction().execute(async (tx) => {
    await lockMerges(tx);
    const caseRow = await requireCase(tx, hiding);
    await hideTargets(tx, caseRow, await planHiding(tx, caseRow, clock.now()), clock.now());
  });
  await db.transaction().execute(async (tx) => {
    await step(tx, await requireCase(tx, confirmed), { event: 'ask', now: clock.now(), by: 'one' });
    await updateCase(tx, confirmed, { confirmed_at: clock.now() });
  });
  for (const event of ['ask', 'supplement'] as const)
    await db.transaction().execute(async (tx) => {
      await step(tx, await requireCase(tx, added), { event, now: clock.now(), by: null });
    });
  const states = () => Promise.all([plain, hiding, minor, confirmed, added].map(stateOf));
  clock.pass(59.9);
  for (let n = 0; n < 3; n++) await runClocks(work);
  expect(await states()).toEqual(['unconfirmed', 'unconfirmed', 'unconfirmed', 'incomplete', 'unconfirmed']);
  expect(await statusOf(videoId)).toBe('hidden');
  // The review, which has run out, stays due.
  expect((await selectCase(db, plain))?.due_at).toEqual(new Date('2026-11-04T12:00:00Z'));
  clock.pass(0.2);
  await runClocks(work);
  await runClocks(work);
  expect(await states()).toEqual(['withdrawn', 'withdrawn', 'unconfirmed', 'incomplete', 'withdrawn']);
  expect(await statusOf(videoId)).toBe('published');
  expect((await selectCase(db, plain))?.closed_at).toEqual(clock.now());
});
