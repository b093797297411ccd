import type { Item } from '../file/item-collector.ts';
import type { Place } from './page-place.ts';

/** A <video>, or an <object> or <embed> with a film. */
export interface FilmElement {
  /** Its own and its <source> addresses, best first if the page distinguishes them. */
  films: { address: string; type: string }[];
  poster: string | undefined;
  place: Place;
  item: Item | undefined;
  /** Loops silently without controls: a background or preview. */
  isDecoration: boolean;
}

type Attributes = Record<string, string>;

const PLAYERS: ReadonlySet<string> = new Set(['video', 'amp-video']);
const MAX_ELEMENTS = 200;
const MAX_SOURCES = 20;

export function createFilmCollector() {
  const elements: FilmElement[] = [];
  let open: (FilmElement & { sources: Source[] }) | undefined;
  return {
    elements,
    open(name: string, attributes: Attributes, { place, item }: Pick<FilmElement, 'place' | 'item'>): void {
      if (elements.length >= MAX_ELEMENTS) return;
      if (name === 'source' && open && open.sources.length < MAX_SOURCES)
        open.sources.push(sourceOf(attributes));
      if (!PLAYERS.has(name) && !isFilmObject(name, attributes)) return;
      const poster = attributes.poster || attributes['data-poster'];
      const isDecoration = isSilent(attributes) || 'data-preview' in attributes;
      const element = {
        films: [] as FilmElement['films'],
        poster,
        place,
        item,
        isDecoration,
        sources: [sourceOf(attributes)],
      };
      elements.push(element);
      if (PLAYERS.has(name)) open = element;
      else element.films = bestFirst(element.sources);
    },
    close(name: string): void {
      if (!PLAYERS.has(name) || !open) return;
      open.films = bestFirst(open.sources);
      open = undefined;
    },
  };
}

interface Source {
  address: string;
  type: string;
  height: number;
}

function sourceOf(attributes: Attributes): Source {
  const {
    src,
    data,
    'data-src': later,
    'data-video-src': video,
    'data-lazy-src': lazy,
    'data-mp4': mp4,
  } = attributes;
  // Before scripts run, `src` may be a placeholder.
  const address = later || lazy || video || mp4 || src || data || '';
  return { address, type: attributes.type ?? '', height: heightOf(attributes) };
}

/** From res, size, label, height, title or data-res, as players' menus use them. */
function heightOf(attributes: Attributes): number {
  const { res, size, label, height, title } = attributes;
  for (const text of [res, size, height, label, attributes['data-res'], attributes['data-quality'], title]) {
    const pixels = /(?:^|\D)(\d{3,4})(?:p|px|\b)/i.exec(text ?? '')?.[1];
    if (pixels) return Number(pixels);
    const name = /\b(4k|uhd|fhd|hd|sd)\b/i.exec(text ?? '')?.[1]?.toLowerCase();
    if (name) return NAMED_HEIGHTS[name] ?? 0;
  }
  return 0;
}

const NAMED_HEIGHTS: Record<string, number> = { '4k': 2160, uhd: 2160, fhd: 1080, hd: 720, sd: 480 };

function bestFirst(sources: readonly Source[]): FilmElement['films'] {
  const named = sources.filter(({ address }) => address !== '' && !/^(?:blob|data|about):/i.test(address));
  return named.toSorted((a, b) => b.height - a.height).map(({ address, type }) => ({ address, type }));
}

/** A script may start it on hover. */
function isSilent({ muted, loop, controls }: Attributes): boolean {
  return controls === undefined && muted !== undefined && loop !== undefined;
}

function isFilmObject(name: string, { type = '' }: Attributes): boolean {
  return (name === 'object' || name === 'embed') && /^\s*video\//i.test(type);
}
