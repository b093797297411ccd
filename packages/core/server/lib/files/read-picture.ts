import pLimit from 'p-limit';
import type { Sharp } from 'sharp';
import { AppError, errorMessage } from '../app-error.ts';

const START = /^(?:\xff\xd8\xff|\x89PNG\r\n\x1a\n|RIFF[\s\S]{4}WEBP|[\s\S]{4}ftypavi[fs])/;
const GIF_START = /^GIF8[79]a/;
const MOST_PIXELS = 100_000_000;
/** AV1's largest level. Decoding takes 18 bytes a pixel. */
const MOST_AVIF_PIXELS = 35_651_584;
const MOST_SECONDS = 20;

/** A large picture takes hundreds of megabytes. */
const inTurn = pLimit(1);

/**
 * `draw` gets the first frame, upright. What it makes has no metadata. Throws bad_request for anything but a whole JPEG,
 * PNG, WebP or AVIF, or one of too many pixels.
 */
export async function readPicture<T>(
  bytes: Buffer,
  draw: (picture: Sharp) => Promise<T>,
  { allowsGif = false } = {},
): Promise<T> {
  // Checked before decoding: an SVG could name other files.
  const start = bytes.subarray(0, 12).toString('latin1');
  if (!START.test(start) && !(allowsGif && GIF_START.test(start)))
    throw new AppError('bad_request', 'This file is not a JPEG, PNG, WebP or AVIF picture.');
  const limitInputPixels = start.includes('ftyp') ? MOST_AVIF_PIXELS : MOST_PIXELS;
  return inTurn(async () => {
    const { default: sharp } = await import('sharp');
    try {
      const picture = sharp(bytes, { limitInputPixels, failOn: 'error' });
      return await draw(picture.timeout({ seconds: MOST_SECONDS }).rotate());
    } catch (error) {
      const isTooLarge = errorMessage(error).includes('pixel limit');
      throw new AppError('bad_request', isTooLarge ? tooManyPixels(limitInputPixels) : DAMAGED);
    }
  });
}

const DAMAGED = 'This picture is damaged, so it cannot be used.';

function tooManyPixels(most: number): string {
  return `This picture has more than ${Math.floor(most / 1_000_000)} megapixels.`;
}
