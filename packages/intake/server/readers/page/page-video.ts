import { TAKEN_FIELDS, type TakenFrom } from '@vesper/contract';
import { cleanAddress } from '../clean-text.ts';

/** Text is plain and bounded, addresses are absolute http(s). */
export interface PageVideo {
  title: string;
  description: string;
  tags: string[];
  category?: string;
  /** Two or three letters. */
  language?: string;
  externalId?: string;
  thumbnailUrl?: string;
  /** In order of preference. */
  films: FilmAddress[];
  /** A player page, for embedding. */
  embedUrl?: string;
  durationSeconds?: number;
  width?: number;
  height?: number;
}

type TakenField = (typeof TAKEN_FIELDS)[number];

export interface CompletedVideo extends PageVideo {
  takenFrom: TakenFrom;
}

/** The first description, completed with the others. Undefined without any. */
export function completed(parts: readonly { form: string; video: PageVideo }[]): CompletedVideo | undefined {
  if (parts.length === 0) return undefined;
  let video: PageVideo = { title: '', description: '', tags: [], films: [] };
  const takenFrom: TakenFrom = {};
  for (const { form, video: part } of parts) {
    video = {
      ...part,
      ...video,
      title: video.title || part.title,
      description: video.description || part.description,
      tags: video.tags.length > 0 ? video.tags : part.tags,
      films: [...video.films, ...part.films],
    };
    Object.assign(takenFrom, { ...takenBy(form, saidIn(video)), ...takenFrom });
  }
  const films = inTurn(video.films);
  const film = parts.find((part) => part.video.films.some(({ url }) => url === films[0]?.url))?.form;
  return { ...video, films, takenFrom: { ...takenFrom, ...(film && { film }) } };
}

function saidIn({ title, description, category, ...video }: PageVideo): Said {
  return {
    ...{ title, description, category, film: video.films[0], player: video.embedUrl },
    ...{ thumbnail: video.thumbnailUrl, duration: video.durationSeconds, tags: video.tags[0] },
  };
}

type Said = Partial<Record<TakenField, unknown>>;

export function takenBy(form: string, said: Said): TakenFrom {
  return Object.fromEntries(TAKEN_FIELDS.filter((field) => said[field]).map((field) => [field, form]));
}

/** A whole file, HLS (RFC 8216) or MPEG-DASH. */
export type FilmKind = 'file' | 'hls' | 'dash';

/** Absolute, http or https. */
export interface FilmAddress {
  url: string;
  /** By declaration and file extension; the answer may differ. */
  kind: FilmKind;
}

/** Beyond this a page only repeats itself. */
const MAX_FILMS = 12;
const NOT_FILM =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|mp3|m4a|aac|oga|wav|flac|swf|css|m?js|json|xml|vtt|srt|pdf|zip)$/i;
const NOT_FILM_TYPE = /^(?:text\/html|image\/|audio\/|text\/(?:css|javascript|vtt))|shockwave|flash/i;
const FILM_FILE = /\.(?:mp4|m4v|mov|webm|mkv|ogv|ts|m2ts|avi|mpe?g|wmv|flv|3gp|m3u8|mpd)$/i;

/** Undefined if it cannot be a film's. */
export function filmAddress(
  text: string | undefined,
  base: string,
  declaredType = '',
): FilmAddress | undefined {
  const url = cleanAddress(text, base);
  if (!url) return undefined;
  const { pathname } = new URL(url);
  const type = declaredType.trim().toLowerCase();
  if (NOT_FILM.test(pathname) || NOT_FILM_TYPE.test(type)) return undefined;
  return { url, kind: filmKind(pathname, type) };
}

export function filmKindOf(url: string): FilmKind {
  return filmKind(URL.parse(url)?.pathname ?? '', '');
}

export function looksLikeFilm(url: string): boolean {
  return FILM_FILE.test(URL.parse(url)?.pathname ?? '');
}

/** Unique, files before playlists: a file costs its source one request. */
export function inTurn(films: readonly FilmAddress[]): FilmAddress[] {
  const unique = films.filter(({ url }, index) => films.findIndex((other) => other.url === url) === index);
  const rank: Record<FilmKind, number> = { file: 0, hls: 1, dash: 2 };
  return unique.toSorted((one, other) => rank[one.kind] - rank[other.kind]).slice(0, MAX_FILMS);
}

function filmKind(pathname: string, type: string): FilmKind {
  if (type.includes('mpegurl') || /\.m3u8$/i.test(pathname)) return 'hls';
  return type.includes('dash+xml') || /\.mpd$/i.test(pathname) ? 'dash' : 'file';
}
