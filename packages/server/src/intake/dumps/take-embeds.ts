import type { Db } from '../../kernel/db/pool.ts';
import { hashOfAddress } from '../../kernel/lib/text/canonical-address.ts';
import { decideTopicsOfMany } from '../../library/topics/index.ts';
import { type EmbedDraft, publishEmbeds } from '../../library/videos/index.ts';
import { selectBlockedAddresses } from '../block-list/index.ts';
import { addVideosAdded } from '../sources/index.ts';
import type { TakeLines, Taken } from './decide-lines.ts';
import type { DumpLine } from './dump-line.ts';

/**
 * Deletes the cleared videos that still stand at these addresses or ids of a source; `settle` gives what depends on them
 * to the new videos, by the hex of their address's hash.
 */
export type MakeWay = (
  tx: Db,
  sourceId: string,
  lines: readonly { hash: Buffer; externalId: string | null }[],
) => Promise<{ settle(made: ReadonlyMap<string, string>): Promise<void> }>;

/** Publishes the players that lines name, all in few statements; those on the block list stay away. */
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

/** What was not published has come in another way at the same moment. */
function outcomeOf(videoId: string | undefined): Taken {
  return videoId === undefined ? { decision: 'known', videoId: null } : { decision: 'new', videoId };
}

/** The ledger has looked up the lines' own addresses; these are those of their players. */
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
    // As of every embedded video: a player without TLS runs on this machine and is never linked to.
    embedUrl: player?.url.startsWith('https:') ? player.url : '',
    ...{ provider: player?.ref.provider ?? '', embedId: player?.ref.id ?? '' },
    durationSeconds: Math.round(metadata.durationSeconds ?? 0),
    pictureUrl: metadata.thumbnailUrl ?? '',
    ...{ width: metadata.width ?? null, height: metadata.height ?? null },
  } satisfies EmbedDraft;
}
