import type { VideoDraft } from '@vesper/library/videos';
import type { DescribedVideo, NamedJob } from './work.ts';

export type Described = Omit<DescribedVideo, 'renditions'>;
export type OwnWords = Omit<VideoDraft, 'sourceUrl' | 'sourceUrlHash' | 'sourceId'>;

/** A film that is a file of ours, moved in or uploaded. */
export function ownFilm(
  { source_id: sourceId, source_url: sourceUrl, source_url_hash: sourceUrlHash, external_id }: NamedJob,
  words: OwnWords,
  durationSeconds = 0,
): Described {
  return {
    ...{ delivery: 'hosted', broughtBy: 'file', mediaUrl: sourceUrl, films: [], takenFrom: {} },
    ...{ thumbnailUrl: undefined, durationSeconds, width: null, height: null },
    draft: { ...words, sourceUrl, sourceUrlHash, sourceId },
    newcomer: {
      addressHash: sourceUrlHash,
      ...{ canonicalHash: null, sourceId, externalId: external_id, filmHash: null },
      // Similar titles are different films here; only identical bytes make a duplicate.
      ...{ title: '', durationSeconds: 0 },
    },
  };
}
