import type { Db } from '../../kernel/db/pool.ts';
import { decideTopicsOfMany } from '../../library/topics/index.ts';
import { followSaid } from '../../library/videos/index.ts';
import type { DumpLine } from './dump-line.ts';

/** What follows from new words, in the same transaction: see the pipeline's. */
export type AfterRewording = (tx: Db, videoIds: readonly string[]) => Promise<void>;

/** Has the videos of known lines follow them, in the caller's transaction; returns how many have changed. */
export type FollowLines = (tx: Db, lines: readonly DumpLine[]) => Promise<number>;

/**
 * Takes over title, description, tags, category, length and picture, where the line says them and nobody has edited them. Of
 * lines about one video the first counts, so that reading them again changes nothing.
 */
export function followLines(sourceId: string, afterRewording: AfterRewording): FollowLines {
  return async (tx, lines) => {
    const first = lines.filter(({ isFirst }) => isFirst);
    const topics = await decideTopicsOfMany(
      tx,
      first.map(({ category, metadata: { tags = [] } }) => ({ category, tags })),
    );
    const said = first.map(({ hash, externalId, category, metadata }, index) => ({
      ...{ sourceUrlHash: hash, externalId },
      ...{ title: metadata.title ?? '', description: metadata.description ?? '' },
      tags: topics[index]?.tags ?? [],
      category: category === '' || !metadata.category ? '' : (topics[index]?.category ?? ''),
      durationSeconds: Math.round(metadata.durationSeconds ?? 0),
      pictureUrl: metadata.thumbnailUrl ?? '',
    }));
    const { changed, reworded } = await followSaid(tx, sourceId, said);
    if (reworded.length > 0) await afterRewording(tx, reworded);
    return changed;
  };
}
