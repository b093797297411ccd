import { sql } from 'kysely';
import type { Db } from '../kernel/db/pool.ts';

/** Everything that a dump of the database holds, in lower case, bytes as hex. */
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

/** The lines in which a word stands, as text or as hex; every dump names more than 50 tables. */
export function linesWith(word: string, text: string): string[] {
  const spellings = [word.toLowerCase(), Buffer.from(word).toString('hex')];
  return text
    .split('\n')
    .filter((line) => spellings.some((spelling) => line.toLowerCase().includes(spelling)));
}
