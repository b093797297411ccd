/** Of the longer side. */
const SIDE_PIXELS = 16;
/** About 160 characters of base64: part of every card. */
const MOST_BYTES = 120;
/** Tried until small enough; the last is final. */
const QUALITIES = [40, 25, 12, 1];

/** A tiny data: URL, shown blurred until the thumbnail loads. Takes the thumbnail's path or bytes. */
export async function makePlaceholder(thumbnail: string | Buffer): Promise<string> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(thumbnail, { limitInputPixels: 100_000_000 })
    .resize({ width: SIDE_PIXELS, height: SIDE_PIXELS, fit: 'inside' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  let webp = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    webp = await sharp(data, { raw: { width, height, channels } }).webp({ quality, effort: 6 }).toBuffer();
    if (webp.length <= MOST_BYTES) break;
  }
  return `data:image/webp;base64,${webp.toString('base64')}`;
}
