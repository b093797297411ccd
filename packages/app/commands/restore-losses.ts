import type { CommandLine } from '@vesper/core/command.ts';
import { connectForCopies, countRows, listTables } from '@vesper/core/db/table-copy.ts';
import { systemClock } from '@vesper/core/lib/clock.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { type ErasedList, findWithFiles, listWhole, type Manifest } from '@vesper/upkeep/backups';
import type pg from 'pg';
import type { RestoreTarget } from './restore-target.ts';

type Print = CommandLine['print'];

/** Prints what a restore would lose. Returns whether that is nothing. */
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
    'Everything since then will be lost, including takedowns and new notices. Rows now and in the backup:',
  );
  const then = new Map(manifest.tables.map(({ table, rows }) => [table, rows]));
  for (const [table, rows] of counts) {
    const former = then.get(table);
    if (former !== undefined && former !== rows) print(`  ${table}: ${rows}, ${former} in the backup`);
  }
  return false;
}

/** Whether the backup has files. */
export async function tellFiles(print: Print, storage: Storage, { name, files }: Manifest): Promise<boolean> {
  if (files) return true;
  const other = await findWithFiles(storage, await listWhole(storage, systemClock.now()));
  print(`The backup ${name} was made without files: it restores no films and no pictures.`);
  print(other ? `The newest backup with files is ${other.name}.` : 'No backup here has files.');
  return false;
}

/** Without the present database only the list says who was erased since. False unless it is complete. */
export function tellErased(
  print: Print,
  { completeAt }: ErasedList,
  { present }: Pick<RestoreTarget, 'present'>,
): boolean {
  if (present !== undefined) return true;
  if (completeAt === null)
    print(
      'The list of erased cases is missing or incomplete here: people erased since the backup reappear if a former key of their case still exists.',
    );
  else
    print(
      `The list of erased cases here was complete at ${formatMoment(completeAt)}. People erased later and noted elsewhere reappear if a former key of their case still exists.`,
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
