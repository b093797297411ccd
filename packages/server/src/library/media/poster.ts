import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { FILE_NAMES, THUMBNAIL_WIDTHS } from './file-names.ts';
import type { MadeFile } from './files.ts';
import { STILL_SIDE_PIXELS } from './picture-plan.ts';
import { fitBox } from './picture-sizes.ts';
import { makePlaceholder } from './placeholder.ts';
import { openRaw, type RawPicture } from './raw-pictures.ts';
import { bestOf, measureStill, scoreStill } from './still-score.ts';

const MOST_PIXELS = 50_000_000;
const MOST_SECONDS = 20;
/** Scores are of a picture of this size, in which fine noise is gone and a blur is still seen. */
const SCORED_SIDE_PIXELS = 640;

const ENCODERS = {
  /** Twice the effort saves hardly a byte, four times costs a second. */
  avif: { quality: 50, effort: 1, chromaSubsampling: '4:2:0' },
  webp: { quality: 75, effort: 2 },
} as const;

export interface PosterFiles {
  files: MadeFile[];
  /** A tiny picture as a data: address, for the time until one of the files has come. */
  placeholder: string;
}

/**
 * Writes the six files of a video's picture into `folder`, from the bytes of its source's poster: JPEG, PNG, WebP, GIF
 * (its first picture) or AVIF, of at most 50 million pixels. Throws where the bytes are none of these, or a broken one.
 */
export async function makePosterFiles(bytes: Buffer, { folder }: { folder: string }): Promise<PosterFiles> {
  // Looked at before any decoder is: a drawing (SVG) could name further files.
  if (!isPicture(bytes)) throw new Error('The file is no picture of a kind that is accepted.');
  const side = STILL_SIDE_PIXELS;
  const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .timeout({ seconds: MOST_SECONDS })
    .rotate()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#000' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return writePosterFiles({ pixels: data, width: info.width, height: info.height }, folder);
}

function isPicture(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 12).toString('latin1');
  return /^(?:\xff\xd8\xff|\x89PNG\r\n\x1a\n|GIF8[79]a|RIFF[\s\S]{4}WEBP|[\s\S]{4}ftypavi[fs])/.test(start);
}

/**
 * Writes a picture as AVIF and as WebP in three sizes: as wide as the address says, or, of a portrait one, as high; a
 * smaller picture keeps its own size under the names of the larger ones. There are always six files.
 */
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
  return openRaw(picture)
    .resize({ ...size, fit: 'fill' })
    .toFormat(format, ENCODERS[format])
    .toBuffer();
}

/** The index of the picture that shows most: not black, white or of one colour, sharp. Of equals, the earliest. */
export async function choosePoster(pictures: readonly RawPicture[]): Promise<number> {
  const scores: number[] = [];
  for (const picture of pictures) {
    const size = fitBox(picture, { width: SCORED_SIDE_PIXELS, height: SCORED_SIDE_PIXELS });
    const grey = await openRaw(picture)
      .resize({ ...size, fit: 'fill' })
      .greyscale()
      .raw()
      .toBuffer();
    scores.push(scoreStill(measureStill(grey, size)));
  }
  return bestOf(scores);
}
