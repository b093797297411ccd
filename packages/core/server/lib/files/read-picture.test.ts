import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readPicture } from './read-picture.ts';

const draw = (bytes: Buffer) => readPicture(bytes, (picture) => picture.png().toBuffer());
const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#208040' } });

const NO_PICTURE = 'This file is not a JPEG, PNG, WebP or AVIF picture.';
const DAMAGED = 'This picture is damaged, so it cannot be used.';
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/hostname"/></svg>';

describe('a file is refused', () => {
  test.each([
    ['an SVG', svg, NO_PICTURE],
    ['a page', `<!doctype html><script>alert(1)</script>`, NO_PICTURE],
    ['a playlist', '#EXTM3U\n/etc/hostname', NO_PICTURE],
    ['a PDF', '%PDF-1.7\n', NO_PICTURE],
    ['nothing', '', NO_PICTURE],
    ['a page that begins like a JPEG', `\xff\xd8\xff<script>alert(1)</script>`, DAMAGED],
    ['an SVG that begins like a PNG', `\x89PNG\r\n\x1a\n${svg}`, DAMAGED],
    ['a WebP without its picture', 'RIFF\x04\0\0\0WEBP', DAMAGED],
    ['an AVIF without its picture', `\0\0\0\x14ftypavif\0\0\0\0avif`, DAMAGED],
  ])('that is %s', async (_, text, sentence) => {
    await expect(draw(Buffer.from(text, 'latin1'))).rejects.toMatchObject({
      code: 'bad_request',
      message: sentence,
    });
  });

  test('that is a GIF, unless it comes from a source', async () => {
    const gif = await canvas(4, 4).gif().toBuffer();
    await expect(draw(gif)).rejects.toThrow(NO_PICTURE);
    expect(await readPicture(gif, (picture) => picture.metadata(), { allowsGif: true })).toMatchObject({
      format: 'gif',
    });
  });

  test('that is cut off', async () => {
    const whole = await canvas(800, 600).jpeg().toBuffer();
    await expect(draw(whole.subarray(0, whole.length / 2))).rejects.toThrow(DAMAGED);
  });

  test('that has too many pixels, before they are decoded', async () => {
    const png = await canvas(64, 64).png().toBuffer();
    png.writeUInt32BE(10_001, 16);
    png.writeUInt32BE(10_000, 20);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    await expect(draw(png)).rejects.toThrow('This picture has more than 100 megapixels.');
    const avif = await canvas(64, 64).avif({ effort: 0 }).toBuffer();
    const size = avif.indexOf('ispe') + 8;
    avif.writeUInt32BE(8192, size);
    avif.writeUInt32BE(4353, size + 4);
    await expect(draw(avif)).rejects.toThrow('This picture has more than 35 megapixels.');
  });
});

describe('a clean picture is made', () => {
  test('without who made it and where, and without the bytes after it', async () => {
    const told = await canvas(40, 20)
      .withExif({
        IFD0: { Artist: 'A person', Copyright: 'A person' },
        IFD3: { GPSLatitude: '1/1 2/1 3/1', GPSLatitudeRef: 'N' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>A person</rdf></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(told.toString('latin1')).toContain('A person');
    const clean = await draw(Buffer.concat([told, Buffer.from('<script>alert(1)</script>PK\x03\x04')]));
    const { format, width, exif, xmp, iptc, icc } = await sharp(clean).metadata();
    expect({ format, width, exif, xmp, iptc, icc }).toEqual({ format: 'png', width: 40 });
    expect(clean.toString('latin1')).not.toMatch(/A person|script|PK\x03/);
  });

  test('with its first frame alone, upright', async () => {
    const frames = await Promise.all(['#f00', '#00f'].map((background) => plain(background)));
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [90, 90] })
      .toBuffer();
    expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(2);
    const { pages, height } = await sharp(await draw(moving), { animated: true }).metadata();
    expect({ pages, height }).toEqual({ pages: undefined, height: 8 });
    const turned = await canvas(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await sharp(await draw(turned)).metadata()).toMatchObject({ width: 20, height: 40 });
  });

  const plain = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer();
});
