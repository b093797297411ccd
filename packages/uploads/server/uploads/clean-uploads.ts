import { readdir } from 'node:fs/promises';
import { ignoreMissing } from '@vesper/core/lib/files/missing-file.ts';
import { deleteEnded, endIdle, selectNeeded } from './queries.ts';
import { removeFile } from './receiving.ts';
import type { Receiving } from './uploads.ts';
import { IDLE_HOURS } from './view.ts';

const LISTED_DAYS = 30;

export async function cleanUploads({
  db,
  uploadsDirectory,
}: Pick<Receiving, 'db' | 'uploadsDirectory'>): Promise<void> {
  await endIdle(db, IDLE_HOURS);
  await deleteEnded(db, LISTED_DAYS);
  const names = (await readdir(uploadsDirectory).catch(ignoreMissing)) ?? [];
  // A disk of its own has a lost+found.
  const ids = names.filter((name) => name !== 'lost+found');
  const needed = new Set(await selectNeeded(db, ids));
  for (const id of ids) if (!needed.has(id)) await removeFile(uploadsDirectory, id);
}
