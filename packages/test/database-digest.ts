import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import { sql } from 'kysely';

/** `schema.table` or `schema.table.column`. */
export type Ignored = readonly string[];

/** Tables that the queue updates by itself. */
const HOUSEKEEPING = ['version', 'queue', 'queue_stats', 'bam', 'warning'];

/** Counts and hashes the rows of every table, the queue's too. */
export async function digestOfTables(
  db: Db,
  ignored: Ignored = [],
): Promise<() => Promise<Record<string, string>>> {
  const all = await tablesOf(db);
  const known = all.flatMap(({ name, columns }) => [name, ...columns.map((column) => `${name}.${column}`)]);
  const unknown = ignored.find((one) => !known.includes(one));
  if (unknown) throw new Error(`${unknown} does not exist.`);
  const looked = all.filter(({ name }) => !ignored.includes(name));
  const parts = looked.map(({ name, columns }) => {
    const left = columns.filter((column) => ignored.includes(`${name}.${column}`));
    const row =
      left.length > 0 ? sql`(to_jsonb(t) - ${sql.lit(`{${left.join(',')}}`)}::text[])::text` : sql`t::text`;
    return sql`select ${sql.lit(name)} as name,
      count(*) || ' rows, ' || coalesce(md5(string_agg(${row}, E'\n' order by ${row})), '') as digest
      from ${sql.raw(name)} t`;
  });
  // Prepared: planning takes much longer than reading.
  const reading = sql<{
    name: string;
    digest: string;
  }>`${sql.raw(PREPARED)} ${sql.join(parts, sql` union all `)}`;
  const compiled = reading.compile(db);
  return async () => {
    const { rows } = await db.executeQuery(compiled);
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  };
}

async function tablesOf(db: Db): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relnamespace::regnamespace || '.' || quote_ident(c.relname) as name,
      array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace in ('public'::regnamespace, 'jobs'::regnamespace) and c.relkind = 'r'
      and not (c.relnamespace = 'jobs'::regnamespace and c.relname = any (${HOUSEKEEPING}::text[]))
    group by c.oid order by 1`.execute(db);
  return rows;
}
