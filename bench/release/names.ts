import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Names } from '../../packages/test/releases.ts';

const SOURCES = fileURLToPath(new URL('../../packages/', import.meta.url));

/** The database names used by the current program: a column counts if a file also names its table. */
export async function namesOf(client: pg.ClientBase | pg.Pool): Promise<Names> {
  const files = await wordsOfFiles();
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text order by attname) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') group by relname order by relname`,
  );
  const { rows: functions } = await client.query<{ name: string }>(
    `select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  );
  const namedIn = (name: string) => files.filter((words) => words.has(name));
  return {
    tables: Object.fromEntries(
      tables.flatMap(({ name, columns }) => {
        const naming = namedIn(name);
        if (naming.length === 0) return [];
        return [[name, columns.filter((column) => naming.some((words) => words.has(column)))]];
      }),
    ),
    functions: functions.map(({ name }) => name).filter((name) => namedIn(name).length > 0),
  };
}

async function wordsOfFiles(): Promise<Set<string>[]> {
  const files: Set<string>[] = [];
  for await (const name of glob(['*/server/**/*.ts', 'app/**/*.ts'], { cwd: SOURCES })) {
    // Skip the types, which name every column.
    if (name.endsWith('.test.ts') || name === 'core/server/db/schema.ts') continue;
    files.push(new Set(readFileSync(path.join(SOURCES, name), 'utf8').match(/\w+/g)));
  }
  return files;
}
