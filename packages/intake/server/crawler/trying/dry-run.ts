import { type DryRun, FILE_KINDS, type PageRules, type PageTry, withoutControls } from '@vesper/contract';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError, type SourceErrorCode } from '@vesper/core/lib/outbound/source-error.ts';
import { readSource, readVideoPage, type SourceItem } from '../../readers/index.ts';
import {
  type Reading,
  recordReading,
  requireCovered,
  requireSource,
  type VideoSourceRow,
} from '../../sources/index.ts';
import { type Crawler, inspect } from '../admit.ts';
import { createReadingNotes, noting, type ReadingNotes, readableOf } from '../reading.ts';

/** The web server times out after 30 seconds. */
const BUDGET_MS = 20_000;
const MOST_ITEMS = 200;
const SHOWN_ITEMS = 25;
const SHOWN_PROBLEMS = 20;
const LONGEST_TEXT = 500;

/**
 * Reads the beginning of a source as a crawl would, and reports the decisions. Queues nothing; stores only how the
 * reading went. Throws not_found, and conflict if the source may not be read.
 */
export async function dryRun(crawler: Crawler, sourceId: string, budgetMs = BUDGET_MS): Promise<DryRun> {
  const { db, manners } = crawler;
  const source = await requireSource(db, sourceId);
  await requireCovered(db, sourceId);
  if (FILE_KINDS.includes(source.kind))
    throw new AppError('conflict', 'It is not crawled: its films are files that are moved in or uploaded.');
  const polite = manners.fetchFor(sourceId);
  const signal = AbortSignal.timeout(budgetMs);
  const seen = readableOf(source);
  const { reading, ...read } = await readBeginning(seen, {
    fetch: (url, options) => polite(url, { ...options, conditional: false }),
    signal,
  });
  const at = crawler.clock.now();
  if (reading)
    await recordReading(db, { id: sourceId, baseUrl: seen.baseUrl }, reading, { at, isCrawl: false });
  const candidates = { sourceId, runId: null, room: MOST_ITEMS, items: read.items };
  const { decisions } = await inspect(crawler, candidates);
  return {
    items: shownItems(read.items, SHOWN_ITEMS),
    found: read.items.length,
    decisions: Object.fromEntries(Object.entries(decisions).filter(([, count]) => count > 0)),
    pages: await tryPages(read.items, { source, fetch: polite, signal }),
    problems: read.problems.slice(0, SHOWN_PROBLEMS).map(({ url, message }) => ({ url, message })),
    end: read.end,
  };
}

export interface Beginning {
  items: SourceItem[];
  problems: (DryRun['problems'][number] & { code: SourceErrorCode })[];
  end: DryRun['end'];
  reading: Reading | null;
}

/** Up to 200 addresses, or until the signal aborts. */
export async function readBeginning(...source: Parameters<typeof readSource>): Promise<Beginning> {
  const notes = createReadingNotes(source[0].kind);
  const read = await readUntilEnough(source, notes);
  if (read.end === 'time') notes.timeIsUp();
  return { ...read, reading: notes.reading() };
}

async function readUntilEnough(
  source: Parameters<typeof readSource>,
  notes: ReadingNotes,
): Promise<Omit<Beginning, 'reading'>> {
  const { signal } = source[1];
  const read: Omit<Beginning, 'reading'> = { items: [], problems: [], end: 'complete' };
  const note = (url: string, { code, message }: { code: SourceErrorCode; message: string }) =>
    read.problems.push({ code, url: shortened(url), message: shortened(message) });
  try {
    for await (const entry of noting(readSource(...source), notes)) {
      if (entry.type === 'problem') {
        notes.problem(entry.message);
        note(entry.url, entry);
      }
      if (entry.type === 'item') read.items.push(entry);
      if (read.items.length >= MOST_ITEMS) return { ...read, end: 'enough' };
    }
  } catch (error) {
    if (signal.aborted && error === signal.reason) return { ...read, end: 'time' };
    if (!(error instanceof SourceError)) throw error;
    notes.problem(error.message);
    note(source[0].baseUrl, error);
  }
  return read;
}

export function shownItems(items: readonly SourceItem[], limit: number): DryRun['items'] {
  return items.slice(0, limit).map(({ loc, metadata }) => ({
    url: shortened(loc),
    title: metadata?.title ? shortened(metadata.title) : null,
  }));
}

function shortened(text: string): string {
  return withoutControls(text).slice(0, LONGEST_TEXT);
}

const TRIED = 3;

interface TryOptions {
  source: Pick<VideoSourceRow, 'kind' | 'delivery' | 'page_rules'>;
  fetch: SafeFetch;
  signal: AbortSignal;
}

/** Reads the first pages as their downloads would. yt-dlp reads its pages itself. */
export async function tryPages(items: readonly SourceItem[], options: TryOptions): Promise<PageTry[]> {
  const pages: PageTry[] = [];
  for (const item of options.source.kind === 'ytdlp' ? [] : items.slice(0, TRIED)) {
    const page = await tryPage(item, options);
    if (!page) break;
    pages.push(page);
  }
  return pages;
}

async function tryPage(
  { loc, metadata }: SourceItem,
  { source, fetch, signal }: TryOptions,
): Promise<PageTry | undefined> {
  const rules = source.page_rules as PageRules | null;
  const delivery = source.delivery === 'remote' ? 'remote' : 'hosted';
  try {
    const page = await readVideoPage(loc, { metadata: metadata ?? {}, delivery, rules, fetch, signal });
    return {
      url: shortened(loc),
      title: shortened(page.title),
      films: page.films.map(({ url }) => shortened(url)),
      player: page.embedUrl ? shortened(page.embedUrl) : null,
      takenFrom: page.takenFrom,
      notes: page.notes.map(shortened),
    };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!(error instanceof SourceError)) throw error;
    const nothing = { title: null, films: [], player: null, takenFrom: {} };
    return { url: shortened(loc), ...nothing, notes: [shortened(error.message)] };
  }
}
