import type { Db } from '@vesper/core/db/pool.ts';
import { hashOfAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { decideTopicsOfMany } from '@vesper/library/topics';
import { type EmbedDraft, followSaid, publishEmbeds } from '@vesper/library/videos';
import { selectBlockedAddresses } from '../block-list/index.ts';
import { queueDownloads } from '../downloads/index.ts';
import { addVideosAdded } from '../sources/index.ts';
import type { DumpLine } from './dump-line.ts';

export interface Taken {
  decision: 'new' | 'known' | 'blocked' | 'duplicate';
  videoId: string | null;
}

/** In the caller's transaction; one result per line. */
export type TakeLines = (tx: Db, lines: readonly DumpLine[]) => Promise<Taken[]>;

/** Deletes cleared videos; `settle` moves dependent rows to the new ones, by address hash in hex. */
export type MakeWay = (
  tx: Db,
  sourceId: string,
  lines: readonly { hash: Buffer; externalId: string | null }[],
) => Promise<{ settle(made: ReadonlyMap<string, string>): Promise<void> }>;

/** Publishes players in few statements, except blocked ones. */
export function takeEmbeds(sourceId: string, makeWay: MakeWay): TakeLines {
  return async (tx, lines) => {
    const blocked = await blockedLines(tx, lines);
    const free = lines.filter((line) => !blocked.has(line));
    const way = await makeWay(tx, sourceId, free);
    const topics = await decideTopicsOfMany(
      tx,
      free.map(({ category, metadata: { tags = [] } }) => ({ category, tags })),
    );
    const drafts = free.map((line, index) => toDraft(line, topics[index] ?? { tags: [], category: '' }));
    const made = await publishEmbeds(tx, sourceId, drafts);
    await way.settle(made);
    await addVideosAdded(tx, sourceId, made.size);
    return lines.map((line) =>
      blocked.has(line) ? BLOCKED : outcomeOf(made.get(line.hash.toString('hex'))),
    );
  };
}

const BLOCKED: Taken = { decision: 'blocked', videoId: null };

/** Unpublished: it was just added in another way. */
function outcomeOf(videoId: string | undefined): Taken {
  return videoId === undefined ? { decision: 'known', videoId: null } : { decision: 'new', videoId };
}

/** The ledger checked the lines' own addresses; these are their players'. */
async function blockedLines(tx: Db, lines: readonly DumpLine[]): Promise<ReadonlySet<DumpLine>> {
  const hashes = lines.map(({ player }) => (player ? hashOfAddress(player.url) : null));
  const blocked = await selectBlockedAddresses(
    tx,
    hashes.filter((hash) => hash !== null),
  );
  return new Set(lines.filter((_, index) => blocked.has(hashes[index]?.toString('hex') ?? '')));
}

function toDraft(
  { url, hash, externalId, metadata, player }: DumpLine,
  topics: Pick<EmbedDraft, 'tags' | 'category'>,
) {
  return {
    ...{ sourceUrl: url, sourceUrlHash: hash, externalId },
    ...{ title: metadata.title ?? '', description: metadata.description ?? '', ...topics, language: null },
    // A player without TLS is never linked to.
    embedUrl: player?.url.startsWith('https:') ? player.url : '',
    ...{ provider: player?.ref.provider ?? '', embedId: player?.ref.id ?? '' },
    durationSeconds: Math.round(metadata.durationSeconds ?? 0),
    pictureUrl: metadata.thumbnailUrl ?? '',
    ...{ width: metadata.width ?? null, height: metadata.height ?? null },
  } satisfies EmbedDraft;
}

/** The line's details save a request for its page. */
export function takeDownloads(sourceId: string): TakeLines {
  return async (tx, lines) => {
    await queueDownloads(
      tx,
      lines.map(({ url, hash, externalId, metadata }) => ({
        ...{ sourceUrl: url, sourceUrlHash: hash, sourceId, crawlerRunId: null, externalId },
        metadata: Object.keys(metadata).length > 0 ? metadata : null,
      })),
    );
    return lines.map(() => ({ decision: 'new', videoId: null }));
  };
}

/** In the same transaction; see the pipeline. */
export type AfterRewording = (tx: Db, videoIds: readonly string[]) => Promise<void>;

/** In the caller's transaction; returns how many have changed. */
export type FollowLines = (tx: Db, lines: readonly DumpLine[]) => Promise<number>;

/** Updates unedited fields. The first line about a video wins, so that rereading changes nothing. */
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
