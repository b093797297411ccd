import type { PosterChoice } from '@vesper/contract';
import type { Db } from '../../db/pool.ts';
import type { Storages } from '../../storage/storage.ts';
import { updateMedia } from '../videos/index.ts';
import type { ListedJobRow } from './job-queries.ts';
import { requestStep } from './media-jobs.ts';

export interface PosterDesk {
  db: Db;
  storages: Storages;
  workDirectory: string;
}

export async function listPosters(_desk: PosterDesk, _id: string): Promise<PosterChoice> {
  throw new Error('TODO');
}

/** Remembers a person's choice and has the pictures made again with it. Throws not_found, conflict. */
export function choosePoster(db: Db, id: string, atSeconds: number | null): Promise<ListedJobRow> {
  return db.transaction().execute(async (tx) => {
    const job = await requestStep(tx, id, 'pictures');
    await updateMedia(tx, id, { poster_at_seconds: atSeconds });
    return job;
  });
}
