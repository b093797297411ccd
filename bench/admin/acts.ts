import type { Client } from '@vesper/contract';
import type pg from 'pg';
import type { Db } from '../../packages/server/src/kernel/db/pool.ts';
import { moveBatch } from '../../packages/server/src/library/topics/moves.ts';
import { idOf, type Subject } from './subject.ts';

/** An act on one row, or a batch of one on many: how much of the database may it read, however many other rows there are? */
export interface MeasuredAct {
  name: string;
  most: number;
  run: (client: Client, db: Db) => Promise<unknown>;
}

export interface ReadRows {
  rows: number;
  /** Tables of more than a thousand rows that were read from end to end. */
  wholeTables: string[];
  /** Of which table most were read. */
  mostly: string;
}

/** A handful of rows, with all that hangs on one video, job or notice. */
const ONE = 500;
/** 500 videos with their tags, lists, counts and search rows. */
const BATCH = 20_000;

/** What is chosen differs with each run, so that a database that is kept does not run out of it soon. */
export async function chooseActs(pool: pg.Pool, { size }: Subject): Promise<MeasuredAct[]> {
  const one = async (text: string): Promise<string> => {
    const { rows } = await pool.query({ text, rowMode: 'array' });
    return String(rows[0]?.[0]);
  };
  const at = Math.floor(Math.random() * size);
  const video = await one(
    `select id from videos where status = 'published' and kind = 'remote' and created_at > (select created_at from videos where id = '${idOf('video', at || 1)}')
     order by created_at limit 1`,
  );
  const { version } = (await pool.query('select version from videos where id = $1', [video])).rows[0];
  const failed = await one(
    "select id from download_jobs where status = 'failed' and cancelled_at is null order by position desc limit 1",
  );
  const pending = await one(
    "select id from download_jobs where status = 'pending' order by position desc limit 1",
  );
  const media = await one(
    "select id from media_jobs where status = 'failed' and cancelled_at is null order by position desc limit 1",
  );
  const [approved, denied] = (
    await pool.query(
      "select id from dmca_requests where status = 'pending' order by submitted_at desc limit 2",
    )
  ).rows.map(({ id }) => id as string);
  const keyword = (
    await pool.query('select id, version from keywords order by position desc offset 7 limit 1')
  ).rows[0];
  const suspected = await one(
    "select id from duplicate_decisions where outcome = 'suspected' order by id desc limit 1",
  );
  const tag = await one(
    "select tag from tag_totals where tag not like 'set %' and n > 1000 order by n limit 1",
  );
  const newest = (await pool.query('select id from videos order by created_at desc limit 50')).rows.map(
    ({ id }) => id as string,
  );
  return [
    {
      name: 'edit a video',
      most: ONE,
      run: (c) => c.catalogue.change({ id: video, version, title: `Changed ${at}` }),
    },
    { name: 'hide a video', most: ONE, run: (c) => c.catalogue.act({ id: video, act: 'hide' }) },
    { name: 'publish it again', most: ONE, run: (c) => c.catalogue.act({ id: video, act: 'publish' }) },
    { name: 'retry a download', most: ONE, run: (c) => c.downloads.retry({ id: failed }) },
    { name: 'move one up', most: ONE, run: (c) => c.downloads.moveUp({ id: pending }) },
    { name: 'cancel one', most: ONE, run: (c) => c.downloads.cancel({ id: pending }) },
    { name: 'retry a media job', most: ONE, run: (c) => c.mediaJobs.retry({ id: media }) },
    {
      name: 'approve a notice',
      most: ONE,
      run: (c) => c.takedowns.decide({ id: approved ?? '', status: 'approved' }),
    },
    {
      name: 'deny a notice',
      most: ONE,
      run: (c) => c.takedowns.decide({ id: denied ?? '', status: 'denied' }),
    },
    {
      name: 'disable a keyword',
      most: ONE,
      run: (c) => c.keywords.change({ id: keyword.id, version: keyword.version, enabled: false }),
    },
    {
      name: 'link a video to it',
      most: ONE,
      run: (c) => c.keywords.link({ keywordId: keyword.id, videoId: video }),
    },
    {
      name: 'keep a suspected duplicate',
      most: ONE,
      run: (c) => c.duplicates.decide({ id: suspected, outcome: 'keep' }),
    },
    {
      name: 'rename a tag, with the first batch',
      most: BATCH,
      run: (c) => c.topics.changeTag({ tag, becomes: `other ${tag}` }),
    },
    { name: 'another batch', most: BATCH, run: (_, db) => moveBatch(db) },
    {
      name: 'tag fifty videos at once',
      most: BATCH,
      run: (c) => c.catalogue.startBulkAct({ act: 'add_tags', ids: newest, tags: [`mark ${at}`] }),
    },
  ];
}

type Reads = Map<string, { whole: number; rows: number; live: number }>;

/** The rows that an act reads in all tables, triggers and the audit log included. */
export async function readsOf(pool: pg.Pool, act: () => Promise<unknown>): Promise<ReadRows> {
  const before = await readsSoFar(pool);
  await act();
  const after = await readsSoFar(pool);
  let rows = 0;
  let mostly = { name: '', rows: 0 };
  const wholeTables: string[] = [];
  for (const [name, { whole, rows: read, live }] of after) {
    const earlier = before.get(name) ?? { whole: 0, rows: 0, live: 0 };
    const delta = read - earlier.rows;
    rows += delta;
    if (delta > mostly.rows) mostly = { name, rows: delta };
    if (whole > earlier.whole && live > 1000) wholeTables.push(name);
  }
  return { rows, wholeTables, mostly: `${mostly.rows} of ${mostly.name}` };
}

/** Each connection keeps its counts for a while: it is asked to tell them now. */
async function readsSoFar(pool: pg.Pool): Promise<Reads> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  try {
    for (const client of clients) await client.query('select pg_stat_force_next_flush()');
  } finally {
    for (const client of clients) client.release();
  }
  const { rows } = await pool.query(
    `select relname as name, seq_scan::int as whole, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int8 as rows,
       n_live_tup::int8 as live
     from pg_stat_user_tables where schemaname = 'public'`,
  );
  return new Map(rows.map(({ name, ...reads }) => [name, reads]));
}
