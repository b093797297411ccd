import type { Db } from '@vesper/core/db/pool.ts';
import { hashOfAddress } from '@vesper/core/lib/text/canonical-address.ts';
import type { EmbedProviders } from '@vesper/library/embeds';
import { discardVideos, hideWithdrawn, type Withdrawn } from '@vesper/library/videos';
import { cancelDownloadsOf, selectOpenHashes } from '../downloads/index.ts';
import { type Deletion, type OnLine, toDeletion } from '../readers/index.ts';
import { externalIdHash } from './dump-line.ts';
import { insertWithdrawn, updateProgress, updateWithdrawnVideos } from './queries.ts';
import { type FileOutcome, readFile } from './read-file.ts';
import { type DumpReader, inStep, type Turn } from './steps.ts';

interface Named {
  externalId: string | undefined;
  /** Its page and its provider's page: a line may name both. */
  addressHashes: Buffer[];
}

/** Hides the listed videos and blocks their return. Lines read before are skipped. */
export async function readDeletions(reader: DumpReader, { run, source, signal }: Turn): Promise<FileOutcome> {
  return readFile(
    reader,
    { source, file: 'deletions', signal },
    {
      readFields: toDeletion,
      toLine: (line: OnLine<Deletion>) => toNamed(line, reader.embeds),
      decide: (lines, soFar) =>
        inStep(reader.db, run.id, async (tx) => {
          const hidden = await withdraw(tx, { sourceId: source.id, runId: run.id }, lines);
          await updateProgress(tx, run.id, { ...soFar(), hidden });
          return true;
        }),
    },
  );
}

function toNamed({ externalId, url, embedUrl }: Deletion, embeds: EmbedProviders): Named {
  const ref = embedUrl === undefined ? undefined : embeds.find(embedUrl);
  const watchUrl = ref && embeds.frameOf(ref)?.watchUrl;
  const hashes = [url, watchUrl].map((address) => (address === undefined ? null : hashOfAddress(address)));
  return { externalId, addressHashes: hashes.filter((hash) => hash !== null) };
}

async function withdraw(
  tx: Db,
  { sourceId, runId }: { sourceId: string; runId: string },
  lines: readonly Named[],
): Promise<number> {
  const ids = new Map(
    lines.flatMap(({ externalId }) =>
      externalId === undefined ? [] : [[externalIdHash(externalId).toString('hex'), externalId] as const],
    ),
  );
  const given = [...lines.flatMap(({ addressHashes }) => addressHashes), ...[...ids.keys()].map(fromHex)];
  const fresh = await insertWithdrawn(tx, { sourceId, runId }, given);
  const externalIds = fresh.flatMap((hash) => ids.get(hash.toString('hex')) ?? []);
  const hashes = fresh.filter((hash) => !ids.has(hash.toString('hex')));
  await endDownloads(tx, sourceId, { hashes, externalIds });
  const hidden = await hideWithdrawn(tx, { sourceId, hashes, externalIds });
  await updateWithdrawnVideos(tx, sourceId, linesOf(hidden, fresh));
  return hidden.length;
}

function fromHex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}

const WITHDRAWN = "It is on its source's deletion list.";

async function endDownloads(
  tx: Db,
  sourceId: string,
  { hashes, externalIds }: { hashes: readonly Buffer[]; externalIds: readonly string[] },
): Promise<void> {
  const ended = await cancelDownloadsOf(tx, {
    addressHashes: await selectOpenHashes(tx, sourceId, hashes),
    externalIds: externalIds.map((externalId) => ({ sourceId, externalId })),
    ...{ videoIds: [], sourceIds: [], sentence: WITHDRAWN },
  });
  if (ended.length > 0) await discardVideos(tx, ended);
}

function linesOf(
  hidden: readonly Withdrawn[],
  fresh: readonly Buffer[],
): { hash: Buffer; videoId: string }[] {
  const isFresh = new Set(fresh.map((hash) => hash.toString('hex')));
  return hidden.flatMap(({ id, hash, externalId }) => {
    const names = externalId === null ? [hash] : [hash, externalIdHash(externalId)];
    return names
      .filter((name) => isFresh.has(name.toString('hex')))
      .map((name) => ({ hash: name, videoId: id }));
  });
}
