import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ignoreMissing } from '@vesper/core/lib/files/missing-file.ts';
import type { Sharp } from 'sharp';
import type { Size } from './picture-plan.ts';

/** Three bytes per pixel: red, green, blue. */
export interface RawPicture extends Size {
  pixels: Buffer;
}

export interface TimedPicture extends RawPicture {
  atSeconds: number;
}

const BYTES_A_PIXEL = 3;

/** The complete pictures in a file of raw RGB; none if it is missing. */
export async function readPictures(file: string, size: Size): Promise<RawPicture[]> {
  const bytes = (await readFile(file).catch(ignoreMissing)) ?? Buffer.alloc(0);
  const length = size.width * size.height * BYTES_A_PIXEL;
  return Array.from({ length: Math.floor(bytes.length / length) }, (_, at) => ({
    ...size,
    pixels: bytes.subarray(at * length, (at + 1) * length),
  }));
}

export async function readTimedPictures(
  folder: string,
  { pixels, times }: { pixels: string; times: string },
  size: Size,
): Promise<TimedPicture[]> {
  const seconds = await readTimes(path.join(folder, times));
  const pictures = await readPictures(path.join(folder, pixels), size);
  return pictures
    .slice(0, seconds.length)
    .map((picture, at) => ({ ...picture, atSeconds: seconds[at] ?? 0 }));
}

/** From ffmpeg's `framecrc`: `#tb 0: 1/12800`, then `0, dts, pts, ...`; in seconds, none if the file is missing. */
export async function readTimes(file: string): Promise<number[]> {
  const text = (await readFile(file, 'utf8').catch(ignoreMissing)) ?? '';
  const [, above = '1', below = '1'] = /^#tb 0: (\d+)\/(\d+)$/m.exec(text) ?? [];
  return [...text.matchAll(/^0,\s*-?\d+,\s*(-?\d+),/gm)].map(
    ([, pts]) => (Number(pts) * Number(above)) / Number(below),
  );
}

export async function openRaw({ pixels, width, height }: RawPicture): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  return sharp(pixels, { raw: { width, height, channels: BYTES_A_PIXEL } });
}
