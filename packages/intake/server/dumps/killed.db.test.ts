import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asSuperuser } from '../../../test/database.ts';
import { type DumpRig, PLAYERS, startDumpRig } from '../../../test/dump-rig.ts';
import { type RunningCommand, startWorkerProcess } from '../../../test/run-command.ts';
import { undoDeletions } from './runs.ts';

const VIDEOS = 200;
const DELETED = 120;
const BATCH = 40;
const LOCK = 4711;

let rig: DumpRig;
let sourceId: string;
beforeAll(async () => {
  rig = await startDumpRig({}, BATCH);
  await asSuperuser(rig.site.superuser, async (db) => {
    await sql`create sequence stops`.execute(db);
    await sql`create table armed (n bigint)`.execute(db);
    await sql`create function stop_here() returns trigger language plpgsql security definer as $$
      begin
        if nextval('stops') = (select n from armed) then perform pg_advisory_xact_lock(${sql.lit(LOCK)}); end if;
        return null;
      end $$`.execute(db);
  });
});
beforeEach(async () => {
  for (const table of ['videos', 'video_sources', 'addresses', 'withdrawn_lines'])
    await sql`delete from ${sql.table(table)}`.execute(rig.db);
  rig.files.set('/videos.csv', ['id;title;url;embed', ...linesOf(0, VIDEOS)].join('\n'));
  rig.files.set('/deleted.txt', Array.from({ length: DELETED }, (_, n) => `id-${n}`).join('\n'));
  sourceId = await rig.addDump();
});
afterAll(() => rig.close());

const linesOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => from + n).map(
    (n) => `id-${n};A pale ring of ${n};https://charts.test/watch/v${n};https://player.test/embed/v${n}`,
  );

interface Stop {
  /** The database process that waits in the middle of a transaction. */
  reached(): Promise<number>;
  /** Lets it, and whatever follows, continue. */
  lift(): Promise<void>;
}

/** Makes the nth write to that table from now on wait in its transaction. */
async function stopAt(table: string, nth: number): Promise<Stop> {
  const connection = await rig.site.base.pool.connect();
  await connection.query('select pg_advisory_lock($1)', [LOCK]);
  await asSuperuser(rig.site.superuser, async (db) => {
    await sql`select setval('stops', 1, false)`.execute(db);
    await sql`delete from armed`.execute(db);
    await sql`insert into armed values (${nth})`.execute(db);
    await sql`create trigger stop_here after insert or update on ${sql.table(table)}
      for each statement execute function stop_here()`.execute(db);
  });
  return {
    async reached() {
      const waiting = () =>
        sql<{ pid: number }>`
        select pid from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`.execute(
          rig.db,
        );
      await expect
        .poll(async () => (await waiting()).rows.length, { timeout: 120_000, interval: 20 })
        .toBe(1);
      return (await waiting()).rows[0]?.pid ?? 0;
    },
    async lift() {
      connection.release(true);
      await asSuperuser(rig.site.superuser, (db) =>
        sql`drop trigger stop_here on ${sql.table(table)}`.execute(db),
      );
    },
  };
}

/** Everything that counts videos, and what the source's last reading of each file says. */
async function state() {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from videos where status = 'published') as published,
      (select count(*)::int from videos where status = 'hidden' and hidden_reason = 'withdrawn') as withdrawn,
      (select count(*)::int from video_search where visible) as searched,
      (select count(*)::int from addresses a join videos v on v.id = a.video_id where a.decision = 'new') as ledger,
      (select coalesce(sum(n), 0)::int from list_buckets where category = '' and span = 'day') as listed,
      (select coalesce(sum(video_count), 0)::int from categories) as in_categories,
      (select videos from catalogue_totals) as total,
      (select count(*)::int from video_facets) as facets,
      (select total_videos_added from video_sources) as added,
      (select count(*)::int from withdrawn_lines where not is_undone) as lines,
      (select count(*)::int from withdrawn_lines where video_id is not null) as with_video`.execute(rig.db);
  return rows[0];
}

const whole = (published: number, withdrawn: number, lines: number, withVideo: number) => ({
  ...{ published, withdrawn, searched: published, ledger: VIDEOS, listed: published },
  ...{ in_categories: published, total: published, facets: published, added: VIDEOS },
  ...{ lines, with_video: withVideo },
});

/** Not before it is read: a starting worker reads whatever was not. */
const nameDeletions = () =>
  rig.admin.dumps.change({ id: sourceId, deletionsUrl: `${rig.origin}/deleted.txt` });

async function begin(file: 'videos' | 'deletions'): Promise<string> {
  if (file === 'deletions') await nameDeletions();
  const { rows } = await sql<{ id: string }>`
    insert into dump_runs (source_id, file) values (${sourceId}, ${file}) returning id`.execute(rig.db);
  return rows[0]?.id ?? '';
}

const runOf = async (runId: string) =>
  (await rig.admin.dumps.runs({ id: sourceId })).find(({ id }) => id === runId);

/** Ends the database's process that does the work in the middle of a transaction, and does the work again. */
async function killBackend(stop: Stop, work: () => Promise<void>): Promise<void> {
  const broken = work().then(
    () => 'It finished.',
    () => 'It failed.',
  );
  const pid = await stop.reached();
  // Until its end is noticed, the pool would give the lost connection to the next query.
  const removed = once(rig.site.base.pool, 'remove');
  await sql`select pg_terminate_backend(${pid})`.execute(rig.db);
  expect(await broken).toBe('It failed.');
  await removed;
  await stop.lift();
  await work();
}

describe('the database’s process is killed in the middle of a batch', () => {
  test.each([
    ['addresses', 3],
    ['dump_runs', 8],
  ])('of a dump, at %s', async (table, nth) => {
    const runId = await begin('videos');
    await killBackend(await stopAt(table, nth), () => rig.work(runId));
    expect(await runOf(runId)).toMatchObject({
      state: 'completed',
      lines: VIDEOS,
      decisions: { new: VIDEOS },
      changed: 0,
    });
    expect(await state()).toEqual(whole(VIDEOS, 0, 0, 0));
  });

  test.each([['videos', 2]])('of a deletion list, at %s', async (table, nth) => {
    await rig.work(await begin('videos'));
    const runId = await begin('deletions');
    await killBackend(await stopAt(table, nth), () => rig.work(runId));
    expect(await runOf(runId)).toMatchObject({ state: 'completed', lines: DELETED, hidden: DELETED });
    expect(await state()).toEqual(whole(VIDEOS - DELETED, DELETED, DELETED, DELETED));
  });

  test.each([['withdrawn_lines', 2]])('of undoing one, at %s', async (table, nth) => {
    await rig.work(await begin('videos'));
    const runId = await begin('deletions');
    await rig.work(runId);
    await rig.admin.dumps.undo({ id: sourceId, runId });
    const undo = () => undoDeletions(rig.db, runId, AbortSignal.timeout(60_000), BATCH);
    await killBackend(await stopAt(table, nth), undo);
    expect(await runOf(runId)).toMatchObject({ state: 'undone', hidden: DELETED, shown: DELETED });
    expect(await state()).toEqual(whole(VIDEOS, 0, 0, DELETED));
  });
});

test('a dump that changes between a killed reading and its retry is imported in its new form', async () => {
  const runId = await begin('videos');
  let tries = 0;
  // The third batch's own write: following the outbox before the second and third takes two each.
  await killBackend(await stopAt('addresses', 7), async () => {
    tries += 1;
    if (tries === 2) rig.files.set('/videos.csv', ['id;title;url;embed', ...linesOf(BATCH, 220)].join('\n'));
    await rig.work(runId);
  });
  // Two batches were in; of these the first is not in the file any more.
  expect(await runOf(runId)).toMatchObject({ state: 'completed', lines: 180, decisions: { new: 220 } });
  expect(await state()).toMatchObject({ published: 220, added: 220, ledger: 220 });
});

describe('the worker is killed', { timeout: 400_000 }, () => {
  let worker: RunningCommand | undefined;
  const startWorker = () => {
    const env = { OUTBOUND_ALLOW: new URL(rig.origin).host, EMBED_PROVIDERS: PLAYERS };
    worker = startWorkerProcess(rig.site, env);
    return worker;
  };
  const ended = (runId: string, stateOfRun: string) =>
    expect.poll(async () => (await runOf(runId))?.state, { timeout: 180_000 }).toBe(stateOfRun);

  /** Kills the worker at that point of the started work; the next one finishes it. */
  async function killAt<T>(table: string, nth: number, start: () => Promise<T>): Promise<T> {
    const stop = await stopAt(table, nth);
    const begun = await start();
    await stop.reached();
    worker?.kill('SIGKILL');
    await worker?.ended;
    await stop.lift();
    startWorker();
    return begun;
  }

  test('in the middle of a dump, of a deletion list and of undoing it', async () => {
    startWorker();
    try {
      const { id: runId } = await killAt('addresses', 1, () => rig.admin.dumps.start({ id: sourceId }));
      await ended(runId, 'completed');
      expect(await runOf(runId)).toMatchObject({ lines: VIDEOS, decisions: { new: VIDEOS } });
      expect(await state()).toEqual(whole(VIDEOS, 0, 0, 0));
      await nameDeletions();
      const { id: deletions } = await killAt('withdrawn_lines', 2, () =>
        rig.admin.dumps.start({ id: sourceId, file: 'deletions' }),
      );
      await ended(deletions, 'completed');
      expect(await state()).toEqual(whole(VIDEOS - DELETED, DELETED, DELETED, DELETED));
      await killAt('withdrawn_lines', 1, () => rig.admin.dumps.undo({ id: sourceId, runId: deletions }));
      await ended(deletions, 'undone');
      expect(await runOf(deletions)).toMatchObject({ hidden: DELETED, shown: DELETED });
      expect(await state()).toEqual(whole(VIDEOS, 0, 0, DELETED));
    } finally {
      worker?.kill('SIGKILL');
      await worker?.ended;
    }
  });
});
