import {
  FILE_KINDS,
  type PlannedSource,
  SOURCE_KINDS,
  type SourceLook,
  type VideoSource,
} from '@vesper/contract';
import { LRUCache } from 'lru-cache';
import { type Reading, recordReading, rehearseSource, type Sources } from '../../sources/index.ts';
import type { Crawler } from '../admit.ts';
import { type Beginning, readBeginning, shownItems } from './dry-run.ts';

export interface SourceLooks {
  /** Reads the beginning if the given basis covers it. Saves nothing. Throws as adding the source would. */
  look(planned: PlannedSource): Promise<SourceLook>;
  /** Keeps the result with the source; a check from the last ten minutes is reused. */
  lookAt(source: VideoSource): Promise<SourceLook>;
}

interface Seen {
  look: SourceLook;
  reading: Reading | null;
  at: Date;
}

type Place = Pick<VideoSource, 'kind' | 'baseUrl' | 'hosts'>;

/** The web server times out after 30 seconds. */
const BUDGET_MS = 20_000;
const SHOWN_EXAMPLES = 5;
/** Time to fill in the form between "Check address" and "Add source". */
const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 100;

/** Distinguishable by their contents. */
const READ_KINDS = SOURCE_KINDS.filter((kind) => !['dump', 'page', 'ytdlp', ...FILE_KINDS].includes(kind));

export function createSourceLooks(
  crawler: Crawler,
  sources: Sources,
  { budgetMs = BUDGET_MS }: { budgetMs?: number } = {},
): SourceLooks {
  /** By kind and address; in memory, because a lost one is simply repeated. */
  const kept = new LRUCache<string, Seen>({ max: MOST_KEPT });

  async function see(place: Place): Promise<Seen> {
    const seen = await seeBeginning(crawler, place, AbortSignal.timeout(budgetMs));
    kept.set(keyOf(place), seen);
    return seen;
  }

  return {
    async look(planned) {
      const source = await rehearseSource(sources, { ...planned, enabled: undefined });
      return source.enabled ? (await see(source)).look : notAsked(source.state);
    },
    async lookAt(source) {
      if (!source.enabled) return notAsked(source.state);
      const known = kept.get(keyOf(source));
      const isFresh = known && crawler.clock.now().getTime() - known.at.getTime() < KEPT_MS;
      const { look, reading, at } = isFresh ? known : await see(source);
      if (reading) await recordReading(crawler.db, source, reading, { at, isCrawl: false });
      return look;
    },
  };
}

function keyOf({ kind, baseUrl, hosts }: Place): string {
  return [kind, baseUrl, ...hosts].join(' ');
}

async function seeBeginning({ manners, clock }: Crawler, place: Place, signal: AbortSignal): Promise<Seen> {
  const { kind, baseUrl } = place;
  if (FILE_KINDS.includes(kind)) return { look: notAsked(FILES), reading: null, at: clock.now() };
  const fetch = manners.fetchFor(null, { plannedUrl: baseUrl });
  const read = await readBeginning(place, { fetch, signal });
  const at = clock.now();
  const { items, reading } = read;
  if (!reading) return { look: notAsked('A single page is read with its video.'), reading, at };
  const recognised = await recogniseKind(place, read, { fetch, signal });
  const look = {
    outcome: reading.result,
    message: lookMessage(read, reading, recognised === kind ? null : recognised),
    ...{ found: items.length, isAtLeast: read.end !== 'complete' },
    examples: shownItems(items, SHOWN_EXAMPLES),
    kind: recognised,
  };
  return { look, reading, at };
}

async function recogniseKind(
  { kind, baseUrl }: Place,
  { reading, problems }: Beginning,
  asking: Parameters<typeof readBeginning>[1],
): Promise<SourceLook['kind']> {
  if (!READ_KINDS.includes(kind)) return null;
  if (reading?.result !== 'not_read') return kind;
  if (!['bad_kind', 'broken_xml'].includes(problems[0]?.code ?? '')) return null;
  for (const other of READ_KINDS) {
    if (other === kind) continue;
    const { items } = await readBeginning({ kind: other, baseUrl }, asking);
    if (items.length > 0) return other;
  }
  return null;
}

function lookMessage(
  { items: { length }, end }: Beginning,
  { result, message }: Reading,
  otherKind: SourceLook['kind'],
): string {
  if (result === 'not_read') return otherKind ? `${message} It looks like a ${otherKind}.` : `${message}`;
  const count = `${length.toLocaleString('en')} ${length === 1 ? 'address' : 'addresses'} found.`;
  const found = length === 0 ? 'No address found yet.' : end === 'complete' ? count : `At least ${count}`;
  return result === 'read' ? found : `${found} Only part of it could be read: ${message}`;
}

const FILES = 'Not checked: its films are files that are moved in or uploaded.';

function notAsked(message: string): SourceLook {
  return { outcome: 'not_asked', message, found: 0, isAtLeast: false, examples: [], kind: null };
}
