import { layBare } from '@vesper/core/db/table-copy.ts';
import pg from 'pg';

/** Grows with the catalogue, besides tables keyed by video. */
const GROWING = ['search_words', 'download_jobs', 'media_jobs', 'job_events', 'addresses'];

/**
 * Repeats the rows of a small database of any version until it has at least `videos` videos. Counts kept by triggers
 * stay as they were. `client` is the tables' owner.
 */
export async function growDatabase(client: pg.Client, videos: number): Promise<void> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from videos');
  const copies = Math.ceil(videos / (rows[0]?.n ?? 1)) - 1;
  if (copies < 1) return;
  const tables = await growingTables(client);
  const complete = await layBare(client);
  for (const table of tables) await client.query(repeated(table, copies));
  await complete();
}

interface GrowingTable {
  name: string;
  /** Without generated ones. */
  columns: { name: string; type: string }[];
  /** The columns of each unique index. */
  keys: string[][];
}

async function growingTables(client: pg.Client): Promise<GrowingTable[]> {
  const { rows } = await client.query<GrowingTable>(
    `with keys as (
       select indrelid, (select jsonb_agg(attname order by place)
         from unnest(indkey::smallint[]) with ordinality as k (number, place)
           join pg_attribute on attrelid = indrelid and attnum = number
         where place <= indnkeyatts) as columns
       from pg_index where indisunique)
     select relname as name,
       (select jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, null)) order by attnum)
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
          and attidentity = '') as columns,
       (select coalesce(jsonb_agg(columns), '[]') from keys where indrelid = c.oid) as keys
     from pg_class c
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
       and (relname = 'videos' or relname = any ($1)
         or exists (select from keys where indrelid = c.oid and columns ? 'video_id'))
     order by relname`,
    [GROWING],
  );
  return rows;
}

function repeated({ name, columns, keys }: GrowingTable, copies: number): string {
  const others = new Set(keys.map((key) => keyColumn(key, columns)));
  const names = columns.map((column) => pg.escapeIdentifier(column.name));
  const values = columns.map((column, place) =>
    others.has(column.name) ? another(column, names[place]) : names[place],
  );
  return `insert into ${pg.escapeIdentifier(name)} (${names.join(', ')})
    select ${values.join(', ')} from ${pg.escapeIdentifier(name)}, generate_series(1, ${copies}) as copy`;
}

/** The key column that changes in each copy: the video's, if any. */
function keyColumn(key: string[], columns: GrowingTable['columns']): string | undefined {
  const own = key.filter((name) => columns.some((column) => column.name === name));
  if (own.length < key.length) return undefined;
  return own.includes('video_id') ? 'video_id' : own.at(-1);
}

/** Deterministic, so that references still match. */
function another({ type }: GrowingTable['columns'][number], name = ''): string {
  if (type === 'bytea') return `sha256(${name} || int4send(copy))`;
  if (type === 'uuid') return `md5(${name}::text || copy)::uuid`;
  if (type === 'text')
    return `case when ${name} ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then md5(${name} || copy)::uuid::text
      else ${name} || '-' || copy end`;
  return `${name} + copy`;
}
