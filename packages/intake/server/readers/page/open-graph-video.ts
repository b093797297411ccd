import {
  cleanAddress,
  cleanCategory,
  cleanDescription,
  cleanLine,
  cleanPixels,
  cleanTags,
  readDuration,
  withoutUndefined,
} from '../clean-text.ts';
import type { PageData } from './page-data.ts';
import { type FilmAddress, filmAddress, filmKindOf, looksLikeFilm, type PageVideo } from './page-video.ts';

/** Open Graph (ogp.me). */
export function readOpenGraph(data: PageData, base: string): PageVideo {
  const targets = readTargets(data, base);
  const player = targets.find(({ film }) => !film);
  const { width, height } = targets.find(({ film }) => film) ?? player ?? {};
  const optional = {
    // Open Graph has no video category; sites use the articles'.
    category: cleanCategory(metaOf(data, 'article:section', 'video:section')) || undefined,
    thumbnailUrl: cleanAddress(metaOf(data, 'og:image:secure_url', 'og:image:url', 'og:image'), base),
    durationSeconds: readDuration(metaOf(data, 'video:duration', 'og:video:duration') ?? ''),
    embedUrl: player?.url,
    ...{ width, height },
  };
  return {
    ...wordsOf(data, 'og:title', 'og:description'),
    tags: cleanTags(data.metas.filter(({ name }) => TAG.test(name)).map(({ content }) => content)),
    films: targets.flatMap(({ film }) => film ?? []),
    ...withoutUndefined(optional),
  };
}

/** Twitter cards, and older metas and links that name a film. */
export function readTwitterCard(data: PageData, base: string): PageVideo {
  const streamType = metaOf(data, 'twitter:player:stream:content_type');
  const stream = filmAddress(metaOf(data, 'twitter:player:stream'), base, streamType);
  const player = cleanAddress(metaOf(data, 'twitter:player'), base);
  const linked = cleanAddress(metaOf(data, 'video_src'), base);
  const linkedFilm = linked && looksLikeFilm(linked) ? { url: linked, kind: filmKindOf(linked) } : undefined;
  const playerFilm = player && looksLikeFilm(player) ? { url: player, kind: filmKindOf(player) } : undefined;
  const optional = {
    thumbnailUrl: cleanAddress(metaOf(data, 'twitter:image', 'twitter:image:src', 'image_src'), base),
    embedUrl: player && !playerFilm ? player : linkedFilm ? undefined : linked,
    width: cleanPixels(metaOf(data, 'twitter:player:width')),
    height: cleanPixels(metaOf(data, 'twitter:player:height')),
  };
  return {
    ...wordsOf(data, 'twitter:title', 'twitter:description'),
    tags: [],
    films: [stream, playerFilm, linkedFilm].filter((film) => film !== undefined),
    ...withoutUndefined(optional),
  };
}

/** The page's title and Dublin Core. */
export function readPlainWords(data: PageData): PageVideo {
  const { title, description } = wordsOf(data, '', 'description');
  return {
    title: title || cleanLine(metaOf(data, 'dc.title', 'dcterms.title') || data.title || data.heading),
    description: description || cleanDescription(metaOf(data, 'dc.description', 'dcterms.description')),
    tags: [],
    films: [],
  };
}

export function metaOf(data: PageData, ...names: string[]): string | undefined {
  return data.metas.find(({ name, content }) => names.includes(name) && content.trim() !== '')?.content;
}

const TAG = /^(?:og:)?video:tag$/;

function wordsOf(
  data: PageData,
  title: string,
  description: string,
): Pick<PageVideo, 'title' | 'description'> {
  return { title: cleanLine(metaOf(data, title)), description: cleanDescription(metaOf(data, description)) };
}

interface Target {
  url: string;
  film?: FilmAddress;
  width?: number;
  height?: number;
}

/** og:video and og:video:url start a video; the properties after it belong to it (ogp.me, arrays). */
function readTargets(data: PageData, base: string): Target[] {
  const groups: Map<string, string>[] = [];
  for (const { name, content } of data.metas) {
    const part = /^og:video(?::(url|secure_url|type|width|height))?$/.exec(name);
    if (!part) continue;
    const key = part[1] ?? 'url';
    const last = groups.at(-1);
    const repeatsAddress = key === 'url' && last?.get('url') === content;
    if (!last || (last.has(key) && !repeatsAddress)) groups.push(new Map([[key, content]]));
    else last.set(key, content);
  }
  const targets = groups.flatMap((group) => toTarget(group, base) ?? []);
  // Stable sort: the first of equals stays first.
  return targets.toSorted((one, other) => (other.height ?? 0) - (one.height ?? 0));
}

function toTarget(group: Map<string, string>, base: string): Target | undefined {
  const url = cleanAddress(group.get('secure_url') || group.get('url'), base);
  const type = group.get('type')?.trim().toLowerCase() ?? '';
  if (!url || /shockwave|flash/.test(type)) return undefined;
  const isFilm = type === '' || type.startsWith('text/') ? looksLikeFilm(url) : true;
  const film = isFilm ? filmAddress(url, base, type.startsWith('text/') ? '' : type) : undefined;
  const size = { width: cleanPixels(group.get('width')), height: cleanPixels(group.get('height')) };
  return isFilm && !film ? undefined : { url, ...withoutUndefined({ film, ...size }) };
}
