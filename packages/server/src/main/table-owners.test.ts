import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { FEATURES } from './features.ts';

const SOURCE = path.join(import.meta.dirname, '..');

/** Written by the kernel, as is everything of the queue's own schema. */
const KERNEL = { migrations: 'kernel/db', job_events: 'kernel/jobs' };

const OWNERS = new Map([
  ...FEATURES.flatMap(({ room, tables }) => Object.keys(tables).map((name) => [name, room] as const)),
  ...Object.entries(KERNEL),
]);
const ALL_TABLES = readTables();

test('every table has exactly one owner', () => {
  const owned = [...FEATURES.flatMap(({ tables }) => Object.keys(tables)), ...Object.keys(KERNEL)];
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

describe('what counts as a write', () => {
  test.each([
    ['await sql`update videos set views = 1`', ['videos']],
    ['await sql`update only public."videos" v set views = 1`', ['videos']],
    ['await sql`\n  with gone as (\n    DELETE FROM\n  videos) select 1`', ['videos']],
    [
      'await sql`truncate table videos, only domains, video_tags cascade`',
      ['videos', 'domains', 'video_tags'],
    ],
    [`truncate ${'$'}{sql.join(names)}`, ['${']],
    ['await sql`merge into videos using x on true`', ['videos']],
    [`insert into ${'$'}{sql.table(name)} values (1)`, ['${']],
    ['client.query(\'update "jobs".job set state = 1\')', ['jobs.job']],
    ["db.updateTable('videos as v').set(x)", ['videos']],
    ['db\n  .insertInto(\n    `videos`)', ['videos']],
    ['db.deleteFrom(table)', ['table']],
    ["db.deleteFrom(['videos', 'domains'])", ["['videos',"]],
    ["db.mergeInto('videos')", ['videos']],
    ['select id from videos for update of videos skip locked', []],
    ['insert into x as v (id) values (1) on conflict do update set id = 2', ['x']],
    ['// Whoever may update videos here\n/* truncate videos */', []],
  ])('%s', (text, tables) => {
    expect(writtenTables(text)).toEqual(tables);
  });
});

function ownerOf(table: string): string | undefined {
  // Clearing empties those tables whose owners say so: it reads their names.
  if (table === '${') return 'desk/clearing';
  if (table.startsWith('jobs.')) return 'kernel/jobs';
  return OWNERS.get(table);
}

/** `library/videos`; `main` and `pipeline` have no rooms. */
function roomOf(file: string): string {
  return /^(main|pipeline)\//.exec(file)?.[1] ?? file.split('/').slice(0, 2).join('/');
}

function productionFiles(): string[] {
  const files = globSync('**/*.ts', { cwd: SOURCE });
  return files.filter((file) => !file.endsWith('.test.ts') && !file.startsWith('test/')).sort();
}

function readTables(): string[] {
  const sql = readFileSync(path.join(SOURCE, '../../../db/schema.sql'), 'utf8');
  return [...sql.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name = '']) => name);
}

const COMMENTS = /^\s*(?:\/\/.*|\/\*[\s\S]*?\*\/)$/gm;
const NAME = String.raw`(?:only\s+)?(?:\$\{|[\w"]+(?:\.[\w"]+)?)`;
const STATEMENTS = new RegExp(
  String.raw`\b(insert\s+into|delete\s+from|merge\s+into|update|truncate(?:\s+table)?)\s+(${NAME}(?:\s*,\s*${NAME})*)`,
  'gi',
);
const CALLS = /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*([^\s)]+)/g;

/**
 * The tables that a file's statements write, raw or built. A name that is only known when it runs is given as it
 * stands there: it has no owner.
 */
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

/** `update` and `truncate` are also said of other things than tables. */
function isTable(name: string): boolean {
  return name === '${' || name.startsWith('jobs.') || ALL_TABLES.includes(name.toLowerCase());
}
