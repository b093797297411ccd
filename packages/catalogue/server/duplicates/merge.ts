import type { Db } from '@vesper/core/db/pool.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { mergeVideoRows, relatedJob } from '@vesper/library/videos';
import { moveTargets } from '@vesper/notices/cases';
import { moveKeywordLinks } from '@vesper/words/keywords';
import { moveTranslations } from '@vesper/words/translations';
import { settleDecisions } from './queries.ts';

export interface MergeDeps {
  db: Db;
  queue: Queue;
  clock: Clock;
}

interface Merge {
  fromId: string;
  toId: string;
  by: string;
}

/** The kept one gets views, keywords, tags, translations and notices. Throws bad_request, not_found, conflict. */
export async function mergeVideos(merging: MergeDeps, merge: Merge): Promise<void> {
  await merging.db.transaction().execute((tx) => mergeInTransaction(tx, merging, merge));
}

export async function mergeInTransaction(
  tx: Db,
  { queue, clock }: Omit<MergeDeps, 'db'>,
  { fromId, toId, by }: Merge,
): Promise<void> {
  await mergeVideoRows(tx, fromId, toId);
  await moveTranslations(tx, fromId, toId);
  await moveKeywordLinks(tx, fromId, toId);
  await moveTargets(tx, fromId, toId);
  await settleDecisions(tx, { fromId, toId, by, now: clock.now() });
  await queue.send(tx, relatedJob, { videoId: toId });
}
