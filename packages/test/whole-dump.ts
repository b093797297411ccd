import type { Db } from '@vesper/core/db/pool.ts';
import { sql } from 'kysely';

/** All rows of the database as text in lower case, bytes as hex. */
export async function wholeDump(db: Db): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(db);
    parts.push(`${name}:`, ...rows.map(({ text }) => text));
  }
  return parts.join('\n').toLowerCase();
}

/** The lines that contain a word, as text or as hex. */
export function linesWith(word: string, text: string): string[] {
  const spellings = [word.toLowerCase(), Buffer.from(word).toString('hex')];
  return text
    .split('\n')
    .filter((line) => spellings.some((spelling) => line.toLowerCase().includes(spelling)));
}
