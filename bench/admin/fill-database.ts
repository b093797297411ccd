import type pg from 'pg';
import { CATEGORY_NAMES, tagNames, titleWords } from '../catalogue/vocabulary.ts';
import { JOB_STEPS } from './fill-jobs.ts';
import { OFFICE_STEPS } from './fill-office.ts';
import { VIDEO_STEPS } from './fill-videos.ts';
import { WORD_STEPS } from './fill-words.ts';

/** One or more statements that fill empty tables. `:size` is the number of videos. */
export interface FillStep {
  name: string;
  /** Their indexes are created after the rows, which is several times faster. */
  tables: string[];
  sql: string;
}

const RARE_CATEGORY = 'Rare Charts';

/**
 * Fills a migrated, empty database with `size` videos, as many downloads and media jobs, and realistic numbers of
 * related rows. Triggers are off meanwhile; their counters are computed at the end by the migrations' own statements.
 */
export async function fillDatabase(
  pool: pg.Pool,
  size: number,
  print: (line: string) => void,
): Promise<void> {
  const client = await pool.connect();
  try {
    await prepare(client);
    for (const step of [...VIDEO_STEPS, ...JOB_STEPS, ...WORD_STEPS, ...OFFICE_STEPS]) {
      const startedAt = performance.now();
      await withoutIndexes(client, step.tables, () =>
        client.query(step.sql.replaceAll(':size', String(size))),
      );
      print(`  ${step.name.padEnd(40)}${((performance.now() - startedAt) / 1000).toFixed(1).padStart(8)} s`);
    }
    await client.query('vacuum (analyze)');
  } finally {
    // Closed instead of released, which would keep its settings.
    client.release(true);
  }
}

/** Deterministic random values for the statements. */
async function prepare(client: pg.PoolClient): Promise<void> {
  await client.query(`set statement_timeout = 0; set session_replication_role = replica;
    set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set synchronous_commit = off;
    create function pg_temp.chance(n bigint, salt bigint) returns float8 language sql immutable
      return (hashint8extended(n, salt) & 9223372036854775807)::float8 / 9223372036854775807;
    create function pg_temp.id(kind text, n bigint) returns text language sql immutable
      return md5(kind || n)::uuid::text;
    create function pg_temp.source(n bigint) returns text language sql immutable
      return case when pg_temp.chance(n, 1) < 0.05 then null
        else pg_temp.id('source', floor(40 * pg_temp.chance(n, 2) ^ 2)::bigint) end`);
  await draw(client, 'drawn_words', titleWords());
  await draw(client, 'drawn_tags', tagNames());
  await draw(client, 'drawn_categories', CATEGORY_NAMES);
  await client.query('insert into categories (name, slug) values ($1, $2)', [RARE_CATEGORY, 'rare-charts']);
}

/** A table to draw from: reading a word from an array would read the whole array. */
async function draw(client: pg.PoolClient, table: string, words: readonly string[]): Promise<void> {
  await client.query(`create temp table ${table} (n integer primary key, word text not null)`);
  await client.query(
    `insert into ${table} select n - 1, word from unnest($1::text[]) with ordinality as w (word, n)`,
    [words],
  );
  await client.query(`analyze ${table}`);
}

/** Indexes that are not constraints. */
async function withoutIndexes(
  client: pg.PoolClient,
  tables: readonly string[],
  fill: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(c.oid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any ($1::text[]::regclass[])
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await fill();
  for (const { definition } of rows) await client.query(definition);
}
