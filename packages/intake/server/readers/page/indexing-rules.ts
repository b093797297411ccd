import { PRODUCT_TOKEN } from '@vesper/core/lib/outbound/product-token.ts';

const OUR_NAME = PRODUCT_TOKEN.toLowerCase();
/** Rules that contain a colon; any other word before one is a robot's name. */
const VALUED_RULES: ReadonlySet<string> = new Set([
  ...['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview'],
]);

export function forbidsIndexingByMeta(metas: readonly { name: string; content: string }[]): boolean {
  return metas
    .filter(({ name }) => name === 'robots' || name === OUR_NAME)
    .some(({ content }) => content.split(',').some(forbids));
}

/** X-Robots-Tag: a robot's name ("otherbot: noindex, nofollow") limits the rules after it, up to the next name. */
export function forbidsIndexingByHeader(header: string | undefined): boolean {
  let isForUs = true;
  for (const part of (header ?? '').slice(0, 4_000).split(',')) {
    const [word = '', ...rest] = part.split(':');
    const name = word.trim().toLowerCase();
    const isName = rest.length > 0 && !VALUED_RULES.has(name);
    if (isName) isForUs = name === OUR_NAME || name === 'robots' || name === '*';
    if (isForUs && forbids(isName ? rest.join(':') : part)) return true;
  }
  return false;
}

function forbids(rule: string): boolean {
  return /^\s*(?:noindex|none)\s*$/i.test(rule);
}
