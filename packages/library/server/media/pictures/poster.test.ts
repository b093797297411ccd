import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePosterFiles } from './poster.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vesper-poster-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Red on the left, blue on the right, transparent at the top. */
function flag(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    pixels.set(at % width < width / 2 ? [230, 20, 20] : [20, 20, 230], at * 4);
    pixels[at * 4 + 3] = at < width * (height / 4) ? 0 : 255;
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } });
}

async function make(bytes: Buffer) {
  const target = await mkdtemp(path.join(folder, 'made-'));
  const { files, placeholder } = await makePosterFiles(bytes, { folder: target, allowsGif: true });
  return {
    placeholder,
    files,
    made: Object.fromEntries(files.map(({ name, localPath }) => [name, localPath])),
  };
}

async function describeFiles(made: Record<string, string>): Promise<Record<string, string>> {
  const described = Object.entries(made).map(async ([name, localPath]) => {
    const { format, compression, width, height, exif, icc, xmp } = await sharp(localPath).metadata();
    expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
    return [name, `${compression === 'av1' ? 'avif' : format} ${width}x${height}`];
  });
  return Object.fromEntries(await Promise.all(described));
}

describe("a source's poster", () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('as %s becomes six files', async (format) => {
    const { made, files, placeholder } = await make(await flag(1600, 900).toFormat(format).toBuffer());
    expect(await describeFiles(made)).toEqual({
      '320.webp': 'webp 320x180',
      '640.webp': 'webp 640x360',
      '1280.webp': 'webp 1280x720',
      '320.avif': 'avif 320x180',
      '640.avif': 'avif 640x360',
      '1280.avif': 'avif 1280x720',
    });
    expect(files.every(({ purpose }) => purpose === 'thumbnail')).toBe(true);
    expect(placeholder).toMatch(/^data:image\/webp;base64,/);
    for (const name of ['1280.avif', '320.webp']) {
      const { width, height } = await sharp(made[name]).metadata();
      const low = { left: 0, top: Math.round(height / 2), width: width / 4, height: 20 };
      // Extracted first: statistics are of a whole file.
      const { channels } = await sharp(await sharp(made[name]).extract(low).png().toBuffer()).stats();
      expect(channels[0]?.mean).toBeGreaterThan(200);
      expect(channels[2]?.mean).toBeLessThan(60);
    }
  });

  test('that is small is not made larger', async () => {
    const { made } = await make(await flag(500, 300).png().toBuffer());
    expect(await describeFiles(made)).toMatchObject({
      '320.avif': 'avif 320x192',
      '640.webp': 'webp 500x300',
      '1280.avif': 'avif 500x300',
    });
    expect(await readFile(made['640.avif'] ?? '')).toEqual(await readFile(made['1280.avif'] ?? ''));
  });

  test('that is portrait, or was turned by the camera, is as high as the address is wide', async () => {
    const turned = await flag(900, 600).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { made } = await make(turned);
    expect(await describeFiles(made)).toMatchObject({
      '320.avif': 'avif 213x320',
      '1280.webp': 'webp 600x900',
    });
  });
});
