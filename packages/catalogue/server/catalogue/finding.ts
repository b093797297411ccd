import {
  PAGE_PATTERNS,
  type VideoCounts,
  type VideoFilter,
  type VideoTotal,
  WITHOUT_SOURCE,
} from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { addressHash, canonicalAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { tagWords, titleQuery } from '@vesper/library/search';
import { indexesOf, type ListIndex, type WantedVideos } from './filter-queries.ts';
import {
  candidateSources,
  countOnWalk,
  estimateWithWords,
  type ListKey,
  type ManagedVideoRow,
  narrowestIndex,
  type PageRequest,
  selectAmong,
  selectCandidates,
  selectMatching,
  selectOnWalk,
  selectVideoCounts,
  selectWalkEnd,
  sizeOf,
  type VideoCount,
  type Walk,
  wordSource,
} from './finding-queries.ts';

/** Up to this many candidates from another table are all checked. */
const MOST_CANDIDATES = 1_000;
const MOST_COUNTED = 300;
/** Index entries scanned per page or total; beyond that, the response says there may be more. */
const PASSED = 6_000;
/** Matching rows read; fewer if each needs another table. */
const WALK = 1_200;
const ASKING_WALK = 250;
/** More common words skip the index: scanning the list soon finds matches anyway. */
const MOST_WITH_WORDS = 10_000;
const MOST_OF_SEVERAL = 30_000;
const TOTAL_CAP = 1_000;

export interface FoundPage {
  rows: ManagedVideoRow[];
  /** Undefined at the end. */
  next: ListKey | undefined;
  /** False if a page is short although there may be more. */
  isComplete: boolean;
}

/** Newest first. Reads a bounded number of rows, however many videos there are. */
export async function findVideos(db: Db, filter: VideoFilter, request: PageRequest): Promise<FoundPage> {
  const wanted = wantedBy(filter);
  const counts = await selectVideoCounts(db);
  const index = narrowestIndex(wanted, counts);
  const candidates = await candidatesAmong(db, wanted, index, counts);
  if (!candidates) return walkOn(db, wanted, longestWalk(wanted, index), request);
  const rows = await selectAmong(db, wanted, candidates, { ...request, limit: request.limit + 1 });
  return pageOf(rows, request.limit);
}

async function walkOn(db: Db, wanted: WantedVideos, walk: Walk, request: PageRequest): Promise<FoundPage> {
  const { limit, before } = request;
  const rows = await selectOnWalk(db, wanted, walk, { ...request, limit: limit + 1 });
  if (rows.length > limit) return pageOf(rows, limit);
  const end = await selectWalkEnd(db, wanted, walk, before);
  return { rows, next: end, isComplete: end === undefined };
}

export function findMatching(db: Db, filter: VideoFilter, ids: readonly string[]): Promise<Set<string>> {
  return selectMatching(db, wantedBy(filter), ids);
}

function pageOf(rows: ManagedVideoRow[], limit: number): FoundPage {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last ? { micros: last.created_micros, id: last.id } : undefined;
  return { rows: shown, next, isComplete: true };
}

/** Exact from counters or an index, else counted up to 1,000. */
export async function countVideos(db: Db, filter: VideoFilter): Promise<VideoTotal> {
  const wanted = wantedBy(filter);
  const counts = await selectVideoCounts(db);
  const counted = countedBy(wanted, counts);
  if (counted !== undefined) return { total: counted, totalIsCapped: false };
  const index = narrowestIndex(wanted, counts);
  const candidates = await candidatesAmong(db, wanted, index, counts);
  if (candidates) {
    const { size } = await selectMatching(db, wanted, candidates.slice(0, MOST_COUNTED));
    return { total: size, totalIsCapped: candidates.length > MOST_COUNTED };
  }
  const walk = longestWalk(wanted, index);
  const n = await countOnWalk(db, wanted, walk, TOTAL_CAP + 1);
  if (n > TOTAL_CAP) return { total: TOTAL_CAP, totalIsCapped: true };
  const isLonger = index.counted && sizeOf(index, counts) > PASSED;
  const isCapped = isLonger || (await selectWalkEnd(db, wanted, walk, undefined)) !== undefined;
  return { total: n, totalIsCapped: isCapped };
}

function longestWalk(wanted: WantedVideos, index: ListIndex): Walk {
  const { words, tag, problem } = wanted;
  const asks = words || tag || problem === 'possible_duplicate' || problem === 'making_failed';
  return { index, passed: PASSED, most: asks ? ASKING_WALK : WALK };
}

function countedBy(wanted: WantedVideos, counts: readonly VideoCount[]): number | undefined {
  const { status, reason, ...others } = wanted;
  const asked = reason !== undefined && status === 'hidden' ? { reason, ...others } : wanted;
  const indexes = indexesOf(asked);
  if (indexes.length !== Object.keys(asked).length || indexes.length > 1) return undefined;
  const [index] = indexes;
  const isMeant = index
    ? ({ about, value }: VideoCount) => about === index.counted?.about && value === index.counted.value
    : ({ about }: VideoCount) => about === 'status';
  if (index && !index.counted) return undefined;
  return counts.filter(isMeant).reduce((sum, { n }) => sum + n, 0);
}

export async function videoCounts(db: Db): Promise<VideoCounts> {
  const counts = await selectVideoCounts(db);
  const of = (about: string) =>
    Object.fromEntries(counts.filter((one) => one.about === about).map(({ value, n }) => [value, n]));
  return { status: of('status'), reason: of('hidden_reason'), kind: of('kind') };
}

/** Undefined if no table narrows them down, or there are too many. */
async function candidatesAmong(
  db: Db,
  wanted: WantedVideos,
  index: ListIndex,
  counts: readonly VideoCount[],
): Promise<string[] | undefined> {
  // A short index is scanned to its end.
  if (!wanted.named && index.counted && sizeOf(index, counts) < ASKING_WALK) return undefined;
  const sources = candidateSources(wanted, MOST_CANDIDATES + 1);
  const { words: asked, tag } = wanted;
  const all = [...(asked?.anywhere ?? []), ...(tag === undefined ? [] : tagWords(tag))];
  const words = wanted.named ? [] : await tellingWords(db, all);
  if (words.length > 0) sources.push(wordSource(words.join(' & '), MOST_CANDIDATES + 1));
  for (const source of sources) {
    const ids = await selectCandidates(db, source, MOST_CANDIDATES + 1);
    if (ids.length <= MOST_CANDIDATES) return ids;
  }
  return undefined;
}

/** The rare ones, alone or together. */
async function tellingWords(db: Db, words: readonly string[]): Promise<string[]> {
  const rare: string[] = [];
  const middling: string[] = [];
  for (const word of words) {
    const documents = await estimateWithWords(db, word);
    if (documents <= MOST_WITH_WORDS) rare.push(word);
    else if (documents <= MOST_OF_SEVERAL) middling.push(word);
  }
  if (rare.length > 0 || middling.length < 2) return rare;
  return (await estimateWithWords(db, middling.join(' & '))) <= MOST_WITH_WORDS ? middling : [];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function wantedBy({ search = '', sourceId, ...filter }: VideoFilter): WantedVideos {
  const text = search.trim();
  const rest = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return {
    ...(rest as Omit<WantedVideos, 'named' | 'words' | 'sourceId'>),
    ...(sourceId === undefined ? {} : { sourceId: sourceId === WITHOUT_SOURCE ? null : sourceId }),
    ...(text === '' ? {} : askedBy(text)),
  };
}

/** A whole id or address names one video; anything else is words. */
function askedBy(text: string): Pick<WantedVideos, 'named' | 'words'> {
  if (UUID.test(text)) return { named: { id: text.toLowerCase(), addressHash: null } };
  if (/^https?:\/\//i.test(text)) return { named: namedBy(text) };
  const words = titleQuery(text);
  // No title matches symbols alone.
  return words ? { words } : { named: { id: null, addressHash: null } };
}

function namedBy(address: string): NonNullable<WantedVideos['named']> {
  try {
    const canonical = canonicalAddress(address);
    const { pathname } = new URL(canonical);
    const [prefix = ''] = PAGE_PATTERNS.video.split(':id');
    const id = pathname.startsWith(prefix) ? pathname.slice(prefix.length).toLowerCase() : '';
    return { id: UUID.test(id) ? id : null, addressHash: addressHash(canonical) };
  } catch {
    return { id: null, addressHash: null };
  }
}

export function formatKey({ micros, id }: ListKey): string {
  return `${micros}~${id}`;
}

/** Throws bad_request. */
export function parseKey(text: string): ListKey {
  const [, micros = '', id = ''] = /^(\d{1,16})~(.{1,100})$/.exec(text) ?? [];
  if (id === '') throw new AppError('bad_request', 'before must be the next of a previous page.');
  return { micros: Number(micros), id };
}
