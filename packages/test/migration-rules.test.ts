import { asMigration, readMigrations } from '@vesper/core/db/migrate.ts';
import { expect, test } from 'vitest';
import { migrationFaults, releaseBefore } from './migration-rules.ts';
import { readReleases } from './releases.ts';

const releases = await readReleases();

/** A release whose program names two columns of a table and a function, and has another table. */
const before = {
  version: '1.1.0',
  names: { tables: { videos: ['id', 'title'] }, functions: ['title_key'] },
  manifest: { tables: [{ table: 'videos' }, { table: 'former' }] } as never,
};

async function faultsOf(sql: string, contracts?: string): Promise<string[]> {
  const head = `-- works with: 1.1.0\n${contracts ? `-- contracts: ${contracts}\n` : ''}`;
  return migrationFaults(asMigration('9.sql', head + sql), before);
}

test('every migration after the first release only adds, or drops objects unused by the previous release', async () => {
  const faults: string[] = [];
  for (const migration of readMigrations()) {
    const release = releaseBefore(migration, releases);
    if (release) faults.push(...(await migrationFaults(migration, release)));
  }
  expect(faults).toEqual([]);
});

test.each([
  'create table things (id text primary key, n integer not null); create index on things (n)',
  'alter table videos add column n integer, add column m integer not null default 0',
  'create index concurrently videos_by_title on videos (title);',
  'alter table videos drop constraint checked; drop index other; drop trigger third on videos',
  `create or replace function title_key(text) returns text language sql return $1; update videos set title = 'drop table videos'`,
])('accepts: %s', async (sql) => {
  expect(await faultsOf(sql)).toEqual([]);
});

test.each([
  ['alter table videos drop column height', 'videos.height'],
  ['alter table videos alter column height set not null', 'videos.height'],
  ['alter table public.former rename to latter', 'former'],
  ['drop function unused(text)', 'unused()'],
  ['alter table videos add constraint checked check (height > 0) not valid', 'videos (checked)'],
])('accepts if declared: %s', async (sql, contracts) => {
  expect(await faultsOf(sql)).toEqual([expect.stringContaining(`takes away or narrows ${contracts}:`)]);
  expect(await faultsOf(sql, contracts)).toEqual([]);
});

test.each([
  ['alter table only videos rename title to heading', 'videos.title', 'which 1.1.0 still uses'],
  ['truncate former, only videos', 'former, videos', 'which 1.1.0 still uses'],
  ['drop function title_key', 'title_key()', 'which 1.1.0 still uses'],
  ['alter table videos add column n integer not null', undefined, 'without a default'],
  ['alter table videos add column n integer unique', undefined, 'the constraint of n in a file of its own'],
  ['create index on videos (title)', undefined, 'create index concurrently'],
  ['create index concurrently one on videos (title); select 1;', undefined, 'in one statement alone'],
  [
    'alter table videos add constraint checked unique (title)',
    'videos (checked)',
    'make its index concurrently',
  ],
  ["do $$ begin execute 'drop table videos'; end $$", undefined, 'has a DO block'],
  ['select 1', 'videos.height', 'contracts videos.height, and does nothing to it'],
])('rejects: %s', async (sql, contracts, fault) => {
  expect(await faultsOf(sql, contracts)).toEqual([expect.stringContaining(fault)]);
});
