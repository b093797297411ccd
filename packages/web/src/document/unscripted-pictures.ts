/** What `VideoPicture` renders: a source for browsers without script, and the picture. */
const SOURCE = '<source media="(scripting: none)"';
const ADDRESS = ' src="';

/**
 * Styles for browsers without script, which fetch every `<img>` at once: each picture becomes a background, which is not
 * fetched behind the age gate. `body` is rendered HTML; the result is safe in a style element, and empty without pictures.
 */
export function unscriptedPictures(body: string): string {
  const addresses = new Set<string>();
  for (const picture of body.split(SOURCE).slice(1)) {
    const start = picture.indexOf(ADDRESS) + ADDRESS.length;
    addresses.add(unescapeHtml(picture.slice(start, picture.indexOf('"', start))));
  }
  return Array.from(addresses, cssString)
    .map((address) => `[src*=${telling(address)}]{--shown:url(${address})}`)
    .join('');
}

/** What tells an address, as a CSS string, from the others of the page: of one of ours, how its signature begins. */
function telling(address: string): string {
  const [, signature] = /^"\/media\/.+\/([\w-]{8})[\w-]{12,}\/[\w.]+"$/.exec(address) ?? [];
  return signature ? `"/${signature}"` : address;
}

/** React's escapes in attributes. */
function unescapeHtml(text: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => characters[name] ?? '');
}

/** CSS Syntax Level 3, section 4.3.5; `<` could end the style element. */
function cssString(text: string): string {
  return `"${text.replace(/["\\<>\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;
}
