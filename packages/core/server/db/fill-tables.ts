import type pg from 'pg';
import { StartError } from '../lib/start-error.ts';
import { type Migration, migrate, readMigrations } from './migrate.ts';
import {
  type CopiedTable,
  emptyTable,
  layBare,
  listTables,
  type SequenceState,
  writeSequence,
} from './table-copy.ts';

export interface Contents<Table extends CopiedTable = CopiedTable> {
  migrations: readonly { name: string }[];
  tables: readonly Table[];
  sequences: readonly SequenceState[];
}

export interface FillOptions<Table extends CopiedTable> {
  /** Inserts a table's rows, in a transaction in which the table was emptied. */
  fill: (table: Table) => Promise<void>;
  /** Next, indexes are built and foreign keys checked. */
  onFilled?: () => void | Promise<void>;
  known?: readonly Migration[];
}

export class StrangeTablesError extends StartError {}

/**
 * Fills an empty database, which the caller drops if this fails: migrations, rows, then what depends on them. Throws
 * StrangeTablesError.
 */
export async function fillTables<Table extends CopiedTable>(
  client: pg.Client,
  { migrations, tables, sequences }: Contents<Table>,
  { fill, onFilled, known = readMigrations() }: FillOptions<Table>,
): Promise<void> {
  const names = new Set(migrations.map(({ name }) => name));
  await client.query('set synchronous_commit = off');
  await migrate(client, { known: known.filter(({ name }) => names.has(name)), isRestoring: true });
  await refuseStrangers(client, tables);
  const complete = await layBare(client);
  await client.query('begin');
  for (const table of tables) {
    await emptyTable(client, table);
    await fill(table);
  }
  await client.query('commit');
  await onFilled?.();
  await complete();
  for (const sequence of sequences) await writeSequence(client, sequence);
}

async function refuseStrangers(client: pg.Client, tables: readonly CopiedTable[]): Promise<void> {
  const known = new Set((await listTables(client, { all: true })).map(({ table }) => table));
  const strangers = tables.filter(({ table }) => !known.has(table)).map(({ table }) => table);
  if (strangers.length > 0)
    throw new StrangeTablesError(
      `Some tables were not made by Vesper, and their rows would be lost (${strangers.join(', ')}): copy them elsewhere, then drop them.`,
    );
}
