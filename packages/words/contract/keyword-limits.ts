// Separate from the schemas, which browsers do not load.

export const AUTO_LINK_LIMITS = [12, 24, 48, 100] as const;
export const DEFAULT_AUTO_LINK_LIMIT = 24;

/** The most keyword pages that a page links to. */
export const MOST_KEYWORD_LINKS = 12;

/** The length in characters at which search engines show a description in full. */
export const META_DESCRIPTION_LENGTH = { from: 155, to: 160 } as const;

/** A page with fewer public videos offers too little to visitors from search engines. */
export const INDEXABLE_VIDEOS = 6;
