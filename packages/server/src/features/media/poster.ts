import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

/** Wide enough for a card on a dense screen, like the thumbnails of hosted films. */
const SIDE_PIXELS = 640;
const MOST_PIXELS = 50_000_000;
const MOST_SECONDS = 20;

/**
 * Writes a WebP picture to `target` from the bytes of a source's poster: JPEG, PNG, WebP, GIF (its first picture) or
 * AVIF, of at most 50 million pixels. Throws where the bytes are none of these, or a broken one.
 */
export async function makePoster(bytes: Buffer, target: string): Promise<void> {
  // Looked at before any decoder is: a drawing (SVG) could name further files.
  if (!isPicture(bytes)) throw new Error('The file is no picture of a kind that is accepted.');
  const webp = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .timeout({ seconds: MOST_SECONDS })
    .rotate()
    .resize({ width: SIDE_PIXELS, height: SIDE_PIXELS, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();
  await writeFile(target, webp);
}

function isPicture(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 12).toString('latin1');
  return /^(?:\xff\xd8\xff|\x89PNG\r\n\x1a\n|GIF8[79]a|RIFF[\s\S]{4}WEBP|[\s\S]{4}ftypavi[fs])/.test(start);
}
