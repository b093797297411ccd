import { createHash } from 'node:crypto';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { addressHash, canonicalAddress } from '@vesper/core/lib/text/canonical-address.ts';
import type { EmbedProviders, EmbedRef } from '@vesper/library/embeds';
import type { OnLine, SourceItem } from '../readers/index.ts';

export interface DumpLine {
  line: number;
  url: string;
  hash: Buffer;
  externalId: string | null;
  metadata: NonNullable<SourceItem['metadata']>;
  player: { ref: EmbedRef; url: string } | undefined;
  /** '' if the line names none, or too many exist. */
  category: string;
  /** No earlier line names the video. */
  isFirst: boolean;
}

type Named = Omit<DumpLine, 'category' | 'isFirst'>;

/** An embedded video without a page is known by its provider's page. Throws SourceError if the line lacks something. */
export function toDumpLine(item: OnLine<SourceItem>, delivery: string, embeds: EmbedProviders): Named {
  const { line, loc, externalId = null } = item;
  const metadata = item.metadata ?? {};
  if (delivery !== 'embed') return { line, ...addressed(loc), externalId, metadata, player: undefined };
  if (!metadata.title) throw new SourceError('bad_line', 'It has no title.');
  const ref = (metadata.embedUrl ? embeds.find(metadata.embedUrl) : undefined) ?? embeds.find(loc);
  const frame = ref && embeds.frameOf(ref);
  if (!frame) throw new SourceError('no_video', whyNoPlayer(metadata.embedUrl, embeds));
  const isByPlayer = loc === metadata.embedUrl;
  const address = addressed(isByPlayer ? frame.watchUrl : loc);
  return { line, ...address, externalId, metadata, player: { ref, url: frame.playerUrl } };
}

/** Lines about one video share its external id, or else its address. */
export function nameHash({ hash, externalId }: Pick<DumpLine, 'hash' | 'externalId'>): Buffer {
  return externalId === null ? hash : externalIdHash(externalId);
}

/** As stored in deletion lists. */
export function externalIdHash(externalId: string): Buffer {
  return createHash('sha256').update(`id:${externalId}`).digest();
}

function addressed(address: string): { url: string; hash: Buffer } {
  const url = canonicalAddress(address);
  return { url, hash: addressHash(url) };
}

/** The same sentence for all lines with that fault. */
function whyNoPlayer(embedUrl: string | undefined, { hosts }: EmbedProviders): string {
  const url = embedUrl === undefined ? null : URL.parse(embedUrl);
  if (!url) return 'It has no player with an address.';
  if (url.protocol !== 'https:') return 'Its player has no https address, so it cannot be embedded.';
  const host = url.host.slice(0, 200);
  return hosts.has(url.host)
    ? `Its player's address does not match the form in EMBED_PROVIDERS for ${host}.`
    : `Its player is at ${host}, which EMBED_PROVIDERS does not list.`;
}

/** A column of titles assigned by mistake would make one for each video. */
const MOST_CATEGORIES = 500;

/** Maps further names to '', like videos without a category. */
export function boundCategories(most = MOST_CATEGORIES): (name: string) => string {
  const met = new Set<string>();
  return (name) => {
    const folded = name.trim().toLowerCase();
    if (!met.has(folded) && met.size >= most) return '';
    met.add(folded);
    return name;
  };
}

/** A 32 MB Bloom filter with four probes: errs on one in millions for a million lines, on 0.5 % for 20 million. */
const BITS = 2 ** 28;
const PROBES = [0, 4, 8, 12];

/** Bounded memory: rarely true for a new hash, never false for an old one. */
export function createSeenBefore(): (hash: Buffer) => boolean {
  const words = new Uint32Array(BITS / 32);
  return (hash) => {
    let isSeen = true;
    for (const probe of PROBES) {
      const bit = hash.readUInt32LE(probe) % BITS;
      const mask = 1 << (bit % 32);
      const word = words[bit >>> 5] ?? 0;
      if ((word & mask) === 0) isSeen = false;
      words[bit >>> 5] = word | mask;
    }
    return isSeen;
  };
}
