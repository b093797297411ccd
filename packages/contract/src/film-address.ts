import type { Video } from './calls/library/videos.ts';

/** The path of films for search engines: with id and name, an address of a hosted film that does not expire. */
export const FILM_PATH = '/media/film/:id/:name';

/**
 * The lasting path of a video's film, which answers only verified crawlers of search engines; undefined for films that
 * are not stored here.
 */
export function lastingFilm({
  id,
  kind,
  videoUrl,
}: Pick<Video, 'id' | 'kind' | 'videoUrl'>): string | undefined {
  const name = /^\/media\/play\/.*\/([a-z0-9.]+)$/.exec(videoUrl)?.[1];
  if (kind !== 'hosted' || name === undefined) return undefined;
  return filmPath({ id, name });
}

/** The same, of a hosted film's file. */
export function filmPath({ id, name }: { id: string; name: string }): string {
  return `/media/film/${encodeURIComponent(id)}/${name}`;
}
