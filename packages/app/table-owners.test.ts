import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Feature } from '@vesper/core/feature.ts';
import { describe, expect, test } from 'vitest';
import { FEATURES } from './features.ts';

const SOURCE = path.join(import.meta.dirname, '..');

/** Written by the core, like the queue's own schema. */
const KERNEL = { migrations: 'core/db', outbox: 'core/db', job_events: 'core/jobs' };

const features: readonly Feature[] = FEATURES;
const OWNERS = new Map([
  ...features.flatMap(({ room, tables = {} }) => Object.keys(tables).map((name) => [name, room] as const)),
  ...Object.entries(KERNEL),
]);
const SCHEMA = readFileSync(path.join(SOURCE, '../db/schema.sql'), 'utf8');
const BODIES = bodiesOf(SCHEMA);
const ALL_TABLES = tablesOf(SCHEMA);

test('every table has exactly one owner', () => {
  const owned = [...features.flatMap(({ tables = {} }) => Object.keys(tables)), ...Object.keys(KERNEL)];
  expect(owned.toSorted()).toEqual(ALL_TABLES.toSorted());
});

test('a table is written by its owner only', () => {
  const strangers = productionFiles().flatMap((file) =>
    writtenTables(readFileSync(path.join(SOURCE, file), 'utf8'))
      .filter((table) => ownerOf(table) !== roomOf(file))
      .map((table) => `${roomOf(file)} writes ${table}`),
  );
  expect([...new Set(strangers)]).toEqual([]);
});

/** Today's cases: lines may go, none may come. */
const FOREIGN_TRIGGERS = ['source_strikes writes video_sources'];
const UPWARD_READS = [
  'intake/block-list reads cases',
  'library/media reads media_jobs',
  'library/refusals reads keywords',
  'library/videos reads blocked_addresses',
  'library/videos reads download_jobs',
  'library/videos reads keyword_videos',
  'library/videos reads video_sources',
  'site/domains reads categories',
  'site/statistics reads catalogue_totals',
  'site/statistics reads download_totals',
  'upkeep/clearing reads case_targets',
  'upkeep/clearing reads cases',
];

test('a trigger writes tables of its own area and of the core only', () => {
  const found = triggers().flatMap(({ table, called }) =>
    namedBy(called, writtenTables)
      .filter((written) => !['core', areaOf(table)].includes(areaOf(written)))
      .map((written) => `${table} writes ${written}`),
  );
  expect(sorted(found)).toEqual(FOREIGN_TRIGGERS);
});

test('no query and no trigger reads a table of a higher floor', () => {
  const queries = productionFiles().flatMap((file) =>
    readTables(readFileSync(path.join(SOURCE, file), 'utf8')).map((read) => [roomOf(file), read] as const),
  );
  const fromTriggers = triggers().flatMap(({ table, called }) =>
    namedBy(called, readTables).map((read) => [ownerOf(table) ?? '', read] as const),
  );
  const upward = [...queries, ...fromTriggers].filter(
    ([reader, read]) => floorOf(ownerOf(read) ?? '') > floorOf(reader),
  );
  expect(sorted(upward.map(([reader, read]) => `${reader} reads ${read}`))).toEqual(UPWARD_READS);
});

const areaOf = (table: string) => ownerOf(table)?.split('/')[0];
const sorted = (lines: string[]) => [...new Set(lines)].toSorted();

describe('what counts as a write', () => {
  test.each([
    ['await sql`update only public."videos" v set views = 1`', ['videos']],
    ['await sql`\n  with gone as (\n    DELETE FROM\n  videos) select 1`', ['videos']],
    ['await sql`truncate table videos, only domains cascade`', ['videos', 'domains']],
    [`truncate ${'$'}{sql.join(names)}`, ['${']],
    ['await sql`merge into videos using x on true`', ['videos']],
    ['client.query(\'update "jobs".job set state = 1\')', ['jobs.job']],
    ["db.updateTable('videos as v').set(x)", ['videos']],
    ['db\n  .insertInto(\n    `videos`)', ['videos']],
    ['db.deleteFrom(table)', ['table']],
    ['select id from videos for update of videos skip locked', []],
    ['insert into x as v (id) values (1) on conflict do update set id = 2', ['x']],
    ['// We may update videos here\n/* truncate videos */', []],
  ])('%s', (text, tables) => {
    expect(writtenTables(text)).toEqual(tables);
  });
});

function ownerOf(table: string): string | undefined {
  // Clearing empties tables by their owners' word.
  if (table === '${') return 'upkeep/clearing';
  if (table.startsWith('jobs.')) return 'core/jobs';
  return OWNERS.get(table);
}

/** `library/videos`; `app` and `pipeline` have no rooms. */
function roomOf(file: string): string {
  const [area = '', , room = ''] = file.split('/');
  return area === 'app' || area === 'pipeline' ? area : `${area}/${room}`;
}

function productionFiles(): string[] {
  const files = globSync(['*/server/**/*.ts', 'app/**/*.ts'], { cwd: SOURCE });
  return files.filter((file) => !file.endsWith('.test.ts')).sort();
}

function tablesOf(sql: string): string[] {
  return [...sql.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name = '']) => name);
}

/** As in .dependency-cruiser.mjs, lowest first. */
const FLOORS = [
  ['core'],
  ['access', 'site'],
  ['library'],
  ['intake', 'words'],
  ...[['discovery'], ['upkeep'], ['notices'], ['catalogue'], ['uploads'], ['pipeline'], ['app']],
];

function floorOf(room: string): number {
  const [area = ''] = room.split('/');
  return FLOORS.findIndex((floor) => floor.includes(area));
}

function triggers(): { table: string; called: string }[] {
  const found = SCHEMA.matchAll(/^CREATE (?:CONSTRAINT )?TRIGGER .*? ON (\w+) .*EXECUTE FUNCTION (\w+)\(/gm);
  return [...found].map(([, table = '', called = '']) => ({ table, called }));
}

/** Tables that `tablesIn` finds in a function and those it calls. */
function namedBy(name: string, tablesIn: (body: string) => string[], seen = new Set<string>()): string[] {
  const body = BODIES.get(name);
  if (body === undefined || seen.has(name)) return [];
  seen.add(name);
  const called = [...body.matchAll(/\b(\w+)\(/g)].map(([, other = '']) => other);
  return [...tablesIn(body), ...called.flatMap((other) => namedBy(other, tablesIn, seen))];
}

function bodiesOf(sql: string): Map<string, string> {
  const [, ...functions] = sql.split(/^CREATE OR REPLACE FUNCTION /m);
  return new Map(
    functions.map((text) => [
      text.slice(0, text.indexOf('(')),
      text.slice(text.search(/^(AS|RETURN|BEGIN)\b/m)),
    ]),
  );
}

const COMMENTS = /^\s*(?:\/\/.*|\/\*[\s\S]*?\*\/)$/gm;
const NAME = String.raw`(?:only\s+)?(?:\$\{|[\w"]+(?:\.[\w"]+)?)`;
const STATEMENTS = new RegExp(
  String.raw`\b(insert\s+into|delete\s+from|merge\s+into|update|truncate(?:\s+table)?)\s+(${NAME}(?:\s*,\s*${NAME})*)`,
  'gi',
);
const CALLS = /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*([^\s)]+)/g;

/** Written by statements, raw or built. A name known only at run time is returned as it stands: it has no owner. */
function writtenTables(text: string): string[] {
  const code = text.replace(COMMENTS, '').replaceAll('\\n', ' ');
  const raw = [...code.matchAll(STATEMENTS)].flatMap(([, verb = '', names = '']) =>
    names
      .split(',')
      .map((name) =>
        name
          .trim()
          .replaceAll('"', '')
          .replace(/^(only\s+|public\.)+/i, ''),
      )
      .filter((name) => / (into|from)$/i.test(verb.replace(/\s+/, ' ')) || isTable(name)),
  );
  const built = [...code.matchAll(CALLS)].map(([, name = '']) => /^['"`](\w+)/.exec(name)?.[1] ?? name);
  return [...raw, ...built];
}

const READ = /\b(?:from|join)\s+(?:only\s+)?(?:public\.)?"?(\w+)"?/gi;
const READ_CALLS = /\b(?:selectFrom|innerJoin|leftJoin)\(\s*['"`](\w+)/g;

function readTables(text: string): string[] {
  const code = text.replace(COMMENTS, '').replaceAll('\\n', ' ');
  return [...code.matchAll(READ), ...code.matchAll(READ_CALLS)]
    .map(([, name = '']) => name)
    .filter((name) => ALL_TABLES.includes(name));
}

/** `update` and `truncate` are also said of other things. */
function isTable(name: string): boolean {
  return name === '${' || name.startsWith('jobs.') || ALL_TABLES.includes(name.toLowerCase());
}
