import type { Db } from '../../../kernel/db/pool.ts';
import { remakeDocuments } from '../../search/index.ts';
import { upsertPictures } from '../picture-queries.ts';
import { forgetRelated } from '../related/related-queries.ts';
import { slugOfTitle } from '../title-slug.ts';
import { lockDiffering, type SaidOfVideo, updateReworded } from './follow-queries.ts';

/** The videos that have changed, and those of them with other words than before. */
export interface Followed {
  changed: number;
  reworded: string[];
}

/**
 * Has public videos of a source follow what it says of them now, except where a person has edited them: in lists, tags
 * and search, in the caller's transaction. Related lists are worked out when next asked for, other pictures fetched in
 * the background.
 */
export async function followSaid(tx: Db, sourceId: string, said: readonly SaidOfVideo[]): Promise<Followed> {
  const differing = said.length === 0 ? [] : await lockDiffering(tx, sourceId, said);
  const pictures = differing.filter(({ pictureUrl }) => pictureUrl !== '');
  await upsertPictures(
    tx,
    sourceId,
    pictures.map(({ id, pictureUrl: url }) => ({ videoId: id, url })),
  );
  const reworded = differing.filter(({ isReworded }) => isReworded);
  const ids = reworded.map(({ id }) => id);
  if (ids.length > 0) {
    await updateReworded(
      tx,
      reworded.map((video) => ({ ...video, slug: slugOfTitle(video.title) })),
    );
    await remakeDocuments(tx, ids);
    await forgetRelated(tx, ids);
  }
  return { changed: differing.length, reworded: ids };
}
