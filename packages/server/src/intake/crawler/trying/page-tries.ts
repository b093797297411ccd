import { type PageRules, type PageTry, withoutControls } from '@vesper/contract';
import type { SafeFetch } from '../../../kernel/lib/outbound/safe-fetch.ts';
import { SourceError } from '../../../kernel/lib/outbound/source-error.ts';
import { readVideoPage, type SourceItem } from '../../readers/index.ts';
import type { VideoSourceRow } from '../../sources/index.ts';

/** Each is a request to the source. */
const TRIED = 3;
const SHOWN_LENGTH = 500;

interface TryOptions {
  source: Pick<VideoSourceRow, 'kind' | 'delivery' | 'page_rules'>;
  fetch: SafeFetch;
  signal: AbortSignal;
}

/** Reads the first pages of a source as their downloads would, until the signal aborts. yt-dlp reads its pages itself. */
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
  const nothing = { title: null, films: [], player: null, takenFrom: {} };
  const rules = source.page_rules as PageRules | null;
  const delivery = source.delivery === 'remote' ? 'remote' : 'hosted';
  try {
    const page = await readVideoPage(loc, { metadata: metadata ?? {}, delivery, rules, fetch, signal });
    const { title, films, embedUrl, takenFrom, notes } = page;
    const said = { takenFrom, notes: notes.map(shown) };
    const player = embedUrl ? shown(embedUrl) : null;
    return {
      url: shown(loc),
      title: shown(title),
      films: films.map(({ url }) => shown(url)),
      player,
      ...said,
    };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!(error instanceof SourceError)) throw error;
    return { url: shown(loc), ...nothing, notes: [shown(error.message)] };
  }
}

function shown(text: string): string {
  return withoutControls(text).slice(0, SHOWN_LENGTH);
}
