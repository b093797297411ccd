import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { Size } from './picture-sizes.ts';

/** A decoded picture: three bytes a pixel, red, green, blue. */
export interface RawPicture extends Size {
  pixels: Buffer;
}

const BYTES_A_PIXEL = 3;

/** The whole pictures in a file of bare RGB pictures of one size; none where there is no file. */
export async function readRawPictures(file: string, size: Size): Promise<RawPicture[]> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const length = size.width * size.height * BYTES_A_PIXEL;
  return Array.from({ length: Math.floor(bytes.length / length) }, (_, at) => ({
    ...size,
    pixels: bytes.subarray(at * length, (at + 1) * length),
  }));
}

export function openRaw({ pixels, width, height }: RawPicture): Sharp {
  return sharp(pixels, { raw: { width, height, channels: BYTES_A_PIXEL } });
}
