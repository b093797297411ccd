import { type BrandPair, brandColours, contrast, SURFACES, type Theme } from '@vesper/contract';

const WHITE = '#ffffff';

/** One sentence per adjustment that keeps the colours readable: 4.5 to 1 in both themes (WCAG 2.2, 1.4.3). */
export function colourNotes(pair: BrandPair): string[] {
  return (['primary', 'accent'] as const)
    .flatMap((name) => [
      noteOnGround(name, pair),
      noteAsText(name, pair, 'light'),
      noteAsText(name, pair, 'dark'),
    ])
    .filter((note) => note !== undefined);
}

function noteOnGround(name: keyof BrandPair, pair: BrandPair): string | undefined {
  if (brandColours('light', pair)[`on-${name}`] === WHITE) return undefined;
  const ratio = ratioText(contrast(WHITE, pair[name]));
  return `Text on the ${name} colour ${pair[name]} is black, because white is harder to read there (${ratio}).`;
}

function noteAsText(name: keyof BrandPair, pair: BrandPair, theme: Theme): string | undefined {
  const used = brandColours(theme, pair)[`${name}-text`];
  if (used === pair[name]) return undefined;
  const { ground, panel, raised } = SURFACES[theme];
  // The worst surface decides.
  const worst = Math.min(...[ground, panel, raised].map((surface) => contrast(pair[name], surface)));
  const where = name === 'primary' ? 'links use' : 'text in it uses';
  return `The ${name} colour ${pair[name]} is hard to read as text on the ${theme} theme (${ratioText(worst)}): ${where} ${used} instead.`;
}

/** Rounded down: a ratio below 4.5 must not be shown as 4.50. */
function ratioText(ratio: number): string {
  return `${(Math.floor(ratio * 100) / 100).toFixed(2)} to 1`;
}
