import type { Db } from '../../../kernel/db/pool.ts';
import { insertSearchRows, wordingOf } from '../../search/index.ts';
import { upsertPictures } from '../picture-queries.ts';
import { slugOfTitle } from '../title-slug.ts';
import { insertEmbeds, type NewEmbed } from './many-queries.ts';

export type EmbedDraft = Omit<NewEmbed, 'slug'>;

/**
 * Publishes many embedded videos of a source at once: in lists, search and tags, in the caller's transaction. Their
 * pictures are fetched in the background, their related lists are worked out when first asked for. Returns the new videos' ids by the hex of their address's hash;
 * those whose address, or whose id at the source, has a video are left out.
 */
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
