import type { Video } from './videos.ts';

/** For search engines: addresses of hosted films that do not expire. */
export const FILM_PATH = '/media/film/:id/:name';

/** Serves only verified search engine crawlers; undefined for films that are not stored here. */
export function lastingFilm({
  id,
  kind,
  videoUrl,
}: Pick<Video, 'id' | 'kind' | 'videoUrl'>): string | undefined {
  const name = /^\/media\/play\/.*\/([a-z0-9.]+)$/.exec(videoUrl)?.[1];
  if (kind !== 'hosted' || name === undefined) return undefined;
  return filmPath({ id, name });
}

export function filmPath({ id, name }: { id: string; name: string }): string {
  return `/media/film/${encodeURIComponent(id)}/${name}`;
}
