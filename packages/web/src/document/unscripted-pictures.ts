const SOURCE = '<source media="(scripting: none)"';
const ADDRESS = ' src="';

/** Pictures as CSS backgrounds: without script browsers fetch every `<img>`, even behind the age gate. */
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

/** A part unique to this address: for ours, the start of the signature. */
function telling(address: string): string {
  const [, signature] = /^"\/media\/.+\/([\w-]{8})[\w-]{12,}\/[\w.]+"$/.exec(address) ?? [];
  return signature ? `"/${signature}"` : address;
}

function unescapeHtml(text: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => characters[name] ?? '');
}

/** CSS Syntax Level 3, section 4.3.5. `<` could end the style element. */
function cssString(text: string): string {
  return `"${text.replace(/["\\<>\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;
}
