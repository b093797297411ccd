import { type BrandPair, textOn } from '@vesper/contract';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';

/** Rounded with clear corners, or to the edges for systems that cut a shape of their own. */
type IconShape = 'rounded' | 'square';

export interface IconPicture {
  shape: IconShape;
  /** Width and height in pixels. */
  size: number;
}

/** The mark is drawn on a field of so many units. */
const FIELD = 32;
/** SVG units are pixels at this density. */
const UNIT_DPI = 72;
const MOST_KEPT = 200;

/**
 * The brand's mark as SVG: a play triangle on the domain's two colours, as the pages have it in their head. The
 * triangle lies within the middle that every mask leaves (a circle of 80 %: W3C, "Web Application Manifest").
 */
export function iconSvg({ primary, accent }: BrandPair, shape: IconShape = 'rounded'): string {
  const corner = shape === 'rounded' ? ' rx="8"' : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FIELD} ${FIELD}"><linearGradient id="g" x2="1" y2="1"><stop stop-color="${primary}"/><stop offset="1" stop-color="${accent}"/></linearGradient><rect width="${FIELD}" height="${FIELD}"${corner} fill="url(#g)"/><path d="M12 9.5v13l11-6.5z" fill="${textOn(primary)}"/></svg>`;
}

/** Draws the mark as PNG; what was drawn once is kept, by its colours. */
export function createIconDrawer() {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: MOST_KEPT });
  return (colours: BrandPair, picture: IconPicture): Promise<Buffer> => {
    const key = [colours.primary, colours.accent, picture.shape, picture.size].join(' ');
    const known = drawn.get(key);
    if (known) return known;
    const drawing = drawPng(colours, picture);
    drawn.set(key, drawing);
    drawing.catch(() => drawn.delete(key));
    return drawing;
  };
}

function drawPng(colours: BrandPair, { shape, size }: IconPicture): Promise<Buffer> {
  const svg = Buffer.from(iconSvg(colours, shape));
  return sharp(svg, { density: (UNIT_DPI * size) / FIELD })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();
}
