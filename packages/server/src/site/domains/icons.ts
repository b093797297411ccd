import { BRAND_MARK_FIELD, type BrandMarkShape, type BrandPair, brandMarkSvg } from '@vesper/contract';
import { LRUCache } from 'lru-cache';

export interface IconPicture {
  shape: BrandMarkShape;
  /** Width and height in pixels. */
  size: number;
}

/** At this density, SVG units are pixels. */
const UNIT_DPI = 72;
const MOST_KEPT = 200;

/** Draws the mark as PNG, cached by colours. */
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

async function drawPng(colours: BrandPair, { shape, size }: IconPicture): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const svg = Buffer.from(brandMarkSvg(colours, shape));
  return sharp(svg, { density: (UNIT_DPI * size) / BRAND_MARK_FIELD })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();
}
