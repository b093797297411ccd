import { expect, test } from 'vitest';
import { asMigration, readMigrations } from '../kernel/db/migrate.ts';
import { migrationFaults, releaseBefore } from './migration-rules.ts';
import { readReleases } from './releases.ts';

const releases = await readReleases();

/** A release whose program names two columns of one table and a function, beside a table that it does not name. */
const before = {
  version: '1.1.0',
  names: { tables: { videos: ['id', 'title'] }, functions: ['title_key'] },
  manifest: { tables: [{ table: 'videos' }, { table: 'former' }] } as never,
};

const faultsOf = async (sql: string, contracts?: string) =>
  (
    await migrationFaults(
      asMigration('9.sql', `-- works with: 1.1.0\n${contracts ? `-- contracts: ${contracts}\n` : ''}${sql}`),
      before,
    )
  ).map((fault) => fault.replace('9.sql ', ''));

test('every migration after the first release only adds, or contracts what the release before does not use', async () => {
  const faults: string[] = [];
  for (const migration of readMigrations()) {
    const release = releaseBefore(migration, releases);
    if (release) faults.push(...(await migrationFaults(migration, release)));
  }
  expect(faults).toEqual([]);
});

test('a migration works beside the release before the one that brings it', () => {
  const [first] = releases;
  const [known] = readMigrations();
  if (!first || !known) throw new Error('There is no release.');
  const next = asMigration('9001_next.sql', '');
  const second = { ...first, version: '1.1.0', manifest: { ...first.manifest, migrations: [known, next] } };
  expect(releaseBefore(known, [first, second])).toBeUndefined();
  expect(releaseBefore(next, [first, second])?.version).toBe('1.0.0');
  expect(releaseBefore(asMigration('9002_more.sql', ''), [first, second])?.version).toBe('1.1.0');
});

test.each([
  'create table things (id text primary key, n integer not null); create index on things (n)',
  'alter table videos add column n integer, add column m integer not null default 0',
  'alter table videos add column n bigint generated always as identity',
  'create index concurrently videos_by_title on videos (title);',
  'alter table videos drop constraint checked; drop index other; drop trigger third on videos',
  'create table things (id text); alter table things add column n integer not null; drop table things',
  `create or replace function title_key(text) returns text language sql return $1; update videos set title = 'drop table videos'`,
  'alter table videos validate constraint checked',
])('goes well: %s', async (sql) => {
  expect(await faultsOf(sql)).toEqual([]);
});

test.each([
  ['alter table videos drop column height', 'videos.height'],
  ['alter table videos rename column height to size', 'videos.height'],
  ['alter table videos alter column height type bigint', 'videos.height'],
  ['alter table videos alter column height set not null', 'videos.height'],
  ['alter table videos alter column height drop default', 'videos.height'],
  ['drop table former', 'former'],
  ['truncate former', 'former'],
  ['alter table public.former rename to latter', 'former'],
  ['drop function unused(text)', 'unused()'],
  ['alter table videos add constraint checked check (height > 0) not valid', 'videos (checked)'],
  ['create unique index concurrently one on videos (height);', 'videos (one)'],
])('goes well if it says so: %s', async (sql, contracts) => {
  expect(await faultsOf(sql)).toEqual([
    `takes away or narrows ${contracts}: its second line must say "-- contracts: ${contracts}".`,
  ]);
  expect(await faultsOf(sql, contracts)).toEqual([]);
});

test.each([
  ['alter table videos drop column if exists title', 'videos.title'],
  ['alter table only videos rename title to heading', 'videos.title'],
  ['alter table videos alter title type varchar(80)', 'videos.title'],
  ['drop table if exists former, videos cascade', 'former, videos'],
  ['truncate former, only videos', 'former, videos'],
  ['alter table videos rename to films', 'videos'],
  ['drop function title_key', 'title_key()'],
  ['alter function title_key rename to key_of', 'title_key()'],
])('never goes well: %s', async (sql, contracts) => {
  const used = contracts.split(', ').at(-1);
  expect(await faultsOf(sql, contracts)).toEqual([
    `takes away or narrows ${used}, which 1.1.0 still uses: release a version that does not, and contract in the next.`,
  ]);
});

test.each([
  ['alter table videos add column n integer not null', 'without a default'],
  ['alter table videos add column n integer check (n > 0)', 'the constraint of n in a file of its own'],
  ['alter table videos add column n integer unique', 'the constraint of n in a file of its own'],
  ['create index on videos (title)', 'create index concurrently'],
  ['create index concurrently if not exists one on videos (title);', 'in one statement alone'],
  ['create index concurrently one on videos (title); select 1;', 'in one statement alone'],
  ['alter table videos add constraint checked foreign key (a) references things', 'add it "not valid"'],
  ['alter table videos add constraint checked unique (title)', 'make its index concurrently'],
  ["do $$ begin execute 'drop table videos'; end $$", 'has a DO block'],
])('is refused: %s', async (sql, fault) => {
  expect(await faultsOf(sql, sql.includes(' checked ') ? 'videos (checked)' : undefined)).toEqual([
    expect.stringContaining(fault),
  ]);
});

test('the first lines must be true', async () => {
  const wrong = await migrationFaults(asMigration('9.sql', '-- works with: 1.0.0\nselect 1'), before);
  expect(wrong).toEqual([
    '9.sql must begin with the line "-- works with: 1.1.0", which names the release before it.',
  ]);
  expect(await faultsOf('select 1', 'videos.height')).toEqual([
    'says that it contracts videos.height, and does nothing to it.',
  ]);
});
