import type { Clip } from './clip.ts';

/**
 * How a clip tells about itself. Sites differ, and a reader must cope with each mixture, so the clips
 * take turns: `inSitemap` (the sitemap names the video with all its data) for two of three, and the
 * page carries JSON-LD for two of three, Open Graph alone for the rest, in every combination.
 */
export interface ClipEntry {
  readonly clip: Clip;
  readonly inSitemap: boolean;
  readonly pageData: 'json-ld' | 'open-graph';
}

/** The entries of a list of clips, in its order. */
export function entriesOf(clips: readonly Clip[]): ClipEntry[] {
  return clips.map((clip, index) => ({
    clip,
    inSitemap: index % 3 !== 1,
    pageData: Math.floor(index / 3) % 3 === 2 ? 'open-graph' : 'json-ld',
  }));
}

/** The addresses of one clip, absolute, for the origin (`http://host:port`) that the visitor used. */
export function clipAddresses(
  origin: string,
  clip: Clip,
): { page: string; media: string; thumbnail: string } {
  return {
    page: `${origin}/watch/${clip.slug}`,
    media: `${origin}/media/${clip.slug}.mp4`,
    thumbnail: `${origin}/thumbs/${clip.slug}.jpg`,
  };
}
