import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';

/** Columns in order, without generated ones. */
export interface CopiedTable {
  table: string;
  columns: readonly string[];
}

export interface SequenceState {
  sequence: string;
  lastValue: number;
  isCalled: boolean;
}

/** COPY's text depends on the formats, and a copy may take hours. */
const SETTINGS =
  "set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0; set idle_in_transaction_session_timeout = 0; set synchronize_seqscans = off";

/** The caller closes it; so does an aborted signal, even during a statement. */
export async function connectForCopies(
  connection: pg.ClientConfig,
  signal?: AbortSignal,
): Promise<pg.Client> {
  signal?.throwIfAborted();
  const client = new pg.Client({ ...connection, application_name: 'vesper-copy', keepAlive: true });
  // A query in progress gets the error; an idle connection must not end the process.
  client.on('error', () => {});
  await client.connect();
  await client.query(SETTINGS);
  if (signal) await endOnAbort(client, connection, signal);
  return client;
}

/** Terminates the backend: on its own it notices late that the client of a long statement is gone. */
async function endOnAbort(
  client: pg.Client,
  connection: pg.ClientConfig,
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const onAbort = async () => {
    const other = new pg.Client(connection);
    other.on('error', () => {});
    await other.connect();
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]).finally(() => other.end());
  };
  const listener = () => void onAbort().catch(() => {});
  signal.addEventListener('abort', listener, { once: true });
  client.once('end', () => signal.removeEventListener('abort', listener));
  if (signal.aborted) listener();
}

/** By name; unlogged tables only with `all`. */
export async function listTables(client: pg.ClientBase, { all = false } = {}): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `select relname as table, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and (relpersistence = 'p' or $1)
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by relname order by relname collate "C"`,
    [all],
  );
  return rows;
}

export function copyOut(client: pg.Client, table: CopiedTable): Readable & { rowCount: number | null } {
  return client.query(to(`copy ${nameOf(table)} to stdout`));
}

export function copyQuery(client: pg.Client, query: string): Readable & { rowCount: number | null } {
  return client.query(to(`copy (${query}) to stdout`));
}

/** Into a table that this transaction emptied or created. */
export function copyIn(client: pg.Client, table: CopiedTable): Writable & { rowCount: number | null } {
  return client.query(from(`copy ${nameOf(table)} from stdin with (freeze)`));
}

export async function emptyTable(client: pg.ClientBase, { table }: CopiedTable): Promise<void> {
  await client.query(['truncate', pg.escapeIdentifier(table)].join(' '));
}

export async function countRows(
  client: pg.ClientBase,
  { table }: Pick<CopiedTable, 'table'>,
): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::float8 as n from ${pg.escapeIdentifier(table)}`,
  );
  return rows[0]?.n ?? 0;
}

function nameOf({ table, columns }: CopiedTable): string {
  return `${pg.escapeIdentifier(table)} (${columns.map((name) => pg.escapeIdentifier(name)).join(', ')})`;
}

export async function readSequences(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by sequencename collate "C"`,
  );
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from public.${pg.escapeIdentifier(name)}`,
    );
    const [state] = found;
    if (state) states.push({ sequence: name, lastValue: Number(state.last), isCalled: state.called });
  }
  return states;
}

export async function writeSequence(
  client: pg.ClientBase,
  { sequence, lastValue, isCalled }: SequenceState,
): Promise<void> {
  const name = `public.${pg.escapeIdentifier(sequence)}`;
  await client.query('select setval($1::regclass, $2::bigint, $3)', [name, lastValue, isCalled]);
}

/**
 * For fast filling in any order: drops foreign keys and plain indexes, disables triggers. The returned function restores
 * all, and fails if the rows contradict it. The caller drops the database if it does not complete.
 */
export async function layBare(client: pg.ClientBase): Promise<() => Promise<void>> {
  const column = async (query: string) =>
    (await client.query<{ text: string }>(query)).rows.map(({ text }) => text);
  const tables = await column(
    `select oid::regclass::text as text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const keys = await client.query<{ remove: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conrelid, conname`,
  );
  const indexes = await client.query<{ remove: string; make: string }>(
    `select format('drop index %s', indexrelid::regclass) as remove, pg_get_indexdef(indexrelid) as make
     from pg_index join pg_class c on c.oid = indexrelid
     where relnamespace = 'public'::regnamespace
       and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')
     order by c.oid`,
  );
  // In one transaction: each of hundreds of commits would wait for the disk.
  await client.query('begin');
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  for (const { remove } of [...keys.rows, ...indexes.rows]) await client.query(remove);
  await client.query('commit');
  return async () => {
    await client.query("set maintenance_work_mem = '256MB'");
    for (const { make } of [...indexes.rows, ...keys.rows]) await client.query(make);
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    await client.query('analyze');
  };
}
