/** A kind of page that sites serve, and what a crawl reads from it. */
export interface PageKind {
  name: string;
  /** What `describeReading` says of it. */
  reads: string;
  /** A page of its own instead of `head` and `body`. */
  bytes?: Uint8Array;
  contentType?: string;
  url?: string;
  /** Of the page; none if empty. */
  title?: string;
  head?: string;
  body?: string;
}

/** Kinds of which the same is read, by name: a head, or more. */
export function alike(
  reads: string,
  kinds: Record<string, string | Omit<PageKind, 'name' | 'reads'>>,
): PageKind[] {
  return Object.entries(kinds).map(([name, kind]) => ({
    ...(typeof kind === 'string' ? { head: kind } : kind),
    name,
    reads,
  }));
}

export interface PageKinds {
  heading: string;
  kinds: PageKind[];
}

export const SITE = 'https://site.test';
export const PAGE = `${SITE}/watch/1`;

/** The page's own video, as most kinds describe it. */
export const OWN = { '@type': 'VideoObject', name: 'A slow zoom', contentUrl: '/1.mp4' };
/** Another one, which must never be taken. */
export const OTHER = { '@type': 'VideoObject', name: 'Another turn', contentUrl: '/2.mp4' };

/** JSON-LD scripts; texts as they are. */
export function ld(...scripts: unknown[]): string {
  return scripts
    .map((script) =>
      typeof script === 'string'
        ? script
        : JSON.stringify({ '@context': 'https://schema.org', ...Object(script) }),
    )
    .map((text) => `<script type="application/ld+json">${text}</script>`)
    .join('');
}

export function metas(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, content]) => `<meta property="${name}" content="${content}">`)
    .join('');
}

export function htmlOf({ title = 'A slow zoom - Site', head = '', body = '' }: PageKind): string {
  const shown = title === '' ? '' : `<title>${title}</title>`;
  return `<!doctype html><html lang="en"><head>${shown}${head}</head><body>${body}</body></html>`;
}
