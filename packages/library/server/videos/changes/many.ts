import type { Db } from '@vesper/core/db/pool.ts';
import { insertSearchRows, remakeDocuments, wordingOf } from '../../search/index.ts';
import { upsertPictures } from '../picture-queries.ts';
import { forgetRelated } from '../related/related-queries.ts';
import { slugOfTitle } from '../title-slug.ts';
import {
  insertEmbeds,
  lockDiffering,
  type NewEmbed,
  type SaidOfVideo,
  updateReworded,
} from './many-queries.ts';

export type EmbedDraft = Omit<NewEmbed, 'slug'>;

/** In the caller's transaction; pictures and related lists follow later. See `insertEmbeds` for the result. */
export async function publishEmbeds(
  tx: Db,
  sourceId: string,
  drafts: readonly EmbedDraft[],
): Promise<Map<string, string>> {
  const videos = drafts.map((draft) => ({ ...draft, slug: slugOfTitle(draft.title) }));
  const made = await insertEmbeds(tx, sourceId, videos);
  const documents = drafts.flatMap((draft) => {
    const videoId = made.get(draft.sourceUrlHash.toString('hex'));
    return videoId === undefined ? [] : [{ videoId, ...wordingOf(draft) }];
  });
  await insertSearchRows(tx, documents);
  const pictures = drafts.flatMap(({ sourceUrlHash, pictureUrl: url }) => {
    const videoId = made.get(sourceUrlHash.toString('hex'));
    return videoId === undefined || url === '' ? [] : [{ videoId, url }];
  });
  await upsertPictures(tx, sourceId, pictures);
  return made;
}

/** The numbers of changed videos, and the ids of those with new words. */
export interface Followed {
  changed: number;
  reworded: string[];
}

/** Has public videos follow their source, except edited fields, in the caller's transaction. Pictures follow later. */
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
