import { textOn } from './colours.ts';

/** Width and height of the mark, in its own units. */
export const BRAND_MARK_FIELD = 32;

/** `square` is for systems that mask icons themselves. */
export type BrandMarkShape = 'rounded' | 'square';

/** The triangle stays in the safe zone of maskable icons (a circle of 80 %: W3C, "Web Application Manifest"). */
export function brandMarkSvg(
  { primary, accent }: { primary: string; accent: string },
  shape: BrandMarkShape = 'rounded',
): string {
  const field = `width="${BRAND_MARK_FIELD}" height="${BRAND_MARK_FIELD}"`;
  const corner = shape === 'rounded' ? ' rx="8"' : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${BRAND_MARK_FIELD} ${BRAND_MARK_FIELD}">` +
    `<linearGradient id="g" x2="1" y2="1"><stop stop-color="${primary}"/><stop offset="1" stop-color="${accent}"/>` +
    `</linearGradient><rect ${field}${corner} fill="url(#g)"/>` +
    `<path d="M12 9.5v13l11-6.5z" fill="${textOn(primary)}"/></svg>`
  );
}
