import { createHash } from 'node:crypto';
import { SourceError } from '../../kernel/lib/outbound/source-error.ts';
import { addressHash, canonicalAddress } from '../../kernel/lib/text/canonical-address.ts';
import type { EmbedProviders, EmbedRef } from '../../library/embeds/index.ts';
import type { OnLine, SourceItem } from '../readers/index.ts';

/** A line that names a video: where it is known by, and, of an embedded one, its player. */
export interface DumpLine {
  line: number;
  /** Canonical. */
  url: string;
  hash: Buffer;
  externalId: string | null;
  metadata: NonNullable<SourceItem['metadata']>;
  player: { ref: EmbedRef; url: string } | undefined;
  /** Ours; '' where the line names none, or one too many. */
  category: string;
  /** No line before it names the video. */
  isFirst: boolean;
}

type Named = Omit<DumpLine, 'category' | 'isFirst'>;

/**
 * What is taken from a line of a source with that delivery. An embedded video without a page of its own is known by its
 * provider's page. Throws SourceError with a sentence where the line is not enough.
 */
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

/** By what lines that name the same video are known: the source's id for it, else its address. */
export function nameHash({ hash, externalId }: Pick<DumpLine, 'hash' | 'externalId'>): Buffer {
  return externalId === null ? hash : externalIdHash(externalId);
}

/** The hash under which a source's id stands in its deletion list. */
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
  if (!url) return 'It names no player with an address.';
  if (url.protocol !== 'https:') return 'Its player has no https address, so it cannot be embedded.';
  const host = url.host.slice(0, 200);
  return hosts.has(url.host)
    ? `Its player's address does not match the form in EMBED_PROVIDERS for ${host}.`
    : `Its player is at ${host}, which EMBED_PROVIDERS does not list.`;
}

/** More categories than any site has; a column of titles assigned by mistake would make one for each video. */
const MOST_CATEGORIES = 500;

/** Passes the first names on, and '' for further ones: their videos go where those without a category go. */
export function boundCategories(most = MOST_CATEGORIES): (name: string) => string {
  const met = new Set<string>();
  return (name) => {
    const folded = name.trim().toLowerCase();
    if (!met.has(folded) && met.size >= most) return '';
    met.add(folded);
    return name;
  };
}

/** A Bloom filter of 32 MB with four probes: of a million lines it takes one in millions for another, of 20 million 0.5 %. */
const BITS = 2 ** 28;
const PROBES = [0, 4, 8, 12];

/**
 * Says of each SHA-256 whether it was asked about before, in bounded memory: rarely also of a new one, never "no" of an
 * old one.
 */
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
