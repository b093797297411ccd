// Beside keyword-edits.ts and not in it: browsers need these numbers without the schemas.

/** How many videos an auto-link brings a keyword to, and the one that is chosen at first. */
export const AUTO_LINK_LIMITS = [12, 24, 48, 100] as const;
export const DEFAULT_AUTO_LINK_LIMIT = 24;

/** What the description of a page should have, in characters, to be shown whole by search engines. */
export const META_DESCRIPTION_LENGTH = { from: 155, to: 160 } as const;
