import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readPicture } from '@vesper/core/lib/files/read-picture.ts';
import { FILE_NAMES, THUMBNAIL_WIDTHS } from '../files/file-names.ts';
import type { MadeFile } from '../files/files.ts';
import { fitBox, STILL_SIDE_PIXELS } from './picture-plan.ts';
import { makePlaceholder } from './placeholder.ts';
import { openRaw, type RawPicture } from './raw-pictures.ts';

/** Hides fine noise, but still shows blur. */
const SCORED_SIDE_PIXELS = 640;

const ENCODERS = {
  /** Effort 2 saves hardly a byte, effort 4 costs a second. */
  avif: { quality: 50, effort: 1, chromaSubsampling: '4:2:0' },
  webp: { quality: 75, effort: 2 },
} as const;

export interface PosterFiles {
  files: MadeFile[];
  placeholder: string;
}

/** Six files from a picture, also from a source's GIF. Throws bad_request: `readPicture`. */
export async function makePosterFiles(
  bytes: Buffer,
  { folder, allowsGif = false }: { folder: string; allowsGif?: boolean },
): Promise<PosterFiles> {
  const side = STILL_SIDE_PIXELS;
  const { data, info } = await readPicture(
    bytes,
    (picture) =>
      picture
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#000' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true }),
    { allowsGif },
  );
  return writePosterFiles({ pixels: data, width: info.width, height: info.height }, folder);
}

/** AVIF and WebP in three widths (portrait: heights). Small pictures keep their size under the larger names. */
export async function writePosterFiles(picture: RawPicture, folder: string): Promise<PosterFiles> {
  const files: MadeFile[] = [];
  const encoded = new Map<string, Buffer>();
  for (const width of THUMBNAIL_WIDTHS) {
    for (const format of ['webp', 'avif'] as const) {
      const size = fitBox(picture, { width, height: width });
      const same = `${size.width}x${size.height}.${format}`;
      const bytes = encoded.get(same) ?? (await encode(picture, size, format));
      encoded.set(same, bytes);
      const name = FILE_NAMES.thumbnail(width, format);
      const localPath = path.join(folder, name);
      await writeFile(localPath, bytes);
      files.push({ localPath, purpose: 'thumbnail', name });
    }
  }
  return { files, placeholder: await makePlaceholder(path.join(folder, FILE_NAMES.thumbnail(320, 'webp'))) };
}

async function encode(
  picture: RawPicture,
  size: { width: number; height: number },
  format: keyof typeof ENCODERS,
): Promise<Buffer> {
  const raw = await openRaw(picture);
  return raw
    .resize({ ...size, fit: 'fill' })
    .toFormat(format, ENCODERS[format])
    .toBuffer();
}

/** The index of the best picture: sharp, not black, white or of one colour; the earliest if tied. */
export async function choosePoster(pictures: readonly RawPicture[]): Promise<number> {
  const scores: number[] = [];
  for (const picture of pictures) {
    const size = fitBox(picture, { width: SCORED_SIDE_PIXELS, height: SCORED_SIDE_PIXELS });
    const raw = await openRaw(picture);
    const grey = await raw
      .resize({ ...size, fit: 'fill' })
      .greyscale()
      .raw()
      .toBuffer();
    scores.push(scoreStill(measureStill(grey, size)));
  }
  return scores.indexOf(Math.max(...scores));
}

/** Of brightness, 0 to 255. */
export interface StillMeasures {
  mean: number;
  deviation: number;
  /** Variance of the Laplacian: low if blurred. */
  sharpness: number;
  /** The share of pixels that are nearly black or white. */
  clipped: number;
}

const BLACK = 16;
const WHITE = 240;

export function measureStill(
  pixels: Uint8Array,
  { width, height }: { width: number; height: number },
): StillMeasures {
  let sum = 0;
  let squares = 0;
  let clipped = 0;
  for (const value of pixels) {
    sum += value;
    squares += value * value;
    if (value <= BLACK || value >= WHITE) clipped += 1;
  }
  const mean = sum / pixels.length;
  const deviation = Math.sqrt(Math.max(0, squares / pixels.length - mean * mean));
  return {
    mean,
    deviation,
    sharpness: laplacianVariance(pixels, width, height),
    clipped: clipped / pixels.length,
  };
}

function laplacianVariance(pixels: Uint8Array, width: number, height: number): number {
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) {
      const around = pixels[at - 1]! + pixels[at + 1]! + pixels[at - width]! + pixels[at + width]!;
      const value = 4 * pixels[at]! - around;
      sum += value;
      squares += value * value;
    }
  }
  const count = Math.max(1, (width - 2) * (height - 2));
  return squares / count - (sum / count) ** 2;
}

/** Earns half of the possible score. */
const HALF_SHARP = 150;
/** Counts as full contrast. */
const FULL_CONTRAST = 48;

/** From 0 (black, white, one colour) to 1, in hundredths. */
export function scoreStill({ mean, deviation, sharpness, clipped }: StillMeasures): number {
  const contrast = Math.min(1, deviation / FULL_CONTRAST);
  const detail = sharpness / (sharpness + HALF_SHARP);
  const light = 1 - (Math.abs(mean - 127.5) / 127.5) ** 2;
  return Math.round(100 * contrast * (0.2 + 0.8 * detail) * light * (1 - clipped / 2)) / 100;
}
