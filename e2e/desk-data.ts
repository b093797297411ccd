import type { Db } from '../packages/server/src/kernel/db/pool.ts';
import {
  makeGoneVideo,
  makeStruckSource,
  makeSuspects,
  type Suspects,
} from '../packages/server/src/test/desk-factories.ts';
import { withDatabase } from './awkward-data.ts';

const STRUCK_SOURCE = 'A source with strikes';

/**
 * What an administrator decides about but the demo's source lacks: a source with strikes, a gone video, a possible
 * duplicate. Idempotent.
 */
export async function makeDeskData(db: Db): Promise<void> {
  const there = await db
    .selectFrom('video_sources')
    .select('id')
    .where('name', '=', STRUCK_SOURCE)
    .executeTakeFirst();
  if (there) return;
  const sourceId = await makeStruckSource(db, STRUCK_SOURCE);
  await makeGoneVideo(db, { title: 'A film that its source has deleted', sourceId });
  await makeSuspects(db, 'A slow turn through violet');
}

/** Two published videos with that title, one a suspected duplicate of the other. */
export function addSuspects(dataDir: string, title: string): Promise<Suspects> {
  return withDatabase(dataDir, (db) => makeSuspects(db, title));
}
