import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePlaceholder } from './placeholder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vesper-placeholder-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Random pixels over two colours; `noise` from 0 to 1. */
async function makePicture(width: number, height: number, noise: number): Promise<string> {
  const file = path.join(folder, `${width}x${height}-${noise}.webp`);
  let state = 1;
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const plain = (at / 3) % width < width / 2 && at % 3 === 0 ? 220 : 40;
    pixels[at] = Math.round(plain * (1 - noise) + ((state >>> 16) & 255) * noise);
  }
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .webp()
    .toFile(file);
  return file;
}

describe('a placeholder', () => {
  test.each([
    [640, 360, 0, [16, 9]],
    [640, 360, 1, [16, 9]],
    [360, 640, 0.5, [9, 16]],
    [64, 36, 1, [16, 9]],
    [8, 8, 1, [16, 16]],
  ])('of %d x %d is a tiny picture of the same shape', async (width, height, noise, size) => {
    const address = await makePlaceholder(await makePicture(width, height, noise));
    const [head = '', base64 = ''] = address.split(',');
    expect(head).toBe('data:image/webp;base64');
    expect(base64.length).toBeLessThanOrEqual(240);
    const decoded = sharp(Buffer.from(base64, 'base64'));
    const { format, width: wide, height: high } = await decoded.metadata();
    expect([format, wide, high]).toEqual(['webp', ...size]);
  });

  test('looks like the picture, and is small where that is plain', async () => {
    const address = await makePlaceholder(await makePicture(640, 360, 0.1));
    const base64 = address.split(',')[1] ?? '';
    expect(base64.length).toBeLessThanOrEqual(160);
    const { data } = await sharp(Buffer.from(base64, 'base64')).raw().toBuffer({ resolveWithObject: true });
    const red = (x: number) => data[(4 * 16 + x) * 3] ?? 0;
    expect(red(2) - red(13)).toBeGreaterThan(80);
  });
});
