import { listTables } from '@vesper/core/db/table-copy.ts';
import pg from 'pg';

interface Column {
  name: string;
  type: string;
  /** The table and column of a foreign key. */
  reference: string | null;
  referred: string | null;
  labels: string[] | null;
  /** Literals in the table's checks. */
  literals: string[];
}

const OF_TYPE: Record<string, string[]> = {
  text: [
    ...["'one'", "''", "'https://source.example/one'", "'one.example'", "'de'"],
    ...["repeat('0', 32)", "repeat('0', 64)"],
  ],
  bytea: ["sha256('one')", "'\\x00'", "substring(sha256('one') for 16)"],
  boolean: ['true', 'false'],
  jsonb: ["'{}'", "'[]'"],
  uuid: ['gen_random_uuid()'],
  date: ['current_date'],
  'timestamp with time zone': ['now()'],
  'integer[]': ["'{1}'"],
  'text[]': ["'{one}'", "'{}'"],
};
const NUMBERS = ['1', '0', '5'];
const MOST_TRIES = 400;

/** Puts a row into every empty table by trial, for a copy to lose. Returns the tables that stay empty. */
export async function fillEmptyTables(superuser: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(superuser);
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    let empty = (await listTables(client, { all: true })).map(({ table }) => table);
    // A table may need another's row.
    for (let left = empty.length + 1; empty.length < left; ) {
      left = empty.length;
      const still: string[] = [];
      for (const table of empty) {
        const { rowCount } = await client.query(`select from ${table} limit 1`);
        if (!rowCount && !(await fill(client, table))) still.push(table);
      }
      empty = still;
    }
    return empty;
  } finally {
    await client.end();
  }
}

async function fill(client: pg.Client, table: string): Promise<boolean> {
  const columns = await columnsOf(client, table);
  const names = columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  let tries = 0;
  for (const values of combinations(columns.map(candidatesOf))) {
    tries += 1;
    if (tries > MOST_TRIES) return false;
    const what = columns.length > 0 ? `(${names}) values (${values.join(', ')})` : 'default values';
    const isIn = await client.query(`insert into ${table} ${what}`).then(
      () => true,
      () => false,
    );
    if (isIn) return true;
  }
  return false;
}

function candidatesOf({ type, reference, referred, labels, literals }: Column): string[] {
  if (reference)
    return ['asc', 'desc'].map((way) => `(select ${referred} from ${reference} order by 1 ${way} limit 1)`);
  if (labels) return labels.map((label) => pg.escapeLiteral(label));
  if (type !== 'text') return OF_TYPE[type] ?? NUMBERS;
  // Checks mostly list values; empty texts and patterns are none.
  const listed = literals
    .filter((literal) => !/^(\^.*)?$/.test(literal))
    .map((literal) => pg.escapeLiteral(literal));
  return [...listed, ...(OF_TYPE.text ?? [])];
}

/** The last columns change first. */
function* combinations(lists: string[][]): Generator<string[]> {
  const [first, ...rest] = lists;
  if (!first) return yield [];
  for (const one of first) for (const others of combinations(rest)) yield [one, ...others];
}

async function columnsOf(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, format_type(atttypid, null) as type,
       (select confrelid::regclass::text from pg_constraint f
        where f.conrelid = a.attrelid and contype = 'f' and a.attnum = any (conkey) limit 1) as reference,
       (select quote_ident(r.attname) from pg_constraint f join pg_attribute r on r.attrelid = confrelid
          and r.attnum = confkey[array_position(conkey, a.attnum)]
        where f.conrelid = a.attrelid and contype = 'f' and a.attnum = any (conkey) limit 1) as referred,
       (select array_agg(enumlabel::text) from pg_enum where enumtypid = atttypid) as labels,
       coalesce((select array_agg(distinct found[1]) from pg_constraint k,
          regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') found
        where k.conrelid = a.attrelid and contype = 'c' and a.attnum = any (conkey)), '{}') as literals
     from pg_attribute a
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
       and attnotnull and not atthasdef
     order by attnum`,
    [table],
  );
  return rows;
}
