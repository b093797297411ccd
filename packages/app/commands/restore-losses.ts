import type { CommandLine } from '@vesper/core/command.ts';
import { connectForCopies, countRows, listTables } from '@vesper/core/db/table-copy.ts';
import { systemClock } from '@vesper/core/lib/clock.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { type ErasedList, findWithFiles, listWhole, type Manifest } from '@vesper/upkeep/backups';
import type pg from 'pg';
import type { RestoreTarget } from './restore-target.ts';

type Print = CommandLine['print'];

/** What the backup lacks. Returns whether there is nothing to lose. */
export async function tellLosses(
  print: Print,
  manifest: Manifest,
  { present, unseen }: RestoreTarget,
): Promise<boolean> {
  print(
    `The backup ${manifest.name} holds the site as of ${formatMoment(manifest.startedAt)}, made by Vesper ${manifest.vesper}.`,
  );
  const counts = present === undefined ? new Map<string, number>() : await countPresent(present);
  for (const sentence of unseen) print(sentence);
  if (!counts.has('videos')) {
    if (unseen.length > 0) return false;
    print('There is no site here yet: nothing is lost.');
    return true;
  }
  print(
    'Everything that has happened since will be lost, takedowns and new notices too. Rows, now and then:',
  );
  const then = new Map(manifest.tables.map(({ table, rows }) => [table, rows]));
  for (const [table, rows] of counts) {
    const former = then.get(table);
    if (former !== undefined && former !== rows) print(`  ${table}: ${rows}, ${former} in the backup`);
  }
  return false;
}

/** Whether the backup brings files. */
export async function tellFiles(print: Print, storage: Storage, { name, files }: Manifest): Promise<boolean> {
  if (files) return true;
  const other = await findWithFiles(storage, await listWhole(storage, systemClock.now()));
  print(`The backup ${name} was made without files: no film and no picture comes back with it.`);
  print(other ? `The newest backup with files is ${other.name}.` : 'No backup here has files.');
  return false;
}

/** Without the present database only the list tells who was erased since. False unless it is complete. */
export function tellErased(
  print: Print,
  { completeAt }: ErasedList,
  { present }: Pick<RestoreTarget, 'present'>,
): boolean {
  if (present !== undefined) return true;
  if (completeAt === null)
    print(
      'The list of erased cases is missing or incomplete here: people erased since the backup come back if a former key of their case is still there.',
    );
  else
    print(
      `The list of erased cases here was complete at ${formatMoment(completeAt)}. People erased later, and noted elsewhere, come back if a former key of their case is still there.`,
    );
  return completeAt !== null;
}

async function countPresent(connection: pg.ClientConfig): Promise<Map<string, number>> {
  const client = await connectForCopies(connection);
  try {
    const counts = new Map<string, number>();
    for (const table of await listTables(client)) counts.set(table.table, await countRows(client, table));
    return counts;
  } finally {
    await client.end();
  }
}
